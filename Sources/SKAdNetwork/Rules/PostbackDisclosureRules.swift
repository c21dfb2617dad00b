import AdAttribution
import JOSE
import Rules
import StrictJSON

/// What version 4.0 discloses by tier and window, and what a nonwinning postback leaves out [Receiving postbacks in multiple
/// conversion windows; Receiving ad attributions and postbacks].
enum PostbackDisclosureRules {
    private typealias Postback = SignedPostbackRules

    private static func rule(_ article: Article = .conversionWindows, _ error: PlatformError? = nil) -> RuleBuilder {
        RuleBuilder(subject: .skAdNetworkPostback, article: article, platformError: error)
    }

    static let all: [Rule] = [
        fineAndCoarse,
        later("skan-postback-later-conversion-value", Postback.fine, "only the first postback carries a fine value"),
        later("skan-postback-later-source-app-id", Postback.app, "only the first postback names the source app"),
        later("skan-postback-later-source-domain", Postback.domain, "only the first postback names the source domain"),
        later(
            "skan-postback-later-country-code", Postback.country, "only the first postback names the country",
            severity: .warning, .carriedOver),
        laterDigits, coarseDigits, coarseSource,
        lostWindow,
        lost("skan-postback-lost-conversion-value", Postback.fine, "a nonwinning postback has no conversion value"),
        lost(
            "skan-postback-lost-coarse-conversion-value", Postback.coarse,
            "a nonwinning postback has no conversion value"),
        lost("skan-postback-lost-source-app-id", Postback.app, "a nonwinning postback does not name the source app"),
        lost(
            "skan-postback-lost-source-domain", Postback.domain,
            "a nonwinning postback does not name the source domain", severity: .warning, .carriedOver),
        lost(
            "skan-postback-lost-country-code", Postback.country, "a nonwinning postback does not name the country",
            severity: .warning, .carriedOver),
    ]

    private static let fineAndCoarse = rule()(
        "skan-postback-fine-and-coarse", Postback.coarse, "a postback has a fine or a coarse value, never both",
        wanted: "one of the two", isAboutOneValue: false, quick: .isAbsent(Postback.coarse)
    ) { examination in
        guard !examination.isLostPostback, let value = examination[Postback.coarse],
            examination[Postback.fine] != nil, !examination.isLaterWindow
        else { return nil }
        return Violation("\(value.excerpt) beside \"\(Postback.fine.name)\"")
    }

    private static func later(
        _ id: StaticString, _ field: Field, _ summary: String, severity: Rule.Severity = .error,
        _ article: Article = .conversionWindows
    ) -> Rule {
        rule(article)(
            id, field, summary, severity: severity, wanted: "no such field in window 2 or 3", isAboutOneValue: false,
            quick: .isAbsent(field)
        ) { examination in
            guard examination.isLaterWindow, !examination.isLostPostback, let value = examination[field] else {
                return nil
            }
            return Violation(value.excerpt)
        }
    }

    private static let laterDigits = rule()(
        "skan-postback-later-source-identifier", Postback.source,
        "later postbacks have two digits of the source identifier", wanted: "two digits in window 2 or 3",
        isAboutOneValue: false
    ) { examination in
        guard examination.isLaterWindow, !examination.isLostPostback, let value = examination[Postback.source],
            let count = value.digitCount, (3...4).contains(count)
        else { return nil }
        return Violation(value.excerpt)
    }

    // MARK: - Tiers of the first postback

    private static let coarseDigits = rule()(
        "skan-postback-tier-coarse-source-identifier", Postback.coarse,
        "a first postback has a coarse value in tier 1, which leaves two digits of the source identifier",
        wanted: "no such field beside more than two digits", isAboutOneValue: false, quick: .isAbsent(Postback.coarse)
    ) { examination in
        guard let value = examination.coarseOfFirst, let count = examination[Postback.source]?.digitCount,
            (3...4).contains(count)
        else { return nil }
        return Violation("\(value.excerpt) beside \(count) digits of the source identifier")
    }

    private static let coarseSource = rule()(
        "skan-postback-tier-coarse-source", Postback.coarse,
        "a first postback has a coarse value in tier 1, which does not name the source",
        wanted: "no such field beside a source app or domain", isAboutOneValue: false,
        quick: .isAbsent(Postback.coarse)
    ) { examination in
        guard let value = examination.coarseOfFirst,
            let source = [Postback.app, Postback.domain].first(where: { examination[$0] != nil })
        else { return nil }
        return Violation("\(value.excerpt) beside \"\(source.name)\"")
    }

    // MARK: - Nonwinning postbacks

    private static let lostWindow = rule(.receivingPostbacks, .invalidRunnerUp)(
        "skan-postback-lost-window", Postback.index, "a nonwinning network gets the first postback only", wanted: "0",
        isAboutOneValue: false, quick: .isAbsent(Postback.index)
    ) { examination in
        guard examination.isLostPostback, examination.isLaterWindow, let value = examination[Postback.index] else {
            return nil
        }
        return Violation("\(value.excerpt) beside \"\(Postback.didWin.name)\" false")
    }

    private static func lost(
        _ id: StaticString, _ field: Field, _ summary: String, severity: Rule.Severity = .error,
        _ article: Article = .receivingPostbacks
    ) -> Rule {
        rule(article, .invalidRunnerUp)(
            id, field, summary, severity: severity, wanted: "no such field", isAboutOneValue: false,
            quick: .isAbsent(field)
        ) { examination in
            guard examination.isLostPostback, let value = examination[field] else { return nil }
            return Violation(value.excerpt)
        }
    }
}

extension Examination {
    private typealias Postback = SignedPostbackRules

    /// Whether the postback is of a network that did not win, where its version tells.
    fileprivate var isLostPostback: Bool {
        self[Postback.didWin]?.kind == .false && (skAdNetworkVersion(Postback.version) ?? .one) >= .three
    }

    /// Whether the postback is of the second or third window.
    fileprivate var isLaterWindow: Bool {
        (1...2).contains(self[Postback.index]?.unsignedInteger ?? 0) && skAdNetworkVersion(Postback.version) == .four
    }

    /// The coarse value of a winning first postback of 4.0 that has no fine one.
    fileprivate var coarseOfFirst: JSONView? {
        guard skAdNetworkVersion(Postback.version) == .four, !isLaterWindow, !isLostPostback,
            self[Postback.fine] == nil
        else { return nil }
        return self[Postback.coarse]
    }
}
