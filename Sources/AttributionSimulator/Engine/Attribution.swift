import AdAttribution

// From an installation to the impression that it is credited to.

extension DeviceSimulator {
    static let skAdNetworkClicks = 30 * Span.day
    static let skAdNetworkViews = Span.day
    /// One winner and five that lose.
    static let networkLimit = 6

    mutating func install(_ app: UInt64, kind: ConversionType?, marketplace: String, country: CountryCode?) {
        remember(app)
        guard var state = apps[app] else { return }
        let expected = state.wasInstalled ? ConversionType.redownload : .download
        let type = kind ?? expected
        if type != expected { tell(.warning(.kindContradicts, .app(app))) }
        for key in world.app(app).rules.faults {
            tell(.warning(.configurationOutOfRange, .configuration(app: app, key: key)))
        }
        state.isInstalled = true
        state.wasInstalled = true
        state.installation += 1
        state.marketplace = marketplace
        // Another marketplace tells the country by its install token, or not at all.
        state.country = marketplace == AdvertisedApp.appStore ? country ?? world.country : country
        apps[app] = state
        tell(.app(.install, app, AppFact(type: type)))
        guard now >= state.cooldownEnd else {
            return tell(.noConversion(app: app, .cooldown, considered: []))
        }
        let records = state.records
        apps[app]?.records = []
        attribute(app, type, records)
    }

