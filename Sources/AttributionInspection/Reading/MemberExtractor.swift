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
    private let skipsEmpty: Bool
    private var index = JSONIndex()
    private var walker = MemberWalker()
    private var kept: KeptMembers
    /// The path at which the input taken last was base64.
    private var encodedPath: String?
    /// Whether that was told. A note is given once a run, and each thread's lines come in order.
    private var hasNoted = false
    /// Whether what may be meant was looked for, which is told once too.
    private var hasHinted = false

    /// - Parameters:
    ///   - paths: names and places of elements, parted by dots; of those that a line has, the first counts.
    ///   - kept: the paths of members that are given out with the input.
    ///   - skipsEmpty: whether a line without an input is no fault. Of several paths, the first with something there counts.
    package init(_ paths: [String], keeping kept: [String], skipsEmpty: Bool) {
        self.paths = paths.map { MemberPath($0) }
        self.skipsEmpty = skipsEmpty
        self.kept = KeptMembers(kept)
        isActive = !paths.isEmpty
    }

    /// The members that are given out with the input taken last, or with the fault, as JSON text; nil where the line has none.
    /// Valid until the next call.
    package var log: UnsafeRawBufferPointer? { unsafe kept.text }

    /// The path at which the input taken last was base64, where that was not asked for before.
    package mutating func takeEncodedPath() -> String? {
        guard let encodedPath, !hasNoted else { return nil }
        hasNoted = true
        return encodedPath
    }

    /// The input inside a line; nil for a line that is passed over. Valid until the next call.
    package mutating func extract(_ line: UnsafeRawBufferPointer) throws(MemberFault) -> UnsafeRawBufferPointer? {
        kept.removeAll()
        encodedPath = nil
        do throws(JSONSyntaxError) {
            try unsafe index.scan(line)
        } catch {
            throw unsafe Self.fault(of: line, error)
        }
        guard let root = unsafe index.root(of: line) else {
            throw .json(JSONSyntaxError(.empty, at: 0), isToken: false)
        }
        kept.take(from: root)
        for path in paths {
            guard let value = try walker.find(path, in: root) else { continue }
            switch value.kind {
            case .object, .array: return unsafe value.raw
            case .string:
                let text = try unsafe walker.open(value, path)
                if unsafe !text.isEmpty {
                    if walker.wasEncoded { encodedPath = path.text }
                    return unsafe text
                }
                if !skipsEmpty { throw .kind(path: path.text, found: "empty") }
            case .null where skipsEmpty: break
            default: throw .kind(path: path.text, found: unsafe String(value.raw.text.prefix(40)))
            }
        }
        if skipsEmpty { return nil }
        throw missing(root)
    }

    private static func fault(of line: UnsafeRawBufferPointer, _ error: JSONSyntaxError) -> MemberFault {
        if let format = unsafe ForeignFormat(line: line) { return .foreign(format) }
        switch error.problem {
        case .invalidUTF8, .controlCharacter:
            if unsafe ForeignFormat.holdsGzip(line) { return .packed(path: nil, .gzip, isEncoded: false) }
        default: break
        }
        return unsafe .json(error, isToken: line.beginsLikeToken)
    }

    private mutating func missing(_ root: JSONView) -> MemberFault {
        var hint: String?
        if !hasHinted {
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
        let near = paths.lazy.compactMap { Spelling.nearest(to: $0.name(from: 0, 1), among: names) }.first
        guard let near else {
            return names.isEmpty ? nil : "the line has " + names.prefix(8).map(quoted).joined(separator: ", ")
        }
        return "did you mean \(quoted(near))?"
    }
}

/// Why there is no input in a line where it was said to lie.
package enum MemberFault: Error {
    /// The line, or a string in it that should hold the rest of the path, is no JSON.
    case json(JSONSyntaxError, isToken: Bool)
    /// The line is no text of ours.
    case foreign(ForeignFormat)
    /// What lies there is packed data, or base64 of that. Without a path, where the line cannot be read for it.
    case packed(path: String?, ForeignFormat, isEncoded: Bool)
    /// What lies there is neither an object nor a string with something in it.
    case kind(path: String, found: String)
    /// The line has none of the members.
    case missing(paths: [String], hint: String?)

    package var rule: Rule {
        switch self {
        case .json: InputRules.jsonSyntax
        case .foreign(let format): format.rule
        case .packed(_, let format, _): format.rule
        case .kind: InputRules.memberType
        case .missing: InputRules.memberMissing
        }
    }

    package var field: String? {
        switch self {
        case .json, .foreign: nil
        case .packed(let path, _, _): path
        case .kind(let path, _): path
        case .missing(let paths, _): paths.first
        }
    }

    package var hint: String? {
        switch self {
        case .missing(_, let hint): hint
        case .foreign(let format): format.hint
        case .packed: "have bodies unpacked, as their Content-Encoding says, before they are stored"
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
        case .packed(let path, let format, let isEncoded):
            let data = (format.packedName ?? "packed") + " data" + (isEncoded ? " in base64" : "")
            return path.map { "\(quoted($0)) is \(data), want text" } ?? "this holds \(data), want text"
        case .kind(let path, let found):
            return "\(quoted(path)) is \(found), want an object or a string that holds an input"
        case .missing(let paths, _):
            let names = paths.map(quoted).joined(separator: " and ")
            return "\(names) \(paths.count == 1 ? "is" : "are") missing, want a member that holds an input"
        }
    }
}
