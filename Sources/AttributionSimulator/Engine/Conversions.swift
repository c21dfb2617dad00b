import AdAttribution

// Conversions: the values that they fix, and the launches that may start their windows.

extension DeviceSimulator {
    /// Returns an impression's part in a conversion. `convert` replaces the tier, except for development conversions.
    func party(_ place: Int, _ interaction: InteractionType, didWin: Bool) -> Participant {
        let impression = ads[place].impression
        return Participant(
            impression: impression, interaction: interaction, didWin: didWin,
            assigned: .development(impression.source))
    }

    private func assigned(_ impression: AdImpression, country: CountryCode?) -> AssignedTier {
        let row = world.crowd?.row(impression, country: country) ?? world.tiers.row(impression.source)
        // Before version 4 there is a single tier. We use that of two digits, which is closest to a campaign
        // identifier.
        if let terms = impression.skAdNetwork, !terms.version.hasWindows {
            return AssignedTier(tier: row.two, digits: impression.source.digitCount, country: row.country)
        }
        let choice = row.choice(for: impression.source)
        return AssignedTier(tier: choice.tier, digits: choice.digits, country: row.country)
    }

    mutating func convert(
        _ app: UInt64, _ type: ConversionType, _ found: [Participant], _ considered: [ConsideredImpression],
        isDevelopment: Bool
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
        conversion.tracks = AdFramework.allCases.compactMap { Track($0, of: parties) }
        let hours = type.isInstall ? settings.rules.installCooldown : settings.rules.reEngagementCooldown
        let cooldownEnd = TimeSpan.saturated(now, Int64(hours) * TimeSpan.hour)
        apps[app]?.cooldownEnd = max(state.cooldownEnd, cooldownEnd)
        record(
            .conversion(
                ConversionFact(
                    number: number, app: app, type: type, winner: winner.impression,
                    runnersUp: parties.dropFirst().map(\.impression), considered: considered,
                    isDevelopment: isDevelopment, country: state.country)))
        add(conversion)
    }

    /// Adds a conversion to those that can receive updates.
    mutating func add(_ conversion: ConversionRecord) {
        let place = conversions.count
        conversions.append(conversion)
        remember(conversion.app)
        // For a re-engagement, the tap is the launch.
        let isLaunched = conversion.type == .reEngagement
        let awaitsLaunch = world.windowStart == .firstLaunch && !conversion.isOfSettings && !isLaunched
        apps[conversion.app]?.conversions.add(place, conversion, awaitsLaunch: awaitsLaunch)
        let limit = conversion.type.isInstall ? Self.firstUpdateOfInstall : Self.firstUpdateOfReEngagement
        for track in conversion.tracks.indices {
            agenda.add(
                .updateDeadline(conversion: place, track: track), at: TimeSpan.saturated(now, limit), .deadlines,
                order: taskOrder(place, track))
        }
        if isLaunched, !conversion.isOfSettings { launched(place) }
    }

    static let firstUpdateOfInstall = 60 * TimeSpan.day
    static let firstUpdateOfReEngagement = 2 * TimeSpan.day

    mutating func launch(_ app: UInt64) {
        record(.app(.launch, app, AppFact()))
        launched(app: app)
        countLaunch(of: app)
    }

    /// Records a launch for the conversions of this installation that have not had one.
    mutating func launched(app: UInt64) {
        guard world.windowStart == .firstLaunch, let installation = apps[app]?.installation else { return }
        for place in apps[app]?.conversions.takeUnlaunched() ?? []
        where conversions[place].installation == installation {
            launched(place)
        }
    }

    /// Starts the windows of both frameworks, if a launch starts them.
    private mutating func launched(_ place: Int) {
        guard world.windowStart == .firstLaunch else { return }
        for track in conversions[place].tracks.indices { startWindows(place, track) }
    }

    mutating func delete(_ app: UInt64) {
        remember(app)
        apps[app]?.isInstalled = false
        apps[app]?.installation += 1
        record(.app(.delete, app, AppFact()))
    }
}
