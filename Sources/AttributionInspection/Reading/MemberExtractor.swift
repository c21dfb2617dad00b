import AttributionBase

/// Extracts inputs from a member of each line, as in logs. Each thread needs its own extractor.
package struct MemberExtractor: ~Copyable {
    /// Whether there are any paths.
    package let isActive: Bool
    private let paths: [MemberPath]
    private let skipsEmpty: Bool
    private var index = JSONIndex()
    private var walker = MemberWalker()
    private var kept: KeptMembers
    /// The path of the last input, if it was encoded in base64.
    private var encodedPath: String?
    /// Whether this was reported. One note per run is enough, and each thread handles its lines in order.
    private var hasNoted = false
    /// Whether a hint was given, which also happens once.
    private var hasHinted = false

    /// Creates an extractor.
    ///
    /// - Parameters:
    ///   - paths: names and array indices, separated by dots. The first path that a line has is used.
    ///   - kept: the paths of members that are output with the input.
    ///   - skipsEmpty: whether to skip lines without an input, instead of reporting a fault. The first path with a
    ///     nonempty value is used.
    package init(_ paths: [String], keeping kept: [String], skipsEmpty: Bool) {
        self.paths = paths.map { MemberPath($0) }
        self.skipsEmpty = skipsEmpty
        self.kept = KeptMembers(kept)
        isActive = !paths.isEmpty
    }

    /// The members that are output with the last input or fault, as JSON text; nil if the line has none. Valid until
    /// the next call.
    @unsafe
    package var log: ByteView? { unsafe kept.text }

    /// Returns the path of the last input if it was encoded in base64 and this has not been reported.
    package mutating func takeEncodedPath() -> String? {
        guard let encodedPath, !hasNoted else { return nil }
        hasNoted = true
        return encodedPath
    }

    /// Returns the input in a line; nil for a line that is skipped. Valid until the next call.
    @unsafe
    package mutating func extract(_ line: ByteView) throws(MemberFault) -> ByteView? {
        kept.removeAll()
        encodedPath = nil
        do throws(JSONSyntaxError) {
            try index.scan(line)
        } catch {
            throw Self.fault(of: line, error)
        }
        guard let root = unsafe index.root(of: line) else {
            throw .json(JSONSyntaxError(.empty, at: 0), isToken: false)
        }
        kept.take(from: root)
        for path in paths {
            guard let value = try walker.find(path, in: root) else { continue }
            switch value.kind {
            case .object, .array: return value.raw
            case .string:
                let text = try unsafe walker.open(value, path)
                if !text.isEmpty {
                    if walker.wasEncoded { encodedPath = path.text }
                    return text
                }
                if !skipsEmpty { throw .kind(path: path.text, found: "empty") }
            case .null where skipsEmpty: break
            default: throw .kind(path: path.text, found: String(value.raw.text.prefix(40)))
            }
        }
        if skipsEmpty { return nil }
        throw missing(root)
    }

    private static func fault(of line: ByteView, _ error: JSONSyntaxError) -> MemberFault {
        if let format = ForeignFormat(line: line) { return .foreign(format) }
        switch error.problem {
        case .invalidUTF8, .controlCharacter:
            if ForeignFormat.holdsGzip(line) { return .packed(path: nil, .gzip, isEncoded: false) }
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

    /// Returns a hint with the path that contains an input, or else with a name similar to the given one.
    private static func suggestion(for paths: [MemberPath], in root: JSONView) -> String? {
        if let nested = NestedInput.find(in: root) {
            return "the line has \(nested.name) at \(nested.path)" + (nested.hint.map { "; \($0)" } ?? "")
        }
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
