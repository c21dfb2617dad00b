import AttributionBase
import AttributionCrypto

/// The rules for the values that version 4.0 discloses by tier and window, and for those that nonwinning postbacks
/// omit [Receiving postbacks in multiple conversion windows; Receiving ad attributions and postbacks].
package enum PostbackDisclosureRules {
    private typealias Postback = SignedPostbackRules

    private static func rule(_ article: Article = .conversionWindows, _ error: PlatformError? = nil) -> RuleBuilder {
        RuleBuilder(subject: .skAdNetworkPostback, article: article, platformError: error)
    }

    static let all: [Rule] = [
        fineAndCoarse, laterFine, laterApp, laterDomain, laterCountry, laterDigits, coarseDigits, coarseSource,
        coarseDomain, lostWindow, lostFine, lostCoarse, lostApp, lostDomain, lostCountry, countryTier, countryVersion,
        threshold,
    ]

    package static let fineAndCoarse = rule()(
        "skan-postback-fine-and-coarse", Postback.coarse, "a postback has a fine or a coarse value, never both",
        wanted: "one of the two", isAboutOneValue: false, quick: .isAbsent(Postback.coarse)
    ) { examination in
        guard let value = examination[Postback.coarse], examination[Postback.fine] != nil,
            let fields = examination.disclosedFields, fields.didWin, !fields.isLater
        else { return nil }
        return Violation("\(value.excerpt) beside \"\(Postback.fine.name)\"")
    }

    // MARK: - Later postbacks

    package static let laterFine = later(
        "skan-postback-later-conversion-value", Postback.fine, .fineValue,
        "only the first postback carries a fine value")
    package static let laterApp = later(
        "skan-postback-later-source-app-id", Postback.app, .publisher, "only the first postback names the source app")
    package static let laterDomain = later(
        "skan-postback-later-source-domain", Postback.domain, .publisher,
        "only the first postback names the source domain")
    package static let laterCountry = later(
        "skan-postback-later-country-code", Postback.country, .country, "only the first postback names the country",
        severity: .warning, .carriedOverWindows)

    private static func later(
        _ id: StaticString, _ field: Field, _ disclosed: Disclosure.Field, _ summary: String,
        severity: Rule.Severity = .error, _ article: Article = .conversionWindows
    ) -> Rule {
        rule(article)(
            id, field, summary, severity: severity, wanted: "no such field in window 2 or 3", isAboutOneValue: false,
            quick: .isAbsent(field)
        ) { $0.violation(field, of: disclosed, for: .window) }
    }

    package static let laterDigits = rule()(
        "skan-postback-later-source-identifier", Postback.source,
        "later postbacks have two digits of the source identifier", wanted: "two digits in window 2 or 3",
        isAboutOneValue: false
    ) { examination in
        guard let fields = examination.disclosedFields, fields.isLater, let digits = fields.digits,
            SourceIdentifier.digitCounts.contains(digits), fields.tiers(digits: digits).isEmpty,
            let value = examination[Postback.source]
        else { return nil }
        return Violation(value.excerpt)
    }

    // MARK: - Tiers of the first postback

    package static let coarseDigits = rule()(
        "skan-postback-tier-coarse-source-identifier", Postback.coarse,
        "a first postback has a coarse value in tier 1, which leaves two digits of the source identifier",
        wanted: "no such field beside more than two digits", isAboutOneValue: false, quick: .isAbsent(Postback.coarse)
    ) { examination in
        guard let (fields, value) = examination.coarseOfFirst, let digits = fields.digits,
            fields.contradicts(fields.tiers(.coarseValue, isThere: true), digits: digits)
        else { return nil }
        return Violation("\(value.excerpt) beside \(digits) digits of the source identifier")
    }

    package static let coarseSource = coarse("skan-postback-tier-coarse-source", Postback.app)
    /// A warning only, because Apple's sample of a web ad's postback has both, and its signature is valid.
    package static let coarseDomain = coarse(
        "skan-postback-tier-coarse-source-domain", Postback.domain, severity: .warning)

    private static func coarse(_ id: StaticString, _ source: Field, severity: Rule.Severity = .error) -> Rule {
        rule()(
            id, Postback.coarse, "a first postback has a coarse value in tier 1, which does not name the source",
            severity: severity, wanted: "no such field beside \"\(source.name)\"", isAboutOneValue: false,
            quick: .isAbsent(Postback.coarse)
        ) { examination in
            guard let (fields, value) = examination.coarseOfFirst, examination[source] != nil,
                fields.contradicts(fields.tiers(.coarseValue, isThere: true), .publisher, isThere: true)
            else { return nil }
            return Violation("\(value.excerpt) beside \"\(source.name)\"")
        }
    }

    /// A rule about requests, because a postback alone does not show its tier.
    package static let countryTier = Rule(
        "skan-request-country-tier", .error, .request, field: Postback.country.text, "only tier 3 names the country",
        wanted: "tier 3", article: .carriedOverWindows)

    /// A rule about requests; Apple's newest articles have the field, but give no version for it.
    package static let countryVersion = Rule(
        "skan-request-country-version", .error, .request, field: Postback.country.text,
        "before version 4.0 a postback does not name the country",
        wanted: "version "
            + alternatives(SKAdNetworkVersion.allCases.filter { $0.discloses(.countryCode) }.map(\.rawValue)),
        article: .carriedOverWindows)

    /// A rule about requests for versions without tiers.
    package static let threshold = Rule(
        "skan-request-threshold", .error, .request,
        "before version 4.0 only a postback past the privacy threshold names the source app or has a conversion value",
        wanted: "tier 2 or 3, which count as past it", article: .receivingSKAdNetworkPostbacks)

    // MARK: - Nonwinning postbacks

    package static let lostWindow = rule(.receivingSKAdNetworkPostbacks, .invalidRunnerUp)(
        "skan-postback-lost-window", Postback.index, "a nonwinning network gets the first postback only", wanted: "0",
        isAboutOneValue: false, quick: .isAbsent(Postback.index)
    ) { examination in
        guard let value = examination[Postback.index], examination.isOfLaterWindow,
            examination.disclosedFields?.didWin == false
        else { return nil }
        return Violation("\(value.excerpt) beside \"\(Postback.didWin.name)\" false")
    }

    package static let lostFine = lost(
        "skan-postback-lost-conversion-value", Postback.fine, .fineValue,
        "a nonwinning postback has no conversion value")
    package static let lostCoarse = lost(
        "skan-postback-lost-coarse-conversion-value", Postback.coarse, .coarseValue,
        "a nonwinning postback has no conversion value")
    package static let lostApp = lost(
        "skan-postback-lost-source-app-id", Postback.app, .publisher,
        "a nonwinning postback does not name the source app")
    package static let lostDomain = lost(
        "skan-postback-lost-source-domain", Postback.domain, .publisher,
        "a nonwinning postback does not name the source domain", severity: .warning, .carriedOverWindows)
    package static let lostCountry = lost(
        "skan-postback-lost-country-code", Postback.country, .country,
        "a nonwinning postback does not name the country", severity: .warning, .carriedOverWindows)

    private static func lost(
        _ id: StaticString, _ field: Field, _ disclosed: Disclosure.Field, _ summary: String,
        severity: Rule.Severity = .error, _ article: Article = .receivingSKAdNetworkPostbacks
    ) -> Rule {
        rule(article, .invalidRunnerUp)(
            id, field, summary, severity: severity, wanted: "no such field where \"\(Postback.didWin.name)\" is false",
            isAboutOneValue: false,
            quick: .isAbsent(field)
        ) { $0.violation(field, of: disclosed, for: .nonwinning) }
    }
}

