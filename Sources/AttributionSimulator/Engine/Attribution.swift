import AttributionModel

// Attribution of an installation to an impression.

extension DeviceSimulator {
    static let skAdNetworkClicks = 30 * TimeSpan.day
    static let skAdNetworkViews = TimeSpan.day
    /// A winner and five runners-up.
    static let networkLimit = 6

    mutating func install(_ app: UInt64, kind: ConversionType?, marketplace: String, country: CountryCode?) {
        let place = remember(app)
        let expected = apps.states[place].wasInstalled ? ConversionType.redownload : .download
        let type = kind ?? expected
        // Apple decides the type for the App Store; another marketplace reports it.
        if type != expected, marketplace == AdvertisedApp.appStore { record(.warning(.kindContradicts, .app(app))) }
        let settings = world.app(app)
        for key in settings.keysOutOfRange {
            let isGlobal = settings.isReplacedByGlobal(key)
            let subject = TimelineEntry.Subject.configuration(app: app, key: key.path, isReplacedByGlobal: isGlobal)
            record(.warning(.configurationOutOfRange, subject))
        }
        // Another marketplace may state the country in its install token. The App Store has no such token.
        let country = marketplace == AdvertisedApp.appStore ? storefront : country
        apps.states[place].install(from: marketplace, country)
        record(.app(.install, app, AppFact(type: type)))
        guard now >= apps.states[place].cooldownEnd else {
            return record(.noConversion(app: app, .cooldown, considered: []))
        }
        var records: [Int] = []
        swap(&records, &apps.states[place].records)
        attribute(app, type, records)
    }

    private typealias Candidate = (
        index: Int, interaction: InteractionType, moment: Moment, fault: OutcomeReason?, isDevelopment: Bool
    )

    private mutating func attribute(_ app: UInt64, _ type: ConversionType, _ records: [Int]) {
        let rules = world.app(app).rules
        let isAppStore = apps.states[remember(app)].marketplace == AdvertisedApp.appStore
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
            let impression = ads[candidate.index].impression
            let isFirst = considered.isEmpty
            let isNew = networks.insert(impression.network).inserted
            let isNonwinning = !(impression.skAdNetwork.map { !$0.version.hasNonwinning } ?? false)
            let code: OutcomeReason? =
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
                parties.append(party(candidate.index, candidate.interaction, didWin: isFirst))
            }
        }
        for candidate in candidates where candidate.fault != nil {
            considered.append(
                ConsideredImpression(
                    impression: ads[candidate.index].impression, interaction: candidate.interaction,
                    at: candidate.moment.at, outcome: .notQualified, code: candidate.fault))
        }
        let isDevelopment = ranked.first?.isDevelopment ?? false
        useUp(records)
        guard !parties.isEmpty else { return record(.noConversion(app: app, .noImpression, considered: considered)) }
        convert(app, type, parties, considered, isDevelopment: isDevelopment)
    }

    private func candidate(_ index: Int, _ rules: AttributionConfiguration, isAppStore: Bool) -> Candidate? {
        let record = ads[index]
        let impression = record.impression
        let network = impression.network
        let isAdAttributionKit = impression.framework == .adAttributionKit
        func candidate(_ interaction: InteractionType, _ moment: Moment, _ fault: OutcomeReason?) -> Candidate {
            (index, interaction, moment, fault, isDevelopment(record))
        }
        func isOver(_ interaction: InteractionType, _ moment: Moment) -> Bool {
            let window =
                isAdAttributionKit
                ? Int64(rules.days(for: interaction, of: network)) * TimeSpan.day
                : interaction == .click ? Self.skAdNetworkClicks : Self.skAdNetworkViews
            return now - moment.at >= window
        }
        let storeFault: OutcomeReason? = isAdAttributionKit || isAppStore ? nil : .appStoreOnly
        let ignoresClicks = isAdAttributionKit && rules.ignores(.click, of: network)
        let ignoresViews = isAdAttributionKit && rules.ignores(.view, of: network)
        // If the click does not qualify, the view may.
        if let click = record.click {
            let fault: OutcomeReason? =
                ignoresClicks ? .interactionIgnored : isOver(.click, click) ? .attributionWindowOver : nil
            if fault == nil || record.view == nil { return candidate(.click, click, storeFault ?? fault) }
        }
        guard let view = record.view else { return nil }
        let fault: OutcomeReason? =
            record.isEvicted
            ? .evicted : ignoresViews ? .interactionIgnored : isOver(.view, view) ? .attributionWindowOver : nil
        return candidate(.view, view, storeFault ?? fault)
    }

    private func isDevelopment(_ record: AdRecord) -> Bool {
        // A web ad has no publisher app that could mark it as a development ad. Being tapped in Developer Mode does.
        if record.impression.skAdNetwork?.isWeb == true { return record.wasInDeveloperMode }
        return record.impression.publisher == 0
    }

    /// Clears all records that were considered, because they cannot lead to another conversion.
    private mutating func useUp(_ records: [Int]) {
        for index in records {
            ads[index].view = nil
            ads[index].click = nil
            ads[index].isEvicted = false
        }
    }
}

