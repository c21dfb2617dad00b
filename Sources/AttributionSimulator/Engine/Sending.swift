import AttributionBase
import AttributionModel

// Postbacks: their delays, their contents, and the attempts to deliver them.

extension World {
    /// Returns the status with which a server of the world answers an attempt.
    func status(for attempt: DeviceSimulator.Attempt) -> Int {
        let receiver = attempt.recipient == .developer ? "developer" : attempt.body.network
        let answers = receivers[receiver] ?? []
        return attempt.number <= answers.count ? answers[attempt.number - 1] : 200
    }
}

extension DeviceSimulator {
    static let retryEvery = TimeSpan.day
    /// The first attempt and nine retries.
    static let attemptLimit = 10

    /// Prepares a postback, to be sent after its delay.
    mutating func prepare(_ index: Int, _ party: Int, _ window: Int, _ record: WindowRecord) {
        let copies = world.app(conversions[index].app).copies
        let isCopied: Bool
        if let terms = conversions[index].parties[party].impression.skAdNetwork {
            isCopied = copies.skAdNetwork && terms.version.traits.hasCopies && !conversions[index].isDevelopment
        } else {
            isCopied = copies.install && (conversions[index].type.isInstall || copies.reEngagement)
        }
        let hasCopy = isCopied && conversions[index].parties[party].didWin
        postbacks.append(
            PendingPostback(
                conversion: index, party: party, index: window, fine: record.fine, coarse: record.coarse,
                preparedAt: now, leavesAt: TimeSpan.saturated(now, delay(index, party, window)), hasCopy: hasCopy,
                recipients: hasCopy ? 2 : 1))
        scheduleFirst(postbacks.count - 1)
        guard conversions[index].isOfSettings else { return }
        handMade.postbacks.append(postbacks.count - 1)
        handMade.untransmitted.append(postbacks.count - 1)
    }

    /// Schedules the first attempt for each recipient.
    mutating func scheduleFirst(_ index: Int) {
        let postback = postbacks[index]
        schedule(index, .adNetwork, attempt: 1, at: postback.leavesAt)
        if postback.hasCopy { schedule(index, .developer, attempt: 1, at: postback.leavesAt) }
    }

    private mutating func schedule(_ index: Int, _ recipient: PostbackFact.Recipient, attempt: Int, at time: Int64) {
        let postback = postbacks[index]
        let rank = conversions[postback.conversion].parties[postback.party].rank
        let order =
            UInt64(conversions[postback.conversion].number) << 24 | UInt64(postback.index) << 16
            | (recipient == .developer ? 1 << 8 : 0) | UInt64(rank)
        agenda.add(.send(postback: index, recipient, attempt: attempt), at: time, .postbacks, order: order)
    }

    /// Returns the source of random values for a postback, which depends only on the seed, the device, the conversion, the window and the
    /// network.
    private func chance(_ conversion: Int, _ party: Int, _ window: Int) -> SeededRandom {
        let network = conversions[conversion].parties[party].impression.network
        return chance.of("conversion", conversions[conversion].number).of("index", window).of(named: network.utf8)
    }

    private func delay(_ conversion: Int, _ party: Int, _ window: Int) -> Int64 {
        let isShort = modeOn && conversions[conversion].isDevelopment
        let range: ClosedRange<Int64>
        if conversions[conversion].parties[party].hasTimer {
            range = 0...(isShort ? Self.shortTimerLength : Self.timerLength)
        } else {
            let bounds = (ConversionWindow(rawValue: window) ?? .first).delay(isShort ? .developer : .regular)
            range = bounds.lowerBound.milliseconds...bounds.upperBound.milliseconds
        }
        switch world.delays {
        case .none: return 0
        case .least: return range.lowerBound
        case .most: return range.upperBound
        case .drawn:
            let drawn = chance(conversion, party, window).of("delay")
                .number(in: Int(range.lowerBound)...Int(range.upperBound))
            return Int64(drawn)
        }
    }

    mutating func send(_ index: Int, _ recipient: PostbackFact.Recipient, _ attempt: Int) {
        let postback = postbacks[index]
        // The postback may have been cleared, or transmitted at another time, since this task was scheduled.
        guard postback.recipients > 0, attempt > 1 || now == postback.leavesAt else { return }
        let body = describe(postback)
        let sent = Attempt(
            at: now, recipient: recipient, body: body, number: attempt, preparedAt: postback.preparedAt)
        let status = respond(sent)
        // AdAttributionKit retries only after status 500 or no answer.
        let isFinal = body.framework == .adAttributionKit && status != 500 && status != 0
        let outcome: Outcome = status == 200 ? .delivered : isFinal || attempt >= Self.attemptLimit ? .givenUp : .retry
        record(.postback(sent.fact(status, outcome)))
        if outcome == .retry {
            schedule(index, recipient, attempt: attempt + 1, at: TimeSpan.saturated(now, Self.retryEvery))
        } else {
            postbacks[index].recipients -= 1
        }
    }

    // MARK: - Contents

