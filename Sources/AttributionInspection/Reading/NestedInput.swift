import AdAttribution
import AttributionBase
import AttributionCrypto

/// An input nested inside a line, as in logs.
package struct NestedInput {
    /// The path of the first one, in the syntax of `--at`.
    package let path: String
    /// The kind of the input in words.
    package let name: String
    /// How to read all inputs like it, with nothing lost; nil if that is not known.
    package let hint: String?

    /// The maximum length of a path that people would type.
    private static let longestPath = 200

    /// Returns the inputs that are worth most among an object's members and their members, the first of them first:
    /// bodies rather than bare tokens, which lack the unsigned fields, and tokens of ads rather than others.
    package static func find(in object: JSONView) -> NestedInput? {
        var search = Search()
        search.find(in: object, [], depth: 0)
        guard let worth = search.found.map(\.worth).max() else { return nil }
        let found = search.found.filter { $0.worth == worth }
        return NestedInput(path: found[0].path, name: found[0].name, hint: hint(for: found))
    }

    private static func hint(for found: [Found]) -> String? {
        let first = found[0]
        guard first.worth > .otherToken else { return first.look }
        if let other = found.first(where: { $0.pattern != first.pattern }) {
            return "there is another one at \(other.path); --at reads one of the two"
        }
        guard first.path.utf8.count <= longestPath else { return "pass --at and the path of the member that holds it" }
        guard let place = first.steps.lastIndex(where: { if case .index = $0 { true } else { false } }) else {
            return first.worth == .tokenOfPostback
                ? "--at \(first.path) reads the token alone, without the unsigned fields of its body"
                : "pass --at \(first.path)"
        }
        let rest = Found.path(first.steps[(place + 1)...])
        guard let filter = Found.filter(first.steps[...place]) else { return nil }
        return "jq -\(rest.isEmpty && first.isText ? "r" : "c") '\(filter)' FILE writes the elements as lines"
            + (rest.isEmpty ? "" : "; then pass --at \(rest)")
    }
}

/// How much of what a line contains an input has.
private enum Worth: Int, Comparable {
    /// The token of a message that is not of ad attribution, or an unreadable one.
    case otherToken
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
        case index(Int)
        /// Into the text of a string.
        case text
    }

    let steps: [Step]
    let worth: Worth
    let name: String
    /// What the token of another message looks like.
    var look: String?

    var path: String { Self.path(steps[...]) }

    /// Whether the input is a string, or the text of one.
    var isText: Bool {
        if case .text? = steps.last { true } else { worth < .whole }
    }

    /// The path with all indices of arrays alike.
    var pattern: String {
        steps.compactMap { step in
            switch step {
            case .name(let name): "." + name
            case .index: "[]"
            case .text: nil
            }
        }.joined()
    }

    static func path(_ steps: ArraySlice<Step>) -> String {
        steps.compactMap { step in
            switch step {
            case .name(let name): name
            case .index(let place): String(place)
            case .text: nil
            }
        }.joined(separator: ".")
    }

    /// The steps as a filter of jq, with all elements of each array; nil if they lead into a string, or through a name that
    /// needs more than quotes.
    static func filter(_ steps: ArraySlice<Step>) -> String? {
        var filter = ""
        for step in steps {
            switch step {
            case .name(let name):
                let isPlain = name.utf8.allSatisfy { $0 | 0x20 &- 0x61 < 26 || $0 == UInt8(ascii: "_") }
                guard isPlain || !name.contains(where: { "'\"\\".contains($0) || !$0.isASCII }) else { return nil }
                filter += isPlain && !name.isEmpty ? ".\(name)" : ".\"\(name)\""
            case .index: filter += filter.isEmpty ? ".[]" : "[]"
            case .text: return nil
            }
        }
        return filter
    }
}

private struct Search {
    var found: [Found] = []

    /// The maximum depth of the search.
    private static let depthLimit = 8
    /// The most inputs to look for. More than one show which path they share.
    private static let most = 64

    mutating func find(in value: JSONView, _ steps: [Found.Step], depth: Int) {
        guard depth < Self.depthLimit, found.count < Self.most else { return }
        if depth > 0, value.kind == .object, let name = Self.name(of: value) {
            return found.append(Found(steps: steps, worth: .whole, name: name))
        }
        switch value.kind {
        case .object:
            var members = value.members
            while let member = members.next() {
                guard Self.mayHold(member.value) else { continue }
                find(in: member.value, steps + [.name(member.name.string)], depth: depth + 1)
            }
        case .array:
            for (place, element) in value.elements.prefix(16).enumerated() where Self.mayHold(element) {
                find(in: element, steps + [.index(place)], depth: depth + 1)
            }
        case .string: findInText(of: value, steps, depth: depth)
        default: break
        }
    }

    /// The beginnings of a token, and of base64 of an object or a token.
    private static let beginnings = ["eyJ", "eyAi", "ewog", "ewoJ", "ZXlK"].map { Array($0.utf8) }

    /// Nearly all members are values that contain nothing.
    private static func mayHold(_ value: JSONView) -> Bool {
        switch value.kind {
        case .object, .array: return true
        case .string:
            let text = value.content
            return text.count > 20
                && (text.first == ASCII.openBrace || beginnings.contains { text.starts(with: $0) })
        default: return false
        }
    }

    private mutating func findInText(of value: JSONView, _ steps: [Found.Step], depth: Int) {
        value.unescapedOrContent { text in
            var decoded = ByteBuffer(capacity: 16)
            if case .message? = EncodedText.decode(text, to: &decoded) {
                unsafe find(inText: decoded.bytes, steps, depth: depth)
            } else {
                find(inText: text, steps, depth: depth)
            }
        }
    }

    private mutating func find(inText text: ByteView, _ steps: [Found.Step], depth: Int) {
        if let token = Self.token(text, steps) { return found.append(token) }
        guard text.first == ASCII.openBrace else { return }
        var index = JSONIndex()
        guard (try? index.scan(text)) != nil, let root = unsafe index.root(of: text) else { return }
        find(in: root, steps + [.text], depth: depth + 1)
    }

    private static func token(_ text: ByteView, _ steps: [Found.Step]) -> Found? {
        guard text.starts(with: "eyJ".utf8), text.occurrences(of: ASCII.dot) == 2 else { return nil }
        let parts = [UInt8](text).split(separator: ASCII.dot, omittingEmptySubsequences: false)
        let payload = Base64URL.decodeLeniently(Array(parts[1])).flatMap { try? JSONValue(parsing: $0) }
        switch payload?.withView({ $0.messageKind }) {
        case .impression??: return Found(steps: steps, worth: .tokenOfImpression, name: "a token")
        case .postback??: return Found(steps: steps, worth: .tokenOfPostback, name: "the token of a postback")
        default: return Found(steps: steps, worth: .otherToken, name: "a token", look: ForeignToken(text)?.hint)
        }
    }

    private static func name(of value: JSONView) -> String? {
        if value.member(BodyField.token.name)?.kind == .string { return "a postback body" }
        if value.member(SignedField.signature.name)?.kind == .string { return "a SKAdNetwork postback" }
        let token = value.member("adattributionkit")?.member("jwt") ?? value.member("jwt")
        return token?.kind == .string ? "an OpenRTB object" : nil
    }
}
