import AttributionBase
import AttributionModel

/// Extracts the inputs from a member of each line, as in logs. Each thread needs its own extractor.
package struct MemberExtractor: ~Copyable {
    package let isActive: Bool
    private let paths: [MemberPath]
    /// The same paths, each split at the elements of arrays; empty if no path contains `[]`.
    private let branches: [[MemberPath]]
    private let skipsEmpty: Bool
    private var index = JSONIndex()
    private var walker = MemberWalker()
    private var kept: KeptMembers
    /// The inputs of a line that may have several.
    package private(set) var found: [Found] = []
    private var texts = ByteBuffer(capacity: 16)
    /// The index of the path at which the last input was found.
    package private(set) var pathIndex = 0
    package var path: String { paths[pathIndex].text }
    /// Whether the last input was encoded in base64.
    package var isEncoded: Bool { walker.wasEncoded }
    /// Whether that was already reported. One note per run is enough, and each thread handles its lines in order.
    private var hasNoted = false
    /// Whether it was already reported that the path leaves out elements of an array.
    private var hasNotedOthers = false
    /// Whether a hint was already given.
    private var hasHinted = false

    /// One of several inputs in a line, or why an element has none.
    package struct Found {
        /// The path, such as `Records[0].body`.
        package let path: String
        fileprivate var text = 0..<0
        package fileprivate(set) var fault: Problem?
        /// The path of the string that was base64, if the input was encoded.
        package fileprivate(set) var encodedPath: String?
    }

    /// - Parameters:
    ///   - paths: Names and array indices, separated by dots, with `[]` for all elements of an array. The first path that exists in a line
    ///     is used.
    ///   - skipsEmpty: Whether to skip lines without an input instead of reporting a fault. Then the first path with a nonempty value is
    ///     used.
    package init(_ paths: [String], keeping kept: [String], skipsEmpty: Bool) {
        self.paths = paths.map { MemberPath($0) }
        self.skipsEmpty = skipsEmpty
        self.kept = KeptMembers(kept)
        isActive = !paths.isEmpty
        branches = paths.contains { $0.includes("[]") } ? paths.map(MemberPath.parts(ofEach:)) : []
    }

    /// The members to write with the last input or fault, as JSON text; nil if the line has none. It is valid until the next call.
    package var log: ByteView? { kept.text }

    /// Returns whether this is the first input that was encoded in base64, and remembers that there was one.
    package mutating func isFirstEncoded() -> Bool {
        defer { hasNoted = true }
        return !hasNoted
    }

    /// If the path leaves out elements of an array in the line, returns the path of the last input and the path to all elements. Returns
    /// nil if there are no such elements, or if that was returned before.
    package mutating func pathBesideOthers() -> (path: String, toEach: String)? {
        guard !hasNotedOthers, let choice = walker.choice else { return nil }
        hasNotedOthers = true
        return (path, paths[pathIndex].toEach(at: choice))
    }

    /// Whether every value of a text has an input at the path, and so has every element of an array on the way.
    package static func reaches(_ path: String, in text: ByteView) -> Bool {
        guard let values = text.values else { return false }
        var extractor = MemberExtractor([path], keeping: [], skipsEmpty: false)
        do throws(Problem) {
            for value in values {
                guard try extractor.findsEach(in: value) else {
                    _ = try extractor.extract(value)
                    continue
                }
                if extractor.found.contains(where: { $0.fault != nil }) { return false }
            }
        } catch {
            return false
        }
        return true
    }

    /// Returns the input in a line; nil if the line is skipped. It is valid until the next call.
    package mutating func extract(_ line: ByteView) throws(Problem) -> ByteView? {
        let root = try begin(line)
        var lookup = MemberLookup(in: root, names: paths.count)
        for (index, path) in paths.enumerated() {
            guard let value = try walker.find(path, by: &lookup) else { continue }
            if let input = try Self.input(value, path, path.text, skipsEmpty, &walker) {
                pathIndex = index
                return input
            }
        }
        if skipsEmpty { return nil }
        throw missing(root)
    }

    private mutating func begin(_ line: ByteView) throws(Problem) -> JSONView {
        kept.removeAll()
        let root: JSONView
        do throws(JSONSyntaxError) { root = try unsafe index.read(line) } catch { throw Self.fault(of: line, error) }
        kept.take(from: root)
        return root
    }

    /// Returns the input in a value; nil if the value is empty and therefore skipped. It is valid until the walker's next call.
    private static func input(
        _ value: JSONView, _ path: MemberPath, _ name: String, _ skipsEmpty: Bool, _ walker: inout MemberWalker
    ) throws(Problem) -> ByteView? {
        switch value.kind {
        case .object, .array: return value.raw
        case .string:
            let text = try walker.open(value, path)
            if !text.isEmpty { return text }
            if !skipsEmpty { throw .memberKind("empty", at: name) }
        case .null where skipsEmpty: break
        default: throw .memberKind(String(value.raw.text.prefix(40)), at: name)
        }
        return nil
    }

    // MARK: - Each element

    /// Finds all inputs in a line and stores them in ``found``, which stays empty if the line is skipped. Returns false if no path contains
    /// `[]`, so that there is only one input.
    package mutating func findsEach(in line: ByteView) throws(Problem) -> Bool {
        guard !branches.isEmpty else { return false }
        found.removeAll()
        texts.removeAll()
        let root = try begin(line)
        for parts in branches where found.isEmpty { try find(parts[...], in: root, "") }
        if found.isEmpty, !skipsEmpty { throw missing(root) }
        return true
    }

    /// The text of an input, valid until the next line.
    package func bytes(of found: Found) -> ByteView { unsafe texts.bytes(in: found.text) }

    /// - Parameter before: The path of the value.
    private mutating func find(_ parts: ArraySlice<MemberPath>, in root: JSONView, _ before: String) throws(Problem) {
        guard let part = parts.first else { return }
        // Each level needs its own walker, because the text that a walker holds contains the next level.
        var walker = MemberWalker()
        let name = part.count == 0 ? before : before.isEmpty ? part.plainText : "\(before).\(part.plainText)"
        guard let value = try walker.find(part, in: root) else {
            if !before.isEmpty, !skipsEmpty {
                found.append(Found(path: name, fault: .memberMissing([name], hint: nil)))
            }
            return
        }
        guard parts.count > 1 else {
            if let input = try Self.input(value, part, name, skipsEmpty, &walker) {
                let start = texts.count
                texts.append(input)
                found.append(
                    Found(path: name, text: start..<texts.count, encodedPath: walker.wasEncoded ? part.text : nil))
            }
            return
        }
        let list = value.kind == .string ? try walker.read(value, part) : value
        guard let list, list.kind == .array else {
            if !before.isEmpty || value.kind != .null { throw .memberKind(value.kind.article, at: name) }
            return
        }
        for (index, element) in list.elements.enumerated() {
            let path = "\(name)[\(index)]"
            do throws(Problem) {
                try find(parts.dropFirst(), in: element, path)
            } catch {
                found.append(Found(path: path, fault: error))
            }
        }
    }

    // MARK: - Faults

    private static func fault(of line: ByteView, _ error: JSONSyntaxError) -> Problem {
        if let format = ForeignFormat(line: line) { return format.problem }
        switch error.kind {
        case .invalidUTF8, .controlCharacter:
            if ForeignFormat.holdsGzip(line) { return .packed(at: nil, .gzip, isEncoded: false) }
        default: break
        }
        return .notJSON(error).hinting(
            line.beginsLikeToken ? "--at looks into JSON objects; a bare token is read without it" : nil)
    }

    private mutating func missing(_ root: JSONView) -> Problem {
        var hint: String?
        if !hasHinted {
            hint = Self.suggestion(for: paths, in: root)
            hasHinted = hint != nil
        }
        return .memberMissing(paths.map(\.text), hint: hint)
    }
}

extension Problem {
    /// The problem of a value that is neither an object nor a nonempty string.
    fileprivate static func memberKind(_ found: String, at path: String) -> Problem {
        .whole(quoted(path), found: found, wanted: InputRules.memberType.wanted)
            .at(path, breaking: InputRules.memberType)
    }

    /// The problem of a line that has no member at any of the paths.
    fileprivate static func memberMissing(_ paths: [String], hint: String?) -> Problem {
        .whole(
            paths.map(quoted).joined(separator: " and "), paths.count == 1 ? "is" : "are", found: "missing",
            wanted: InputRules.memberType.wanted,
            .then(paths.count == 1 ? "" : "; the line must have one of them"), hint: hint
        ).at(paths[0], breaking: InputRules.memberMissing)
    }
}
