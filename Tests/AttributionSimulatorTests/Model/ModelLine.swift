import AttributionModel
import AttributionSimulator

/// The result for an impression that was considered when its app was installed or opened.
struct ModelConsidered {
    let impression: AdImpression
    let type: InteractionType
    let at: Int64
    let outcome: Outcome
    let code: OutcomeReason?

    var text: String {
        "\(outcome.rawValue) \(impression.identifier) \(type.rawValue) @\(at) \(code?.rawValue ?? "-")"
    }
}

/// A line of a timeline, in the notation in which model and engine are compared.
struct ModelLine: Hashable {
    let at: Int64
    let text: String

    // MARK: - Notation

    static func ad(_ event: EventName, _ impression: AdImpression, _ outcome: Outcome, _ code: OutcomeReason?) -> String
    {
        "\(event.rawValue) \(impression.identifier) \(outcome.rawValue) \(code?.rawValue ?? "-")"
    }

    static func app(
        _ event: EventName, _ app: UInt64, _ outcome: Outcome, _ code: OutcomeReason? = nil,
        type: ConversionType? = nil,
        conversion: Int? = nil
    ) -> String {
        "\(event.rawValue) \(app) \(outcome.rawValue) \(code?.rawValue ?? "-") \(type?.rawValue ?? "-") "
            + "c\(conversion ?? 0)"
    }

    static func update(
        _ app: UInt64, _ update: ValueUpdate, _ outcome: Outcome, _ code: OutcomeReason?, conversion: Int? = nil,
        index: Int? = nil
    ) -> String {
        let said = "\(update.fine) \(update.coarse?.rawValue ?? "-")\(update.locks ? " lock" : "")"
        return self.app(.update, app, outcome, code, conversion: conversion) + " i\(index ?? -1) says \(said)"
    }

    static func setting(_ event: EventName, isOn: Bool?) -> String {
        "\(event.rawValue) \(isOn.map { $0 ? "on" : "off" } ?? "-")"
    }
    static func warning(_ code: OutcomeReason, _ subject: String) -> String { "warning \(code.rawValue) \(subject)" }
    static func evicted(_ identifier: String) -> String { "evicted \(identifier)" }
    static func openURL(_ app: UInt64, _ url: String) -> String { "open-url \(app) \(url)" }
    static func openApp(_ app: UInt64, _ code: OutcomeReason?) -> String { "open-app \(app) \(code?.rawValue ?? "-")" }
    static func openMarketplace(_ app: UInt64) -> String { "open-marketplace \(app)" }

    static func noConversion(_ app: UInt64, _ code: OutcomeReason, _ considered: [ModelConsidered]) -> String {
        "no-conversion \(app) \(code.rawValue)" + list(considered)
    }

    static func conversion(
        _ number: Int, _ app: UInt64, _ type: ConversionType, winner: AdImpression?, runnersUp: [AdImpression],
        _ considered: [ModelConsidered], isDevelopment: Bool, country: CountryCode?
    ) -> String {
        "conversion c\(number) \(app) \(type.rawValue) \(isDevelopment ? "development" : "production") "
            + "in \(country?.description ?? "-") won by \(winner?.identifier ?? "-") against "
            + runnersUp.map(\.identifier).joined(separator: ",") + list(considered)
    }

    private static func list(_ considered: [ModelConsidered]) -> String {
        considered.map { "\n        " + $0.text }.joined()
    }

    static func window(
        _ conversion: Int, _ index: Int, _ state: WindowFact.State, _ framework: Framework, isTimer: Bool,
        _ code: OutcomeReason?, until: Int64?
    ) -> String {
        "window c\(conversion) i\(index) \(state.rawValue) \(framework)\(isTimer ? " timer" : "") "
            + "\(code?.rawValue ?? "-") until \(until.map { "\($0)" } ?? "-")"
    }

    static func noPostback(_ conversion: Int, _ index: Int?, _ framework: Framework, _ code: OutcomeReason) -> String {
        "no-postback c\(conversion) i\(index.map { "\($0)" } ?? "-") \(framework) \(code.rawValue)"
    }

    static func postback(
        _ name: PostbackName, _ to: PostbackFact.Recipient, _ body: String, attempt: Int, status: Int,
        _ outcome: Outcome, prepared: Int64
    ) -> String {
        "postback c\(name.conversion) i\(name.index) to \(to.rawValue) of \(name.network) attempt \(attempt) "
            + "\(status) \(outcome.rawValue) prepared @\(prepared): \(body)"
    }