    private func describe(_ postback: PendingPostback) -> PostbackDescription {
        let index = postback.conversion
        let party = conversions[index].parties[postback.party]
        let impression = party.impression
        let window = ConversionWindow(rawValue: postback.index) ?? .first
        let terms = impression.skAdNetwork
        // In SKAdNetwork, all postbacks of a conversion share one identifier.
        let identity = chance(index, postback.party, terms == nil ? postback.index : 0)
        var body = PostbackDescription(
            conversion: conversions[index].number, impression: impression,
            identifier: identity.of(PostbackField.identifier.name).uuid,
            advertised: conversions[index].app, type: conversions[index].type, interaction: party.interaction,
            didWin: party.didWin, window: window, tier: party.assigned.tier, crowds: party.assigned.crowds,
            source: impression.source, isDevelopment: conversions[index].isDevelopment)
        let disclosure = Disclosure(
            of: impression.disclosure, tier: party.assigned.tier, window: window, didWin: party.didWin)
        // Before version 4, the whole campaign identifier is disclosed.
        if terms?.version.hasSourceIdentifier != false {
            body.source = disclosure.digits(of: impression.source, count: party.assigned.digits)
        }
        var given = Disclosure.Values()
        given.hasPublisher = impression.publisher != nil || terms?.sourceDomain != nil
        given.hasFineValue = postback.fine != nil
        given.hasCoarseValue = postback.coarse != nil
        given.country = conversions[index].country == nil ? nil : party.assigned.country
        for field in disclosure.fields {
            // Version 1 discloses neither the publisher app nor a conversion value.
            if let terms, field.skAdNetworkField(isWeb: terms.isWeb).map(terms.version.discloses) != true { continue }
            if let reason = disclosure.absence(of: field, given: given) {
                body.withheld.append((field, reason))
                continue
            }
            switch field {
            case .publisher:
                body.publisher = impression.publisher
                body.sourceDomain = terms?.sourceDomain
            case .marketplaceIdentifier: body.marketplace = conversions[index].marketplace
            case .fine: body.fine = postback.fine
            case .coarse: body.coarse = postback.coarse
            case .country: body.country = conversions[index].country
            }
        }
        return body
    }
}

// Postbacks that a developer creates in the developer settings of a device [Creating postbacks in developer settings].

extension DeviceSimulator {
    /// The value in Apple's example, because scenarios do not set one.
    private static let source = SourceIdentifier(clamping: 5239)

    mutating func createPostbacks(_ app: UInt64, _ made: SettingsPostbacks) {
        let place = remember(app)
        let number = conversions.count + 1
        let impression = AdImpression(
            identifier: "developer-settings-\(number)", network: AdNetworkIdentifier.development.description,
            advertised: app, publisher: 0, source: Self.source)
        let disclosed = Disclosure(of: .adAttributionKit, tier: made.tier, window: .first, didWin: true).digits(
            of: Self.source, count: 4)
        let assigned = AssignedTier(tier: made.tier, digits: disclosed.digitCount, country: made.tier)
        let party = Participant(impression: impression, interaction: made.interaction, didWin: true, assigned: assigned)
        var track = Track(.adAttributionKit, of: [party])
        if !made.hasAllWindows { track?.windows?.count = 1 }
        var conversion = ConversionRecord(
            number: number, app: app, type: made.type, at: now, installation: apps.states[place].installation,
            parties: [party], marketplace: apps.states[place].marketplace, country: apps.states[place].country,
            isDevelopment: true, tracks: track.map { [$0] } ?? [])
        conversion.tag = made.tag
        conversion.isOfSettings = true
        record(.app(.createPostbacks, app, AppFact(type: made.type, conversion: number)))
        handMade.conversions.append(conversions.count)
        add(conversion)
    }

    /// Sends the postbacks whose window is over or locked at once, without waiting for their delay.
    mutating func transmitPostbacks() {
        record(.setting(.transmitPostbacks, isOn: nil))
        for index in handMade.untransmitted where postbacks[index].leavesAt > now {
            postbacks[index].leavesAt = now
            scheduleFirst(index)
        }
        handMade.untransmitted.removeAll()
    }

    /// Deletes everything that is pending: conversions with open windows, postbacks, and retries. All other conversions end too, so that no
    /// update applies to them any more.
    mutating func clearPostbacks() {
        record(.setting(.clearPostbacks, isOn: nil))
        let waiting = Set(handMade.postbacks.filter { postbacks[$0].recipients > 0 }.map { postbacks[$0].conversion })
        for index in handMade.postbacks { postbacks[index].recipients = 0 }
        for index in handMade.conversions {
            if waiting.contains(index) || canYield(index) {
                recordNoPostback(index, .adAttributionKit, nil, .cleared)
            }
            guard !conversions[index].isFinished else { continue }
            for track in conversions[index].tracks.indices {
                conversions[index].tracks[track].end = .noPendingConversion
            }
        }
        handMade = ([], [], [])
    }

    /// Returns whether an update can still cause a postback of a conversion.
    private func canYield(_ index: Int) -> Bool {
        guard !conversions[index].isFinished, let windows = conversions[index].tracks.first?.windows else {
            return false
        }
        // In tier 0, later windows have no postback.
        let last = conversions[index].parties.first?.assigned.tier == .zero ? 0 : windows.count - 1
        if windows.current == last, case .locked = windows[last].state { return false }
        return windows.current <= last
    }
}
