import AttributionModel
import AttributionSimulator

/// The identity of a postback.
struct PostbackName: Hashable {
    let conversion: Int
    let index: Int
    let network: String
}

/// A postback that is waiting to be sent to the network or the developer.
struct WaitingPostback {
    let name: PostbackName
    let to: PostbackFact.Recipient
    let framework: Framework
    /// The contents of the postback.
    let body: String
    let prepared: Int64
    var leaves: Int64
    var attempt = 1
}

extension DeviceModel {
    // MARK: - Making

    mutating func prepareWinner(_ index: Int, _ number: Int, _ window: ModelWindow) {
        guard let winner = conversions[index].courses[number].winner else { return }
        if window.index > 0, winner.tier == 0 {
            tell(noPostback: .tierZero, index: window.index, of: index, number)
        } else {
            prepare(winner, conversions[index], window)
        }
    }

    /// Prepares the nonwinning postbacks, which belong to the first window and have no value.
    mutating func prepareLosers(_ index: Int, _ number: Int) {
        let course = conversions[index].courses[number]
        if course.areLosersPrepared { return }
        conversions[index].courses[number].areLosersPrepared = true
        for loser in course.losers { prepare(loser, conversions[index], ModelWindow(index: 0, until: now)) }
    }

    private mutating func prepare(_ party: ModelParty, _ conversion: ModelConversion, _ window: ModelWindow) {
        let name = PostbackName(
            conversion: conversion.number, index: window.index, network: party.impression.network)
        let leaves = now + delay(name, delays(party, conversion, window.index))
        let body = ModelBody(party, conversion, window).text
        for recipient in [PostbackFact.Recipient.adNetwork, .developer] {
            if recipient == .developer, !isCopied(party, conversion) { continue }
            waiting.append(
                WaitingPostback(
                    name: name, to: recipient, framework: party.impression.framework, body: body, prepared: now,
                    leaves: leaves))
        }
    }

    private func delays(_ party: ModelParty, _ conversion: ModelConversion, _ index: Int) -> ClosedRange<Int64> {
        let isShort = conversion.isDevelopment && isInDeveloperMode
        if party.hasTimer { return 0...(isShort ? 5 * Self.minute : 24 * Self.hour) }
        if isShort { return 5 * Self.minute...10 * Self.minute }
        return 24 * Self.hour...(index == 0 ? 48 : 144) * Self.hour
    }

    private func isCopied(_ party: ModelParty, _ conversion: ModelConversion) -> Bool {
        let copies = world.app(conversion.app).copies
        if !party.didWin { return false }
        if let terms = party.impression.skAdNetwork {
            return copies.skAdNetwork && terms.number >= 20 && !conversion.isDevelopment
        }
        return copies.install && (conversion.type != .reEngagement || copies.reEngagement)
    }

    // MARK: - Sending

    /// Sends the postbacks of an instant in the order of conversion, index, network before developer, and network ID.
    mutating func send() {
        func isBefore(_ one: WaitingPostback, _ other: WaitingPostback) -> Bool {
            let order = [
                (one.name.conversion, other.name.conversion), (one.name.index, other.name.index),
                (one.to == .developer ? 1 : 0, other.to == .developer ? 1 : 0),
            ]
            for (one, other) in order where one != other { return one < other }
            return one.name.network < other.name.network
        }
        let leaving = waiting.filter { $0.leaves == now }.sorted(by: isBefore)
        waiting.removeAll { $0.leaves == now }
        for postback in leaving { attempt(postback) }
    }

    private mutating func attempt(_ postback: WaitingPostback) {
        let answers = world.receivers[postback.to == .developer ? "developer" : postback.name.network] ?? []
        let status = postback.attempt <= answers.count ? answers[postback.attempt - 1] : 200
        let isWorthRetrying = postback.framework == .skAdNetwork || status == 500 || status == 0
        let outcome: Outcome
        if status == 200 {
            outcome = .delivered
        } else if isWorthRetrying, postback.attempt < 10 {
            outcome = .retry
            var again = postback
            again.leaves = now + 24 * Self.hour
            again.attempt += 1
            waiting.append(again)
        } else {
            outcome = .givenUp
        }
        tell(
            ModelLine.postback(
                postback.name, postback.to, postback.body, attempt: postback.attempt, status: status, outcome,
                prepared: postback.prepared))
    }
}

