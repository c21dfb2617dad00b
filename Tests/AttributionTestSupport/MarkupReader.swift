/// A pull parser for well-formed XML, limited to what our documents contain.
struct MarkupReader {
    enum Token {
        case begin(String, [String: String])
        case end(String)
        case text(String)
        case malformed(String)
    }

    private let bytes: [UInt8]
    private var at = 0
    /// The name of an empty element, whose end has not been returned yet.
    private var pendingEnd: String?

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> Token? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        guard at < bytes.count else { return nil }
        guard bytes[at] == UInt8(ascii: "<") else {
            guard let text = Self.decoded(take(until: "<")) else { return .malformed("an entity") }
            return .text(text)
        }
        at += 1
        if peek == UInt8(ascii: "/") {
            at += 1
            let name = take(until: ">")
            at += 1
            return .end(name)
        }
        let name = take(until: " ", ">", "/")
        guard name.first?.isLetter == true else { return .malformed("a < of no element") }
        var attributes: [String: String] = [:]
        while let byte = peek {
            switch byte {
            case UInt8(ascii: " "): at += 1
            case UInt8(ascii: ">"):
                at += 1
                return .begin(name, attributes)
            case UInt8(ascii: "/"):
                at += 2
                pendingEnd = name
                return .begin(name, attributes)
            default:
                let key = take(until: "=", ">")
                guard peek == UInt8(ascii: "="), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\"") else {
                    return .malformed("\(key) without a value")
                }
                at += 2
                guard let value = Self.decoded(take(until: "\"")) else { return .malformed("an entity") }
                at += 1
                guard attributes.updateValue(value, forKey: key) == nil else { return .malformed("\(key) twice") }
            }
        }
        return .malformed("<\(name) without >")
    }

    private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func take(until ends: Unicode.Scalar...) -> String {
        let start = min(at, bytes.count)
        let ends = ends.map { UInt8(ascii: $0) }
        while at < bytes.count, !ends.contains(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<max(start, min(at, bytes.count))], as: UTF8.self)
    }

    private static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            guard let end = rest[start...].firstIndex(of: ";"),
                let entity = entities[String(rest[rest.index(after: start)..<end])]
            else { return nil }
            result += rest[..<start] + entity
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
