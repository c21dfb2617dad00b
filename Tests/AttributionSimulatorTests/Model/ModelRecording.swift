import AttributionModel
import AttributionSimulator

/// The state of an impression that occurred with a valid signature.
struct SeenAd {
    let impression: AdImpression
    let firstMet: Int64
    /// The time at which its last `AppImpression` was created.
    var loaded: Int64?
    /// Whether a warning said that the ad is shown more than once.
    var isReused = false
}

/// The interactions that an impression may be attributed for.
struct AdRecord {
    struct Interaction {
        let at: Int64
        /// The number of the recording, which orders those of the same time.
        let order: Int
        /// The app that showed the ad.
        var publisher: UInt64?
        var isEvicted = false
        var isInDeveloperMode = false
    }

    let impression: AdImpression
    var view: Interaction?
    var click: Interaction?

    static let leastView: Int64 = 2 * TimeSpan.second
    static let mostViews = 15
    static let viewIsKept = 7 * TimeSpan.day
}

/// A view that has begun and not ended. If it was refused, its end repeats the reason.
struct ViewOnScreen {
    let ad: ShownAd
    let began: Int64
    var refusal: (outcome: Outcome, code: OutcomeReason)?
}

/// An overlay or a product page that was opened and not closed.
struct Sheet {
    let ad: ShownAd
    let opened: Int64
    var refusal: (outcome: Outcome, code: OutcomeReason)?
    /// Whether it becomes a view after two seconds.
    var isAwaitingView = false
    /// Whether the opening counted as a click, and the taps in it.
    var isClick = false
    var taps = 0
}

extension DeviceModel {
    // MARK: - Refusals

    /// Registers an impression.
    ///
    /// - Returns: the reason to refuse the event according to the checks of all events: form and signature, the
    ///   publisher, and its networks.
    private mutating func meet(_ ad: ShownAd, isShown: Bool = true) -> OutcomeReason? {
        let impression = ad.impression
        if case .refused(let code) = impression.trust { return code }
        let name = AdName(impression)
        if let known = seen[name] {
            if !Self.saySame(known.impression, impression) { return .identifierReused }
        } else {
            seen[name] = SeenAd(impression: impression, firstMet: now)
            if impression.trust == .unchecked { tell(ModelLine.warning(.signatureUnchecked, impression.identifier)) }
            if let timestamp = impression.timestamp, timestamp > now {
                tell(ModelLine.warning(.timestampInFuture, impression.identifier))
            }
        }
        // An impression signed for app 0 is a development impression, which any app may show.
        if let signed = impression.publisher, signed != 0, let shower = ad.publisher, shower != signed {
            return .publisherMismatch
        }
        return isShown && !isListed(ad) ? .networkNotListed : nil
    }

    private static func saySame(_ one: AdImpression, _ other: AdImpression) -> Bool {
        one.identifier == other.identifier && one.network == other.network && one.advertised == other.advertised
            && one.publisher == other.publisher && one.source == other.source && one.timestamp == other.timestamp
            && one.isEligibleForReEngagement == other.isEligibleForReEngagement
            && one.skAdNetwork == other.skAdNetwork
    }

    /// Returns whether the app that shows the ad lists the network. Web ads are not shown by an app.
    private func isListed(_ ad: ShownAd) -> Bool {
        guard let apps = world.publisherApps, ad.impression.skAdNetwork?.isWeb != true else { return true }
        guard let shower = ad.shower, shower != 0 else {
            return apps.values.contains { $0.contains(ad.impression.network) }
        }
        return apps[shower]?.contains(ad.impression.network) ?? false
    }

    private static func areSame(_ one: ShownAd, _ other: ShownAd) -> Bool {
        saySame(one.impression, other.impression) && one.impression.trust == other.impression.trust
    }

    /// Returns the order in which an end matches several begins of one impression.
    private static func rank(_ refusal: (outcome: Outcome, code: OutcomeReason)?) -> Int {
        guard let (outcome, code) = refusal else { return 0 }
        return code == .viewOverwritten ? 1 : outcome == .refused ? 2 : 3
    }

    mutating func load(_ ad: ShownAd) {
        if let code = meet(ad, isShown: false) {
            tell(ModelLine.ad(.load, ad.impression, .refused, code))
        } else {
            seen[AdName(ad.impression)]?.loaded = now
            tell(ModelLine.ad(.load, ad.impression, .recorded, nil))
        }
    }

