import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionSimulator

@testable import AttributionSimulator

/// A concise notation for scenarios and their results.
struct Play {
    var world = World()
    var events: [TimedEvent] = []

    static let app: UInt64 = 1_108_187_390
    static let publisher: UInt64 = 5_838_492

    init(delays: World.Delays = .none) {
        world.delays = delays
        world.country = CountryCode(text: "US")
    }

    /// The lines of the timeline, such as `tap recorded @10m`, each with its time at the end.
    var lines: [String] {
        var simulator = DeviceSimulator(world)
        for event in events.enumerated().sorted(by: { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }) {
            simulator.play(event.element)
        }
        simulator.finish()
        return simulator.entries.flatMap { digest($0) }
    }

    private func digest(_ entry: TimelineEntry) -> [String] {
        entry.fact.digest.map { $0 + " @" + Play.offset(entry.at - world.start) }
    }

    static func offset(_ milliseconds: Int64) -> String {
        var rest = milliseconds
        var text = ""
        for (name, length) in [
            ("d", TimeSpan.day), ("h", TimeSpan.hour), ("m", TimeSpan.minute), ("s", TimeSpan.second), ("ms", 1),
        ] {
            if rest / length > 0 { text += "\(rest / length)\(name)" }
            rest %= length
        }
        return text.isEmpty ? "0s" : text
    }

    mutating func at(_ offset: String, _ event: DeviceEvent) {
        let bytes = Array(offset.utf8)
        let span = bytes.withBytes { TimeSpan.offset($0) } ?? -1
        precondition(span >= 0, "no offset: \(offset)")
        events.append(TimedEvent(at: world.start + span, event))
    }

    mutating func app(_ change: (inout AdvertisedApp) -> Void) {
        var app = world.app(Play.app)
        change(&app)
        world.advertisedApps[Play.app] = app
    }

    // MARK: - Ads

    /// - Parameter name: a short name that serves as the identifier.
    static func ad(
        _ name: String, _ network: String = "n", app: UInt64 = Play.app, publisher: UInt64 = Play.publisher,
        source: Int = 5239, eligible: Bool = false, timestamp: Int64? = nil, trust: AdImpression.Trust = .good
    ) -> AdImpression {
        AdImpression(
            identifier: name, network: network, advertised: app, publisher: publisher,
            source: SourceIdentifier(clamping: source), timestamp: timestamp, isEligibleForReEngagement: eligible,
            trust: trust)
    }

    static func skan(
        _ name: String, _ network: String = "s", version: SKAdNetworkVersion = .four, fidelity: Int = 1,
        app: UInt64 = Play.app, publisher: UInt64? = Play.publisher, domain: String? = nil
    ) -> AdImpression {
        AdImpression(
            identifier: name, network: network, advertised: app, publisher: domain == nil ? publisher : nil,
            source: SourceIdentifier(clamping: 5239),
            skAdNetwork: .init(
                version: version, fidelity: fidelity, campaign: version < .four ? 42 : nil, sourceDomain: domain))
    }

    // MARK: - Events

    /// Adds a view with the given begin and end.
    mutating func view(_ ad: AdImpression, from begin: String, to end: String) {
        at(begin, .ad(.beginView, ShownAd(ad, presentation: .viewThrough)))
        at(end, .ad(.endView, ShownAd(ad, presentation: .viewThrough)))
    }

    /// Adds a view recorded by a single call.
    mutating func view(_ ad: AdImpression, at offset: String) {
        at(offset, .ad(.view, ShownAd(ad, presentation: .viewThrough)))
    }

    mutating func begin(_ ad: AdImpression, at offset: String, _ presentation: Presentation = .viewThrough) {
        at(offset, .ad(.beginView, ShownAd(ad, presentation: presentation)))
    }

    mutating func end(_ ad: AdImpression, at offset: String) {
        at(offset, .ad(.endView, ShownAd(ad, presentation: .viewThrough)))
    }

    mutating func tap(
        _ ad: AdImpression, at offset: String, _ presentation: Presentation = .custom, publisher: UInt64? = nil,
        attributionView: Bool = true, url: String? = nil
    ) {
        at(
            offset,
            .ad(
                .tap,
                ShownAd(
                    ad, presentation: presentation, publisher: publisher, hasAttributionView: attributionView,
                    reEngagementURL: url)))
    }

    mutating func open(_ ad: AdImpression, at offset: String, _ presentation: Presentation = .overlay) {
        at(offset, .ad(.open, ShownAd(ad, presentation: presentation)))
    }

    mutating func close(_ ad: AdImpression, at offset: String, _ presentation: Presentation = .overlay) {
        at(offset, .ad(.close, ShownAd(ad, presentation: presentation)))
    }

    mutating func load(_ ad: AdImpression, at offset: String) {
        at(offset, .ad(.load, ShownAd(ad, presentation: .custom)))
    }

    mutating func install(
        at offset: String, kind: ConversionType? = nil, marketplace: String = AdvertisedApp.appStore,
        country: String? = nil, app: UInt64 = Play.app
    ) {
        at(
            offset,
            .install(app: app, kind: kind, marketplace: marketplace, country: country.flatMap { CountryCode(text: $0) })
        )
    }

