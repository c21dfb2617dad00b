import AdAttribution
import Bytes
import StrictJSON

/// Reads one event of a scenario's host.
struct HostEventReader {
    private let host: AdHost
    private let start: Int64

    init(_ host: AdHost, start: Int64) {
        self.host = host
        self.start = start
    }

    /// The event that a member names; nil for one of the device, or none.
    static func name(of view: JSONView) -> HostEventName? {
        guard view.kind == .object, let name = view.member("event"), name.kind == .string else { return nil }
        return HostEventName.allCases.first { name.isEqual(to: $0.rawValue) }
    }

    func read(
        _ view: JSONView, _ name: HostEventName, _ reader: inout MemberReader
    ) -> (at: Int64, event: HostEvent)? {
        let before = reader.faults.count
        let known = ["at", "event"] + name.keys
        for member in view.members {
            let key = member.name.string
            if !known.contains(key) { reader.reportUnknown(key, known: known) }
        }
        var at: Int64?
        if let view = view.member("at") {
            at = reader.inside(.key("at")) { $0.time(view, from: start) }
        } else {
            reader.report(.key("at"), .missing(wanted: MemberReader.timeWanted))
        }
        let event = event(name, view, &reader)
        guard let event, let at, reader.faults.count == before else { return nil }
        return (at, event)
    }

    private func event(_ name: HostEventName, _ view: JSONView, _ reader: inout MemberReader) -> HostEvent? {
        switch name {
        case .openScreen: return screen(view, &reader).map { .openScreen($0) }
        case .closeScreen:
            guard view.member("screen") != nil else { return .closeScreen(nil) }
            return screen(view, &reader).map { .closeScreen($0) }
        case .rotate:
            return required("to", "portrait or landscape", view, &reader) { $0.choice($1, AdSize.Orientation.self) }
                .map { .rotate($0) }
        case .network: return required("up", "true or false", view, &reader) { $0.bool($1) }.map { .network(isUp: $0) }
        case .background: return .background
        case .foreground: return .foreground
        case .hideSlot: return slot(view, &reader, Self.isNotModal).map { .hideSlot($0) }
        case .showSlot: return slot(view, &reader, Self.isNotModal).map { .showSlot($0) }
        case .removeSlot: return slot(view, &reader).map { .removeSlot($0) }
        case .scrollSlot:
            let slot = slot(view, &reader, ("a slot that scrolls", { $0.scrolls }))
            let isVisible = required("visible", "true or false", view, &reader) { $0.bool($1) }
            guard let slot, let isVisible else { return nil }
            return .scrollSlot(slot, isVisible: isVisible)
        case .clearSlots: return .clearSlots
        case .setSize:
            let slot = slot(view, &reader, ("a banner or a medium rectangle", { $0.isBanner }))
            let size = required("size", "a size", view, &reader) { $0.choice($1, AdSize.self) }
            guard let slot, let size else { return nil }
            return .setSize(slot, size)
        case .presentSlot:
            let isAtBreak = optional("at-break", view, &reader) { $0.bool($1) } ?? false
            return slot(view, &reader, Self.isModal).map { .presentSlot($0, isAtBreak: isAtBreak) }
        case .dismissSlot: return slot(view, &reader, Self.isModal).map { .dismissSlot($0) }
        case .tapSlot:
            let url = url(view, &reader)
            return slot(view, &reader).map { .tapSlot($0, reEngagementURL: url) }
        case .tapStore: return .tapStore(reEngagementURL: url(view, &reader))
        case .finishAction: return .finishAction
        case .cancelAction: return .cancelAction
        case .refuseActions:
            return required("on", "true or false", view, &reader) { $0.bool($1) }.map { .refuseActions($0) }
        }
    }

    // MARK: - Members

    private func optional<Value>(
        _ key: StaticString, _ view: JSONView, _ reader: inout MemberReader,
        _ read: (inout MemberReader, JSONView) -> Value?
    ) -> Value? {
        view.member(key).flatMap { value in reader.inside(.key(key)) { read(&$0, value) } }
    }