// Conversions: what is fixed when they are made, and the launches that may start their windows.

extension DeviceSimulator {
    /// Returns a network's part in a conversion. Except for development conversions, `convert` replaces the tier later.
    func party(_ index: Int, _ interaction: InteractionType, didWin: Bool) -> Participant {
        let impression = ads[index].impression
        return Participant(
            impression: impression, interaction: interaction, didWin: didWin,
            assigned: .development(impression.source))
    }

    private func assigned(_ impression: AdImpression, country: CountryCode?) -> AssignedTier {
        let row = world.crowd?.row(impression, country: country) ?? world.tiers.row(impression.source)
        // Before version 4, there are no tiers. The simulator uses the tier of two digits, because campaign identifiers (1 to 100) are
        // about as many as source identifiers of two digits.
        if let terms = impression.skAdNetwork, !terms.version.hasWindows {
            return AssignedTier(tier: row.two, digits: impression.source.digitCount, country: row.country)
        }
        let choice = row.choice(for: impression.source)
        return AssignedTier(tier: choice.tier, digits: choice.digits, country: row.country, crowds: row)
    }

    mutating func convert(
        _ app: UInt64, _ type: ConversionType, _ found: [Participant], _ considered: [ConsideredImpression],
        isDevelopment: Bool
    ) {
        guard let winner = found.first?.impression else { return }
        let place = remember(app)
        let country = apps.states[place].country
        var parties = found
        for offset in parties.indices where !isDevelopment {
            parties[offset].assigned = assigned(parties[offset].impression, country: country)
        }
        let byNetwork = parties.indices.sorted { left, right in
            parties[left].impression.network.utf8.lexicographicallyPrecedes(parties[right].impression.network.utf8)
        }
        for (rank, offset) in byNetwork.enumerated() { parties[offset].rank = rank }
        let settings = world.app(app)
        supersede(app, by: type)
        let number = conversions.count + 1
        var conversion = ConversionRecord(
            number: number, app: app, type: type, at: now, installation: apps.states[place].installation,
            parties: parties, marketplace: apps.states[place].marketplace, country: country,
            isDevelopment: isDevelopment, tracks: [])
        if type == .reEngagement {
            apps.states[place].reEngagements += 1
            if settings.overlaps { conversion.tag = String(apps.states[place].reEngagements) }
        }
        conversion.tracks = Framework.allCases.compactMap { Track($0, of: parties) }
        let hours = type.isInstall ? settings.rules.installCooldownHours : settings.rules.reEngagementCooldownHours
        let cooldownEnd = TimeSpan.saturated(now, Int64(hours) * TimeSpan.hour)
        apps.states[place].cooldownEnd = max(apps.states[place].cooldownEnd, cooldownEnd)
        record(
            .conversion(
                ConversionFact(
                    number: number, app: app, type: type, winner: winner,
                    runnersUp: parties.dropFirst().map(\.impression), considered: considered,
                    isDevelopment: isDevelopment, country: country)))
        add(conversion)
    }

    /// Adds a conversion, to which updates can then apply.
    mutating func add(_ conversion: ConversionRecord) {
        let index = conversions.count
        conversions.append(conversion)
        // The tap that makes a re-engagement also launches the app.
        let isLaunched = conversion.type == .reEngagement
        let awaitsLaunch = world.windowStart == .firstLaunch && !conversion.isOfSettings && !isLaunched
        apps.states[remember(conversion.app)].conversions.add(index, conversion, awaitsLaunch: awaitsLaunch)
        let limit = conversion.type.isInstall ? Self.firstUpdateOfInstall : Self.firstUpdateOfReEngagement
        for track in conversion.tracks.indices {
            agenda.add(
                .updateDeadline(conversion: index, track: track), at: TimeSpan.saturated(now, limit), .deadlines,
                order: taskOrder(index, track))
        }
        if isLaunched, !conversion.isOfSettings { launched(index) }
    }

    static let firstUpdateOfInstall = 60 * TimeSpan.day
    static let firstUpdateOfReEngagement = 2 * TimeSpan.day

    mutating func launch(_ app: UInt64) {
        record(.app(.launch, app, AppFact()))
        launched(app: app)
        countLaunch(of: app)
    }

    /// Records a launch for the conversions of this installation that still wait for one.
    mutating func launched(app: UInt64) {
        guard world.windowStart == .firstLaunch, let place = apps.index(of: app) else { return }
        for index in apps.states[place].conversions.takeUnlaunched() where isOwn(index, place) { launched(index) }
    }

    /// Starts the windows of both frameworks, if they start with the launch.
    private mutating func launched(_ index: Int) {
        guard world.windowStart == .firstLaunch else { return }
        for track in conversions[index].tracks.indices { startWindows(index, track) }
    }

    mutating func delete(_ app: UInt64) {
        let place = remember(app)
        apps.states[place].isInstalled = false
        apps.states[place].installation += 1
        record(.app(.delete, app, AppFact()))
    }
}
