import AdAttribution
import AttributionBytes
import AttributionJSON
import SKAdNetwork

/// An input nested inside a line, as in logs.
package struct NestedInput {
    /// The path in the syntax of `--at`.
    package let path: String
    /// The kind of the input in words.
    package let name: String

    /// The maximum depth of the search.
    private static let depthLimit = 8

    /// Returns the first input among an object's members and their members.
    package static func find(in object: JSONView) -> NestedInput? { find(in: object, [], depth: 0) }

    private static func find(in value: JSONView, _ path: [String], depth: Int) -> NestedInput? {
        guard depth < depthLimit else { return nil }
        if depth > 0, let name = name(of: value) { return NestedInput(path: path.joined(separator: "."), name: name) }
        switch value.kind {
        case .object:
            var members = value.members
            while let member = members.next() {
                guard mayHold(member.value) else { continue }
                let path = path + [member.name.string]
                if let found = find(in: member.value, path, depth: depth + 1) { return found }
            }
        case .array:
            for (place, element) in value.elements.prefix(16).enumerated() where mayHold(element) {
                if let found = find(in: element, path + ["\(place)"], depth: depth + 1) { return found }
            }
        case .string: return findInText(of: value, path, depth: depth)
        default: break
        }
        return nil
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

    private static func findInText(of value: JSONView, _ path: [String], depth: Int) -> NestedInput? {
        value.unescapedOrContent { text in
            var decoded = ByteBuffer(capacity: 16)
            guard case .message? = EncodedText.decode(text, to: &decoded) else {
                return find(inText: text, path, depth: depth)
            }
            if unsafe isToken(decoded.bytes) { return NestedInput(path: path.joined(separator: "."), name: token) }
            return unsafe find(inText: decoded.bytes, path, depth: depth)
        }
    }

    private static func find(inText text: ByteView, _ path: [String], depth: Int) -> NestedInput? {
        guard text.first == ASCII.openBrace else { return nil }
        var index = JSONIndex()
        guard (try? index.scan(text)) != nil, let root = unsafe index.root(of: text) else { return nil }
        return find(in: root, path, depth: depth + 1)
    }

    private static let token = "a token"

    private static func isToken(_ text: ByteView) -> Bool {
        text.starts(with: "eyJ".utf8) && text.occurrences(of: ASCII.dot) == 2
    }

    private static func name(of value: JSONView) -> String? {
        switch value.kind {
        case .string:
            return value.unescapedOrContent { isToken($0) ? token : nil }
        case .object:
            if value.member(BodyField.token.name)?.kind == .string { return "a postback body" }
            if value.member(SignedField.signature.name)?.kind == .string { return "a SKAdNetwork postback" }
            let token = value.member("adattributionkit")?.member("jwt") ?? value.member("jwt")
            return token?.kind == .string ? "an OpenRTB object" : nil
        default: return nil
        }
    }
}