extension Examination {
    private typealias Postback = SignedPostbackRules

    /// The disclosed fields of a postback whose version has `did-win`; nil for any other.
    ///
    /// A postback of a network that did not win is treated as the first, whatever its index, because there are no
    /// later ones.
    var disclosedFields: DisclosedFields? {
        guard let version = skAdNetworkVersion(Postback.version), version.hasNonwinning else { return nil }
        let didWin = self[Postback.didWin]?.kind != .false
        return DisclosedFields(
            .skAdNetwork, isLater: didWin && isOfLaterWindow, didWin: didWin,
            digits: self[Postback.source]?.digitCount, hasBody: true
        ) { field in
            SignedField.allCases.contains { $0.disclosed == field && self[$0.inPostback] != nil }
        }
    }

    /// Whether the postback is of the second or third window and its version has windows.
    fileprivate var isOfLaterWindow: Bool {
        (1...2).contains(self[Postback.index]?.unsignedInteger ?? 0)
            && skAdNetworkVersion(Postback.version)?.hasWindows == true
    }

    /// Returns a violation if a field is present that no tier discloses in this window or outcome.
    fileprivate func violation(
        _ field: Field, of disclosed: Disclosure.Field, for reason: Disclosure.Reason
    ) -> Violation? {
        guard let value = self[field], disclosedFields?.reason(disclosed) == reason else { return nil }
        return Violation(value.excerpt)
    }

    /// The first postback of a winner in version 4.0 with a coarse value and no fine value.
    fileprivate var coarseOfFirst: (fields: DisclosedFields, value: JSONView)? {
        guard let value = self[Postback.coarse], let fields = disclosedFields, fields.didWin, !fields.isLater,
            fields.isThere(.fineValue) == false, skAdNetworkVersion(Postback.version)?.hasTiers == true
        else { return nil }
        return (fields, value)
    }
}
