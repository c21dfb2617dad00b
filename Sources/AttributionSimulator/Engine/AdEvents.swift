import AttributionBase
import AttributionModel

// Events of ads: loads, views, overlays, product pages, and taps.

extension DeviceSimulator {
    static let viewLength = 2 * TimeSpan.second
    static let tapTime = 15 * TimeSpan.minute
    static let viewLimit = 15
    /// How long views are kept. The app's own attribution windows are not known before it is installed.
    static let viewsKept = 7 * TimeSpan.day

    /// Plays an event of an ad. If it is refused, the reason is reported, and again at the matching end or close.
    mutating func play(_ use: AdUse, of ad: ShownAd) {
        let name = EventName(use, ad.presentation)
        do throws(OutcomeReason) {
            switch use {
            case .load: try load(ad)
            case .beginView: try beginView(ad)
            case .endView: try endView(ad)
            case .view: try viewAtOnce(ad)
            case .tap: try tap(ad)
            case .open: try open(ad, as: name)
            case .close: try close(ad, as: name)
            }
        } catch {
            if use == .beginView || use == .open {
                refusals[refusalKey(of: ad, isSheet: use == .open), default: []].append((ad.impression.trust, error))
            }
            record(name, ad, .refused, error)
        }
    }

    private mutating func record(_ name: EventName, _ ad: ShownAd, _ outcome: Outcome, _ code: OutcomeReason? = nil) {
        record(.ad(name, ad.impression, outcome, code))
    }

    // MARK: - Records

    private func key(of impression: AdImpression) -> AdKey {
        AdKey(framework: impression.framework, identifier: impression.key)
    }

    /// Returns the index of an ad's record, if the ad occurred before with the same content.
    private func known(_ ad: ShownAd) -> Int? {
        adPlaces[key(of: ad.impression)].flatMap { ads[$0].impression.hasSameContent(as: ad.impression) ? $0 : nil }
    }

    /// Returns the index of an ad's record, which is created at the ad's first event. An ad that the device rejects gets no record, so that
    /// an unsigned ad can neither take another ad's identifier nor set the time of its first event.
    ///
    /// - Throws: The reason if the form or the signature is invalid.
    private mutating func meet(_ ad: ShownAd) throws(OutcomeReason) -> Int {
        let impression = ad.impression
        if case .refused(let code) = impression.trust { throw code }
        let key = key(of: impression)
        if let index = adPlaces[key] {
            guard ads[index].impression.hasSameContent(as: impression) else { throw .identifierReused }
            return index
        }
        if impression.trust == .unchecked { record(.warning(.signatureUnchecked, .impression(impression))) }
        if let timestamp = impression.timestamp, timestamp > now {
            record(.warning(.timestampInFuture, .impression(impression)))
        }
        adPlaces[key] = ads.count
        ads.append(AdRecord(impression: impression, firstEventAt: now))
        return ads.count - 1
    }

    /// Returns the app that shows an ad; 0 if it is unknown.
    private func publisher(of ad: ShownAd) -> UInt64 { ad.publisher ?? ad.impression.publisher ?? 0 }

    private func checkPublisher(_ ad: ShownAd) throws(OutcomeReason) {
        guard let shown = ad.publisher, let signed = ad.impression.publisher, signed != 0 else { return }
        if shown != signed { throw .publisherMismatch }
    }

    /// Returns the index of the record of an ad that appears on screen.
    ///
    /// - Throws: The first reason to refuse it. Form and signature are checked first, then the publisher, then whether the publisher lists
    ///   the network.
    private mutating func meetShown(_ ad: ShownAd) throws(OutcomeReason) -> Int {
        let index = try meet(ad)
        try checkPublisher(ad)
        // A web ad is not shown in an app that could list the network.
        guard let listed = world.publisherApps, ad.impression.skAdNetwork?.isWeb != true else { return index }
        let publisher = publisher(of: ad)
        let isListed =
            publisher == 0
            ? listedNetworks.contains(ad.impression.network)
            : listed[publisher]?.contains(ad.impression.network) ?? false
        guard isListed else { throw .networkNotListed }
        return index
    }

    /// Returns the reason if the matching begin or open was refused, and removes it. Impressions with the same content may differ in their
    /// signatures, so the reason for an impression of the same trust is preferred; only the first 64 are searched.
    private mutating func takeRefusal(of ad: ShownAd, isSheet: Bool) -> OutcomeReason? {
        let key = refusalKey(of: ad, isSheet: isSheet)
        guard var waiting = refusals.removeValue(forKey: key), let first = waiting.indices.first else { return nil }
        let chosen = waiting.prefix(64).firstIndex { $0.trust == ad.impression.trust } ?? first
        let code = waiting[chosen].code
        for index in (first..<chosen).reversed() { waiting.swapAt(index, index + 1) }
        waiting.removeFirst()
        if !waiting.isEmpty { refusals[key] = waiting }
        return code
    }

