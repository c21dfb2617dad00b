import AttributionBytes
import AttributionJSON

/// Where in a line something lies: names and places of elements, parted by dots, as in `request.body` and `Records.0.body`.
package struct MemberPath: Sendable {
    /// The path as it was given.
    package let text: String
    /// The names that so many parts make together, by the first of them and their number less one: a name may have dots in it.
    private let names: [[String]]
    /// Which element of an array each part means.
    private let places: [Int?]

    package init(_ text: String) {
        self.text = text
        // As jq and JSONPath write them.
        let plain = text.hasPrefix("$.") ? text.dropFirst(2) : text.drop { $0 == "." }
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        names = parts.indices.map { first in
            (first..<parts.count).map { parts[first...$0].joined(separator: ".") }
        }
        places = parts.map { Int($0) }
    }

    /// How many parts it has.
    var count: Int { places.count }

    /// The name that so many parts make together.
    func name(from first: Int, _ length: Int) -> String { names[first][length - 1] }

    /// Follows the path from one of its parts on through objects and arrays, to its end or to a string that may hold the
    /// rest. Of several names that could be meant the longest counts.
    ///
    /// - Parameters:
    ///   - part: the first part to follow; the first that is left afterwards.
    ///   - lengths: gets how many parts each name on the way has.
    func follow(_ value: JSONView, from part: inout Int, lengths: inout [Int]) -> JSONView? {
        var value = value
        while part < count {
            switch value.kind {
            case .object:
                var length = count - part
                while length > 0 {
                    if let member = value.member(named: name(from: part, length)) {
                        value = member
                        break
                    }
                    length -= 1
                }
                guard length > 0 else { return nil }
                lengths.append(length)
                part += length
            case .array:
                guard let element = places[part].flatMap({ value.element(at: $0) }) else { return nil }
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

/// Follows paths through objects and arrays, and through strings that hold JSON or base64 of it. One a thread.
struct MemberWalker: ~Copyable {
    private var index = JSONIndex()
    private var text = ByteBuffer(capacity: 16)
    private var spare = ByteBuffer(capacity: 16)
    /// How many parts each name has on the way to what was found last.
    private(set) var lengths: [Int] = []
    /// Whether the string opened last was base64.
    private(set) var wasEncoded = false

    /// So many strings inside strings are opened, the last of them being what is looked for.
    private static let depthLimit = 4

    /// What a path leads to; nil where nothing lies there. Valid until the next call.
    ///
    /// - Throws: why a string on the way that should hold the rest of the path cannot be read.
    mutating func find(_ path: MemberPath, in root: JSONView) throws(MemberFault) -> JSONView? {
        lengths.removeAll(keepingCapacity: true)
        var root = root
        var part = 0
        for _ in 0..<Self.depthLimit {
            guard let value = path.follow(root, from: &part, lengths: &lengths) else { return nil }
            guard part < path.count else { return value }
            let inner = try unsafe open(value, path)
            guard unsafe inner.first == ASCII.openBrace || inner.first == ASCII.openBracket else { return nil }
            do throws(JSONSyntaxError) {
                try unsafe index.scan(inner)
            } catch {
                throw .json(error, isToken: false)
            }
            guard let next = unsafe index.root(of: inner) else { return nil }
            root = next
        }
        return nil
    }

    /// What a string means, or what that is base64 of. Valid until the next call.
    ///
    /// - Parameter path: where it lies.
    mutating func open(_ string: JSONView, _ path: MemberPath) throws(MemberFault) -> UnsafeRawBufferPointer {
        spare.removeAll()
        string.appendMeaning(to: &spare)
        swap(&text, &spare)
        wasEncoded = false
        let meaning = unsafe text.bytes.trimmed
        spare.removeAll()
        switch unsafe EncodedText.decode(meaning, to: &spare) {
        case .message:
            swap(&text, &spare)
            wasEncoded = true
            return unsafe text.bytes
        case .packed(let format): throw .packed(path: path.text, format, isEncoded: true)
        case nil: break
        }
        if let format = unsafe ForeignFormat(packedText: meaning) {
            throw .packed(path: path.text, format, isEncoded: false)
        }
        return unsafe meaning
    }
}

/// Tells base64 of a message, as stores of bodies make it, from other texts.
enum EncodedText {
    enum Content {
        /// What begins like an object or a token.
        case message
        case packed(ForeignFormat)
    }

    /// Appends what a text is base64 of, if that is a message or packed data; nil, and nothing of use, for any other text.
    static func decode(_ text: UnsafeRawBufferPointer, to output: inout ByteBuffer) -> Content? {
        guard let first = unsafe text.first, first != ASCII.openBrace, first != ASCII.openBracket,
            unsafe text.firstOffset(of: ASCII.dot) == nil
        else { return nil }
        let start = output.count
        guard unsafe Base64.decodeAnyForm(text, to: &output) else { return nil }
        let decoded = unsafe output.bytes(from: start)
        if unsafe decoded.first == ASCII.openBrace || decoded.starts(with: "eyJ".utf8) { return .message }
        return unsafe ForeignFormat(packed: decoded).map { .packed($0) }
    }
}
