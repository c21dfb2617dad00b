import AdAttribution
import StrictJSON

/// Reads one event of a scenario, or of a line of a log.
struct EventReader {
    private var impressions: ImpressionReader

    init(_ judge: @escaping TokenJudge) { impressions = ImpressionReader(judge) }

    /// The members of an event as they lie in the text.
    private struct Members {
        var at, event, impression, publisher, presentation, attributionView, url: JSONView?
        var app, kind, marketplace, country: JSONView?
        var fine, coarse, lock, types, tag, api: JSONView?
        var on, interaction, conversionType, windows, tier: JSONView?
        var seen: Keys = []
    }

    private struct Keys: OptionSet {
        let rawValue: UInt32

        static let at = Keys(rawValue: 1 << 0)
        static let event = Keys(rawValue: 1 << 1)
        static let impression = Keys(rawValue: 1 << 2)
        static let publisher = Keys(rawValue: 1 << 3)
        static let presentation = Keys(rawValue: 1 << 4)
        static let attributionView = Keys(rawValue: 1 << 5)
        static let url = Keys(rawValue: 1 << 6)
        static let app = Keys(rawValue: 1 << 7)
        static let kind = Keys(rawValue: 1 << 8)
        static let marketplace = Keys(rawValue: 1 << 9)
        static let country = Keys(rawValue: 1 << 10)
        static let fine = Keys(rawValue: 1 << 11)
        static let coarse = Keys(rawValue: 1 << 12)
        static let lock = Keys(rawValue: 1 << 13)
        static let types = Keys(rawValue: 1 << 14)
        static let tag = Keys(rawValue: 1 << 15)
        static let api = Keys(rawValue: 1 << 16)
        static let on = Keys(rawValue: 1 << 17)
        static let interaction = Keys(rawValue: 1 << 18)
        static let conversionType = Keys(rawValue: 1 << 19)
        static let windows = Keys(rawValue: 1 << 20)
        static let tier = Keys(rawValue: 1 << 21)
        static let device = Keys(rawValue: 1 << 22)

        static let names = [
            "at", "event", "impression", "publisher", "presentation", "attribution-view", "re-engagement-url", "app",
            "kind", "marketplace", "country", "fine", "coarse", "lock", "types", "tag", "api", "on", "interaction",
            "conversion-type", "windows", "tier", "device",
        ]

        var names: [String] {
            Self.names.enumerated().filter { rawValue & 1 << UInt32($0.offset) != 0 }.map(\.element)
        }
    }

    private static func keys(of event: EventName) -> Keys {
        let own: Keys =
            switch event {
            case .load, .closeOverlay, .closeProductPage: [.impression, .publisher]
            case .beginView, .endView, .view: [.impression, .publisher, .presentation]
            case .tap: [.impression, .publisher, .presentation, .attributionView, .url]
            case .openOverlay, .openProductPage: [.impression, .publisher, .url]
            case .install: [.app, .kind, .marketplace, .country]
            case .launch, .delete: .app
            case .update: [.app, .fine, .coarse, .lock, .types, .tag, .api]
            case .developerMode: .on
            case .createPostbacks: [.app, .interaction, .conversionType, .windows, .tier, .tag]
            case .transmitPostbacks, .clearPostbacks: []
            }
        return own.union([.at, .event])
    }

    /// - Parameter isLogged: whether it stands in a log, where each event names its device.
    mutating func read(
        _ view: JSONView, start: Int64, isLogged: Bool = false, _ reader: inout MemberReader
    ) -> TimedEvent? {
        let before = reader.faults.count
        guard view.kind == .object else {
            reader.reportValue(view, wanted: "an object")
            return nil
        }
        var members = Members()
        var count = 0
        for member in view.members {
            Self.sort(member, into: &members)
            count += 1
        }
        var at: Int64?
        if let view = members.at {
            at = reader.inside(.key("at")) { $0.time(view, from: start) }
        } else {
            reader.report(.key("at"), .missing(wanted: MemberReader.timeWanted))
        }
        var name: EventName?
        if let view = members.event {
            name = reader.inside(.key("event")) { $0.choice(view, EventName.self) }
        } else {
            let names = EventName.allCases.map(\.rawValue)
            reader.report(.key("event"), .missing(wanted: MemberReader.list(names)))
        }
        guard let name else { return nil }
        let known = isLogged ? Self.keys(of: name).union(.device) : Self.keys(of: name)
        if !members.seen.subtracting(known).isEmpty || members.seen.rawValue.nonzeroBitCount < count {
            for member in view.members {
                let key = member.name.string
                if !known.names.contains(key) { reader.reportUnknown(key, known: known.names) }
            }
        }
        let event = event(name, members, &reader)
        guard let event, let at, reader.faults.count == before else { return nil }
        return TimedEvent(at: at, event)
    }