/// The contents of a postback, according to the tables of both frameworks.
struct ModelBody {
    private(set) var fields: [String] = []
    private var withheld: [String] = []

    var text: String { (fields + ["withheld:"] + withheld.sorted()).joined(separator: " ") }

    init(_ party: ModelParty, _ conversion: ModelConversion, _ window: ModelWindow) {
        let impression = party.impression
        let terms = impression.skAdNetwork
        let version = terms?.number ?? 40
        let isFirst = window.index == 0
        fields = [
            "\(impression.framework)", terms.map { "v\($0.number) f\($0.fidelity)" } ?? "",
            terms?.campaign.map { "campaign=\($0)" } ?? "", "app=\(impression.advertised)", conversion.type.rawValue,
            party.interaction.rawValue, party.didWin ? "won" : "lost", "tier=\(party.tier)",
            conversion.isDevelopment ? "development" : "production",
        ]
        if version >= 40 {
            let digits = isFirst && party.tier >= 2 ? party.digits : 2
            fields.append("source=" + Self.ending(of: impression.source, digits))
        }

        // Version 1.0 discloses neither the publisher nor a value.
        if version >= 20 {
            let shower = terms?.sourceDomain ?? impression.publisher.map { "\($0)" }
            set("publisher", shower, Self.why(isFirst, party, lostTells: false, tiers: [3]))
            set("fine", window.fine.map { "\($0)" }, Self.why(isFirst, party, lostTells: false, tiers: [2, 3]))
        }
        if version >= 40 {
            let coarse = window.coarse?.rawValue
            if !party.didWin {
                set("coarse", coarse, .nonwinning)
            } else if coarse == nil {
                set("coarse", coarse, .notSet)
            } else if isFirst, party.tier >= 2 {
                set("coarse", coarse, .fineInstead)
            } else {
                set("coarse", coarse, party.tier == 0 ? .tier : nil)
            }
            var why = Self.why(isFirst, party, lostTells: terms == nil, tiers: [3])
            if why == nil, conversion.country == nil { why = .noCountry }
            if why == nil, party.countryTier < 3 { why = .countryTier }
            set("country", conversion.country?.description, why)
        }
        if terms == nil { set("marketplace", conversion.marketplace, party.tier == 0 ? .tier : nil) }
    }

    /// Returns the reason why a field that only first postbacks have is absent; nil if it is present.
    private static func why(
        _ isFirst: Bool, _ party: ModelParty, lostTells: Bool, tiers: [Int]
    ) -> Disclosure.Reason? {
        if !isFirst { return .window }
        if !party.didWin, !lostTells { return .nonwinning }
        return tiers.contains(party.tier) ? nil : .tier
    }

    private mutating func set(_ name: String, _ value: String?, _ reason: Disclosure.Reason?) {
        if let reason {
            withheld.append("\(name)=\(reason.rawValue)")
        } else if let value {
            fields.append("\(name)=\(value)")
        } else {
            withheld.append("\(name)=\(Disclosure.Reason.notSet.rawValue)")
        }
    }

    /// Returns the last digits, with leading zeros.
    private static func ending(of source: SourceIdentifier, _ digits: Int) -> String {
        String(("0000" + "\(source.number)").suffix(min(digits, source.digitCount)))
    }
}

extension SKAdNetworkVersion {
    /// Ten times the version: 22 for 2.2. The model uses no other property of versions.
    var number: Int { Int(rawValue.filter(\.isNumber)) ?? 0 }
}

extension AdImpression.SKAdNetworkTerms {
    var number: Int { version.number }
}