    private func required<Value>(
        _ key: StaticString, _ wanted: String, _ view: JSONView, _ reader: inout MemberReader,
        _ read: (inout MemberReader, JSONView) -> Value?
    ) -> Value? {
        if view.member(key) == nil { reader.report(.key(key), .missing(wanted: wanted)) }
        return optional(key, view, &reader, read)
    }

    private func url(_ view: JSONView, _ reader: inout MemberReader) -> String? {
        optional("re-engagement-url", view, &reader) { $0.string($1, wanted: "a URL") }
    }

    /// The place of a name among others.
    private func place(
        _ key: StaticString, _ kind: String, among names: [String], _ view: JSONView, _ reader: inout MemberReader
    ) -> Int? {
        required(key, "the name of a \(kind)", view, &reader) { reader, value in
            if value.kind == .string, let place = names.firstIndex(where: { value.isEqual(to: $0) }) { return place }
            let known = names.isEmpty ? "a \(kind), of which the host has none" : MemberReader.list(names)
            reader.reportValue(value, wanted: known, nearest: Spelling.nearest(to: value.string, among: names))
            return nil
        }
    }

    private func screen(_ view: JSONView, _ reader: inout MemberReader) -> Int? {
        place("screen", "screen", among: host.screens.map(\.name), view, &reader)
    }

    private typealias Condition = (wanted: String, holds: @Sendable (AdHost.Slot) -> Bool)

    private static let isModal: Condition = ("a full-screen slot of style modal", { $0.isModal })
    private static let isNotModal: Condition = (
        "a slot that is not modal, which has present-slot and dismiss-slot", { !$0.isModal }
    )

    private func slot(
        _ view: JSONView, _ reader: inout MemberReader, _ condition: Condition? = nil
    ) -> Int? {
        guard let place = place("slot", "slot", among: host.slots.map(\.name), view, &reader) else { return nil }
        if let condition, !condition.holds(host.slots[place]), let value = view.member("slot") {
            reader.inside(.key("slot")) { $0.reportValue(value, wanted: condition.wanted) }
            return nil
        }
        return place
    }
}

/// Finds what cannot have happened to a host after what came before.
struct HostOrderCheck {
    private let host: AdHost
    private var screen: Int?
    private var hasTap = false

    init(_ host: AdHost) { self.host = host }

    /// The fault of an event, with the member that it lies in; nil where it can be.
    mutating func fault(_ event: HostEvent) -> (key: StaticString, fault: ScenarioFault.Order)? {
        switch event {
        case .openScreen(let opened):
            if let screen { return ("screen", .screenOpen(host.screens[screen].name)) }
            screen = opened
        case .closeScreen(let closed):
            guard screen != nil else { return ("event", .noScreenOpen) }
            if let closed, closed != screen { return ("screen", .screenNotOpen(host.screens[closed].name)) }
            screen = nil
        case .tapSlot(let slot, _):
            hasTap = true
            return fault(of: slot)
        case .hideSlot(let slot), .showSlot(let slot), .removeSlot(let slot), .scrollSlot(let slot, _),
            .setSize(let slot, _), .presentSlot(let slot, _), .dismissSlot(let slot):
            return fault(of: slot)
        case .clearSlots: if screen == nil { return ("event", .noScreenOpen) }
        case .tapStore, .finishAction, .cancelAction: if !hasTap { return ("event", .noTapBefore) }
        case .rotate, .network, .background, .foreground, .refuseActions: break
        }
        return nil
    }

    private func fault(of slot: Int) -> (key: StaticString, fault: ScenarioFault.Order)? {
        let holder = host.slots[slot].screen
        return holder == screen ? nil : ("slot", .slotNotOnScreen(host.slots[slot].name, host.screens[holder].name))
    }
}
