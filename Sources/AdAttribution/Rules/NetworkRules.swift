import AttributionBytes
import AttributionJOSE
import AttributionJSON
import AttributionRules

/// The rules for an ad network's ID in impressions and postbacks [Registering an ad network].
extension RuleBuilder {
    func lowercaseNetwork(_ id: StaticString, _ field: Field) -> Rule {
        value(
            id, field, "an ad network ID is lowercase, or the system does not recognise it",
            wanted: "lowercase letters", hint: "write the ID in lowercase", article: .registeringAnAdNetwork,
            quick: .isPlainNetwork(field)
        ) { $0.hasUppercaseLetter ? Violation($0.excerpt) : nil }
    }

    func networkSuffix(_ id: StaticString, _ field: Field) -> Rule {
        value(
            id, field, "an ad network ID ends in .adattributionkit or .skadnetwork",
            wanted: "an ID that ends in .adattributionkit or .skadnetwork", article: .registeringAnAdNetwork,
            quick: .isPlainNetwork(field)
        ) { $0.isAdNetworkIdentifier ? nil : Violation($0.excerpt, hint: AdNetworkIdentifier.slip(in: $0.string)) }
    }
}

extension AdNetworkIdentifier {
    /// The misspelled ending in one of Apple's articles [Registering an ad network].
    private static let articlesSlip = "adattribuitionkit"

    /// Returns a hint for an ID whose ending is misspelled.
    static func slip(in text: String) -> String? {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let ending = text[text.index(after: dot)...].lowercased()
        let endings = endings.map { String("\($0)".dropFirst()) }
        guard let meant = Spelling.nearest(to: ending, among: endings), meant != ending else { return nil }
        let hint = "did you mean \(quoted(text[...dot] + meant))?"
        return ending == articlesSlip ? hint + " an article of Apple's misspells the ending" : hint
    }
}

extension QuickTest {
    /// A quick test for the usual form of an ad network's ID.
    fileprivate static func isPlainNetwork(_ field: Field) -> QuickTest {
        .isPlain(field, ending: AdNetworkIdentifier.endings[0], or: AdNetworkIdentifier.endings[1])
    }
}

extension JSONView {
    /// Whether the value is a string that has one of the endings of ad network IDs, in any letter case, after at least
    /// one other character.
    var isAdNetworkIdentifier: Bool { hasEnding(AdNetworkIdentifier.endings) }
}