    private func refusalKey(of ad: ShownAd, isSheet: Bool) -> RefusalKey {
        RefusalKey(impression: ad.impression, sheet: isSheet ? ad.presentation : nil)
    }

    // MARK: - Views

    private mutating func load(_ ad: ShownAd) throws(OutcomeReason) {
        let index = try meet(ad)
        try checkPublisher(ad)
        ads[index].loadedAt = now
        record(.load, ad, .recorded)
    }

    private func isViewThrough(_ ad: ShownAd) -> Bool {
        ad.presentation != .custom && ad.impression.skAdNetwork?.fidelity != 1
    }

    private func slot(of impression: AdImpression) -> ViewSlot {
        // In SKAdNetwork, only the app matters. The empty string cannot be a network of AdAttributionKit.
        ViewSlot(network: impression.framework == .skAdNetwork ? "" : impression.network, app: impression.advertised)
    }

    private mutating func beginView(_ ad: ShownAd) throws(OutcomeReason) {
        let index = try meetShown(ad)
        guard isViewThrough(ad) else { return record(.beginView, ad, .ignored, .noViewForCustom) }
        let slot = slot(of: ad.impression)
        if let open = openSlots[slot] {
            guard ad.impression.framework == .skAdNetwork else { throw .viewAlreadyOpen }
            openViews[open] = nil
            overwrittenViews[open, default: 0] += 1
            record(.ad(.beginView, ads[open].impression, .ignored, .viewOverwritten))
        }
        openSlots[slot] = index
        openViews[index] = (now, slot, publisher(of: ad))
        record(.beginView, ad, .recorded)
    }

    /// Ends a view. If the view was refused or overwritten, nothing else is checked.
    private mutating func endView(_ ad: ShownAd) throws(OutcomeReason) {
        if let index = known(ad) {
            if let view = openViews[index] {
                _ = try meet(ad)
                openViews[index] = nil
                openSlots[view.slot] = nil
                guard now - view.begunAt >= Self.viewLength else { throw .viewTooShort }
                record(.endView, ad, .recorded)
                return recordView(index, shownBy: view.publisher)
            }
            if let count = overwrittenViews[index], count > 0 {
                overwrittenViews[index] = count - 1
                return record(.endView, ad, .ignored, .viewOverwritten)
            }
        }
        if let code = takeRefusal(of: ad, isSheet: false) { throw code }
        _ = try meet(ad)
        record(.endView, ad, .ignored, .noViewForCustom)
    }

    private mutating func viewAtOnce(_ ad: ShownAd) throws(OutcomeReason) {
        let index = try meetShown(ad)
        guard isViewThrough(ad) else { return record(.view, ad, .ignored, .noViewForCustom) }
        guard openSlots[slot(of: ad.impression)] == nil else { throw .viewAlreadyOpen }
        record(.view, ad, .recorded)
        recordView(index, shownBy: publisher(of: ad))
    }

    // MARK: - Overlays and product pages

    private mutating func open(_ ad: ShownAd, as name: EventName) throws(OutcomeReason) {
        let index = try meetShown(ad)
        let terms = ad.impression.skAdNetwork
        guard terms?.fidelity != 0 else { return record(name, ad, .ignored, .noViewForCustom) }
        order += 1
        let key = SheetKey(index: index, presentation: ad.presentation)
        // A rendered SKAdNetwork ad counts as a click when it opens, a web ad when it is tapped.
        let isClick = terms?.isWeb == false
        let sheet = Sheet(
            opening: order, publisher: publisher(of: ad), reEngagementURL: ad.reEngagementURL, isUntapped: isClick)
        sheets[key, default: []].append(sheet)
        record(name, ad, .recorded)
        if isClick { recordClick(index) }
        guard terms == nil else { return }
        agenda.add(
            .sheetView(key, opening: order), at: TimeSpan.saturated(now, Self.viewLength), .spans, order: 0)
    }

    /// Closes the sheet of this ad and presentation that was opened first.
    private mutating func close(_ ad: ShownAd, as name: EventName) throws(OutcomeReason) {
        if let index = known(ad) {
            let key = SheetKey(index: index, presentation: ad.presentation)
            if sheets[key] != nil {
                _ = try meet(ad)
                let sheet = sheets[key]?.popFirst()
                if sheets[key]?.isEmpty == true { sheets[key] = nil }
                guard sheet?.isViewed == true || ad.impression.framework == .skAdNetwork else {
                    return record(name, ad, .ignored, .viewTooShort)
                }
                return record(name, ad, .recorded)
            }
        }
        if let code = takeRefusal(of: ad, isSheet: true) { throw code }
        _ = try meet(ad)
        record(name, ad, .ignored, .noViewForCustom)
    }

