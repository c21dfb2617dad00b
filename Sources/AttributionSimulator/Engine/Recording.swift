import AdAttribution

// What is shown and tapped, and what of it is recorded.

extension DeviceSimulator {
    static let viewLength = 2 * TimeSpan.second
    static let tapTime = 15 * TimeSpan.minute
    static let viewLimit = 15
    /// How long a device keeps views and clicks, as the app's own windows are not known before it is there.
    static let viewsKept = 7 * TimeSpan.day

    // MARK: - The ad's record

    /// The place of an ad's record, made at its first event.
    private mutating func place(of impression: AdImpression) -> Int {
        let key = AdKey(framework: impression.framework, identifier: impression.key)
        if let place = adPlaces[key] { return place }
        adPlaces[key] = ads.count
        ads.append(AdRecord(impression: impression, firstEventAt: now))
        return ads.count - 1
    }

    /// Why the device makes no impression of it; nil if it does.
    private mutating func faultOfForm(_ ad: ShownAd) -> Code? {
        if case .refused(let code) = ad.impression.trust { return code }
        let key = AdKey(framework: ad.impression.framework, identifier: ad.impression.key)
        guard let place = adPlaces[key] else {
            warnOfNew(ad.impression)
            return nil
        }
        return ads[place].impression.hasSameContent(as: ad.impression) ? nil : .identifierReused
    }

    /// Told once, at the impression's first event.
    private mutating func warnOfNew(_ impression: AdImpression) {
        if impression.trust == .unchecked { tell(.warning(.signatureUnchecked, .impression(impression))) }
        if let timestamp = impression.timestamp, timestamp > now {
            tell(.warning(.timestampInFuture, .impression(impression)))
        }
    }

    /// The app that shows an ad, as far as it is known.
    private func publisher(of ad: ShownAd) -> UInt64 { ad.publisher ?? ad.impression.publisher ?? 0 }

    /// Why an ad on a screen is refused: its form and signature first, then who shows it, then whether it lists the
    /// network.
    private mutating func faultOfShowing(_ ad: ShownAd) -> Code? {
        if let fault = faultOfForm(ad) { return fault }
        if let shown = ad.publisher, let signed = ad.impression.publisher, signed != 0, shown != signed {
            return .publisherMismatch
        }
        guard let listed = world.publisherApps else { return nil }
        let publisher = publisher(of: ad)
        let isListed =
            publisher == 0
            ? listed.values.contains { $0.contains(ad.impression.network) }
            : listed[publisher]?.contains(ad.impression.network) ?? false
        return isListed ? nil : .networkNotListed
    }

    private mutating func tell(_ name: EventName, _ ad: ShownAd, _ outcome: Outcome, _ code: Code? = nil) {
        tell(.ad(name, ad.impression, outcome, code))
    }

    // MARK: - Events

    mutating func load(_ ad: ShownAd) {
        if let fault = faultOfForm(ad) { return tell(.load, ad, .refused, fault) }
        let place = place(of: ad.impression)
        ads[place].loadedAt = now
        tell(.load, ad, .recorded)
    }

    /// Whether viewing an ad of this kind can record anything.
    private func isViewThrough(_ ad: ShownAd) -> Bool {
        ad.presentation != .custom && ad.impression.skAdNetwork?.fidelity != 1
    }

    mutating func beginView(_ ad: ShownAd) {
        if let fault = faultOfShowing(ad) {
            if faultOfFormIsReused(fault) { return tell(.beginView, ad, .refused, fault) }
            refusedViews[place(of: ad.impression), default: []].append(fault)
            return tell(.beginView, ad, .refused, fault)
        }
        let place = place(of: ad.impression)
        guard isViewThrough(ad) else { return tell(.beginView, ad, .ignored, .noViewForCustom) }
        let slot = slot(of: ad.impression)
        if let open = openSlots[slot] {
            guard ad.impression.framework == .skAdNetwork else {
                refusedViews[place, default: []].append(.viewAlreadyOpen)
                return tell(.beginView, ad, .refused, .viewAlreadyOpen)
            }
            openViews[open] = nil
            overwrittenViews[open, default: 0] += 1
            tell(.ad(.beginView, ads[open].impression, .ignored, .viewOverwritten))
        }
        openSlots[slot] = place
        openViews[place] = OpenView(begunAt: now, slot: slot)
        ads[place].publisher = publisher(of: ad)
        tell(.beginView, ad, .recorded)
    }

    /// Another impression has the identifier, so that its record must not be touched.
    private func faultOfFormIsReused(_ fault: Code) -> Bool { fault == .identifierReused }

    private func slot(of impression: AdImpression) -> ViewSlot {
        // No network of AdAttributionKit is the empty text.
        ViewSlot(
            network: impression.framework == .skAdNetwork ? "" : impression.network, app: impression.advertised)
    }

