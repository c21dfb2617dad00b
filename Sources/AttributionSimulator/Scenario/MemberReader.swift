import AdAttribution
import Bytes
import StrictJSON

/// Reads typed values out of JSON and keeps every fault with its place, so that all of them are told at once.
struct MemberReader {
    enum Step {
        case key(StaticString)
        case name(String)
        case index(Int)
    }

    /// The way from the top to the value that is being read.
    private var steps: [Step] = []
    private(set) var faults: [ScenarioFault] = []
    /// Network IDs that were read last, and were good.
    private var networks: [String] = []

    mutating func removeAll() {
        steps.removeAll(keepingCapacity: true)
        faults.removeAll(keepingCapacity: true)
    }

    // MARK: - Places

    mutating func inside<Result>(_ step: Step, _ body: (inout MemberReader) -> Result) -> Result {
        steps.append(step)
        defer { steps.removeLast() }
        return body(&self)
    }

    var place: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + "\(key)"
            case .name(let name): text += (text.isEmpty ? "" : ".") + name
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    mutating func report(_ problem: ScenarioFault.Problem) { faults.append(ScenarioFault(place, problem)) }

    mutating func report(_ step: Step, _ problem: ScenarioFault.Problem) {
        inside(step) { $0.report(problem) }
    }

    mutating func reportValue(_ view: JSONView, wanted: String, nearest: String? = nil) {
        report(.value(found: Self.excerpt(view), wanted: wanted, nearest: nearest))
    }

    /// What a value looks like in a message, cut where it is long.
    static func excerpt(_ view: JSONView) -> String {
        switch view.kind {
        case .object: return "an object"
        case .array: return "an array"
        default:
            let text = unsafe view.raw.text
            return text.count > 60 ? text.prefix(60) + "…" : text
        }
    }

    // MARK: - Objects

    /// Goes through an object's members; `body` says whether it knows the name.
    mutating func members(
        of view: JSONView, known: [String], _ body: (inout MemberReader, JSONView, JSONView) -> Bool
    ) {
        guard view.kind == .object else { return reportValue(view, wanted: "an object") }
        for member in view.members {
            if body(&self, member.name, member.value) { continue }
            reportUnknown(member.name.string, known: known)
        }
    }

    mutating func reportUnknown(_ name: String, known: [String]) {
        report(.name(name), .unknownKey(nearest: Spelling.nearest(to: name, among: known), known: known))
    }

    mutating func elements(of view: JSONView, wanted: String, _ body: (inout MemberReader, JSONView) -> Void) {
        guard view.kind == .array else { return reportValue(view, wanted: wanted) }
        for (offset, element) in view.elements.enumerated() {
            inside(.index(offset)) { body(&$0, element) }
        }
    }

    // MARK: - Values

    mutating func bool(_ view: JSONView) -> Bool? {
        switch view.kind {
        case .true: return true
        case .false: return false
        default:
            reportValue(view, wanted: "true or false")
            return nil
        }
    }

    mutating func string(_ view: JSONView, wanted: String = "a string") -> String? {
        guard view.kind == .string else {
            reportValue(view, wanted: wanted)
            return nil
        }
        return view.string
    }

    mutating func strings(_ view: JSONView) -> [String] {
        var texts: [String] = []
        elements(of: view, wanted: "an array of strings") { reader, element in
            if let text = reader.string(element) { texts.append(text) }
        }
        return texts
    }

    mutating func choice<Value: RawRepresentable & CaseIterable>(_ view: JSONView, _ type: Value.Type) -> Value?
    where Value.RawValue == String {
        if view.kind == .string {
            for value in Value.allCases where view.isEqual(to: value.rawValue) { return value }
        }
        let names = Value.allCases.map(\.rawValue)
        reportValue(
            view, wanted: Self.list(names), nearest: Spelling.nearest(to: view.string, among: names))
        return nil
    }

    static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }

    mutating func integer(_ view: JSONView, _ range: ClosedRange<Int>) -> Int? {
        if let number = view.unsignedInteger, let value = Int(exactly: number), range.contains(value) { return value }
        reportValue(view, wanted: "an integer from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    /// Any integer that fits, negative ones too.
    mutating func anyInteger(_ view: JSONView) -> Int? {
        if view.isInteger, let value = unsafe Int(view.raw.text) { return value }
        reportValue(view, wanted: "an integer")
        return nil
    }

    /// An App Store item ID.
    mutating func item(_ view: JSONView, allowsZero: Bool = false) -> UInt64? {
        if let number = view.unsignedInteger, allowsZero || number > 0 { return number }
        reportValue(view, wanted: "an item ID from \(allowsZero ? 0 : 1) to \(UInt64.max)")
        return nil
    }

    mutating func country(_ view: JSONView) -> CountryCode? {
        if view.kind == .string, let code = CountryCode(view.string) { return code }
        reportValue(view, wanted: "two capital letters")
        return nil
    }

    mutating func network(_ view: JSONView) -> String? {
        guard view.kind == .string else {
            reportValue(view, wanted: Self.networkWanted)
            return nil
        }
        // A log has few networks, and looking for capital letters beyond ASCII takes its time.
        for known in networks where view.isEqual(to: known) { return known }
        guard let network = AdNetworkIdentifier(view.string) else {
            reportValue(view, wanted: Self.networkWanted)
            return nil
        }
        if networks.count == Self.networkLimit { networks.removeAll(keepingCapacity: true) }
        networks.append(network.description)
        return network.description
    }

    private static let networkLimit = 16
    private static let networkWanted = "a lowercase ID that ends in .adattributionkit or .skadnetwork"

    mutating func uuid(_ view: JSONView) -> String? {
        if view.kind == .string, unsafe view.unescapedOrContent({ unsafe Self.isUUID($0) }) { return view.string }
        reportValue(view, wanted: "a UUID")
        return nil
    }

    private static func isUUID(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count == 36 else { return false }
        for offset in 0..<36 {
            let byte = unsafe text[offset]
            let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
            guard isDash ? byte == ASCII.minus : ASCII.hexValue(byte) != nil else { return false }
        }
        return true
    }

    /// A time from `start` on, given as an offset from there or as RFC 3339.
    mutating func time(_ view: JSONView, from start: Int64) -> Int64? {
        guard view.kind == .string else {
            reportValue(view, wanted: Self.timeWanted)
            return nil
        }
        let times = start...max(start, TimeSpan.lastEvent)
        let offset = unsafe view.unescapedOrContent { unsafe TimeSpan.offset($0) }
        if let offset {
            let time = saturated(start, offset)
            if times.contains(time) { return time }
        } else if view.string.utf8.contains(ASCII.minus), let time = Timestamp(view.string) {
            if times.contains(time.milliseconds) { return time.milliseconds }
        } else {
            reportValue(view, wanted: Self.timeWanted)
            return nil
        }
        report(.timeOutOfRange(found: Self.excerpt(view)))
        return nil
    }

    static let timeWanted = "an offset such as 90s, 1s999ms or 3d4h, or an RFC 3339 time"
}
