import AttributionBase
import AttributionModel

/// A path in a line: names and array indices, separated by dots, such as `request.body` or `Records.0.body`.
package struct MemberPath: Sendable {
    package let text: String
    /// The path without the prefixes of other notations.
    let plainText: String
    /// The names that successive parts can form, by the index of the first part and the number of parts minus one. Several parts form a
    /// name that contains dots.
    private let names: [[String]]
    /// The array index that each part can stand for; nil if it cannot.
    private let places: [Int?]

    /// - Parameter mayBeEmpty: Whether an empty path is that of the line itself, rather than that of a member with an empty name.
    package init(_ text: String, mayBeEmpty: Bool = false) {
        self.text = text
        // Accept the notations of jq and JSONPath.
        let plain = text.hasPrefix("$.") ? text.dropFirst(2) : text.drop { $0 == "." }
        plainText = String(plain)
        let parts =
            plain.isEmpty && mayBeEmpty
            ? [] : plain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        names = parts.indices.map { first in
            (first..<parts.count).map { parts[first...$0].joined(separator: ".") }
        }
        places = parts.map(Self.index)
    }

    /// Splits a path such as `Records[].body` at its brackets: into the parts before, between and after them, or a single part if there are
    /// none.
    static func parts(ofEach text: String) -> [MemberPath] {
        var rest = text[...]
        var parts: [MemberPath] = []
        while let brackets = rest.firstOccurrence(of: "[]") {
            parts.append(MemberPath(String(rest[..<brackets.lowerBound]), mayBeEmpty: true))
            rest = rest[brackets.upperBound...]
        }
        return parts + [MemberPath(String(rest), mayBeEmpty: !parts.isEmpty)]
    }

    /// Returns the array index that a part can stand for; nil unless it is one in its shortest decimal form.
    private static func index(_ part: String) -> Int? { Int(part).flatMap { $0 >= 0 && String($0) == part ? $0 : nil } }

    /// Returns the path to all elements of an array, given the part that is an index of it.
    func toEach(at part: Int) -> String {
        let names = (0..<count).map { name(from: $0, 1) }
        let rest = names.dropFirst(part + 1)
        return names.prefix(part).joined(separator: ".") + "[]" + rest.map { "." + $0 }.joined()
    }

    /// The greatest number of parts in a path that a user gives. It is limited because a name is stored for each run of parts.
    package static let mostParts = 64

    /// Whether a text can be the path of a member, with at most ``mostParts`` parts. Dots alone cannot.
    package static func isPath(_ text: String) -> Bool {
        text != "$." && text.contains { $0 != "." } && text.utf8.count { $0 == ASCII.dot } < mostParts
    }

    var count: Int { places.count }

    func name(from first: Int, _ length: Int) -> String { names[first][length - 1] }

    /// Follows the path from one of its parts through objects and arrays of a text, up to its end or to a string that may contain the rest.
    /// If several names match, the longest is used.
    ///
    /// - Parameters:
    ///   - part: the index of the first part to follow; afterwards, of the first remaining part.
    ///   - lengths: receives the number of parts of each name on the path.
    ///   - choice: receives the part that takes one of several elements, if there is one.
    func follow(
        from part: inout Int, lengths: inout [Int], choice: inout Int?, by lookup: inout MemberLookup
    ) -> JSONView? {
        var value = lookup.root
        while part < count {
            switch value.kind {
            case .object:
                var length = count - part
                while length > 0 {
                    if let member = lookup.member(named: name(from: part, length), of: value) {
                        value = member
                        break
                    }
                    length -= 1
                }
                guard length > 0 else { return nil }
                lengths.append(length)
                part += length
            case .array:
                guard let place = places[part], let element = value.element(at: place) else { return nil }
                if choice == nil, place > 0 || value.element(at: 1) != nil { choice = part }
                value = element
                lengths.append(1)
                part += 1
            case .string: return value
            default: return nil
            }
        }
        return value
    }
}