    mutating func sheetViewed(_ key: SheetKey, _ opening: Int) {
        // The sheets are in the order in which they were opened.
        guard let offset = sheets[key]?.partitioningIndex(where: { $0.opening >= opening }),
            offset < sheets[key]?.endIndex ?? 0, sheets[key]?[offset].opening == opening
        else { return }
        sheets[key]?[offset].isViewed = true
        record(.sheetView(ads[key.index].impression))
        recordView(key.index, shownBy: sheets[key]?[offset].publisher ?? 0)
    }

    // MARK: - Taps

    private mutating func tap(_ ad: ShownAd) throws(OutcomeReason) {
        let index = try meetShown(ad)
        if ad.presentation == .custom, ad.impression.framework == .adAttributionKit {
            guard ad.hasAttributionView else { throw .missingAttributionView }
            let since = ads[index].loadedAt ?? ads[index].firstEventAt
            guard now - since <= Self.tapTime else { throw .impressionExpired }
        }
        guard ad.presentation != .viewThrough, ad.impression.skAdNetwork?.fidelity != 0 else {
            return record(.tap, ad, .ignored, .noClickForViewThrough)
        }
        ads[index].wasInDeveloperMode = modeOn
        record(.tap, ad, .recorded)
        let app = ad.impression.advertised
        let sheet = takeTap(SheetKey(index: index, presentation: ad.presentation))
        guard isInstalled(app) else {
            recordClick(index, in: sheet)
            return record(.openMarketplace(app: app))
        }
        if ad.impression.isEligibleForReEngagement {
            reEngage(index, url: ad.reEngagementURL ?? sheet?.reEngagementURL)
        } else {
            recordClick(index, in: sheet)
            record(.noConversion(app: app, .notEligible, considered: []))
            record(.openApp(app: app, nil))
            launched(app: app)
        }
    }

    /// Returns the sheet that is tapped, the last one of the ad that is open, in its state before the tap.
    private mutating func takeTap(_ key: SheetKey) -> Sheet? {
        guard let last = sheets[key]?.indices.last, let sheet = sheets[key]?[last] else { return nil }
        if sheet.isUntapped { sheets[key]?[last].isUntapped = false }
        return sheet
    }
}

// The views and clicks that the device keeps for attribution.

extension DeviceSimulator {
    /// Records a click. If it moves an earlier click to a later time, that is reported once. The first tap in a sheet whose opening counted
    /// as the click is not reported.
    mutating func recordClick(_ index: Int, in sheet: Sheet? = nil) {
        if ads[index].click != nil, !ads[index].isReused, sheet?.isUntapped != true {
            ads[index].isReused = true
            record(.warning(.impressionReused, .impression(ads[index].impression)))
        }
        note(index)
        ads[index].click = moment()
    }

    mutating func recordView(_ index: Int, shownBy publisher: UInt64) {
        note(index)
        let moment = moment()
        ads[index].view = moment
        ads[index].isEvicted = false
        // A view of an ad that was clicked does not count, and does not evict another view.
        guard ads[index].click == nil else { return }
        let group = ViewGroup(publisher: publisher, framework: ads[index].impression.framework)
        var views = liveViews[group] ?? []
        views.removeAll { !isLive($0.index, $0.moment) }
        if views.count >= Self.viewLimit {
            let dropped = views.removeFirst().index
            ads[dropped].isEvicted = true
            record(.evicted(ads[dropped].impression))
        }
        views.append((index, moment))
        liveViews[group] = views
    }

    /// Returns whether a view is still the last one of its ad, recent enough to be kept, and neither followed by a click nor used.
    private func isLive(_ index: Int, _ moment: Moment) -> Bool {
        let ad = ads[index]
        return ad.view == moment && ad.click == nil && now - moment.at < Self.viewsKept
    }

    /// Adds an ad to the records of its app, if it is not among them yet.
    private mutating func note(_ index: Int) {
        guard ads[index].view == nil, ads[index].click == nil else { return }
        apps.states[remember(ads[index].impression.advertised)].records.append(index)
    }

    /// Returns the index of an app's state, which is created when something first happens to the app.
    mutating func remember(_ app: UInt64) -> Int { apps.index(of: app) ?? apps.add(app, firstState(of: app)) }

    private func isInstalled(_ app: UInt64) -> Bool {
        apps.index(of: app).map { apps.states[$0].isInstalled } ?? world.advertisedApps[app]?.isInstalled ?? false
    }

    /// Returns the state of an app before anything happens to it.
    private func firstState(of app: UInt64) -> AppState {
        var state = AppState()
        if let known = world.advertisedApps[app], known.isInstalled {
            state.isInstalled = true
            state.wasInstalled = true
            state.marketplace = known.marketplace
            state.country = known.marketplace == AdvertisedApp.appStore ? known.country ?? storefront : known.country
        }
        return state
    }

    mutating func recordViewsNotEnded() {
        for index in openViews.keys.sorted() { record(.ad(.beginView, ads[index].impression, .ignored, .viewNotEnded)) }
        openViews.removeAll(keepingCapacity: true)
    }
}