    mutating func endView(_ ad: ShownAd) {
        if let fault = faultOfForm(ad), faultOfFormIsReused(fault) { return tell(.endView, ad, .refused, fault) }
        let place = place(of: ad.impression)
        guard let view = openViews[place] else {
            if let count = overwrittenViews[place], count > 0 {
                overwrittenViews[place] = count - 1
                return tell(.endView, ad, .ignored, .viewOverwritten)
            }
            if var codes = refusedViews[place], let code = codes.first {
                codes.removeFirst()
                refusedViews[place] = codes.isEmpty ? nil : codes
                return tell(.endView, ad, .refused, code)
            }
            return tell(.endView, ad, .ignored, .noViewForCustom)
        }
        openViews[place] = nil
        openSlots[view.slot] = nil
        guard now - view.begunAt >= Self.viewLength else { return tell(.endView, ad, .refused, .viewTooShort) }
        tell(.endView, ad, .recorded)
        recordView(place)
    }

    mutating func viewAtOnce(_ ad: ShownAd) {
        if let fault = faultOfShowing(ad) { return tell(.view, ad, .refused, fault) }
        let place = place(of: ad.impression)
        guard isViewThrough(ad) else { return tell(.view, ad, .ignored, .noViewForCustom) }
        guard openSlots[slot(of: ad.impression)] == nil else { return tell(.view, ad, .refused, .viewAlreadyOpen) }
        ads[place].publisher = publisher(of: ad)
        tell(.view, ad, .recorded)
        recordView(place)
    }

    mutating func open(_ ad: ShownAd, as name: EventName) {
        if let fault = faultOfShowing(ad) { return tell(name, ad, .refused, fault) }
        let place = place(of: ad.impression)
        ads[place].publisher = publisher(of: ad)
        order += 1
        sheets[place] = Sheet(openedAt: now, opening: order, ad: ad)
        if let terms = ad.impression.skAdNetwork {
            guard terms.fidelity == 1 else { return tell(name, ad, .ignored, .noViewForCustom) }
            tell(name, ad, .recorded)
            // A rendered ad of SKAdNetwork counts as a click once it opens; a web ad at the tap.
            if !terms.isWeb { recordClick(place) }
            return
        }
        tell(name, ad, .recorded)
        agenda.add(
            .init(
                at: saturated(now, Self.viewLength), .deadlines, order: 0, .sheetView(place: place, opening: order)))
    }

    mutating func close(_ ad: ShownAd, as name: EventName) {
        let key = AdKey(framework: ad.impression.framework, identifier: ad.impression.key)
        guard let place = adPlaces[key], let sheet = sheets[place] else {
            // It was refused when it opened.
            if let fault = faultOfShowing(ad) { return tell(name, ad, .refused, fault) }
            return tell(name, ad, .ignored, .viewTooShort)
        }
        sheets[place] = nil
        guard ad.impression.framework == .adAttributionKit else { return tell(name, ad, .recorded) }
        guard now - sheet.openedAt >= Self.viewLength else { return tell(name, ad, .ignored, .viewTooShort) }
        tell(name, ad, .recorded)
        if !sheet.isRecorded { tellSheetView(place) }
    }

    mutating func sheetViewed(_ place: Int, _ opening: Int) {
        guard var sheet = sheets[place], sheet.opening == opening, !sheet.isRecorded else { return }
        sheet.isRecorded = true
        sheets[place] = sheet
        tellSheetView(place)
    }

    private mutating func tellSheetView(_ place: Int) {
        tell(.ad(.view, ads[place].impression, .recorded, nil))
        recordView(place)
    }

    mutating func tap(_ ad: ShownAd) {
        if let fault = faultOfShowing(ad) { return tell(.tap, ad, .refused, fault) }
        let isKnown = adPlaces[AdKey(framework: ad.impression.framework, identifier: ad.impression.key)] != nil
        if ad.presentation == .custom, ad.impression.framework == .adAttributionKit {
            guard ad.hasAttributionView else {
                _ = place(of: ad.impression)
                return tell(.tap, ad, .refused, .missingAttributionView)
            }
            if isKnown {
                let record = ads[place(of: ad.impression)]
                guard now - (record.loadedAt ?? record.firstEventAt) <= Self.tapTime else {
                    return tell(.tap, ad, .refused, .impressionExpired)
                }
            }
        }
        let place = place(of: ad.impression)
        guard ad.presentation != .viewThrough, ad.impression.skAdNetwork?.fidelity != 0 else {
            return tell(.tap, ad, .ignored, .noClickForViewThrough)
        }
        ads[place].publisher = publisher(of: ad)
        if modeOn { ads[place].wasInDeveloperMode = true }
        tell(.tap, ad, .recorded)
        let url = ad.reEngagementURL ?? sheets[place]?.ad.reEngagementURL
        let app = ad.impression.advertised
        guard state(of: app).isInstalled else {
            recordClick(place)
            return tell(.openMarketplace(app: app))
        }
        if ad.impression.isEligibleForReEngagement {
            reEngage(place, url: url)
        } else {
            recordClick(place)
            tell(.noConversion(app: app, .notEligible, considered: []))
            tell(.openApp(app: app, nil))
            launched(app: app)
        }
    }
}