    // MARK: - Engine

    /// Returns nil for entries that the model does not produce.
    init?(_ entry: TimelineEntry) {
        at = entry.at
        switch entry.fact {
        case .ad(let event, let impression, let outcome, let code):
            text = Self.ad(event, impression, outcome, code)
        case .sheetView(let impression): text = Self.ad(.view, impression, .recorded, nil)
        case .app(_, let app, let fact) where fact.update != nil:
            guard let update = fact.update else { return nil }
            text = Self.update(app, update, fact.outcome, fact.code, conversion: fact.conversion, index: fact.index)
        case .app(let event, let app, let fact):
            text = Self.app(event, app, fact.outcome, fact.code, type: fact.type, conversion: fact.conversion)
        case .setting(let event, let isOn): text = Self.setting(event, isOn: isOn)
        case .warning(let code, let subject):
            switch subject {
            case .impression(let impression): text = Self.warning(code, impression.identifier)
            case .app(let app): text = Self.warning(code, "\(app)")
            case .configuration(_, let key, _): text = Self.warning(code, key)
            }
        case .evicted(let impression): text = Self.evicted(impression.identifier)
        case .openURL(let app, let url): text = Self.openURL(app, url)
        case .openApp(let app, let code): text = Self.openApp(app, code)
        case .openMarketplace(let app): text = Self.openMarketplace(app)
        case .conversion(let fact):
            text = Self.conversion(
                fact.number, fact.app, fact.type, winner: fact.winner, runnersUp: fact.runnersUp,
                fact.considered.map(ModelConsidered.init), isDevelopment: fact.isDevelopment, country: fact.country)
        case .noConversion(let app, let code, let considered):
            text = Self.noConversion(app, code, considered.map(ModelConsidered.init))
        case .window(let fact):
            text = Self.window(
                fact.conversion, fact.index, fact.state, fact.framework, isTimer: fact.isTimer, fact.code,
                until: fact.until)
        case .noPostback(let fact): text = Self.noPostback(fact.conversion, fact.index, fact.framework, fact.code)
        case .postback(let fact):
            text = Self.postback(
                PostbackName(fact), fact.to, fact.body.modelText, attempt: fact.attempt, status: fact.status,
                fact.outcome, prepared: fact.preparedAt)
        case .host: return nil
        }
    }

    init(at: Int64, text: String) {
        self.at = at
        self.text = text
    }
}

extension ModelConsidered {
    init(_ entry: ConsideredImpression) {
        self.init(
            impression: entry.impression, type: entry.interaction, at: entry.at, outcome: entry.outcome,
            code: entry.code)
    }
}

extension PostbackName {
    init(_ fact: PostbackFact) {
        self.init(conversion: fact.body.conversion, index: fact.body.window.rawValue, network: fact.body.network)
    }
}

extension PostbackDescription {
    /// The postback in the order and notation of ``ModelBody``.
    fileprivate var modelText: String {
        var fields = [
            "\(framework)", version.map { "v\($0.number) f\(impression.skAdNetwork?.fidelity ?? -1)" } ?? "",
            impression.skAdNetwork?.campaign.map { "campaign=\($0)" } ?? "", "app=\(advertised)", type.rawValue,
            interaction.rawValue,
            didWin ? "won" : "lost", "tier=\(tier.rawValue)", isDevelopment ? "development" : "production",
        ]
        if version?.number ?? 40 >= 40 { fields.append("source=\(source)") }
        if let shower = sourceDomain ?? publisher.map({ "\($0)" }) { fields.append("publisher=\(shower)") }
        if let fine { fields.append("fine=\(fine.rawValue)") }
        if let coarse { fields.append("coarse=\(coarse.rawValue)") }
        if let country { fields.append("country=\(country)") }
        if let marketplace { fields.append("marketplace=\(marketplace)") }
        let reasons = withheld.map { entry in
            let name =
                switch entry.field {
                case .publisher: "publisher"
                case .marketplaceIdentifier: "marketplace"
                case .fine: "fine"
                case .coarse: "coarse"
                case .country: "country"
                }
            return "\(name)=\(entry.reason.rawValue)"
        }
        return (fields + ["withheld:"] + reasons.sorted()).joined(separator: " ")
    }
}