    /// A record as a candidate for a conversion.
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
        var considered: [Considered] = []
        var networks = Set<String>()
        var parties: [Party] = []
        for candidate in ranked {
            let impression = ads[candidate.place].impression
            let isFirst = considered.isEmpty
            let isNew = networks.insert(impression.network).inserted
            let isNonwinning = !(impression.skAdNetwork.map { !$0.hasNonwinning } ?? false)
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
                Considered(
                    impression: impression, interaction: candidate.interaction, at: candidate.moment.at,
                    outcome: isFirst ? .won : .lost, code: code))
            if isFirst || code == .viewAgainstClick || code == .older {
                parties.append(party(candidate.place, candidate.interaction, didWin: isFirst))
            }
        }
        for candidate in candidates where candidate.fault != nil {
            considered.append(
                Considered(
                    impression: ads[candidate.place].impression, interaction: candidate.interaction,
                    at: candidate.moment.at, outcome: .notQualified, code: candidate.fault))
        }
        let isDevelopment = ranked.first?.isDevelopment ?? false
        useUp(records)
        guard !parties.isEmpty else { return tell(.noConversion(app: app, .noImpression, considered: considered)) }
        convert(app, type, parties, considered, isDevelopment: isDevelopment)
    }

    private func candidate(_ place: Int, _ rules: AttributionRules, isAppStore: Bool) -> Candidate? {
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
                ? rules.window(interaction, network: network)
                : interaction == .click ? Self.skAdNetworkClicks : Self.skAdNetworkViews
            return now - moment.at >= window
        }
        let storeFault: Code? = isOurs || isAppStore ? nil : .appStoreOnly
        let ignoresClicks = isOurs && rules.ignores(.click, network: network)
        let ignoresViews = isOurs && rules.ignores(.view, network: network)
        if let click = record.click, !ignoresClicks || record.view == nil {
            let fault: Code? =
                ignoresClicks ? .interactionIgnored : isOver(.click, click) ? .attributionWindowOver : nil
            return candidate(.click, click, storeFault ?? fault)
        }
        guard let view = record.view else { return nil }
        let fault: Code? =
            record.isEvicted
            ? .evicted : ignoresViews ? .interactionIgnored : isOver(.view, view) ? .attributionWindowOver : nil
        return candidate(.view, view, storeFault ?? fault)
    }

    private func isDevelopment(_ record: AdRecord) -> Bool {
        // A web ad has no app that shows it, and is for development where it was tapped in the mode.
        if record.impression.skAdNetwork?.isWeb == true { return record.wasInDeveloperMode }
        return record.impression.publisher == 0
    }

    /// Whatever was looked at for a conversion leads to no other.
    private mutating func useUp(_ records: [Int]) {
        for place in records {
            ads[place].view = nil
            ads[place].click = nil
            ads[place].isEvicted = false
        }
    }

    // MARK: - Conversions

    /// What an impression takes part in a conversion with; its tier comes with the conversion.
    func party(_ place: Int, _ interaction: InteractionType, didWin: Bool) -> Party {
        let record = ads[place]
        let publisher = record.impression.publisher ?? (record.publisher == 0 ? nil : record.publisher)
        return Party(
            impression: record.impression, interaction: interaction, didWin: didWin,
            assigned: .development(record.impression.source), publisher: publisher)
    }

    private func assigned(_ impression: AdImpression, country: CountryCode?) -> AssignedTier {
        let row = world.crowd?.row(impression, country: country) ?? world.tiers.row(impression.source)
        // Before version 4 there is one tier; we take that of two digits, which a campaign comes nearest to.
        if let terms = impression.skAdNetwork, !terms.hasWindows {
            return AssignedTier(tier: row.two, digits: impression.source.digitCount, country: row.country)
        }
        let choice = row.choice(for: impression.source)
        return AssignedTier(tier: choice.tier, digits: choice.digits, country: row.country)
    }

    mutating func convert(
        _ app: UInt64, _ type: ConversionType, _ found: [Party], _ considered: [Considered], isDevelopment: Bool
    ) {
        guard let state = apps[app], let winner = found.first else { return }
        var parties = found
        for offset in parties.indices where !isDevelopment {
            parties[offset].assigned = assigned(parties[offset].impression, country: state.country)
        }
        let byNetwork = parties.indices.sorted { left, right in
            parties[left].impression.network.utf8.lexicographicallyPrecedes(parties[right].impression.network.utf8)
        }
        for (rank, offset) in byNetwork.enumerated() { parties[offset].rank = rank }
        let settings = world.app(app)
        supersede(app, by: type)
        let number = conversions.count + 1
        var conversion = ConversionRecord(
            number: number, app: app, type: type, at: now, installation: state.installation, parties: parties,
            marketplace: state.marketplace, country: state.country, isDevelopment: isDevelopment, tracks: [])
        if type == .reEngagement {
            apps[app]?.reEngagements += 1
            if settings.overlaps { conversion.tag = String(state.reEngagements + 1) }
        }
        for framework in AdFramework.allCases where parties.contains(where: { $0.impression.framework == framework }) {
            var track = Track(framework, hasWinner: winner.impression.framework == framework)
            if track.hasWinner {
                track.hasTimer = !(winner.impression.skAdNetwork?.hasWindows ?? true)
                if track.hasTimer { track.windowCount = 1 }
            } else {
                track.windowCount = 1
            }
            conversion.tracks.append(track)
        }
        let hours = type.isInstall ? settings.rules.installCooldown : settings.rules.reEngagementCooldown
        let cooldownEnd = saturated(now, Int64(hours) * Span.hour)
        apps[app]?.cooldownEnd = max(state.cooldownEnd, cooldownEnd)
        tell(
            .conversion(
                ConversionFact(
                    number: number, app: app, type: type, winner: winner.impression,
                    runnersUp: parties.dropFirst().map(\.impression), considered: considered,
                    isDevelopment: isDevelopment, country: state.country)))
        add(conversion)
    }

    /// Puts a conversion among those that wait for updates.
    mutating func add(_ conversion: ConversionRecord) {
        let place = conversions.count
        conversions.append(conversion)
        remember(conversion.app)
        apps[conversion.app]?.conversions.append(place)
        let limit = conversion.type.isInstall ? Self.firstUpdateOfInstall : Self.firstUpdateOfReEngagement
        for track in conversion.tracks.indices {
            agenda.add(
                .init(
                    at: saturated(now, limit), .deadlines, order: UInt64(conversion.number) << 8 | UInt64(track),
                    .updateDeadline(conversion: place, track: track)))
        }
        // Of a re-engagement the tap is the launch.
        if conversion.type == .reEngagement, !conversion.isOfSettings { launched(place) }
    }

    static let firstUpdateOfInstall = 60 * Span.day
    static let firstUpdateOfReEngagement = 2 * Span.day

    mutating func launch(_ app: UInt64) {
        tell(.app(.launch, app, AppFact()))
        launched(app: app)
    }

    /// Notes a launch for the conversions of this installation that have had none.
    mutating func launched(app: UInt64) {
        guard world.windowStart == .firstLaunch, let state = apps[app] else { return }
        for place in state.conversions.reversed() where !conversions[place].isOfSettings {
            guard conversions[place].installation == state.installation, !conversions[place].isLaunched else { return }
            launched(place)
        }
    }

    /// Notes a conversion's first launch, where the windows may begin.
    mutating func launched(_ place: Int) {
        guard !conversions[place].isLaunched else { return }
        conversions[place].isLaunched = true
        guard world.windowStart == .firstLaunch else { return }
        for track in conversions[place].tracks.indices { start(place, track) }
    }

    mutating func delete(_ app: UInt64) {
        remember(app)
        apps[app]?.isInstalled = false
        apps[app]?.installation += 1
        tell(.app(.delete, app, AppFact()))
    }
}
