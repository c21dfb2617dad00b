import AdAttribution
import AttributionSimulator

/// The published rules once more, as plainly as can be: a second answer that the engine's is held against.
///
/// Written from the rules alone, without a look at how the engine keeps them. It goes from instant to instant, and at each
/// looks through all that it knows: there is no agenda, no cache and no bound on memory. Value types, so that a copy is a
/// device of its own.
struct DeviceModel {
    let world: World
    /// How long a postback waits, given the range that the rules allow. Chance is not a rule, so the model does not draw.
    let delay: (PostbackName, ClosedRange<Int64>) -> Int64

    private(set) var lines: [ModelLine] = []
    private(set) var now: Int64

    // What is known of ads.
    var seen: [AdName: SeenAd] = [:]
    var records: [AdRecord] = []
    var views: [ViewOnScreen] = []
    var sheets: [Sheet] = []
    /// Counts recordings: of two at one instant the later has the higher number.
    var recordings = 0

    // What is known of advertised apps.
    var installations: [UInt64: Installation] = [:]
    var conversions: [ModelConversion] = []
    var waiting: [WaitingPostback] = []

    /// When Developer Mode turns itself off; nil while it is off.
    var modeEnd: Int64?

    static let minute = TimeSpan.minute
    static let hour = TimeSpan.hour
    static let day = TimeSpan.day

    init(_ world: World, delay: @escaping (PostbackName, ClosedRange<Int64>) -> Int64) {
        self.world = world
        self.delay = delay
        now = world.start
        if world.developerMode { modeEnd = now + Self.modeLength }
        for (item, app) in world.advertisedApps where app.isInstalled {
            let isOfAppStore = app.marketplace == AdvertisedApp.appStore
            installations[item] = Installation(
                isThere: true, marketplace: app.marketplace,
                country: app.country ?? (isOfAppStore ? world.country : nil))
        }
    }

    /// Developer Mode turns itself off after two weeks.
    static let modeLength = 14 * day

    var isInDeveloperMode: Bool { modeEnd != nil }

    mutating func tell(_ text: String) { lines.append(ModelLine(at: now, text: text)) }

    // MARK: - Instants

    /// At one instant spans end, then events happen, then deadlines lapse, then postbacks leave.
    mutating func play(_ events: [TimedEvent]) {
        var next = 0
        var isInputOver = false
        while let instant = nextInstant(events.indices.contains(next) ? events[next].at : nil) {
            now = instant
            endSpans()
            while next < events.count, events[next].at == now {
                happen(events[next].event)
                next += 1
            }
            if next == events.count, !isInputOver {
                isInputOver = true
                giveUpOpenViews()
            }
            lapse()
            send()
        }
    }

    private func nextInstant(_ event: Int64?) -> Int64? {
        var instants = [event, modeEnd].compactMap(\.self)
        instants += sheets.compactMap { $0.isAwaitingView ? $0.opened + AdRecord.leastView : nil }
        for conversion in conversions {
            instants += conversion.courses.compactMap { $0.current?.until }
            if AdFramework.allCases.contains(where: conversion.isAwaitingFirstUpdate) {
                instants.append(conversion.deadline)
            }
        }
        instants += waiting.map(\.leaves)
        return instants.min()
    }

    private mutating func endSpans() {
        if modeEnd == now {
            modeEnd = nil
            tell(ModelLine.setting(.developerMode, isOn: false))
        }
        for place in sheets.indices
        where sheets[place].isAwaitingView && sheets[place].opened + AdRecord.leastView == now {
            sheets[place].isAwaitingView = false
            let sheet = sheets[place]
            tell(ModelLine.ad(.view, sheet.ad.impression, .recorded, nil))
            recordView(of: sheet.ad)
        }
        endWindows()
    }

    private mutating func happen(_ event: DeviceEvent) {
        switch event {
        case .load(let ad): load(ad)
        case .beginView(let ad): beginView(ad)
        case .endView(let ad): endView(ad)
        case .view(let ad): viewAtOnce(ad)
        case .tap(let ad): tap(ad)
        case .open(let ad): open(ad)
        case .close(let ad): close(ad)
        case .install(let app, let kind, let marketplace, let country):
            install(app, kind: kind, marketplace: marketplace, country: country)
        case .launch(let app):
            tell(ModelLine.app(.launch, app, .recorded))
            launched(app)
        case .delete(let app):
            tell(ModelLine.app(.delete, app, .recorded))
            installations[app]?.isThere = false
        case .update(let app, let update): self.update(app, update)
        case .developerMode(let isOn):
            tell(ModelLine.setting(.developerMode, isOn: isOn))
            modeEnd = isOn ? now + Self.modeLength : nil
        case .createPostbacks(let app, let made): createPostbacks(app, made)
        case .transmitPostbacks: transmitPostbacks()
        case .clearPostbacks: clearPostbacks()
        }
    }
}

/// An impression's name on the device: either letter case is the same.
struct AdName: Hashable {
    let framework: AdFramework
    let identifier: String

    init(_ impression: AdImpression) {
        framework = impression.framework
        identifier = impression.identifier.lowercased()
    }
}

/// An advertised app on the device, there or once there.
struct Installation {
    var isThere: Bool
    var marketplace: String
    /// Of the account at the time, or of the install token.
    var country: CountryCode?
    /// Counts the installations: a conversion belongs to one.
    var number = 0
    var wasLaunched = false
}
