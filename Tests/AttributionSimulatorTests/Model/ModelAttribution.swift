import AttributionModel
import AttributionSimulator

/// A record that is considered when the app is installed.
private struct Candidate {
    let record: AdRecord
    let type: InteractionType
    let interaction: AdRecord.Interaction
    var outcome = Outcome.won
    var code: OutcomeReason?

    var impression: AdImpression { record.impression }

    var isDevelopment: Bool {
        if impression.skAdNetwork?.isWeb == true { return interaction.isInDeveloperMode }
        return impression.publisher == 0
    }

    /// Returns whether one candidate precedes another: clicks before views, and among each the latest first.
    static func isBetter(_ one: Candidate, _ other: Candidate) -> Bool {
        one.type != other.type ? one.type == .click : one.interaction.order > other.interaction.order
    }

    var considered: ModelConsidered {
        ModelConsidered(impression: impression, type: type, at: interaction.at, outcome: outcome, code: code)
    }
}

extension DeviceModel {
    mutating func install(_ app: UInt64, kind: ConversionType?, marketplace: String, country: CountryCode?) {
        let before = installations[app]
        let seenKind: ConversionType = before == nil ? .download : .redownload
        let type = kind ?? seenKind
        installations[app] = Installation(
            isPresent: true, marketplace: marketplace,
            country: marketplace == AdvertisedApp.appStore ? world.country : country,
            number: (before?.number ?? 0) + 1)
        tell(ModelLine.app(.install, app, .recorded, type: type))
        // Another marketplace's server decides for itself.
        if type != seenKind, marketplace == AdvertisedApp.appStore {
            tell(ModelLine.warning(.kindContradicts, "\(app)"))
        }
        for key in world.app(app).keysOutOfRange { tell(ModelLine.warning(.configurationOutOfRange, key.path)) }
        if isInCooldown(app) {
            tell(ModelLine.noConversion(app, .cooldown, []))
            return
        }
        attribute(app, type)
    }

    /// Returns whether the app is in a cooldown. Each conversion starts the cooldown of its type, which stops
    /// conversions of both types.
    func isInCooldown(_ app: UInt64) -> Bool {
        let rules = world.app(app).rules
        return conversions.contains { conversion in
            let hours = conversion.type == .reEngagement ? rules.reEngagementCooldownHours : rules.installCooldownHours
            return conversion.app == app && !conversion.isOfSettings && now < conversion.at + Int64(hours) * Self.hour
        }
    }

    // MARK: - Attribution

    private mutating func attribute(_ app: UInt64, _ type: ConversionType) {
        let taken = records.filter { $0.impression.advertised == app }
        records.removeAll { $0.impression.advertised == app }
        var candidates = taken.map { candidate($0, app) }

        var isProductionLeft = false
        for candidate in candidates where candidate.outcome == .won && !candidate.isDevelopment {
            isProductionLeft = true
        }
        if isProductionLeft {
            for index in candidates.indices where candidates[index].outcome == .won && candidates[index].isDevelopment {
                candidates[index].outcome = .notQualified
                candidates[index].code = .developmentBesideProduction
            }
        }
        let out = candidates.filter { $0.outcome == .notQualified }
            .sorted { $0.interaction.order > $1.interaction.order }
        var ranked = candidates.filter { $0.outcome == .won }.sorted(by: Candidate.isBetter)
        guard let winner = ranked.first else {
            tell(ModelLine.noConversion(app, .noImpression, out.map(\.considered)))
            return
        }
        var networks: [String] = []
        for index in ranked.indices {
            let candidate = ranked[index]
            let network = candidate.impression.network
            let isFirstOfNetwork = !networks.contains(network)
            if isFirstOfNetwork { networks.append(network) }
            if index == 0 { continue }
            ranked[index].outcome = .lost
            if !isFirstOfNetwork {
                ranked[index].code = .sameNetwork
            } else if networks.count > 6 {
                ranked[index].code = .beyondSix
            } else if candidate.impression.skAdNetwork.map({ $0.number < 30 }) == true {
                ranked[index].code = .versionWithoutNonwinning
            } else {
                ranked[index].code = candidate.type == winner.type ? .older : .viewAgainstClick
            }
        }
        let losers = ranked.filter { $0.code == .older || $0.code == .viewAgainstClick }
        convert(
            app, type, considered: (ranked + out).map(\.considered),
            winner: (winner.impression, winner.type, winner.isDevelopment),
            losers: losers.map { ($0.impression, $0.type) })
    }

    /// An impression counts as its click while that is inside its window, and otherwise as its view.
    private func candidate(_ record: AdRecord, _ app: UInt64) -> Candidate {
        let clickFault = record.click.map { fault(record.impression, .click, $0, app) }
        if let click = record.click, clickFault == .some(nil) || record.view == nil {
            return judged(Candidate(record: record, type: .click, interaction: click), clickFault ?? nil)
        }
        if let view = record.view {
            return judged(
                Candidate(record: record, type: .view, interaction: view), fault(record.impression, .view, view, app))
        }
        preconditionFailure("a record of nothing")
    }

    private func judged(_ candidate: Candidate, _ code: OutcomeReason?) -> Candidate {
        var judged = candidate
        if let code { (judged.outcome, judged.code) = (.notQualified, code) }
        return judged
    }

    /// Returns the reason why an interaction does not qualify; nil if it does.
    private func fault(
        _ impression: AdImpression, _ type: InteractionType, _ interaction: AdRecord.Interaction, _ app: UInt64
    ) -> OutcomeReason? {
        let isAdAttributionKit = impression.framework == .adAttributionKit
        if !isAdAttributionKit, installations[app]?.marketplace != AdvertisedApp.appStore { return .appStoreOnly }
        if interaction.isEvicted { return .evicted }
        let rules = world.app(app).rules
        let own = rules.networks[impression.network]
        if isAdAttributionKit, own?.ignoredInteraction == type { return .interactionIgnored }
        let days: Int
        switch (type, isAdAttributionKit) {
        case (.click, true): days = own?.clickDays ?? rules.global.clickDays ?? 30
        case (.view, true): days = own?.viewDays ?? rules.global.viewDays ?? 1
        case (.click, false): days = 30
        case (.view, false): days = 1
        }
        return now < interaction.at + Int64(days) * Self.day ? nil : .attributionWindowOver
    }
}
