import AttributionBase
import AttributionCrypto
import AttributionModel

/// An input nested inside a line, as in logs.
package struct NestedInput {
    /// The path of the first one, in the syntax of `--at`.
    package let path: String
    /// The path of all inputs like it, or of the first one if their paths differ.
    package let reach: String
    /// The kind of the input in words.
    package let name: String
    /// How to read all inputs like it, with nothing lost; nil if that is not known.
    package let hint: String?

    /// The maximum length of a path that people would type.
    private static let longestPath = 200

    /// Returns the inputs that are worth most among an object's members and their members, the first of them first:
    /// bodies rather than bare tokens, which lack the unsigned fields, and tokens of ads rather than others.
    package static func find(in object: JSONView) -> NestedInput? {
        let found = best(in: object)
        guard let first = found.first else { return nil }
        let isAlike = found.allSatisfy { $0.pattern == first.pattern }
        let reach = first.place(ofEach: isAlike && first.isInList(with: found)).path
        return NestedInput(path: first.path, reach: reach, name: first.name, hint: hint(for: found))
    }

    private static func best(in object: JSONView) -> [Found] {
        var search = Search()
        search.find(in: object, [], depth: 0)
        guard let worth = search.found.map(\.worth).max() else { return [] }
        return search.found.filter { $0.worth == worth }
    }

    private static func hint(for found: [Found]) -> String? {
        let first = found[0]
        guard first.worth > .otherToken else { return first.look }
        if let other = found.first(where: { $0.pattern != first.pattern }) {
            return "there is another one at \(other.path); --at reads one of the two"
        }
        guard first.path.utf8.count <= longestPath else { return "pass --at and the path of the member that holds it" }
        let place = first.place(ofEach: first.isInList(with: found))
        return first.worth == .tokenOfPostback
            ? "--at \(place.word) reads the token alone, without the unsigned fields of its body"
            : "pass --at \(place.word)"
    }

    /// Returns the places in lines where inputs may be, the best first: those of the inputs that are worth most, and of the
    /// objects around their tokens.
    static func places(in lines: [[UInt8]]) -> [InputPlace] {
        guard let found = first(in: lines, best), let first = found.first, first.worth > .otherToken,
            !found.contains(where: { $0.pattern != first.pattern }), first.path.utf8.count <= longestPath
        else { return [] }
        var places = [first.place(ofEach: first.isInList(with: found))]
        if first.worth < .whole, let outer = first.outer {
            var place = outer.place(ofEach: first.isInList(with: found))
            place.isTokenAlone = false
            places.append(place)
        }
        return places
    }

    /// Returns the places of the inputs that are worth most in lines, if they are in members of different names.
    static func differentPlaces(in lines: [[UInt8]]) -> [InputPlace] {
        guard let found = first(in: lines, best), let first = found.first, first.worth > .otherToken else { return [] }
        var places: [InputPlace] = []
        for found in found where places.count <= mostPlaces && !places.contains(where: { $0.path == found.pattern }) {
            places.append(found.place(ofEach: true))
        }
        return places.count <= mostPlaces ? places : []
    }

    /// The most different places that a command has.
    private static let mostPlaces = 4

    /// Returns the place of the first text in lines that has an object or a token among other text.
    static func placeOfText(in lines: [[UInt8]]) -> InputPlace? {
        first(in: lines) { object in
            var search = Search(isForTexts: true)
            search.find(in: object, [], depth: 0)
            return search.found
        }?.first?.place(ofEach: false)
    }

    /// Returns the place of the first compressed data in base64, and its format.
    package static func packed(in object: JSONView) -> (path: String, filter: String?, format: ForeignFormat)? {
        var search = Search()
        search.find(in: object, [], depth: 0)
        guard let (found, format) = search.packed.first else { return nil }
        let place = found.place(ofEach: found.isInList(with: search.packed.map(\.found)))
        return (place.path, place.filter, format)
    }

    private static func first(in lines: [[UInt8]], _ find: (JSONView) -> [Found]) -> [Found]? {
        var index = JSONIndex()
        for line in lines {
            let found: [Found] = line.withBytes { text in
                let first = text.trimmed.first
                guard first == ASCII.openBrace || first == ASCII.openBracket, let root = try? index.read(text) else {
                    return []
                }
                return find(root)
            }
            if !found.isEmpty { return found }
        }
        return nil
    }
}

