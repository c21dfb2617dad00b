import AttributionBase
import AttributionCrypto

/// The rules for values that version 4.0 discloses depending on tier and window, and for those that nonwinning postbacks lack [Receiving
/// postbacks in multiple conversion windows; Receiving ad attributions and postbacks].
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
        "skan-postback-fine-and-coarse", Postback.coarse, "a postback must not have both a fine and a coarse value",
        wanted: "only one of the two", ending: .onlyOne(.error), isAboutOneValue: false,
        quick: .isAbsent(Postback.coarse)
    ) { examination in
        guard let value = examination[Postback.coarse], !value.isEmptyText, examination[Postback.fine] != nil,
            let fields = examination.disclosed, fields.didWin, !fields.isLater
        else { return nil }
        return Problem("\(value.excerpt), and \"\(Postback.fine.name)\" is present too")
    }

    // MARK: - Later postbacks

    package static let laterFine = rule().later(
        "skan-postback-later-conversion-value", Postback.fine, .fine,
        "only the first postback may have a fine value")
    package static let laterApp = rule().later(
        "skan-postback-later-source-app-id", Postback.app, .publisher, "only the first postback may name the source app"
    )
    package static let laterDomain = rule().later(
        "skan-postback-later-source-domain", Postback.domain, .publisher,
        "only the first postback may name the source domain")
    package static let laterCountry = rule(.carriedOverWindows).later(
        "skan-postback-later-country-code", Postback.country, .country,
        "only the first postback should name the country",
        severity: .warning)
    package static let laterDigits = rule().laterDigits(
        "skan-postback-later-source-identifier", Postback.source,
        "second and third postbacks must have only two digits of the source identifier",
        wanted: "two digits in windows 2 and 3")

    // MARK: - Tiers of the first postback

    package static let coarseDigits = rule().coarseDigits(
        "skan-postback-tier-coarse-source-identifier", Postback.coarse)
    package static let coarseSource = rule().coarse(
        "skan-postback-tier-coarse-source", Postback.coarse, beside: Postback.app, "source app")
    /// Only a warning, because Apple's sample postback of a web ad has both, and its signature is valid.
    package static let coarseDomain = rule().coarse(
        "skan-postback-tier-coarse-source-domain", Postback.coarse, beside: Postback.domain, "source domain",
        severity: .warning)

    /// This rule is about requests, because a postback alone does not show its tier.
    package static let countryTier = Rule(
        "skan-request-country-tier", .error, .request, field: Postback.country.text, "only tier 3 may name the country",
        wanted: "tier 3", article: .carriedOverWindows)

    /// This rule is about requests. Apple's newest articles mention the field, but not in which version it exists.
    package static let countryVersion = Rule(
        "skan-request-country-version", .error, .request, field: Postback.country.text,
        "before version 4.0, a postback must not name the country",
        wanted: "version "
            + alternatives(SKAdNetworkVersion.allCases.filter { $0.discloses(.countryCode) }.map(\.rawValue)),
        article: .carriedOverWindows)

    /// This rule is about requests for versions without tiers.
    package static let threshold = Rule(
        "skan-request-threshold", .error, .request,
        "before version 4.0, only postbacks past the privacy threshold may name the source app or have a conversion value",
        wanted: "tier 2 or 3, which count as past it", article: .receivingSKAdNetworkPostbacks)

    // MARK: - Nonwinning postbacks

    package static let lostWindow = nonwinning()(
        "skan-postback-lost-window", Postback.index, "a nonwinning postback must be for the first window",
        wanted: "0 where \"\(Postback.didWin.name)\" is false",
        isAboutOneValue: false, quick: .isAbsent(Postback.index)
    ) { examination in
        guard let value = examination[Postback.index], examination.isOfLaterWindow,
            examination.disclosed?.didWin == false
        else { return nil }
        return Problem(value.excerpt)
    }

    package static let lostFine = nonwinning().lost("skan-postback-lost-conversion-value", Postback.fine, .fine)
    package static let lostCoarse = nonwinning().lost(
        "skan-postback-lost-coarse-conversion-value", Postback.coarse, .coarse)
    package static let lostApp = nonwinning().lost(
        "skan-postback-lost-source-app-id", Postback.app, .publisher,
        "a nonwinning postback must not name the source app")
    package static let lostDomain = nonwinning(.carriedOverWindows).lost(
        "skan-postback-lost-source-domain", Postback.domain, .publisher,
        "a nonwinning postback should not name the source domain", severity: .warning)
    package static let lostCountry = nonwinning(.carriedOverWindows).lost(
        "skan-postback-lost-country-code", Postback.country, .country,
        "a nonwinning postback should not name the country", severity: .warning)

    private static func nonwinning(_ article: Article = .receivingSKAdNetworkPostbacks) -> RuleBuilder {
        rule(article, .invalidRunnerUp)
    }
}
