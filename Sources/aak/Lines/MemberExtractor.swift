import AdAttribution
import Bytes
import StrictJSON

/// Takes each input from a member inside its line, as `--at` asks for. One a thread.
struct MemberExtractor: ~Copyable {
    /// The path as it was given, and its parts; empty where lines are inputs themselves.
    private let path: String
    private let parts: [String]
    private var index = JSONIndex()
    private var text = ByteBuffer(capacity: 16)
    private var spare = ByteBuffer(capacity: 16)

    var isActive: Bool { !parts.isEmpty }

    /// - Parameter path: names and places of elements, parted by dots, as in `request.body` and `Records.0.body`.
    init(_ path: String?) {
        self.path = path ?? ""
        // As jq and JSONPath write them.
        let plain = self.path.hasPrefix("$.") ? self.path.dropFirst(2) : self.path.drop { $0 == "." }
        parts = path == nil ? [] : plain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The input inside a line. Valid until the next call.
    mutating func extract(_ line: UnsafeRawBufferPointer) throws(Rejection) -> UnsafeRawBufferPointer {
        var source = unsafe line
        var rest = parts[...]
        // A string may hold JSON that holds the rest of the path.
        for _ in 0..<4 {
            do throws(JSONSyntaxError) {
                try unsafe index.scan(source)
            } catch {
                throw Rejection(Diagnostic(rule: InputRules.jsonSyntax, message: "this is not JSON: \(error)"))
            }
            guard let root = unsafe index.root(of: source) else { throw missing() }
            guard let value = Self.value(of: root, &rest) else { throw missing() }
            switch value.kind {
            case .object, .array:
                guard rest.isEmpty else { throw missing() }
                return unsafe value.raw
            case .string:
                spare.removeAll()
                unsafe value.unescapedOrContent { unsafe spare.append($0) }
                swap(&text, &spare)
                unsafe source = text.bytes.trimmed
                if rest.isEmpty, unsafe !source.isEmpty { return unsafe source }
                guard unsafe source.first == ASCII.openBrace || source.first == ASCII.openBracket else {
                    throw missing()
                }
            default:
                guard rest.isEmpty else { throw missing() }
                throw Rejection(
                    Diagnostic(
                        rule: InputRules.memberType, field: path,
                        message:
                            "\(quoted(path)) is \(Self.excerpt(value)), want an object or a string that holds an input")
                )
            }
        }
        throw missing()
    }

    /// Follows the path through objects and arrays, to its end or to a string that may hold the rest. A name may have
    /// dots in it.
    private static func value(of root: JSONView, _ rest: inout ArraySlice<String>) -> JSONView? {
        var value = root
        while !rest.isEmpty {
            switch value.kind {
            case .object:
                let lengths = (1...rest.count).reversed()
                var next: JSONView?
                for length in lengths {
                    guard let member = value.member(named: rest.prefix(length).joined(separator: ".")) else { continue }
                    next = member
                    rest = rest.dropFirst(length)
                    break
                }
                guard let next else { return nil }
                value = next
            case .array:
                let elements = value.elements
                guard let place = rest.first.flatMap({ Int($0) }), elements.indices.contains(place) else { return nil }
                value = elements[place]
                rest = rest.dropFirst()
            case .string: return value
            default: return nil
            }
        }
        return value
    }

    private static func excerpt(_ value: JSONView) -> String { unsafe String(value.raw.text.prefix(40)) }

    private func missing() -> Rejection {
        Rejection(
            Diagnostic(
                rule: InputRules.memberMissing, field: path,
                message: "\(quoted(path)) is missing, want a member that holds an input"))
    }
}
