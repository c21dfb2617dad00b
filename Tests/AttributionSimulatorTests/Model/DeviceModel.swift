import AttributionModel
import AttributionSimulator

/// A second implementation of the published rules, as simple as possible, with which the engine is compared.
///
/// It was written from the rules alone, independently of the engine. It proceeds from instant to instant and examines
/// its whole state at each, without an agenda, caches or a bound on memory. All types are values, so that a copy is
/// an independent device.
struct DeviceModel {
    let world: World
    /// Returns the delay of a postback within the range that the rules allow. The model draws no random values.
    let delay: (PostbackName, ClosedRange<Int64>) -> Int64

    private(set) var lines: [ModelLine] = []
    /// The rare situations that occurred.
    var situations: Set<ModelSituation> = []
    private(set) var now: Int64

    // The state of ads.
    var seen: [AdName: SeenAd] = [:]
    var records: [AdRecord] = []
    var views: [ViewOnScreen] = []
    var sheets: [Sheet] = []
    /// The number of recordings, which orders those of the same instant.
    var recordings = 0

    // The state of advertised apps.
    var installations: [UInt64: Installation] = [:]
    var conversions: [ModelConversion] = []
    var waiting: [WaitingPostback] = []

    /// The time at which Developer Mode turns itself off; nil while it is off.
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
                isPresent: true, marketplace: app.marketplace,
                country: app.country ?? (isOfAppStore ? world.country : nil))
        }
    }

    /// Developer Mode turns itself off after two weeks.
    static let modeLength = 14 * day

    var isInDeveloperMode: Bool { modeEnd != nil }

    mutating func tell(_ text: String) { lines.append(ModelLine(at: now, text: text)) }

    // MARK: - Instants

    /// Plays events. Within one instant spans end, then events happen, then deadlines expire, then postbacks are
    /// sent.
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
            if Framework.allCases.contains(where: conversion.isAwaitingFirstUpdate) {
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
        for index in sheets.indices
        where sheets[index].isAwaitingView && sheets[index].opened + AdRecord.leastView == now {
            sheets[index].isAwaitingView = false
            let sheet = sheets[index]
            tell(ModelLine.ad(.view, sheet.ad.impression, .recorded, nil))
            recordView(of: sheet.ad)
        }
        endWindows()
    }

    private mutating func happen(_ event: DeviceEvent) {
        switch event {
        case .ad(.load, let ad): load(ad)
        case .ad(.beginView, let ad): beginView(ad)
        case .ad(.endView, let ad): endView(ad)
        case .ad(.view, let ad): viewAtOnce(ad)
        case .ad(.tap, let ad): tap(ad)
        case .ad(.open, let ad): open(ad)
        case .ad(.close, let ad): close(ad)
        case .install(let app, let kind, let marketplace, let country):
            install(app, kind: kind, marketplace: marketplace, country: country)
        case .launch(let app):
            tell(ModelLine.app(.launch, app, .recorded))
            launched(app)
            count(name: "launch", revenue: .zero, app)
        case .appEvent(let app, let event):
            tell(ModelLine.app(.appEvent, app, .recorded))
            count(name: event.name, revenue: event.revenue ?? .zero, app)
        case .delete(let app):
            tell(ModelLine.app(.delete, app, .recorded))
            installations[app]?.isPresent = false
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

/// The identity of an impression on the device. Identifiers are case-insensitive.
struct AdName: Hashable {
    let framework: Framework
    let identifier: String

    init(_ impression: AdImpression) {
        framework = impression.framework
        identifier = impression.identifier.lowercased()
    }
}

/// An advertised app that is or was installed on the device.
struct Installation {
    var isPresent: Bool
    var marketplace: String
    /// The country of the account at that time, or of the install token.
    var country: CountryCode?
    /// The number of the installation. Each conversion belongs to one.
    var number = 0
    var wasLaunched = false
}
