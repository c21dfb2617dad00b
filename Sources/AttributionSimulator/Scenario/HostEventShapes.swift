import AttributionBase
import AttributionSchema

/// An event of a scenario's host while it is read.
struct HostEventDraft: EventDraft {
    private let host: AdHost
    let start: Int64
    var at: Int64 = 0
    private var screen: Int?
    private var slot = 0
    private var orientation = AdSize.Orientation.portrait
    private var size = AdSize.phonePortrait
    private var isOn = false
    private var url: String?

    init(_ host: AdHost, start: Int64) {
        self.host = host
        self.start = start
    }

    // MARK: - Members

    private typealias Member = DocumentMember<HostEventDraft>
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
            draft.screen = reader.place(view, "screen", among: draft.host.screens.map(\.name))
            return draft.screen != nil
        }
    }

    private static func slot(_ condition: Condition = any, _ help: String? = nil) -> Member {
        Member("slot", wanted: "the name of a slot", .required, form: .string(), help: help) { draft, view, reader in
            guard let slot = reader.place(view, "slot", among: draft.host.slots.map(\.name)) else { return false }
            let isGood = condition.holds(draft.host.slots[slot])
            if !isGood { reader.reportValue(view, wanted: condition.wanted) }
            draft.slot = slot
            return isGood
        }
    }

    private static func on(_ name: StaticString, _ help: String, _ presence: Member.Presence = .required) -> Member {
        Member(name, .bool, presence, help: help) { $0.isOn = $1 }
    }

    private static func url(_ help: String?) -> Member {
        Member("re-engagement-url", .string("a URL"), help: help) { $0.url = $1 }
    }

    // MARK: - Events

    private typealias Form = EventForm<HostEventDraft, HostEvent>

    static let table = EventTable<HostEventDraft, HostEvent>(
        HostEventDraft(AdHost(app: 0), start: 0), HostEventName.self, form: form)

    private static func form(_ name: HostEventName) -> Form {
        let inAndOut = "the app goes to the background, or comes back"
        let shown = "the slot that is moved off the screen or back; it keeps requesting ads"
        let action = "the slot of the action that a tap began"
        return switch name {
        case .openScreen: Form("", [screen(.required)]) { $0.screen.map { .openScreen($0) } }
        case .closeScreen: Form("", [screen(.optional)]) { .closeScreen($0.screen) }
        case .rotate:
            Form("", [Member("to", .choice, .required, help: "{choices}") { $0.orientation = $1 }]) {
                .rotate($0.orientation)
            }
        case .network: Form("", [on("up", "true or false")]) { .network(isUp: $0.isOn) }
        case .background: Form(inAndOut) { _ in .background }
        case .foreground: Form(inAndOut) { _ in .foreground }
        case .hideSlot: Form("", [slot(notModal, shown)]) { .hideSlot($0.slot) }
        case .showSlot: Form("", [slot(notModal, shown)]) { .showSlot($0.slot) }
        case .removeSlot: Form("", [slot(any, "the slot, which gets no more ads")]) { .removeSlot($0.slot) }
        case .scrollSlot:
            Form("", [slot(("a slot that scrolls", { $0.scrolls })), on("visible", "whether the slot is visible")]) {
                .scrollSlot($0.slot, isVisible: $0.isOn)
            }
        case .clearSlots: Form("the slots of the open screen are emptied, and request new ads") { _ in .clearSlots }
        case .setSize:
            Form(
                "",
                [
                    slot(("a banner or a medium rectangle", { $0.isBanner })),
                    Member("size", .choice, .required) { $0.size = $1 },
                ]
            ) { .setSize($0.slot, $0.size) }
        case .presentSlot:
            Form(
                "",
                [slot(modal, "a full-screen slot"), on("at-break", "true at a natural break of the app", .optional)]
            ) { .presentSlot($0.slot, isAtBreak: $0.isOn) }
        case .dismissSlot: Form("", [slot(modal, "a full-screen slot")]) { .dismissSlot($0.slot) }
        case .tapSlot:
            Form("", [slot(), url("the URL that the tap opens in the installed app")]) {
                .tapSlot($0.slot, reEngagementURL: $0.url)
            }
        case .tapStore:
            Form("a tap in the open overlay or product page", [url(nil)]) { .tapStore(reEngagementURL: $0.url) }
        case .finishAction: Form(action) { _ in .finishAction }
        case .cancelAction: Form(action) { _ in .cancelAction }
        case .refuseActions:
            Form("", [on("on", "whether the app refuses to let actions begin")]) { .refuseActions($0.isOn) }
        }
    }
}

extension DocumentReader {
    /// Returns the index of a name, or reports that it is unknown.
    fileprivate mutating func place(_ view: JSONView, _ kind: String, among names: [String]) -> Int? {
        if let place = names.firstIndex(where: { view.isEqual(to: $0) }) { return place }
        let known = names.isEmpty ? "a \(kind), but the host has none" : alternatives(names)
        reportValue(view, wanted: known, nearest: Spelling.nearest(to: view.string, among: names))
        return nil
    }
}
