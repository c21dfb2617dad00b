import Bytes
import StrictJSON

/// What the signed payload of a postback satisfies [Identifying the parameters in a postback].
enum PostbackRules {
    private static let rule = RuleBuilder(
        subject: .postback, article: .identifyingPostbackParameters)

    static let set = RuleSet(all)

    static let all: [Rule] = [
        rule.missing(.postbackIdentifier), rule.missing(.adNetworkIdentifier), rule.missing(.advertisedItemIdentifier),
        rule.missing(.impressionType), rule.missing(.conversionType), rule.missing(.sourceIdentifier),
        rule.missing(.didWin), rule.missing(.postbackSequenceIndex),

        rule.string(.postbackIdentifier), rule.string(.adNetworkIdentifier), rule.integer(.advertisedItemIdentifier),
        rule.string(.impressionType), rule.string(.conversionType), rule.string(.sourceIdentifier),
        rule.boolean(.didWin), rule.integer(.postbackSequenceIndex), rule.integer(.publisherItemIdentifier),
        rule.string(.marketplaceIdentifier),

        rule.uuid(.postbackIdentifier),
        rule.lowercaseNetwork(),
        rule.networkSuffix(),
        rule.range(.advertisedItemIdentifier, 0...UInt64.max, "item identifiers are unsigned 64-bit integers"),
        rule.oneOf(.impressionType, ["app-impression"], "the impression type is app-impression"),
        rule.oneOf(
            .conversionType, ["download", "redownload", "re-engagement"], "conversions are of three types",
            misspellings: ["install": "download", "installation": "download", "reinstall": "redownload"]),
        sourceDigits,
        rule.range(.postbackSequenceIndex, 0...2, "there are three conversion windows, counted from 0"),
        rule.range(.publisherItemIdentifier, 0...UInt64.max, "item identifiers are unsigned 64-bit integers"),
        marketplaceForm,

        laterSource, laterPublisher, lostWindow, lostPublisher, lostReEngagement, marketplaceAbsent, localKey,
        publishedKey,
        rule.unknownField(besides: Field.postback) { name in
            Field.body.hasField(named: name) ? "this field stands in the body, outside the signature" : nil
        },
    ]

    // MARK: - Values

    static let sourceDigits = rule.value(
        "source-identifier-digits", .sourceIdentifier, .string,
        "crowd anonymity leaves two, three or four digits of the source identifier", wanted: "2 to 4 digits"
    ) { value in
        if let count = value.digitCount, (2...4).contains(count) { return nil }
        return Violation(value.excerpt)
    }

    private static let marketplaceForm = rule.value(
        "marketplace-identifier-form", .marketplaceIdentifier, .string, "a marketplace is named by its bundle ID",
        wanted: "a bundle ID such as com.apple.AppStore"
    ) { value in
        let isBundleID = unsafe value.unescapedOrContent { text in
            unsafe !text.isEmpty && text.allSatisfy(isBundleIDCharacter)
        }
        return isBundleID ? nil : Violation(value.excerpt)
    }

    private static func isBundleIDCharacter(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || byte == ASCII.dot || byte == ASCII.minus
            || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    // MARK: - Windows

    static let laterSource = rule(
        "later-source-identifier", .sourceIdentifier,
        "second and third postbacks carry two digits of the source identifier", wanted: "2 digits",
        article: .multipleConversionWindows, isAboutOneValue: false
    ) { examination in
        guard let fields = examination.disclosed, fields.isLater, let digits = fields.digits,
            SourceIdentifier.digitCounts.contains(digits), fields.tiers(digits: digits).isEmpty
        else { return nil }
        return examination.payload[.sourceIdentifier].map { Violation($0.excerpt) }
    }

    static let laterPublisher = rule(
        "later-publisher-item-identifier", .publisherItemIdentifier,
        "only the first postback names the publisher", wanted: "no such field", article: .multipleConversionWindows,
        isAboutOneValue: false
    ) { examination in
        guard examination.disclosed?.reason(.publisher) == .window else { return nil }
        return examination.payload[.publisherItemIdentifier].map { Violation($0.excerpt) }
    }

    // MARK: - Nonwinning postbacks and re-engagement

    static let lostWindow = rule(
        "lost-sequence-index", .postbackSequenceIndex, "a nonwinning network gets one postback, of the first window",
        wanted: "0", article: .receivingPostbacks, isAboutOneValue: false
    ) { examination in
        guard examination.isLost, examination.isLaterPostback,
            let value = examination.payload[.postbackSequenceIndex]
        else { return nil }
        return Violation(value.excerpt)
    }

    static let lostPublisher = rule(
        "lost-publisher-item-identifier", .publisherItemIdentifier, "a nonwinning postback does not name the publisher",
        wanted: "no such field", article: .receivingPostbacks, isAboutOneValue: false
    ) { examination in
        guard examination.disclosed?.reason(.publisher) == .nonwinning else { return nil }
        return examination.payload[.publisherItemIdentifier].map { Violation($0.excerpt) }
    }

    static let lostReEngagement = rule(
        "re-engagement-did-win", .didWin, "there are no nonwinning postbacks of re-engagements", wanted: "true",
        article: .receivingPostbacks, isAboutOneValue: false
    ) { examination in
        guard examination.isLost, examination.payload[.conversionType]?.isString("re-engagement") == true
        else { return nil }
        return Violation("false")
    }

    // MARK: - Tiers

    private static let marketplaceAbsent = rule(
        "tier-marketplace-identifier", .marketplaceIdentifier,
        "only tier 0 leaves the marketplace out, and it gives neither publisher nor more than two digits",
        wanted: "a bundle ID", isAboutOneValue: false
    ) { examination in
        guard let fields = examination.firstPostback, !fields.hasMarketplace else { return nil }
        let tiers = fields.tiers(.marketplace, isThere: false)
        if fields.hasPublisher, fields.contradicts(tiers, .publisher, isThere: true) {
            return Violation("missing beside \"publisher-item-identifier\"")
        }
        guard let digits = fields.digits, fields.contradicts(tiers, digits: digits) else { return nil }
        return Violation("missing beside \(digits) digits of the source identifier")
    }

    // MARK: - Keys

    private static let localKey = rule(
        "kid", .adNetworkIdentifier, "postbacks are signed by Apple", severity: .note,
        wanted: "one of Apple's keys, unless this is a test", article: .verifyingAPostback, isAboutOneValue: false
    ) { examination in
        guard let keyID = examination.keyID, keyID.kind == .string, !AppleKey.isReserved(keyID.string) else {
            return nil
        }
        return Violation(keyID.excerpt, field: "kid")
    }
}

extension PostbackRules {
    /// No error, since Apple may publish another key.
    fileprivate static let publishedKey = rule(
        "kid-published", .adNetworkIdentifier, "a kid in Apple's name is one of the keys that Apple published",
        severity: .warning, wanted: "one of Apple's keys", article: .verifyingAPostback, isAboutOneValue: false
    ) { examination in
        guard let keyID = examination.keyID, keyID.kind == .string, AppleKey.isReserved(keyID.string),
            !AppleKey.all.contains(where: { keyID.isEqual(to: $0.keyID) })
        else { return nil }
        return Violation(keyID.excerpt, field: "kid")
    }
}
