import AdAttribution

// Attribution of an installation to an impression.

extension DeviceSimulator {
    static let skAdNetworkClicks = 30 * TimeSpan.day
    static let skAdNetworkViews = TimeSpan.day
    /// One winner and five runners-up.
    static let networkLimit = 6

    mutating func install(_ app: UInt64, kind: ConversionType?, marketplace: String, country: CountryCode?) {
        remember(app)
        guard var state = apps[app] else { return }
        let expected = state.wasInstalled ? ConversionType.redownload : .download
        let type = kind ?? expected
        if type != expected { record(.warning(.kindContradicts, .app(app))) }
        let settings = world.app(app)
        for key in settings.keysOutOfRange {
            let fallback = settings.fallback(for: key)
            record(.warning(.configurationOutOfRange, .configuration(app: app, key: key.path, fallback)))
        }
        state.isInstalled = true
        state.wasInstalled = true
        state.installation += 1
        state.marketplace = marketplace
        // An install token from another marketplace may state the country; the App Store has no token.
        state.country = marketplace == AdvertisedApp.appStore ? world.country : country
        apps[app] = state
        record(.app(.install, app, AppFact(type: type)))
        guard now >= state.cooldownEnd else { return record(.noConversion(app: app, .cooldown, considered: [])) }
        let records = state.records
        apps[app]?.records = []
        attribute(app, type, records)
    }

    /// A record that is considered for a conversion.
    private struct Candidate {
        var place: Int
        var interaction: InteractionType
        var moment: Moment
        var fault: Code?
        var isDevelopment: Bool
    }

    private mutating func attribute(_ app: UInt64, _ type: ConversionType, _ records: [Int]) {
        let rules = world.app(app).rules
        let isAppStore = apps[app]?.marketplace == AdvertisedApp.appStore
        var candidates = records.compactMap { candidate($0, rules, isAppStore: isAppStore) }
        candidates.sort { $0.moment > $1.moment }
        if candidates.contains(where: { $0.fault == nil && !$0.isDevelopment }) {
            for offset in candidates.indices where candidates[offset].fault == nil && candidates[offset].isDevelopment {
                candidates[offset].fault = .developmentBesideProduction
            }
        }
        let ranked =
            candidates.filter { $0.fault == nil && $0.interaction == .click }
            + candidates.filter { $0.fault == nil && $0.interaction == .view }
        var considered: [ConsideredImpression] = []
        var networks = Set<String>()
        var parties: [Participant] = []
        for candidate in ranked {
            let impression = ads[candidate.place].impression
            let isFirst = considered.isEmpty
            let isNew = networks.insert(impression.network).inserted
            let isNonwinning = !(impression.skAdNetwork.map { !$0.version.hasNonwinning } ?? false)
            let code: Code? =
                isFirst
                ? nil
                : !isNew
                    ? .sameNetwork
                    : networks.count > Self.networkLimit
                        ? .beyondSix
                        : !isNonwinning
                            ? .versionWithoutNonwinning
                            : ranked[0].interaction == .click && candidate.interaction == .view
                                ? .viewAgainstClick : .older
            considered.append(
                ConsideredImpression(
                    impression: impression, interaction: candidate.interaction, at: candidate.moment.at,
                    outcome: isFirst ? .won : .lost, code: code))
            if isFirst || code == .viewAgainstClick || code == .older {
                parties.append(party(candidate.place, candidate.interaction, didWin: isFirst))
            }
        }
        for candidate in candidates where candidate.fault != nil {
            considered.append(
                ConsideredImpression(
                    impression: ads[candidate.place].impression, interaction: candidate.interaction,
                    at: candidate.moment.at, outcome: .notQualified, code: candidate.fault))
        }
        let isDevelopment = ranked.first?.isDevelopment ?? false
        useUp(records)
        guard !parties.isEmpty else { return record(.noConversion(app: app, .noImpression, considered: considered)) }
        convert(app, type, parties, considered, isDevelopment: isDevelopment)
    }

    private func candidate(_ place: Int, _ rules: AttributionConfiguration, isAppStore: Bool) -> Candidate? {
        let record = ads[place]
        let impression = record.impression
        let network = impression.network
        let isOurs = impression.framework == .adAttributionKit
        func candidate(_ interaction: InteractionType, _ moment: Moment, _ fault: Code?) -> Candidate {
            Candidate(
                place: place, interaction: interaction, moment: moment, fault: fault,
                isDevelopment: isDevelopment(record))
        }
        func isOver(_ interaction: InteractionType, _ moment: Moment) -> Bool {
            let window =
                isOurs
                ? Int64(rules.days(for: interaction, of: network)) * TimeSpan.day
                : interaction == .click ? Self.skAdNetworkClicks : Self.skAdNetworkViews
            return now - moment.at >= window
        }
        let storeFault: Code? = isOurs || isAppStore ? nil : .appStoreOnly
        let ignoresClicks = isOurs && rules.ignores(.click, of: network)
        let ignoresViews = isOurs && rules.ignores(.view, of: network)
        // The view counts if the click does not.
        if let click = record.click {
            let fault: Code? =
                ignoresClicks ? .interactionIgnored : isOver(.click, click) ? .attributionWindowOver : nil
            if fault == nil || record.view == nil { return candidate(.click, click, storeFault ?? fault) }
        }
        guard let view = record.view else { return nil }
        let fault: Code? =
            record.isEvicted
            ? .evicted : ignoresViews ? .interactionIgnored : isOver(.view, view) ? .attributionWindowOver : nil
        return candidate(.view, view, storeFault ?? fault)
    }

    private func isDevelopment(_ record: AdRecord) -> Bool {
        // A web ad has no publisher app; it is a development ad if it was tapped in Developer Mode.
        if record.impression.skAdNetwork?.isWeb == true { return record.wasInDeveloperMode }
        return record.impression.publisher == 0
    }

    /// Clears all considered records, which cannot lead to another conversion.
    private mutating func useUp(_ records: [Int]) {
        for place in records {
            ads[place].view = nil
            ads[place].click = nil
            ads[place].isEvicted = false
        }
    }
}