    // MARK: - Views

    /// Returns the reason why a view that begins, or is recorded by a single call, is not taken; nil if it is.
    private mutating func viewRefusal(_ ad: ShownAd) -> (outcome: Outcome, code: OutcomeReason)? {
        if let code = meet(ad) { return (.refused, code) }
        let impression = ad.impression
        if ad.presentation == .custom || impression.skAdNetwork?.fidelity == 1 { return (.ignored, .noViewForCustom) }
        if impression.framework == .skAdNetwork { return nil }
        let isAnotherOpen = views.contains { view in
            view.refusal == nil && view.ad.impression.framework == .adAttributionKit
                && view.ad.impression.network == impression.network
                && view.ad.impression.advertised == impression.advertised
        }
        return isAnotherOpen ? (.refused, .viewAlreadyOpen) : nil
    }

    mutating func beginView(_ ad: ShownAd) {
        let refusal = viewRefusal(ad)
        if refusal == nil, ad.impression.framework == .skAdNetwork {
            for index in views.indices {
                let view = views[index]
                guard view.refusal == nil, view.ad.impression.framework == .skAdNetwork,
                    view.ad.impression.advertised == ad.impression.advertised
                else { continue }
                views[index].refusal = (.ignored, .viewOverwritten)
                tell(ModelLine.ad(.beginView, view.ad.impression, .ignored, .viewOverwritten))
            }
        }
        tell(ModelLine.ad(.beginView, ad.impression, refusal?.outcome ?? .recorded, refusal?.code))
        views.append(ViewOnScreen(ad: ad, began: now, refusal: refusal))
    }

    mutating func endView(_ ad: ShownAd) {
        let of = views.indices.filter { Self.areSame(views[$0].ad, ad) }
        // An end belongs to a view that was taken, if there is one.
        func rank(_ index: Int) -> Int { Self.rank(views[index].refusal) }
        guard let index = of.min(by: { rank($0) < rank($1) }) else {
            return tell(ModelLine.ad(.endView, ad.impression, .refused, .identifierReused))
        }
        let view = views.remove(at: index)
        if let (outcome, code) = view.refusal {
            tell(ModelLine.ad(.endView, ad.impression, outcome, code))
        } else if now - view.began < AdRecord.leastView {
            tell(ModelLine.ad(.endView, ad.impression, .refused, .viewTooShort))
        } else {
            tell(ModelLine.ad(.endView, ad.impression, .recorded, nil))
            recordView(of: view.ad)
        }
    }

    mutating func viewAtOnce(_ ad: ShownAd) {
        let refusal = viewRefusal(ad)
        tell(ModelLine.ad(.view, ad.impression, refusal?.outcome ?? .recorded, refusal?.code))
        if refusal == nil { recordView(of: ad) }
    }

    /// Reports the views that have not ended when the events have.
    mutating func giveUpOpenViews() {
        for view in views where view.refusal == nil {
            tell(ModelLine.ad(.beginView, view.ad.impression, .ignored, .viewNotEnded))
        }
    }

    // MARK: - Overlays and product pages

    mutating func open(_ ad: ShownAd) {
        let event: EventName = ad.presentation == .overlay ? .openOverlay : .openProductPage
        var sheet = Sheet(ad: ad, opened: now)
        if let code = meet(ad) {
            sheet.refusal = (.refused, code)
        } else if ad.impression.skAdNetwork?.fidelity == 0 {
            sheet.refusal = (.ignored, .noViewForCustom)
        }
        tell(ModelLine.ad(event, ad.impression, sheet.refusal?.outcome ?? .recorded, sheet.refusal?.code))
        if sheet.refusal == nil {
            if let terms = ad.impression.skAdNetwork {
                sheet.isClick = !terms.isWeb
                if sheet.isClick { recordClick(on: ad) }
            } else {
                sheet.isAwaitingView = true
            }
        }
        sheets.append(sheet)
    }

