import AdAttribution
import AttributionInspection
import Bytes
import StrictJSON

/// Takes each input from a member inside its line, as `--at` asks for. One a thread.
struct MemberExtractor: ~Copyable {
    private let paths: [MemberPath]
    private var index = JSONIndex()
    private var text = ByteBuffer(capacity: 16)
    private var spare = ByteBuffer(capacity: 16)
    /// Whether what may be meant was looked for. A hint is shown once a run, and each thread's lines come in order.
    private var hasHinted = false

    var isActive: Bool { !paths.isEmpty }

    /// - Parameter paths: as they were given; of those that a line has, the first counts.
    init(_ paths: [String]) { self.paths = paths.map { MemberPath($0) } }

    /// The input inside a line. Valid until the next call.
    mutating func extract(_ line: UnsafeRawBufferPointer) throws(Rejection) -> UnsafeRawBufferPointer {
        for path in paths {
            if let found = try unsafe extract(line, path) { return unsafe found }
        }
        throw unsafe missing(line)
    }

    /// - Returns: nil where the line has no such member.
    private mutating func extract(
        _ line: UnsafeRawBufferPointer, _ path: MemberPath
    ) throws(Rejection) -> UnsafeRawBufferPointer? {
        var source = unsafe line
        var rest = path.parts[...]
        // A string may hold JSON that holds the rest of the path.
        for _ in 0..<4 {
            do throws(JSONSyntaxError) {
                try unsafe index.scan(source)
            } catch {
                throw Rejection(Diagnostic(rule: InputRules.jsonSyntax, message: "this is not JSON: \(error)"))
            }
            guard let root = unsafe index.root(of: source), let value = Self.value(of: root, &rest) else { return nil }
            switch value.kind {
            case .object, .array:
                return unsafe rest.isEmpty ? value.raw : nil
            case .string:
                spare.removeAll()
                unsafe value.unescapedOrContent { unsafe spare.append($0) }
                swap(&text, &spare)
                unsafe source = text.bytes.trimmed
                if rest.isEmpty {
                    guard unsafe !source.isEmpty else { throw Self.wrongKind(path, "empty") }
                    return unsafe source
                }
                guard unsafe source.first == ASCII.openBrace || source.first == ASCII.openBracket else { return nil }
            default:
                guard rest.isEmpty else { return nil }
                throw Self.wrongKind(path, Self.excerpt(value))
            }
        }
        return nil
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

    private static func wrongKind(_ path: MemberPath, _ found: String) -> Rejection {
        Rejection(
            Diagnostic(
                rule: InputRules.memberType, field: path.text,
                message: "\(quoted(path.text)) is \(found), want an object or a string that holds an input"))
    }

    private mutating func missing(_ line: UnsafeRawBufferPointer) -> Rejection {
        let names = paths.map { quoted($0.text) }.joined(separator: " and ")
        var hint: String?
        if !hasHinted, (try? unsafe index.scan(line)) != nil, let root = unsafe index.root(of: line) {
            hint = Self.suggestion(for: paths, in: root)
            hasHinted = hint != nil
        }
        return Rejection(
            Diagnostic(
                rule: InputRules.memberMissing, field: paths.first?.text,
                message: "\(names) \(paths.count == 1 ? "is" : "are") missing, want a member that holds an input",
                hint: hint))
    }

    /// The path that does hold an input, or else a name of the line that is like the one given.
    private static func suggestion(for paths: [MemberPath], in root: JSONView) -> String? {
        if let nested = NestedInput.find(in: root) { return "the line has \(nested.name) at --at \(nested.path)" }
        var names: [String] = []
        if root.kind == .object {
            var members = root.members
            while names.count < 64, let member = members.next() { names.append(member.name.string) }
        }
        let near = paths.lazy.compactMap { Spelling.nearest(to: $0.parts.first ?? "", among: names) }.first
        guard let near else {
            return names.isEmpty ? nil : "the line has " + names.prefix(8).map(quoted).joined(separator: ", ")
        }
        return "did you mean \(quoted(near))?"
    }
}

/// A path of `--at`.
private struct MemberPath {
    let text: String
    /// Names and places of elements.
    let parts: [String]

    /// - Parameter text: names and places of elements, parted by dots, as in `request.body` and `Records.0.body`.
    init(_ text: String) {
        self.text = text
        // As jq and JSONPath write them.
        let plain = text.hasPrefix("$.") ? text.dropFirst(2) : text.drop { $0 == "." }
        parts = plain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
