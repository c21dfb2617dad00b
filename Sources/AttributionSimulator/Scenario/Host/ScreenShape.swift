import AttributionBase
import AttributionSchema

/// A screen of an app while it is read, along with the screens before it.
package struct ScreenDraft: Sendable {
    private var screen = AdHost.Screen(name: "")
    /// The host as read so far, and the names of its screens and slots.
    private var host = AdHost(app: 0)
    fileprivate var names = Names()

    fileprivate struct Names: Sendable {
        var screens: Set<String> = []
        var slots: Set<String> = []
    }

    /// The maximum number of slots. Each step of a simulation visits all of them.
    private static let slotLimit = 1000

    static func readAll(_ view: JSONView, into host: inout AdHost, _ reader: inout DocumentReader) -> Bool {
        var names = Names()
        let isArray = reader.elements(of: view, "an array of screens") { reader, element in
            var draft = ScreenDraft()
            swap(&draft.host, &host)
            swap(&draft.names, &names)
            _ = shape.read(element, into: &draft, &reader)
            draft.checkBars(element, &reader)
            swap(&draft.host, &host)
            swap(&draft.names, &names)
            host.screens.append(draft.screen)
            names.screens.insert(draft.screen.name)
        }
        if host.slots.count > slotLimit {
            let wanted = "\(slotLimit) slots at most"
            reader.report(.value(found: "\(host.slots.count) slots", wanted: wanted), breaking: ScenarioRules.hostSize)
        }
        return isArray
    }

    package static let shape = DocumentShape(ScreenDraft()) {
        DocumentMember("name", wanted: "", .required("the screen's name"), help: "what events call it") {
            $2.readName($1, "screen", unlike: $0.names.screens, into: &$0.screen.name)
        }
        DocumentMember("bottom-bar", .choice, \.screen.bar, showsDefault: true, help: "{choices}")
        DocumentMember("content", .bool, \.screen.hasContent, help: "false: nothing but ads is on it")
        DocumentMember("immersive", .bool, \.screen.isImmersive, help: "true: it is in play, as a game is")
        DocumentMember(
            "media-continues", .bool, \.screen.mediaContinues,
            help: "true: sound or video goes on while an action covers the app")
        DocumentMember("slots", wanted: "", words: SlotDraft.shape.words, help: "the places for ads on it") {
            $0.readSlots($1, &$2)
        }
    }

    private mutating func readSlots(_ view: JSONView, _ reader: inout DocumentReader) -> Bool {
        reader.elements(of: view, "an array of slots") { reader, element in
            let before = reader.faults.count
            var draft = SlotDraft(host, names.slots)
            guard SlotDraft.shape.read(element, into: &draft, &reader), reader.faults.count == before else { return }
            names.slots.insert(draft.slot.name)
            draft.slot.screen = host.screens.count
            screen.slots.append(host.slots.count)
            host.slots.append(draft.slot)
        }
    }

    /// Checks that slots are below a bar only if the screen has one.
    private func checkBars(_ view: JSONView, _ reader: inout DocumentReader) {
        guard screen.bar == .none, let list = view.member("slots"), list.kind == .array else { return }
        reader.inside(.key("slots")) { reader in
            _ = reader.elements(of: list, "") { reader, element in
                guard element.member("position")?.isEqual(to: AdHost.Slot.Position.belowBar.rawValue) == true
                else { return }
                reader.reportValue(
                    "position", of: element, wanted: "bottom, top or middle, as the screen has no bottom-bar")
            }
        }
    }
}

/// A slot of a screen while it is read.
package struct SlotDraft: Sendable {
    var slot = AdHost.Slot(name: "", format: .banner)
    private let device: AdHost.Device
    private let others: Set<String>

    fileprivate init(_ host: AdHost, _ others: Set<String>) {
        device = host.device
        self.others = others
        slot.sizes = device.sizes(of: slot.format)
    }

    package static let shape = DocumentShape(SlotDraft(AdHost(app: 0), []), check: checkStyle) {
        DocumentMember("name", wanted: "", .required("the slot's name"), help: "what events call it") {
            $2.readName($1, "slot", unlike: $0.others, into: &$0.slot.name)
        }
        DocumentMember("format", .choice, .required, first: true, help: "{choices}") {
            $0.slot.format = $1
            $0.slot.sizes = $0.device.sizes(of: $1)
        }
        DocumentMember(
            "sizes", wanted: "", words: AdSize.allCases.map(\.rawValue),
            help: """
                The sizes that an ad must have, all those of the device by default: 320x50 and 480x32 (banners on a \
                phone), 768x66 and 1024x66 (on a pad), 300x250 (medium rectangles).
                """
        ) {
            $0.slot.sizes = $2.sizes($1, among: $0.device.sizes(of: $0.slot.format))
            return !$0.slot.sizes.isEmpty
        }
        DocumentMember("position", .choice, \.slot.position, showsDefault: true, help: "{choices}")
        DocumentMember("scrolls", .bool, \.slot.scrolls, help: "true: it scrolls with the content")
        DocumentMember(
            "style", .choice, \.slot.style,
            help: "of a full-screen slot: modal (the default), over the app, or page, among pages")
    }

    private static let checkStyle: DocumentShape<SlotDraft>.Check = { draft, view, reader in
        guard draft.slot.format != .fullScreen else { return }
        reader.reportValue("style", of: view, wanted: "no style, which is for full-screen slots")
    }
}

extension DocumentReader {
    /// Reads a unique name.
    fileprivate mutating func readName(
        _ view: JSONView, _ kind: String, unlike others: Set<String>, into name: inout String
    ) -> Bool {
        guard let found = DocumentValue<String>.string().read(view, &self) else { return false }
        if found.isEmpty { reportValue(view, wanted: "a name") }
        if others.contains(found) {
            reportValue(view, wanted: "a name that no other \(kind) has", breaking: ScenarioRules.twice)
        }
        name = found
        return true
    }

    /// Reads a nonempty array of distinct sizes of a format.
    mutating func sizes(_ view: JSONView, among possible: [AdSize]) -> [AdSize] {
        guard !possible.isEmpty else {
            reportValue(view, wanted: "no sizes: a full-screen ad has the screen's")
            return []
        }
        var sizes: [AdSize] = []
        let value = DocumentValue<AdSize>.choice(of: possible, otherwise: nil)
        _ = elements(of: view, "an array of sizes") { reader, element in
            guard let size = value.read(element, &reader) else { return }
            if sizes.contains(size) {
                return reader.reportValue(element, wanted: "each size once", breaking: ScenarioRules.twice)
            }
            sizes.append(size)
        }
        if view.kind == .array, view.elements.isEmpty { reportValue(view, wanted: "one size at least") }
        return sizes
    }
}