/// How much of what a line contains an input has.
private enum Worth: Int, Comparable {
    /// The token of a message that is not of ad attribution, or an unreadable one.
    case otherToken
    /// The settings of an app, which are no message.
    case configuration
    /// The signed part of a postback, without its unsigned fields.
    case tokenOfPostback
    case tokenOfImpression
    /// An input with all that belongs to it.
    case whole

    static func < (left: Worth, right: Worth) -> Bool { left.rawValue < right.rawValue }
}

private struct Found {
    enum Step {
        case name(String)
        /// An element of an array, which may be its only one.
        case index(Int, isOnly: Bool)
        /// Into the text of a string.
        case text
    }

    var steps: [Step]
    let worth: Worth
    let name: String
    /// What the token of another message looks like.
    var look: String?

    /// The path with the indices of arrays, as parts of it.
    var path: String { path(ofEach: false) }

    /// The path with all indices of arrays alike.
    var pattern: String { path(ofEach: true) }

    /// The object around the input; nil for the line itself.
    var outer: Found? {
        guard case .name? = steps.last, steps.count > 1 else { return nil }
        var outer = self
        outer.steps.removeLast()
        return outer
    }

    /// Whether the elements of an array are alike, since several of them have an input, or there is only one.
    func isInList(with others: [Found]) -> Bool {
        others.count > 1 || steps.contains { if case .index(_, isOnly: true) = $0 { true } else { false } }
    }

    func place(ofEach: Bool) -> InputPlace {
        InputPlace(path: path(ofEach: ofEach), filter: filter(ofEach: ofEach), isTokenAlone: worth == .tokenOfPostback)
    }

    private func path(ofEach: Bool) -> String {
        var path = ""
        for step in steps {
            switch step {
            case .name(let name): path += path.isEmpty ? name : "." + name
            case .index(let place, _): path += ofEach ? "[]" : path.isEmpty ? String(place) : ".\(place)"
            case .text: break
            }
        }
        return path
    }

    /// The steps as a filter of jq; nil if they lead through a string, or through a name that needs more than quotes.
    private func filter(ofEach: Bool) -> String? {
        var filter = ""
        for (place, step) in steps.enumerated() {
            switch step {
            case .name(let name):
                let isPlain = name.utf8.allSatisfy { $0 | 0x20 &- 0x61 < 26 || $0 == UInt8(ascii: "_") }
                guard isPlain || !name.contains(where: { "'\"\\".contains($0) || !$0.isASCII }) else { return nil }
                filter += isPlain && !name.isEmpty ? ".\(name)" : ".\"\(name)\""
            case .index(let index, _):
                if filter.isEmpty { filter = "." }
                filter += ofEach ? "[]" : "[\(index)]"
            case .text:
                guard place < steps.count - 1 else { break }
                filter += " | fromjson | "
            }
        }
        return filter.isEmpty ? nil : filter.replacingEach("| [", by: "| .[")
    }
}

private struct Search {
    var found: [Found] = []
    /// The places of compressed data in base64.
    var packed: [(found: Found, format: ForeignFormat)] = []
    /// Whether to look for texts that have an input among other text, rather than for inputs.
    var isForTexts = false

    /// The maximum depth of the search.
    private static let depthLimit = 8
    /// The most inputs to look for. More than one show which path they share.
    private static let most = 64

    init(isForTexts: Bool = false) { self.isForTexts = isForTexts }