    mutating func close(_ ad: ShownAd) {
        let event: EventName = ad.presentation == .overlay ? .closeOverlay : .closeProductPage
        let of = sheets.indices.filter { index in
            sheets[index].ad.presentation == ad.presentation && Self.areSame(sheets[index].ad, ad)
        }
        func rank(_ index: Int) -> Int { Self.rank(sheets[index].refusal) }
        guard let index = of.min(by: { rank($0) < rank($1) }) else {
            return tell(ModelLine.ad(event, ad.impression, .refused, .identifierReused))
        }
        let sheet = sheets.remove(at: index)
        if let (outcome, code) = sheet.refusal {
            tell(ModelLine.ad(event, ad.impression, outcome, code))
        } else if sheet.isAwaitingView {
            tell(ModelLine.ad(event, ad.impression, .ignored, .viewTooShort))
        } else {
            tell(ModelLine.ad(event, ad.impression, .recorded, nil))
        }
    }

    // MARK: - Taps

    /// Returns the reason why a tap does not count; nil if it does.
    mutating func tapRefusal(_ ad: ShownAd) -> (outcome: Outcome, code: OutcomeReason)? {
        if let code = meet(ad) { return (.refused, code) }
        if ad.presentation == .viewThrough || ad.impression.skAdNetwork?.fidelity == 0 {
            return (.ignored, .noClickForViewThrough)
        }
        if ad.presentation != .custom || ad.impression.framework == .skAdNetwork { return nil }
        if !ad.hasAttributionView { return (.refused, .missingAttributionView) }
        guard let known = seen[AdName(ad.impression)] else { return nil }
        let made = known.loaded ?? known.firstMet
        return now - made > 15 * Self.minute ? (.refused, .impressionExpired) : nil
    }

    // MARK: - Records

    private func index(of impression: AdImpression) -> Int? {
        records.firstIndex { AdName($0.impression) == AdName(impression) }
    }

    private mutating func change(_ impression: AdImpression, _ body: (inout AdRecord) -> Void) {
        var record = index(of: impression).map { records.remove(at: $0) } ?? AdRecord(impression: impression)
        body(&record)
        records.append(record)
    }

    mutating func recordView(of ad: ShownAd) {
        recordings += 1
        let view = AdRecord.Interaction(at: now, order: recordings, publisher: ad.shower)
        change(ad.impression) { $0.view = view }
        evict(ad)
    }

    /// Records a tap that counts as a click. The first one in a sheet whose opening is a click is the same use of the ad.
    mutating func recordTap(on ad: ShownAd) {
        if let sheet = tappedSheet(ad) {
            sheets[sheet].taps += 1
            if sheets[sheet].isClick, sheets[sheet].taps == 1 { return recordClick(on: ad, isSameUse: true) }
        }
        recordClick(on: ad)
    }

    /// Returns the open sheet that a tap is in, which is the last one of that kind.
    func tappedSheet(_ ad: ShownAd) -> Int? {
        sheets.lastIndex { sheet in
            sheet.refusal == nil && sheet.ad.presentation == ad.presentation
                && AdName(sheet.ad.impression) == AdName(ad.impression)
        }
    }

    private mutating func recordClick(on ad: ShownAd, isSameUse: Bool = false) {
        recordings += 1
        let click = AdRecord.Interaction(
            at: now, order: recordings, publisher: ad.shower, isInDeveloperMode: isInDeveloperMode)
        let name = AdName(ad.impression)
        let movesClick = index(of: ad.impression).map { records[$0].click != nil } ?? false
        if movesClick, !isSameUse, seen[name]?.isReused == false {
            seen[name]?.isReused = true
            tell(ModelLine.warning(.impressionReused, ad.impression.identifier))
        }
        change(ad.impression) { $0.click = click }
    }

    /// A publisher app has fifteen views per framework. Those of clicked impressions do not count.
    private mutating func evict(_ ad: ShownAd) {
        func isLive(_ record: AdRecord) -> Bool {
            guard let view = record.view, now - view.at < AdRecord.viewIsKept, !view.isEvicted, record.click == nil
            else {
                return false
            }
            return record.impression.framework == ad.impression.framework && view.publisher == ad.shower
        }
        let live = records.indices.filter { isLive(records[$0]) }
            .sorted { (records[$0].view?.order ?? 0) < (records[$1].view?.order ?? 0) }
        guard live.count > AdRecord.mostViews, let earliest = live.first else { return }
        records[earliest].view?.isEvicted = true
        tell(ModelLine.evicted(records[earliest].impression.identifier))
    }
}

extension ShownAd {
    /// The app that shows the ad.
    var shower: UInt64? { publisher ?? impression.publisher }
}
