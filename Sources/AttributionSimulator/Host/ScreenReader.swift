import Bytes
import StrictJSON

/// Reads the screens of an app and the slots on them.
enum ScreenReader {
    private static let screenKeys = ["name", "bottom-bar", "content", "immersive", "media-continues", "slots"]
    private static let slotKeys = ["name", "format", "sizes", "position", "scrolls", "style"]

    /// Each step looks at every slot.
    private static let slotLimit = 1000

    static func read(_ view: JSONView, into host: inout AdHost, _ reader: inout MemberReader) {
        var screens: [AdHost.Screen] = []
        var slots: [AdHost.Slot] = []
        let device = host.device
        reader.elements(of: view, wanted: "an array of screens") { reader, element in
            var screen = AdHost.Screen(name: "")
            reader.members(of: element, known: screenKeys) { reader, name, value in
                let key = name.string
                guard screenKeys.contains(key) else { return false }
                reader.inside(.name(key)) { reader in
                    switch key {
                    case "name": screen.name = self.name(value, among: screens.map(\.name), "screen", &reader)
                    case "bottom-bar": screen.bar = reader.choice(value, AdHost.Screen.Bar.self) ?? .none
                    case "content": screen.hasContent = reader.bool(value) ?? true
                    case "immersive": screen.isImmersive = reader.bool(value) ?? false
                    case "media-continues": screen.mediaContinues = reader.bool(value) ?? false
                    default:
                        reader.elements(of: value, wanted: "an array of slots") { reader, element in
                            guard var slot = Self.slot(element, device, slots, &reader) else { return }
                            slot.screen = screens.count
                            screen.slots.append(slots.count)
                            slots.append(slot)
                        }
                    }
                }
                return true
            }
            if element.kind == .object, element.member("name") == nil {
                reader.report(.key("name"), .missing(wanted: "the screen's name"))
            }
            checkBars(element, screen, slots, &reader)
            screens.append(screen)
        }
        if slots.count > slotLimit {
            reader.report(
                .value(found: "\(slots.count) slots", wanted: "\(slotLimit) slots at most", nearest: nil))
        }
        host.screens = screens
        host.slots = slots
    }

    /// A name that no other has.
    private static func name(
        _ view: JSONView, among others: [String], _ kind: String, _ reader: inout MemberReader
    ) -> String {
        guard let name = reader.string(view) else { return "" }
        if name.isEmpty { reader.reportValue(view, wanted: "a name") }
        if others.contains(name) { reader.reportValue(view, wanted: "a name that no other \(kind) has") }
        return name
    }

    /// A slot can lie below a bar only where there is one.
    private static func checkBars(
        _ view: JSONView, _ screen: AdHost.Screen, _ slots: [AdHost.Slot], _ reader: inout MemberReader
    ) {
        guard screen.bar == .none, let list = view.member("slots"), list.kind == .array else { return }
        reader.inside(.key("slots")) { reader in
            for (offset, element) in list.elements.enumerated() {
                guard let position = element.member("position"),
                    position.isEqual(to: AdHost.Slot.Position.belowBar.rawValue)
                else { continue }
                reader.inside(.index(offset)) { reader in
                    reader.inside(.key("position")) {
                        $0.reportValue(position, wanted: "bottom, top or middle, as the screen has no bottom-bar")
                    }
                }
            }
        }
    }

    private static func slot(
        _ view: JSONView, _ device: AdHost.Device, _ others: [AdHost.Slot], _ reader: inout MemberReader
    ) -> AdHost.Slot? {
        let before = reader.faults.count
        var slot = AdHost.Slot(name: "", format: .banner)
        if let format = view.kind == .object ? view.member("format") : nil {
            slot.format = reader.inside(.key("format")) { $0.choice(format, AdFormat.self) } ?? .banner
        }
        let possible = device.sizes(of: slot.format)
        slot.sizes = possible
        reader.members(of: view, known: slotKeys) { reader, name, value in
            let key = name.string
            guard slotKeys.contains(key) else { return false }
            reader.inside(.name(key)) { reader in
                switch key {
                case "name": slot.name = self.name(value, among: others.map(\.name), "slot", &reader)
                case "sizes": slot.sizes = reader.sizes(value, among: possible)
                case "position": slot.position = reader.choice(value, AdHost.Slot.Position.self) ?? .bottom
                case "scrolls": slot.scrolls = reader.bool(value) ?? false
                case "style":
                    slot.style = reader.choice(value, AdHost.Slot.Style.self) ?? .modal
                    if slot.format != .fullScreen {
                        reader.reportValue(value, wanted: "no style, which is for full-screen slots")
                    }
                default: break
                }
            }
            return true
        }
        guard view.kind == .object else { return nil }
        for (key, wanted) in [("name", "the slot's name"), ("format", "banner, medium-rectangle or full-screen")]
        where view.member(named: key) == nil {
            reader.report(.name(key), .missing(wanted: wanted))
        }
        return reader.faults.count == before ? slot : nil
    }
}

extension MemberReader {
    /// Sizes of a format, each once, one at least.
    mutating func sizes(_ view: JSONView, among possible: [AdSize]) -> [AdSize] {
        guard !possible.isEmpty else {
            reportValue(view, wanted: "no sizes: a full-screen ad has the screen's")
            return []
        }
        var sizes: [AdSize] = []
        let names = possible.map(\.rawValue)
        elements(of: view, wanted: "an array of sizes") { reader, element in
            if element.kind == .string, let size = possible.first(where: { element.isEqual(to: $0.rawValue) }) {
                if sizes.contains(size) { return reader.reportValue(element, wanted: "each size once") }
                return sizes.append(size)
            }
            reader.reportValue(
                element, wanted: Self.list(names), nearest: Spelling.nearest(to: element.string, among: names))
        }
        if view.kind == .array, view.elements.isEmpty { reportValue(view, wanted: "one size at least") }
        return sizes
    }
}