    private static func sort(_ member: JSONView.Member, into members: inout Members) {
        let name = member.name
        let value = member.value
        if name.isString("at") {
            members.at = value
            members.seen.insert(.at)
        } else if name.isString("event") {
            members.event = value
            members.seen.insert(.event)
        } else if name.isString("impression") {
            members.impression = value
            members.seen.insert(.impression)
        } else if name.isString("device") {
            members.seen.insert(.device)
        } else if name.isString("app") {
            members.app = value
            members.seen.insert(.app)
        } else if name.isString("fine") {
            members.fine = value
            members.seen.insert(.fine)
        } else if name.isString("coarse") {
            members.coarse = value
            members.seen.insert(.coarse)
        } else if name.isString("lock") {
            members.lock = value
            members.seen.insert(.lock)
        } else if name.isString("publisher") {
            members.publisher = value
            members.seen.insert(.publisher)
        } else if name.isString("presentation") {
            members.presentation = value
            members.seen.insert(.presentation)
        } else {
            sortRare(name, value, into: &members)
        }
    }

    private static func sortRare(_ name: JSONView, _ value: JSONView, into members: inout Members) {
        let key: Keys
        if name.isString("attribution-view") {
            (key, members.attributionView) = (.attributionView, value)
        } else if name.isString("re-engagement-url") {
            (key, members.url) = (.url, value)
        } else if name.isString("kind") {
            (key, members.kind) = (.kind, value)
        } else if name.isString("marketplace") {
            (key, members.marketplace) = (.marketplace, value)
        } else if name.isString("country") {
            (key, members.country) = (.country, value)
        } else if name.isString("types") {
            (key, members.types) = (.types, value)
        } else if name.isString("tag") {
            (key, members.tag) = (.tag, value)
        } else if name.isString("api") {
            (key, members.api) = (.api, value)
        } else if name.isString("on") {
            (key, members.on) = (.on, value)
        } else if name.isString("interaction") {
            (key, members.interaction) = (.interaction, value)
        } else if name.isString("conversion-type") {
            (key, members.conversionType) = (.conversionType, value)
        } else if name.isString("windows") {
            (key, members.windows) = (.windows, value)
        } else if name.isString("tier") {
            (key, members.tier) = (.tier, value)
        } else {
            return
        }
        members.seen.insert(key)
    }

    // MARK: - From members to an event

    private mutating func event(
        _ name: EventName, _ members: Members, _ reader: inout MemberReader
    ) -> DeviceEvent? {
        switch name {
        case .load: shown(.custom, members, &reader).map { .load($0) }
        case .beginView: viewed(members, &reader).map { .beginView($0) }
        case .endView: viewed(members, &reader).map { .endView($0) }
        case .view: viewedAtOnce(members, &reader)
        case .tap: tapped(members, &reader).map { .tap($0) }
        case .openOverlay: shown(.overlay, members, &reader).map { .open($0) }
        case .closeOverlay: shown(.overlay, members, &reader).map { .close($0) }
        case .openProductPage: shown(.productPage, members, &reader).map { .open($0) }
        case .closeProductPage: shown(.productPage, members, &reader).map { .close($0) }
        case .install: install(members, &reader)
        case .launch: app(members, &reader).map { .launch(app: $0) }
        case .delete: app(members, &reader).map { .delete(app: $0) }
        case .update: update(members, &reader)
        case .developerMode: developerMode(members, &reader)
        case .createPostbacks: settings(members, &reader)
        case .transmitPostbacks: .transmitPostbacks
        case .clearPostbacks: .clearPostbacks
        }
    }

    private mutating func shown(
        _ presentation: Presentation, _ members: Members, _ reader: inout MemberReader
    ) -> ShownAd? {
        var publisher: UInt64?
        if let view = members.publisher {
            publisher = reader.inside(.key("publisher")) { $0.item(view, allowsZero: true) }
        }
        var url: String?
        if let view = members.url {
            url = reader.inside(.key("re-engagement-url")) { $0.string(view, wanted: "a URL") }
        }
        guard let view = members.impression else {
            reader.report(.key("impression"), .missing(wanted: "a compact JWS, or an impression's fields"))
            return nil
        }
        var impressions = impressions
        defer { self.impressions = impressions }
        guard let impression = reader.inside(.key("impression"), { impressions.read(view, &$0) }) else { return nil }
        return ShownAd(impression, presentation: presentation, publisher: publisher, reEngagementURL: url)
    }

    private mutating func viewed(_ members: Members, _ reader: inout MemberReader) -> ShownAd? {
        var presentation = Presentation.viewThrough
        if let view = members.presentation {
            presentation =
                reader.inside(.key("presentation")) { reader in
                    let found = reader.choice(view, Presentation.self)
                    guard found == .overlay || found == .productPage else { return found }
                    reader.reportValue(view, wanted: "view-through or custom; an overlay and a product page are opened")
                    return nil
                } ?? .viewThrough
        }
        return shown(presentation, members, &reader)
    }

    private mutating func viewedAtOnce(_ members: Members, _ reader: inout MemberReader) -> DeviceEvent? {
        guard let ad = viewed(members, &reader) else { return nil }
        if ad.impression.framework == .skAdNetwork, let view = members.impression {
            reader.inside(.key("impression")) {
                $0.reportValue(
                    view, wanted: "an impression of AdAttributionKit; SKAdNetwork has begin-view and end-view")
            }
            return nil
        }
        return .view(ad)
    }

