import AdAttribution
import Bytes
import Rules
import StrictJSON

/// Reads one event of a scenario, or of a line of a log.
struct EventReader {
    private var impressions: ImpressionReader

    /// Whether events of a host are among those that can be meant.
    private let knowsHost: Bool

    init(_ judge: @escaping TokenJudge, knowsHost: Bool = false) {
        impressions = ImpressionReader(judge)
        self.knowsHost = knowsHost
    }

    private func choice(_ view: JSONView, _ reader: inout MemberReader) -> EventName? {
        guard knowsHost else { return reader.choice(view, EventName.self) }
        if view.kind == .string, let name = EventName.allCases.first(where: { view.isEqual(to: $0.rawValue) }) {
            return name
        }
        let names = EventName.allCases.map(\.rawValue) + HostEventName.allCases.map(\.rawValue)
        reader.reportValue(
            view, wanted: MemberReader.list(names), nearest: Spelling.nearest(to: view.string, among: names))
        return nil
    }

    private static func keys(of event: EventName) -> EventMembers.Keys {
        let own: EventMembers.Keys =
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
        var members = EventMembers()
        var count = 0
        for member in view.members {
            members.sort(member)
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
            name = reader.inside(.key("event")) { choice(view, &$0) }
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

    // MARK: - From members to an event

    private mutating func event(
        _ name: EventName, _ members: EventMembers, _ reader: inout MemberReader
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
        _ presentation: Presentation, _ members: EventMembers, _ reader: inout MemberReader
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

    private mutating func viewed(_ members: EventMembers, _ reader: inout MemberReader) -> ShownAd? {
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

    private mutating func viewedAtOnce(_ members: EventMembers, _ reader: inout MemberReader) -> DeviceEvent? {
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

    private mutating func tapped(_ members: EventMembers, _ reader: inout MemberReader) -> ShownAd? {
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

    private func app(_ members: EventMembers, _ reader: inout MemberReader) -> UInt64? {
        guard let view = members.app else {
            reader.report(.key("app"), .missing(wanted: "the item ID of an app"))
            return nil
        }
        return reader.inside(.key("app")) { $0.item(view) }
    }

    private enum InstallKind: String, CaseIterable { case download, redownload }

    private func install(_ members: EventMembers, _ reader: inout MemberReader) -> DeviceEvent? {
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

    /// What SKAdNetwork's calls do not have.
    private static let onlyOurs: EventMembers.Keys = [.types, .tag]

    private enum API: String, CaseIterable { case adattributionkit, skadnetwork }
    private enum AddressedType: String, CaseIterable {
        case install
        case reEngagement = "re-engagement"
    }

    private func update(_ members: EventMembers, _ reader: inout MemberReader) -> DeviceEvent? {
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
            let known = Self.keys(of: .update).subtracting(Self.onlyOurs)
            for key in members.seen.intersection(Self.onlyOurs).names { reader.reportUnknown(key, known: known.names) }
        }
        return app.map { .update(app: $0, update) }
    }

    private func developerMode(_ members: EventMembers, _ reader: inout MemberReader) -> DeviceEvent? {
        guard let view = members.on else {
            reader.report(.key("on"), .missing(wanted: "true or false"))
            return nil
        }
        return reader.inside(.key("on")) { $0.bool(view) }.map { .developerMode(on: $0) }
    }

    private func settings(_ members: EventMembers, _ reader: inout MemberReader) -> DeviceEvent? {
        let app = app(members, &reader)
        var made = SettingsPostbacks()
        if let view = members.interaction {
            made.interaction = reader.inside(.key("interaction")) { $0.choice(view, InteractionType.self) } ?? .click
        }
        if let view = members.conversionType {
            made.type =
                reader.inside(.key(PostbackField.conversionType.name)) { $0.choice(view, ConversionType.self) }
                ?? .download
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
