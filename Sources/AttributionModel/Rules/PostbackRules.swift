import AttributionBase
import AttributionCrypto

/// The rules for the signed payload of a postback [Identifying the parameters in a postback].
package enum PostbackRules {
    private typealias Name = PostbackField

    private static let rule = citing(.identifyingPostbackParameters)

    private static func citing(_ article: Article) -> RuleBuilder { RuleBuilder(subject: .postback, article: article) }

    static let set = RuleSet(all)

    package static let all: [Rule] =
        rule.presenceAndType(of: fields) + [
            identifierUUID, adNetworkIdentifierLowercase, adNetworkIdentifierSuffix, adNetworkIdentifierForm,
            advertisedItemIdentifierRange, impressionTypeValue, conversionTypeValue, sourceDigits, sequenceIndexRange,
            publisherItemIdentifierRange, marketplaceForm, laterSource, laterPublisher, lostWindow, lostPublisher,
            lostReEngagement, marketplaceAbsent, localKey, publishedKey, developmentNetwork, developmentItem,
            impressionIdentifier, unknownField,
        ]

    /// The fields, in the order of the findings about them. Those that identify a postback come first.
    private static let fields: [Field] = {
        let first = [
            Name.identifier, Name.adNetworkIdentifier, Name.advertisedItemIdentifier, Name.impressionType,
            Name.conversionType, Name.sourceIdentifier,
        ]
        return first + Name.shape.fields.filter { !first.contains($0) && $0 != Name.impressionIdentifier }
    }()

    // MARK: - Values

    package static let identifierUUID = rule.uuid("postback-identifier-uuid", Name.identifier)
    package static let adNetworkIdentifierLowercase = rule.lowercaseNetwork(
        "postback-ad-network-identifier-lowercase", Name.adNetworkIdentifier, hint: nil)
    package static let adNetworkIdentifierSuffix = rule.networkSuffix(
        "postback-ad-network-identifier-suffix", Name.adNetworkIdentifier)
    package static let adNetworkIdentifierForm = rule.networkForm(
        "postback-ad-network-identifier-form", Name.adNetworkIdentifier)
    package static let advertisedItemIdentifierRange = rule.range(
        "postback-advertised-item-identifier-range", Name.advertisedItemIdentifier, 0...UInt64.max,
        "the advertised item identifier must be an unsigned 64-bit integer")
    package static let impressionTypeValue = rule.oneOf(
        "postback-impression-type-value", Name.impressionType, ["app-impression"],
        "the impression type must be app-impression")
    package static let conversionTypeValue = rule.oneOf(
        "postback-conversion-type-value", Name.conversionType, ["download", "redownload", "re-engagement"],
        "the conversion type must be download, redownload or re-engagement",
        misspellings: ["install": "download", "installation": "download", "reinstall": "redownload"],
        sources: ["reengagement": "one of Apple's articles leaves out the hyphen"])
    package static let sequenceIndexRange = rule.range(
        "postback-sequence-index-range", Name.sequenceIndex, 0...2,
        "the index must identify one of the three conversion windows, counted from 0")
    package static let publisherItemIdentifierRange = rule.range(
        "postback-publisher-item-identifier-range", Name.publisherItemIdentifier, 0...UInt64.max,
        "the publisher item identifier must be an unsigned 64-bit integer")
    package static let unknownField = rule.unknownField("postback-unknown-field", of: Name.shape) { name in
        BodyField.shape.field(named: name) == nil ? nil : "this field belongs in the body, outside the signature"
    }

    /// The rules by which fields depend on the tier, the window, the outcome or each other.
    static let ties = [laterSource, laterPublisher, lostWindow, lostPublisher, lostReEngagement, marketplaceAbsent]

    /// The rules about values of postbacks that the developer settings created.
    static let ofDeveloperSettings: Set<Rule> = [developmentNetwork, developmentItem]

    // MARK: - Values

    package static let sourceDigits = rule.sourceDigits("postback-source-identifier-digits", Name.sourceIdentifier)

    package static let marketplaceForm = rule.value(
        "postback-marketplace-identifier-form", Name.marketplaceIdentifier,
        "a marketplace must be named by its bundle ID",
        wanted: "a bundle ID such as com.apple.AppStore"
    ) { value in
        let isBundleID = value.unescapedOrContent { text in
            !text.isEmpty && text.allSatisfy(isBundleIDCharacter)
        }
        return isBundleID ? nil : Problem(value.excerpt)
    }

    private static func isBundleIDCharacter(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || byte == ASCII.dot || byte == ASCII.minus
            || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    // MARK: - Windows

    package static let laterSource = citing(.multipleConversionWindows).laterDigits(
        "postback-later-source-identifier", Name.sourceIdentifier,
        "second and third postbacks must have only two digits of the source identifier",
        wanted: "two digits in windows 2 and 3")

    package static let laterPublisher = citing(.multipleConversionWindows).later(
        "postback-later-publisher-item-identifier", Name.publisherItemIdentifier, .publisher,
        "only the first postback may name the publisher")

    // MARK: - Nonwinning postbacks and re-engagement

    package static let lostWindow = rule(
        "postback-lost-sequence-index", Name.sequenceIndex,
        "a nonwinning postback must be for the first window", wanted: "0 where \"\(Name.didWin.name)\" is false",
        article: .receivingPostbacks,
        isAboutOneValue: false
    ) { examination in
        guard examination.isLost, examination.isLaterPostback else { return nil }
        return examination[Name.sequenceIndex].map { Problem($0.excerpt) }
    }

    package static let lostPublisher = citing(.receivingStoreKitPostbacks).lost(
        "postback-lost-publisher-item-identifier", Name.publisherItemIdentifier, .publisher,
        "a nonwinning postback must not name the publisher")

    package static let lostReEngagement = rule(
        "postback-re-engagement-did-win", Name.didWin, "a postback for a re-engagement must be a winning postback",
        wanted: "true for a re-engagement", article: .receivingPostbacks, isAboutOneValue: false
    ) { examination in
        guard examination.isLost, examination[Name.conversionType]?.isString("re-engagement") == true else {
            return nil
        }
        return Problem("false")
    }

    // MARK: - Tiers

    package static let marketplaceAbsent = rule(
        "postback-tier-marketplace-identifier", Name.marketplaceIdentifier,
        "a first postback without a marketplace (tier 0) must have a source identifier of two digits and no publisher",
        wanted: "a bundle ID", isAboutOneValue: false, quick: .isPresent(Name.marketplaceIdentifier)
    ) { examination in
        guard let fields = examination.firstPostback, fields.isPresent(.marketplaceIdentifier) == false else {
            return nil
        }
        let tiers = fields.tiers(.marketplaceIdentifier, isPresent: false)
        if fields.isPresent(.publisher) == true, fields.contradicts(tiers, .publisher, isPresent: true) {
            return Problem("missing", .then(" although \"\(Name.publisherItemIdentifier.name)\" is present"))
        }
        guard let digits = fields.digits, fields.contradicts(tiers, digits: digits) else { return nil }
        return Problem("missing", .then(" although the source identifier has \(digits) digits"))
    }

    // MARK: - Message kinds

    package static let impressionIdentifier = rule(
        "postback-impression-identifier", Name.impressionIdentifier,
        "a postback should not have an impression identifier in addition to its own identifier", severity: .warning,
        wanted: "absent from a postback",
        hint: "a payload with both identifiers is read as a postback", isAboutOneValue: false,
        quick: .isAbsent(Name.impressionIdentifier)
    ) { examination in examination[Name.impressionIdentifier].map { Problem($0.excerpt) } }

    // MARK: - Keys

    /// Only a warning: Apple specifies which `kid` and network belong together, but does not exclude other combinations.
    package static let developmentNetwork = rule(
        "postback-development-network", Name.adNetworkIdentifier,
        "the ad network ID and the kid of developer settings should occur only together", severity: .warning,
        wanted: "both the ad network ID and the kid of developer settings, or neither",
        ending: .then("; only developer settings have one of these, and they have both"), article: .creatingPostbacks,
        isAboutOneValue: false,
        quick: .isAbsent(HeaderField.keyID)
    ) { examination in
        guard let keyID = examination.keyID, let network = examination[Name.adNetworkIdentifier],
            network.kind == .string
        else { return nil }
        let isOfSettings = keyID.isString(AppleKey.developerSettingsKeyID)
        guard network.isEqual(to: AdNetworkIdentifier.development.description) != isOfSettings else { return nil }
        return Problem("\(network.excerpt) under the kid \(keyID.excerpt)")
    }

    /// Only a warning, for the same reason.
    package static let developmentItem = rule(
        "postback-development-item", Name.advertisedItemIdentifier,
        "the advertised item should be 0 (an app from Xcode) only in postbacks from developer settings",
        severity: .warning,
        wanted: "an App Store item ID", article: .creatingPostbacks,
        isAboutOneValue: false, quick: .isWithin(Name.advertisedItemIdentifier, 1...UInt64.max)
    ) { examination in
        guard let keyID = examination.keyID, examination[Name.advertisedItemIdentifier]?.unsignedInteger == 0,
            !keyID.isString(AppleKey.developerSettingsKeyID)
        else { return nil }
        return Problem("0 under the kid \(keyID.excerpt)")
    }

    package static let localKey = rule(
        "postback-kid", HeaderField.keyID, "a postback should be signed by Apple, unless it is a test",
        severity: .note,
        wanted: "the kid of one of Apple's keys, unless this is a test", ending: .then(", which is not Apple's"),
        article: .verifyingAPostback, isAboutOneValue: false,
        quick: .isAbsent(HeaderField.keyID)
    ) { examination in
        guard let keyID = examination.keyID, !AppleKey.isReserved(keyID.string) else { return nil }
        return Problem(keyID.excerpt, field: HeaderField.keyID.text)
    }

    /// Only a warning, because Apple may publish another key.
    package static let publishedKey = rule(
        "postback-kid-published", HeaderField.keyID,
        "a kid in Apple's form should belong to a key that Apple published", severity: .warning,
        wanted: "the kid of a key that Apple published",
        ending: .then(", which is not the kid of any key that Apple published"), article: .verifyingAPostback,
        isAboutOneValue: false,
        quick: .isAbsent(HeaderField.keyID)
    ) { examination in
        guard let keyID = examination.keyID, AppleKey.isReserved(keyID.string),
            !AppleKey.all.contains(where: { keyID.isEqual(to: $0.keyID) })
        else { return nil }
        return Problem(keyID.excerpt, field: HeaderField.keyID.text)
    }
}

extension RuleBuilder {
    /// Returns the rules that each required field is present and that each field has its type, those about required fields first.
    ///
    /// - Parameter named: Those of the rules to which other code refers.
    func presenceAndType(of fields: [Field], named: [Rule] = []) -> [Rule] {
        func known(_ field: Field, _ ending: String) -> Rule? { named.first { $0.id == id(field, ending) } }
        let (required, optional) = (fields.filter(\.isRequired), fields.filter { !$0.isRequired })
        return required.map { known($0, "missing") ?? missing($0) }
            + (required + optional).map { known($0, "json-type") ?? jsonType($0) }
    }
}
