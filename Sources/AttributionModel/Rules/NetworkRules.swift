import AttributionBase
import AttributionCrypto

/// The rules for an ad network's ID in impressions and postbacks of either framework [Registering an ad network].
extension RuleBuilder {
    /// - Parameter hint: The hint; nil for postbacks, whose values come from Apple.
    package func lowercaseNetwork(
        _ id: String, _ field: Field, severity: Rule.Severity = .error,
        hint: String? = "sign the ID in lowercase", article: Article = .registeringAnAdNetwork
    ) -> Rule {
        value(
            id, field,
            severity == .error
                ? "an ad network ID must be lowercase, or the system will not recognise it"
                : "an ad network ID should be lowercase",
            severity: severity,
            wanted: "lowercase", hint: hint, article: article, quick: .isNetwork(field)
        ) { $0.hasUppercaseLetter ? Problem($0.excerpt) : nil }
    }

    package func networkSuffix(
        _ id: String, _ field: Field, severity: Rule.Severity = .error,
        article: Article = .registeringAnAdNetwork
    ) -> Rule {
        value(
            id, field,
            "an ad network ID \(severity == .error ? "must" : "should") end in .adattributionkit or .skadnetwork",
            severity: severity,
            wanted: "an ID ending in .adattributionkit or .skadnetwork", article: article, quick: .isNetwork(field)
        ) { $0.hasNetworkEnding ? nil : Problem($0.excerpt, hint: AdNetworkIdentifier.slip(in: $0.string)) }
    }

    /// - Parameter isOther: Returns whether a value breaks a more specific rule.
    package func networkForm(
        _ id: String, _ field: Field, article: Article = .registeringAnAdNetwork,
        unless isOther: @escaping @Sendable (JSONView) -> Bool = { _ in false }
    ) -> Rule {
        value(
            id, field,
            "an ad network ID must consist of labels of a-z, 0-9 and hyphens, separated by single dots, and have only one ending",
            wanted: AdNetworkIdentifier.wanted, article: article, quick: .isNetwork(field)
        ) { value in
            guard value.hasNetworkEnding, !value.isAdNetworkIdentifier, !isOther(value) else { return nil }
            return Problem(value.excerpt, hint: AdNetworkIdentifier.look(of: value.string))
        }
    }
}

extension AdNetworkIdentifier {
    /// A misspelling in one of Apple's articles [Registering an ad network].
    private static let articlesSlip = "adattribuitionkit"

    /// Returns a hint about an ID with a misspelled ending.
    static func slip(in text: String) -> String? {
        let text = String(text.drop { !$0.isLetter && !$0.isNumber })
        // This is a placeholder, as in Apple's examples, and not a network with a wrong ending.
        guard !text.lowercased().hasPrefix("com.example.") else { return nil }
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let ending = text[text.index(after: dot)...].lowercased()
        guard
            let meant = Spelling.nearest(
                to: ending, among: ["\(ByteView.networkEndings.0)", "\(ByteView.networkEndings.1)"]), meant != ending
        else { return nil }
        let hint = "did you mean \(quoted(text[...dot] + meant))?"
        return ending == articlesSlip ? hint + " one of Apple's articles misspells the ending" : hint
    }

    /// Returns what a text looks like that is not an ID: several IDs, or an ID with something around it.
    static func look(of text: String) -> String? {
        if let letter = text.unicodeScalars.first(where: { !$0.isASCII && Character($0).isLetter }) {
            return "\(codePoint(letter)) is a letter that no ID has, though it may look like one"
        }
        let parts = text.split { !$0.isASCII || $0.isWhitespace || ",;|/\"'".contains($0) }
        let networks = parts.compactMap { AdNetworkIdentifier(text: String($0)) }
        switch networks.count {
        case 0: return nil
        case 1:
            let isWhole = parts.allSatisfy { $0 == networks[0].description || $0.hasSuffix(":") }
            return isWhole ? "did you mean \(quoted(networks[0].description))?" : nil
        default: return "these look like \(networks.count) IDs; each ID needs its own entry"
        }
    }
}