    private mutating func tapped(_ members: Members, _ reader: inout MemberReader) -> ShownAd? {
        var presentation = Presentation.custom
        if let view = members.presentation {
            presentation = reader.inside(.key("presentation")) { $0.choice(view, Presentation.self) } ?? .custom
        }
        var hasView = true
        if let view = members.attributionView {
            hasView = reader.inside(.key("attribution-view")) { $0.bool(view) } ?? true
        }
        var ad = shown(presentation, members, &reader)
        ad?.hasAttributionView = hasView
        return ad
    }

    private func app(_ members: Members, _ reader: inout MemberReader) -> UInt64? {
        guard let view = members.app else {
            reader.report(.key("app"), .missing(wanted: "the item ID of an app"))
            return nil
        }
        return reader.inside(.key("app")) { $0.item(view) }
    }

    private enum InstallKind: String, CaseIterable { case download, redownload }

    private func install(_ members: Members, _ reader: inout MemberReader) -> DeviceEvent? {
        let app = app(members, &reader)
        var kind: ConversionType?
        if let view = members.kind {
            kind = reader.inside(.key("kind")) { $0.choice(view, InstallKind.self) }
                .map { $0 == .download ? .download : .redownload }
        }
        var marketplace = AdvertisedApp.appStore
        if let view = members.marketplace {
            marketplace = reader.inside(.key("marketplace")) { $0.string(view) } ?? marketplace
        }
        let country = members.country.flatMap { view in reader.inside(.key("country")) { $0.country(view) } }
        return app.map { .install(app: $0, kind: kind, marketplace: marketplace, country: country) }
    }

    private enum API: String, CaseIterable { case adattributionkit, skadnetwork }
    private enum AddressedType: String, CaseIterable {
        case install
        case reEngagement = "re-engagement"
    }

    private func update(_ members: Members, _ reader: inout MemberReader) -> DeviceEvent? {
        let app = app(members, &reader)
        var update = ValueUpdate(fine: 0)
        if let view = members.fine {
            update.fine = reader.inside(.key("fine")) { $0.anyInteger(view) } ?? 0
        } else {
            reader.report(.key("fine"), .missing(wanted: "a fine value, which every update has"))
        }
        if let view = members.coarse {
            update.coarse = reader.inside(.key("coarse")) { $0.choice(view, CoarseConversionValue.self) }
        }
        if let view = members.lock { update.locks = reader.inside(.key("lock")) { $0.bool(view) } ?? false }
        if let view = members.api {
            let api = reader.inside(.key("api")) { $0.choice(view, API.self) }
            update.framework = api == .skadnetwork ? .skAdNetwork : .adAttributionKit
        }
        if let view = members.tag { update.tag = reader.inside(.key("tag")) { $0.string(view) } }
        if let view = members.types {
            var types: [AddressedType] = []
            reader.inside(.key("types")) { reader in
                reader.elements(of: view, wanted: "an array of conversion types") { reader, element in
                    if let type = reader.choice(element, AddressedType.self) { types.append(type) }
                }
                if view.kind == .array, view.elements.isEmpty {
                    reader.report(.value(found: "[]", wanted: "at least one type, or no types", nearest: nil))
                }
            }
            update.forInstalls = types.contains(.install)
            update.forReEngagements = types.contains(.reEngagement)
        }
        if update.framework == .skAdNetwork {
            if members.tag != nil { reader.reportUnknown("tag", known: []) }
            if members.types != nil { reader.reportUnknown("types", known: []) }
        }
        return app.map { .update(app: $0, update) }
    }

    private func developerMode(_ members: Members, _ reader: inout MemberReader) -> DeviceEvent? {
        guard let view = members.on else {
            reader.report(.key("on"), .missing(wanted: "true or false"))
            return nil
        }
        return reader.inside(.key("on")) { $0.bool(view) }.map { .developerMode(on: $0) }
    }

    private func settings(_ members: Members, _ reader: inout MemberReader) -> DeviceEvent? {
        let app = app(members, &reader)
        var made = SettingsPostbacks()
        if let view = members.interaction {
            made.interaction = reader.inside(.key("interaction")) { $0.choice(view, InteractionType.self) } ?? .click
        }
        if let view = members.conversionType {
            made.type = reader.inside(.key("conversion-type")) { $0.choice(view, ConversionType.self) } ?? .download
        }
        if let view = members.windows {
            let count = reader.inside(.key("windows")) { reader -> Int? in
                if let count = view.unsignedInteger, count == 1 || count == 3 { return Int(count) }
                reader.reportValue(view, wanted: "1 or 3")
                return nil
            }
            made.hasAllWindows = count == 3
        }
        if let view = members.tier {
            made.tier = reader.inside(.key("tier")) { $0.integer(view, 0...3) }.flatMap(DataTier.init) ?? .three
        }
        if let view = members.tag { made.tag = reader.inside(.key("tag")) { $0.string(view) } }
        return app.map { .createPostbacks(app: $0, made) }
    }
}