/// Follows paths through objects and arrays, and through strings that contain JSON or base64 of JSON. Each thread
/// needs its own.
package struct MemberWalker: ~Copyable {
    private var index = JSONIndex()
    private var text = ByteBuffer(capacity: 16)
    private var spare = ByteBuffer(capacity: 16)
    /// The number of parts in each name on the path to the last value.
    private(set) var lengths: [Int] = []
    /// Whether the last string was encoded in base64.
    private(set) var wasEncoded = false
    /// The first part of the last path that chose one of several elements, if there is one.
    private(set) var choice: Int?

    /// The greatest number of strings inside each other, including the last value.
    private static let depthLimit = 4

    package init() {}

    /// Returns the value at a path; nil if there is none. It is valid until the next call.
    ///
    /// - Throws: The problem of a string on the path that should contain the rest but cannot be read.
    package mutating func find(_ path: MemberPath, in root: JSONView) throws(Problem) -> JSONView? {
        var lookup = MemberLookup(in: root)
        return try find(path, by: &lookup)
    }

    /// Returns the value at one of many paths in the text of a lookup, like ``find(_:in:)``.
    package mutating func find(_ path: MemberPath, by lookup: inout MemberLookup) throws(Problem) -> JSONView? {
        lengths.removeAll(keepingCapacity: true)
        choice = nil
        var part = 0
        var found = path.follow(from: &part, lengths: &lengths, choice: &choice, by: &lookup)
        for depth in 1...Self.depthLimit {
            guard let value = found, part < path.count else { return found }
            guard let inner = try read(value, path), depth < Self.depthLimit else { return nil }
            var lookup = MemberLookup(in: inner)
            found = path.follow(from: &part, lengths: &lengths, choice: &choice, by: &lookup)
        }
        return nil
    }

    /// Returns the object or array inside a string; nil if there is none. It is valid until the next call.
    mutating func read(_ string: JSONView, _ path: MemberPath) throws(Problem) -> JSONView? {
        let inner = try open(string, path)
        guard inner.first == ASCII.openBrace || inner.first == ASCII.openBracket else { return nil }
        do throws(JSONSyntaxError) { return try unsafe index.read(inner) } catch { throw .notJSON(error) }
    }

    /// Returns the text of a string, decoded if it is base64. It is valid until the next call.
    mutating func open(_ string: JSONView, _ path: MemberPath) throws(Problem) -> ByteView {
        spare.removeAll()
        string.appendMeaning(to: &spare)
        swap(&text, &spare)
        wasEncoded = false
        let meaning = unsafe text.bytes.trimmed
        spare.removeAll()
        switch EncodedText.decode(meaning, to: &spare) {
        case .message:
            swap(&text, &spare)
            wasEncoded = true
            return unsafe text.bytes
        case .packed(let format): throw .packed(at: path.text, format, isEncoded: true)
        case nil: break
        }
        if let format = ForeignFormat(packedText: meaning) { throw .packed(at: path.text, format, isEncoded: false) }
        return meaning
    }
}

/// What was found in base64 text, which some stores of request bodies write.
enum EncodedText {
    /// Data that begins like an object or like a token.
    case message
    case packed(ForeignFormat)

    /// Decodes a text if it is base64 of a message or of compressed data. Returns nil for any other text, and the output is then undefined.
    static func decode(_ text: ByteView, to output: inout ByteBuffer) -> EncodedText? {
        guard let first = text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            text.firstOffset(of: ASCII.dot) == nil
        else { return nil }
        let start = output.count
        guard Base64.decodeAnyForm(text, to: &output) else { return nil }
        let decoded = unsafe output.bytes(from: start)
        if decoded.first == ASCII.openBrace || decoded.starts(with: "eyJ".utf8) { return .message }
        return ForeignFormat(packed: decoded).map { .packed($0) }
    }
}

extension Problem {
    /// The problem of a value that is compressed data, or base64 of such data. Without a path, the value is the whole line.
    static func packed(at path: String?, _ format: ForeignFormat, isEncoded: Bool) -> Problem {
        let data = (format.packedName ?? "packed") + " data" + (isEncoded ? " in base64" : "")
        let problem =
            path.map { Problem.whole(quoted($0), found: data, wanted: "text").at($0) }
            ?? .whole(found: data, wanted: "text")
        return problem.breaking(format.rule).hinting(
            "before each body is stored, unpack it as its Content-Encoding says")
    }
}
