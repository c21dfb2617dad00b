import AttributionBase
import AttributionSchema

// The events of an app that shows ads.

extension EventDraft {
    private typealias Member = DocumentMember<EventDraft>
    private typealias Condition = (wanted: String, holds: @Sendable (AdHost.Slot) -> Bool)

    private static let any: Condition = ("", { _ in true })
    private static let modal: Condition = ("a full-screen slot of style modal", { $0.isModal })
    private static let notModal: Condition = (
        "a slot that is not modal, which has present-slot and dismiss-slot", { !$0.isModal }
    )

    private static func screen(_ presence: Member.Presence) -> Member {
        Member(
            "screen", wanted: "the name of a screen", presence, form: .string(),
            help: "the name of the screen; only one is open at a time"
        ) { draft, view, reader in
            draft.given.screen = reader.place(view, "screen", among: draft.host?.screens.map(\.name) ?? [])
            return draft.given.screen != nil
        }
    }

    private static func slot(_ condition: Condition = any, _ help: String? = nil) -> Member {
        Member("slot", wanted: "the name of a slot", .required, form: .string(), help: help) { draft, view, reader in
            let slots = draft.host?.slots ?? []
            guard let slot = reader.place(view, "slot", among: slots.map(\.name)) else { return false }
            let isGood = condition.holds(slots[slot])
            if !isGood { reader.reportValue(view, wanted: condition.wanted) }
            draft.given.slot = slot
            return isGood
        }
    }

    private static func on(_ name: StaticString, _ help: String, _ presence: Member.Presence = .required) -> Member {
        Member(name, .bool, presence, help: help) { $0.given.isOn = $1 }
    }

    private static func url(_ help: String?) -> Member {
        Member("re-engagement-url", .string("a URL"), help: help) { $0.given.url = $1 }
    }

    // MARK: - Events

    static let hostForms = HostEventName.allCases.map { (name: $0.rawValue, form: form($0)) }

    private static func host(
        _ help: String = "", _ own: [Member] = [], make: @escaping @Sendable (Members) -> HostEvent?
    ) -> EventForm {
        (help, own, nil, { make($0).map { .host($0) } })
    }

    private static func form(_ name: HostEventName) -> EventForm {
        let inAndOut = "the app goes to the background, or comes back"
        let shown = "the slot that is moved off the screen or back; it keeps requesting ads"
        let action = "ends or cancels the open action; no members"
        return switch name {
        case .openScreen: host("", [screen(.required)]) { $0.screen.map { .openScreen($0) } }
        case .closeScreen: host("", [screen(.optional)]) { .closeScreen($0.screen) }
        case .rotate:
            host("", [Member("to", .choice, .required, help: "{choices}") { $0.given.orientation = $1 }]) {
                .rotate($0.orientation)
            }
        case .network: host("", [on("up", "true or false")]) { .network(isUp: $0.isOn) }
        case .background: host(inAndOut) { _ in .background }
        case .foreground: host(inAndOut) { _ in .foreground }
        case .hideSlot: host("", [slot(notModal, shown)]) { .hideSlot($0.slot) }
        case .showSlot: host("", [slot(notModal, shown)]) { .showSlot($0.slot) }
        case .removeSlot: host("", [slot(any, "the slot, which gets no more ads")]) { .removeSlot($0.slot) }
        case .scrollSlot:
            host("", [slot(("a slot that scrolls", { $0.scrolls })), on("visible", "whether the slot is visible")]) {
                .scrollSlot($0.slot, isVisible: $0.isOn)
            }
        case .clearSlots: host("the slots of the open screen are emptied, and request new ads") { _ in .clearSlots }
        case .setSize:
            host(
                "",
                [
                    slot(("a banner or a medium rectangle", { $0.isBanner })),
                    Member("size", .choice, .required) { $0.given.size = $1 },
                ]
            ) { .setSize($0.slot, $0.size) }
        case .presentSlot:
            host(
                "",
                [slot(modal, "a full-screen slot"), on("at-break", "true at a natural break of the app", .optional)]
            ) { .presentSlot($0.slot, isAtBreak: $0.isOn) }
        case .dismissSlot: host("", [slot(modal, "a full-screen slot")]) { .dismissSlot($0.slot) }
        case .tapSlot:
            host("", [slot(), url("the URL that the tap opens in the installed app")]) {
                .tapSlot($0.slot, reEngagementURL: $0.url)
            }
        case .tapStore:
            host("a tap in the open overlay or product page", [url(nil)]) { .tapStore(reEngagementURL: $0.url) }
        case .finishAction: host(action) { _ in .finishAction }
        case .cancelAction: host(action) { _ in .cancelAction }
        case .refuseActions:
            host("", [on("on", "whether the app refuses actions")]) { .refuseActions($0.isOn) }
        }
    }
}

extension DocumentReader {
    /// Returns the index of a name. If it is unknown, reports that.
    fileprivate mutating func place(_ view: JSONView, _ kind: String, among names: [String]) -> Int? {
        if let place = names.firstIndex(where: { view.isEqual(to: $0) }) { return place }
        let known = names.isEmpty ? "a \(kind), but the host has none" : someAlternatives(names)
        reportValue(view, wanted: known, nearest: Spelling.nearest(to: view.string, among: names))
        return nil
    }
}