    mutating func find(in value: JSONView, _ steps: [Found.Step], depth: Int) {
        guard depth < Self.depthLimit, found.count < Self.most else { return }
        if depth > 0, !isForTexts, value.kind == .object, let (name, worth) = Self.name(of: value) {
            return found.append(Found(steps: steps, worth: worth, name: name))
        }
        switch value.kind {
        case .object:
            var members = value.members
            while let member = members.next() {
                guard mayHold(member.value) else { continue }
                find(in: member.value, steps + [.name(member.name.string)], depth: depth + 1)
            }
        case .array:
            let isOnly = value.element(at: 1) == nil
            for (place, element) in value.elements.prefix(16).enumerated() where mayHold(element) {
                find(in: element, steps + [.index(place, isOnly: isOnly)], depth: depth + 1)
            }
        case .string: if isForTexts { findText(value, steps) } else { findInText(of: value, steps, depth: depth) }
        default: break
        }
    }

    /// The beginnings of a token, and of base64 of an object, a token or compressed data.
    private static let beginnings = ["eyJ", "eyAi", "ewog", "ewoJ", "ZXlK", "H4sI"].map { Array($0.utf8) }

    /// Nearly all members are values that contain nothing.
    private func mayHold(_ value: JSONView) -> Bool {
        switch value.kind {
        case .object, .array: return true
        case .string:
            let text = value.content
            return text.count > 20
                && (isForTexts || text.first == ASCII.openBrace || Self.beginnings.contains { text.starts(with: $0) })
        default: return false
        }
    }

    private mutating func findText(_ value: JSONView, _ steps: [Found.Step]) {
        let text = value.content
        let holdsObject = text.firstOffset(of: ASCII.openBrace).map { $0 > 0 } ?? false
        guard holdsObject || text.includes("eyJ") && text.firstOffset(of: ASCII.dot) != nil else { return }
        found.append(Found(steps: steps, worth: .whole, name: "a text"))
    }

    private mutating func findInText(of value: JSONView, _ steps: [Found.Step], depth: Int) {
        value.unescapedOrContent { text in
            var decoded = ByteBuffer(capacity: 16)
            switch EncodedText.decode(text, to: &decoded) {
            case .message: unsafe find(inText: decoded.bytes, steps, depth: depth)
            case .packed(let format):
                packed.append((Found(steps: steps, worth: .otherToken, name: "packed data"), format))
            case nil: find(inText: text, steps, depth: depth)
            }
        }
    }

    private mutating func find(inText text: ByteView, _ steps: [Found.Step], depth: Int) {
        if let token = Self.token(text, steps) { return found.append(token) }
        guard text.first == ASCII.openBrace, let value = text.values?.first else { return }
        var index = JSONIndex()
        guard let root = try? index.read(value) else { return }
        find(in: root, steps + [.text], depth: depth + 1)
    }

    private static func token(_ text: ByteView, _ steps: [Found.Step]) -> Found? {
        guard text.starts(with: "eyJ".utf8), text.occurrences(of: ASCII.dot) == 2 else { return nil }
        let parts = [UInt8](text).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let payload = Base64URL.decodeLeniently(Array(parts[1])).flatMap { try? JSONDocument(parsing: $0) }
        switch payload?.withView({ $0.messageKind }) {
        case .impression?: return Found(steps: steps, worth: .tokenOfImpression, name: "a token")
        case .postback?: return Found(steps: steps, worth: .tokenOfPostback, name: "the token of a postback")
        default: return Found(steps: steps, worth: .otherToken, name: "a token", look: ForeignToken(text)?.hint)
        }
    }

    private static func name(of value: JSONView) -> (String, Worth)? {
        let isBody = value.member(BodyField.token.name)?.kind == .string
        let isSigned = value.member(SignedField.signature.name)?.kind == .string
        // Two messages in one object are refused.
        guard !isBody || !isSigned else { return nil }
        if isBody { return ("a postback body", .whole) }
        if isSigned { return ("a SKAdNetwork postback", .whole) }
        if value.member(named: "seatbid") != nil, !BidInput.paths(in: value).isEmpty {
            return ("a bid response", .whole)
        }
        let token = value.member("adattributionkit")?.member("jwt") ?? value.member("jwt")
        if token?.kind == .string { return ("an OpenRTB object", .whole) }
        return value.isConfiguration ? ("an app's attribution rules", .configuration) : nil
    }
}
