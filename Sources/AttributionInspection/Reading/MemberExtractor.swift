import AdAttribution
import AttributionBytes
import AttributionJOSE
import AttributionJSON
import AttributionRules

/// Takes each input from a member inside its line, as logs have them. One a thread.
package struct MemberExtractor: ~Copyable {
    /// Whether there is a path at all.
    package let isActive: Bool
    private let paths: [MemberPath]
    private var index = JSONIndex()
    private var text = ByteBuffer(capacity: 16)
    private var spare = ByteBuffer(capacity: 16)
    /// Whether what may be meant was looked for. A hint is shown once a run, and each thread's lines come in order.
    private var hasHinted = false

    /// - Parameter paths: names and places of elements, parted by dots; of those that a line has, the first counts.
    package init(_ paths: [String]) {
        self.paths = paths.map { MemberPath($0) }
        isActive = !paths.isEmpty
    }

    /// The input inside a line. Valid until the next call.
    package mutating func extract(_ line: UnsafeRawBufferPointer) throws(MemberFault) -> UnsafeRawBufferPointer {
        for path in paths {
            if let found = try unsafe extract(line, path) { return unsafe found }
        }
        throw unsafe missing(line)
    }

    /// - Returns: nil where the line has no such member.
    private mutating func extract(
        _ line: UnsafeRawBufferPointer, _ path: MemberPath
    ) throws(MemberFault) -> UnsafeRawBufferPointer? {
        var source = unsafe line
        var rest = path.parts[...]
        // A string may hold JSON that holds the rest of the path.
        for _ in 0..<4 {
            do throws(JSONSyntaxError) {
                try unsafe index.scan(source)
            } catch {
                if let format = unsafe ForeignFormat(line: source) { throw .foreign(format) }
                throw unsafe .json(error, isToken: source.beginsLikeToken)
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
                    guard unsafe !source.isEmpty else { throw .kind(path: path.text, found: "empty") }
                    return unsafe source
                }
                guard unsafe source.first == ASCII.openBrace || source.first == ASCII.openBracket else { return nil }
            default:
                guard rest.isEmpty else { return nil }
                throw .kind(path: path.text, found: unsafe String(value.raw.text.prefix(40)))
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

    private mutating func missing(_ line: UnsafeRawBufferPointer) -> MemberFault {
        var hint: String?
        if !hasHinted, (try? unsafe index.scan(line)) != nil, let root = unsafe index.root(of: line) {
            hint = Self.suggestion(for: paths, in: root)
            hasHinted = hint != nil
        }
        return .missing(paths: paths.map(\.text), hint: hint)
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

/// Where in a line an input lies.
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

/// Why there is no input in a line where it was said to lie.
package enum MemberFault: Error {
    /// The line, or a string in it that should hold the rest of the path, is no JSON.
    case json(JSONSyntaxError, isToken: Bool)
    /// The line is no text of ours.
    case foreign(ForeignFormat)
    /// What lies there is neither an object nor a string with something in it.
    case kind(path: String, found: String)
    /// The line has none of the members.
    case missing(paths: [String], hint: String?)

    package var rule: Rule {
        switch self {
        case .json: InputRules.jsonSyntax
        case .foreign(let format): format.rule
        case .kind: InputRules.memberType
        case .missing: InputRules.memberMissing
        }
    }

    package var field: String? {
        switch self {
        case .json, .foreign: nil
        case .kind(let path, _): path
        case .missing(let paths, _): paths.first
        }
    }

    package var hint: String? {
        switch self {
        case .missing(_, let hint): hint
        case .foreign(let format): format.hint
        case .json(_, isToken: true): "--at looks into JSON objects; a line that is a token is read without it"
        case .json, .kind: nil
        }
    }
}

extension MemberFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .json(let error, _): return "this is not JSON: \(error)"
        case .foreign(let format): return "\(format)"
        case .kind(let path, let found):
            return "\(quoted(path)) is \(found), want an object or a string that holds an input"
        case .missing(let paths, _):
            let names = paths.map(quoted).joined(separator: " and ")
            return "\(names) \(paths.count == 1 ? "is" : "are") missing, want a member that holds an input"
        }
    }
}
