import AttributionBase
import AttributionCrypto

/// The values of a text that may have been signed, and what stands between them. SKAdNetwork signs the values alone, separated by U+2063;
/// AdAttributionKit signs a JSON object in base64url, after its header.
///
/// What was signed by mistake is such a text with some values replaced, left out, added or in another order. Everything else stays the
/// same, byte for byte.
struct SignedText {
    struct Value {
        let name: String
        /// The value, without the quotation marks of JSON.
        let text: String
        /// Whether the message has it as a string.
        var isString = false
        var role = Role.other
        /// Its field in SKAdNetwork.
        fileprivate(set) var field: SignedField?
        /// The name and the colon of a member of JSON.
        fileprivate var label: [UInt8] = []
        fileprivate(set) var bytes: [UInt8]
    }

    /// The meaning of a value. It determines in which other forms the value may have been signed by mistake.
    enum Role: Equatable {
        case identifier, nonce, network, timestamp, item, source, campaign
        /// One of a few strings.
        case choice([String])
        case other
    }

    enum Layout { case separated, json }

    /// What separates the values of SKAdNetwork.
    static let separator = Array("\(SignedOrder.separator)".utf8)

    let layout: Layout
    private(set) var values: [Value]
    /// What is before the first value, between two values, and after the last.
    private var open: [UInt8] = []
    private var gaps: [[UInt8]]
    private var close: [UInt8] = []
    /// The header in base64url of a token with the object as its payload.
    private(set) var header: [UInt8]?

    /// Creates the text of SKAdNetwork with these values.
    init(_ values: [Value] = []) {
        layout = .separated
        self.values = values
        gaps = [[UInt8]](repeating: Self.separator, count: max(0, values.count - 1))
    }

    /// Creates the text of a JSON object; nil for any other text.
    init?(json text: [UInt8], after header: [UInt8]? = nil, roles: [String: Role] = [:]) {
        guard let document = try? JSONDocument(parsing: text),
            let members = document.withView({ root in
                root.kind != .object
                    ? nil : root.members.map { ($0.name.start, $0.value.end, Value($0, in: text, roles)) }
            })
        else { return nil }
        layout = .json
        self.header = header
        values = members.map(\.2)
        open = Array(text[..<(members.first?.0 ?? text.count)])
        gaps = zip(members, members.dropFirst()).map { Array(text[$0.1..<$1.0]) }
        close = members.last.map { Array(text[$0.1...]) } ?? []
    }

    // MARK: - The text

    var bytes: [UInt8] { sealed(content) }

    /// The values and what is between them, without a header.
    var content: [UInt8] { content() }

    var json: JSONValue { (try? JSONValue(parsing: content)) ?? .null }

    /// Returns the text to sign with some of the values written otherwise. They are given by index, in the notation of the text.
    func replacing(_ texts: [Int: String]) -> [UInt8] { sealed(content(texts)) }

    /// Returns the text to sign with its first values in another order. What is between them stays in place.
    func reordered(_ order: [Int]) -> [UInt8] { sealed(content(order: order)) }

    private func content(_ texts: [Int: String] = [:], order: [Int] = []) -> [UInt8] {
        var result = open
        for index in values.indices {
            let value = values[index < order.count ? order[index] : index]
            result += value.label
            if let text = texts[index] { result += text.utf8 } else { result += value.bytes }
            if index < gaps.count { result += gaps[index] }
        }
        return result + close
    }

    private func sealed(_ content: [UInt8]) -> [UInt8] {
        header.map { $0 + [ASCII.dot] + Base64URL.encode(content) } ?? content
    }

    /// Returns a value in the notation of the text.
    func written(_ text: String, isString: Bool) -> String {
        layout == .json && isString ? JSONValue.string(text).text : text
    }

    // MARK: - Other values

    subscript(name: String) -> Value? { values.first { $0.name == name } }

    /// Returns the text with another string for a value; nil if no value has the name.
    func replacing(_ name: String, with string: String) -> SignedText? {
        values.firstIndex { $0.name == name }.map { index in
            var text = self
            text.values[index].bytes = Array(written(string, isString: true).utf8)
            return text
        }
    }

    /// Returns the text without some of its values.
    func omitting(_ isOmitted: (Value) -> Bool) -> SignedText {
        var text = self
        for index in values.indices.reversed() where isOmitted(values[index]) {
            text.values.remove(at: index)
            if !text.gaps.isEmpty { text.gaps.remove(at: min(index, text.gaps.count - 1)) }
        }
        return text
    }

    func inserting(_ value: Value, at index: Int) -> SignedText {
        var text = self
        let gap = layout == .json ? [ASCII.comma] : Self.separator
        if !values.isEmpty { text.gaps.insert(gap, at: min(index, gaps.count)) }
        text.values.insert(value, at: min(index, values.count))
        return text
    }
}

extension SignedText.Value {
    /// Creates a member of an object.
    ///
    /// - Parameter json: Its value as JSON.
    init(member name: String, json: String) {
        self.init(
            name: name, text: json, label: Array(JSONValue.string(name).text.utf8) + [ASCII.colon],
            bytes: Array(json.utf8))
    }

    fileprivate init(_ member: JSONView.Member, in text: [UInt8], _ roles: [String: SignedText.Role]) {
        let (name, value) = (member.name.string, JSONValue(member.value))
        let string: String? = if case .string(let text) = value { text } else { nil }
        self.init(
            name: name, text: string ?? value.text, isString: string != nil, role: roles[name] ?? .other,
            label: Array(text[member.name.start..<member.value.start]),
            bytes: Array(text[member.value.start..<member.value.end]))
    }

    /// Creates a value of SKAdNetwork.
    init(_ field: SignedField?, _ bytes: [UInt8], name: String = "", isString: Bool = false) {
        self.init(
            name: name, text: bytes.text, isString: isString, role: field?.role ?? .other, field: field, bytes: bytes)
    }
}

// The values of SKAdNetwork, by their fields.
extension SignedText {
    func contains(_ field: SignedField) -> Bool { self[field] != nil }

    subscript(field: SignedField) -> Value? { values.first { $0.field == field } }

    func omitting(_ fields: [SignedField]) -> SignedText { omitting { $0.field.map(fields.contains) ?? false } }

    /// Returns the text with another value for some fields that it has.
    func with(_ fields: [SignedField], _ bytes: [UInt8]) -> SignedText {
        SignedText(
            values.map { value in
                guard let field = value.field, fields.contains(field) else { return value }
                return Value(field, bytes, name: value.name, isString: value.isString)
            })
    }

    /// Returns the text with another value for a field. If the text lacks the field, it is inserted at its position in the order.
    func setting(_ field: SignedField, _ bytes: [UInt8], in order: SignedOrder) -> SignedText {
        let before = order.fields.prefix { $0 != field }
        return omitting([field]).inserting(
            Value(field, bytes), at: values.count { $0.field.map(before.contains) ?? false })
    }
}

extension SignedField {
    fileprivate var role: SignedText.Role {
        switch self {
        case .nonce, .transactionID: .nonce
        case .adNetworkID: .network
        case .timestamp: .timestamp
        case .itunesItemID, .appID, .sourceAppID: .item
        case .sourceIdentifier: .source
        case .campaignID: .campaign
        default: fewTexts.isEmpty ? .other : .choice(fewTexts.map { "\($0)" })
        }
    }
}

extension TextVariant {
    init(_ difference: @autoclosure @escaping () -> String, _ text: SignedText) { self.init(difference(), text.bytes) }
}