    mutating func launch(at offset: String) { at(offset, .launch(app: Play.app)) }
    mutating func delete(at offset: String) { at(offset, .delete(app: Play.app)) }

    mutating func update(
        _ fine: Int, at offset: String, _ coarse: CoarseConversionValue? = nil, lock: Bool = false,
        api: Framework = .adAttributionKit, types: [Character] = ["i", "r"], tag: String? = nil
    ) {
        var update = ValueUpdate(fine: fine, coarse: coarse, locks: lock)
        update.framework = api
        update.forInstalls = types.contains("i")
        update.forReEngagements = types.contains("r")
        update.tag = tag
        at(offset, .update(app: Play.app, update))
    }

    mutating func createPostbacks(
        at offset: String, windows: Int = 1, tier: DataTier = .three, type: ConversionType = .download,
        tag: String? = nil
    ) {
        var made = SettingsPostbacks()
        made.hasAllWindows = windows == 3
        made.tier = tier
        made.type = type
        made.tag = tag
        at(offset, .createPostbacks(app: Play.app, made))
    }

    mutating func transmitPostbacks(at offset: String) { at(offset, .transmitPostbacks) }
    mutating func clearPostbacks(at offset: String) { at(offset, .clearPostbacks) }

    mutating func developerMode(_ on: Bool, at offset: String) { at(offset, .developerMode(on: on)) }
}

extension TimelineEntry.Fact {
    var digest: [String] {
        switch self {
        case .ad(let name, let impression, let outcome, let code):
            [[name.rawValue, impression.identifier, outcome.rawValue, code?.rawValue].text]
        case .sheetView(let impression):
            [[EventName.view.rawValue, impression.identifier, Outcome.recorded.rawValue].text]
        case .app(let name, _, let fact):
            [
                [
                    name.rawValue, fact.outcome.rawValue, fact.code?.rawValue, fact.type?.rawValue,
                    fact.conversion.map { "c\($0)" }, fact.index.map { "i\($0)" },
                ].text
            ]
        case .setting(let name, let isOn): [[name.rawValue, isOn.map { $0 ? "on" : "off" }].text]
        case .warning(let code, let subject):
            switch subject {
            case .configuration(_, let key, _): ["warning \(code.rawValue) \(key)"]
            default: ["warning \(code.rawValue)"]
            }
        case .evicted(let impression): ["evicted \(impression.identifier)"]
        case .openURL(_, let url): ["open-url \(url)"]
        case .openApp(_, let code): [["open-app", code?.rawValue].text]
        case .openMarketplace: ["open-marketplace"]
        case .conversion(let fact):
            [
                "conversion \(fact.type.rawValue) \(fact.winner?.identifier ?? "-")"
                    + (fact.isDevelopment ? " development" : ""),
                "runners-up " + fact.runnersUp.map(\.identifier).joined(separator: ","),
            ] + fact.considered.map(\.digest)
        case .noConversion(_, let code, let considered):
            ["no-conversion \(code.rawValue)"] + considered.map(\.digest)
        case .window(let fact):
            [
                [
                    "window", fact.framework == .skAdNetwork ? "skan" : nil, "c\(fact.conversion)", "i\(fact.index)",
                    fact.state.rawValue, fact.code?.rawValue,
                ].text
            ]
        case .noPostback(let fact):
            [
                [
                    "no-postback", fact.framework == .skAdNetwork ? "skan" : nil, "c\(fact.conversion)",
                    fact.index.map { "i\($0)" }, fact.code.rawValue,
                ].text
            ]
        case .postback(let fact): fact.digest
        case .host(let fact): [fact.digest]
        }
    }
}

extension [String?] {
    fileprivate var text: String { compactMap { $0 }.joined(separator: " ") }
}

extension ConsideredImpression {
    fileprivate var digest: String {
        [outcome.rawValue, impression.identifier, interaction.rawValue, code?.rawValue].text
    }
}

extension PostbackFact {
    fileprivate var digest: [String] {
        let name =
            (to == .developer ? "copy" : "postback") + " \(body.network) c\(body.conversion) i\(body.window.rawValue)"
        let fields: [String?] = [
            name, body.didWin ? nil : "lost", outcome == .delivered ? nil : "\(outcome.rawValue) \(attempt) \(status)",
            "t\(body.tier.rawValue)", body.source.description,
            body.fine.map { "fine=\($0.rawValue)" }, body.coarse.map { "coarse=\($0.rawValue)" },
            body.publisher.map { "publisher=\($0)" }, body.sourceDomain.map { "domain=\($0)" },
            body.country.map { "country=\($0)" },
            body.marketplace.map { "marketplace=\($0)" },
        ]
        return [fields.text]
            + body.withheld.map { "withheld i\(body.window.rawValue) \(body.name(of: $0.field)) \($0.reason.rawValue)" }
    }
}

extension [TimelineEntry] {
    /// The lines of the timeline with explanations and without signatures, by which timelines are compared.
    var written: [UInt8] {
        let unsigned = TextSigner(checkingWith: VerificationKey(ExampleKey.publicKey))
        var writer = TimelineWriter(signer: unsigned, keyID: PostbackRequest.testKeyID, explains: true)
        var output = ByteBuffer()
        for entry in self { writer.append(entry, device: .empty, to: &output) }
        return output.array()
    }
}
