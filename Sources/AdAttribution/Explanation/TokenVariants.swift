import AttributionBase
import AttributionCrypto

/// Texts that the signer of a token may have signed by mistake.
enum TokenVariants {
    /// The kinds of mistakes, in the order in which they are tried.
    static let rows: [(cause: TokenExplanation.Cause?, variants: @Sendable (ExplainedToken) -> [TextVariant])] = [
        (.signedText, signedTexts), (.header, headers), (.json, spellings), (.identifierCase, identifiers),
        (.networkCase, networks), (.boolean, literals), (.timestamp, units), (nil, changes),
        // It has the most variants and is the least likely.
        (.timestamp, readings),
    ]

    // MARK: - Texts

    private static func encoded(_ text: [UInt8]) -> [UInt8] { Base64URL.encode(text) }

    private static func signed(_ header: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        encoded(header) + [ASCII.dot] + encoded(payload)
    }

    private static func signedTexts(_ token: ExplainedToken) -> [TextVariant] {
        let (header, payload, dot) = (token.header, token.payload, [ASCII.dot])
        let (headerText, payloadText) = (token.headerObject?.text, token.payloadObject?.text)
        var texts: [(words: String, bytes: [UInt8])] = [
            ("only the payload was signed", payload), ("only the header was signed", header),
            ("header and payload were signed without the dot between them", header + payload),
            ("payload and header were swapped", payload + dot + header),
            ("a dot follows the payload", token.signed + dot),
            ("a line feed follows the payload", token.signed + [0x0a]),
            ("a carriage return and a line feed follow the payload", token.signed + [0x0d, 0x0a]),
            ("the text was signed in quotes", [ASCII.quote] + token.signed + [ASCII.quote]),
            ("the text was signed in UTF-16", utf16(token.signed, isLittle: true)),
            ("the text was signed in UTF-16", utf16(token.signed, isLittle: false)),
        ]
        if let headerText, let payloadText {
            func both(isURL: Bool, isPadded: Bool) -> [UInt8] {
                base64(headerText, isURL: isURL, isPadded: isPadded) + dot
                    + base64(payloadText, isURL: isURL, isPadded: isPadded)
            }
            texts += [
                ("the JSON of the payload was signed, not its base64url", payloadText),
                ("the JSON of header and payload was signed, not their base64url", headerText + dot + payloadText),
                ("the JSON of header and payload was signed without a dot", headerText + payloadText),
                ("the JSON of the payload was signed after the header's base64url", header + dot + payloadText),
                ("the JSON of the header was signed", headerText),
                ("padded base64url was signed", both(isURL: true, isPadded: true)),
                ("standard base64 was signed", both(isURL: false, isPadded: false)),
                ("padded standard base64 was signed", both(isURL: false, isPadded: true)),
                ("only the payload was signed, in padded base64", base64(payloadText, isURL: false, isPadded: true)),
            ]
        }
        let wanted = ", want the base64url of header and payload with a dot between them"
        return texts.map { text in TextVariant(text.words + wanted, text.bytes) }
            + texts.flatMap { text -> [TextVariant] in
                let digest = SHA256.hash(text.bytes)
                return [digest, ASCII.hexDigits(of: digest)].map {
                    TextVariant(text.words + " and hashed twice" + wanted, $0)
                }
            }
    }

    private static func utf16(_ text: [UInt8], isLittle: Bool) -> [UInt8] {
        text.flatMap { isLittle ? [$0, 0] : [0, $0] }
    }

    private static func base64(_ bytes: [UInt8], isURL: Bool, isPadded: Bool) -> [UInt8] {
        let text = isURL ? Base64URL.encode(bytes) : Base64URL.inStandardAlphabet(Base64URL.encode(bytes))
        return text + (isPadded ? [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4) : [])
    }

    // MARK: - Headers

    private static let mostMembers = 8

    private static func headers(_ token: ExplainedToken) -> [TextVariant] {
        guard let object = token.headerObject, case .object(let members) = object.json, members.count <= mostMembers
        else { return [] }
        let type = JSONValue.Member("typ", .string("JWT"))
        let hasType = members.contains { $0.name == type.name }
        var orders = [members, members.reversed(), members.sorted { $0.name < $1.name }]
        orders += orders.flatMap { order in
            hasType
                ? [order.filter { $0.name != type.name }]
                : (0...order.count).map { place in
                    Array(order[..<place]) + [type] + order[place...]
                }
        }
        orders.append(members.filter { $0.name == HeaderField.algorithm.text })
        return orders.flatMap { order in
            JSONSpelling.all.map { spelling in
                let text = spelling.text(of: .object(order))
                return TextVariant(
                    "the header \(String(decoding: text, as: UTF8.self)) was signed, want "
                        + String(decoding: object.text, as: UTF8.self),
                    encoded(text) + [ASCII.dot] + token.payload)
            }
        }
    }

    // MARK: - The payload's text

    private static func spellings(_ token: ExplainedToken) -> [TextVariant] {
        guard let payload = token.payloadObject, case .object(let members) = payload.json else { return [] }
        let headers =
            [token.headerObject?.text]
            + JSONSpelling.all.prefix(2).map { spelling in
                token.headerObject.map { spelling.text(of: $0.json) }
            }
        let wanted = ", want it as it is in the token"
        func variants(_ words: String, _ text: [UInt8]) -> [TextVariant] {
            let words = "the payload was signed \(words)"
            let tokens = headers.compactMap { $0 }.map { TextVariant(words + wanted, signed($0, text)) }
            return tokens + [
                TextVariant(words + ", and alone" + wanted, encoded(text)),
                TextVariant(words + ", as JSON and alone" + wanted, text),
            ]
        }
        var result = JSONSpelling.all.flatMap { variants($0.words, $0.text(of: payload.json)) }
        for shape in [ImpressionField.shape, PostbackField.shape] {
            let places = Dictionary(
                uniqueKeysWithValues: shape.fields.map(\.text).enumerated().map { ($0.element, $0.offset) })
            let ordered = members.sorted { (places[$0.name] ?? .max) < (places[$1.name] ?? .max) }
            result += JSONSpelling.all.prefix(2).flatMap {
                variants("in the order of Apple's article, " + $0.words, $0.text(of: .object(ordered)))
            }
        }
        let reversed = JSONValue.object(members.reversed())
        return result + variants("in reverse order", JSONSpelling.all[0].text(of: reversed))
    }

    // MARK: - Values

    /// Returns the variant with another value for a field; empty if the payload does not have the field.
    private static func variant(
        _ token: ExplainedToken, _ field: String, _ value: [UInt8], _ words: @autoclosure @escaping () -> String
    ) -> [TextVariant] {
        guard let text = token.payloadObject?.replacing(field, with: value) else { return [] }
        return [TextVariant(words(), token.signed(payload: text))]
    }

    private static func string(_ token: ExplainedToken, _ field: String) -> String? {
        guard case .string(let text)? = token.payloadObject?.json[field] else { return nil }
        return text
    }

    private static func letters(_ token: ExplainedToken, _ field: String) -> [TextVariant] {
        guard let text = string(token, field) else { return [] }
        return spellings(of: text).flatMap { words, other in
            variant(
                token, field, Array(JSONValue.string(other).text.utf8), "\"\(field)\" was signed \(words), want \(text)"
            )
        }
    }

    /// Returns a text in other letter cases.
    private static func spellings(of text: String) -> [(words: String, text: String)] {
        [
            ("in uppercase", text.uppercased()), ("in lowercase", text.lowercased()),
            ("with a capital", text.prefix(1).uppercased() + text.dropFirst()),
        ]
    }

    private static func identifiers(_ token: ExplainedToken) -> [TextVariant] {
        [ImpressionField.identifier, PostbackField.identifier].flatMap { letters(token, $0.text) }
    }

    private static func networks(_ token: ExplainedToken) -> [TextVariant] {
        var variants = letters(token, ImpressionField.adNetworkIdentifier.text)
        // The header has the same ID.
        guard let header = token.headerObject, let keyID = token.keyID else { return variants }
        for (words, other) in spellings(of: keyID) {
            let value = Array(JSONValue.string(other).text.utf8)
            guard let text = header.replacing(HeaderField.keyID.text, with: value) else { continue }
            let difference = "\"\(HeaderField.keyID.name)\" was signed \(words), want \(keyID)"
            variants.append(TextVariant(difference, encoded(text) + [ASCII.dot] + token.payload))
            let both = token.payloadObject?.replacing(ImpressionField.adNetworkIdentifier.text, with: value)
            if let both { variants.append(TextVariant(difference, signed(text, both))) }
        }
        return variants
    }

    private static func literals(_ token: ExplainedToken) -> [TextVariant] {
        guard let payload = token.payloadObject, case .object(let members) = payload.json else { return [] }
        return members.prefix(32).flatMap { member -> [TextVariant] in
            let others: [JSONValue] =
                switch member.value {
                case .number(let digits): [.string(digits), .number(digits + ".0"), .number(digits + "e0")]
                case .string(let text) where !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit):
                    [.number(text), .number(String(text.drop { $0 == "0" }))]
                case .bool(let value): [.string("\(value)"), .number(value ? "1" : "0"), .string(value ? "1" : "0")]
                case .string("true"), .string("false"): [.bool(member.value == .string("true"))]
                default: []
                }
            return others.flatMap { other in
                variant(
                    token, member.name, Array(other.text.utf8),
                    "\"\(member.name)\" was signed as \(other.text), want \(member.value.text)")
            }
        }
    }

    private static func timestamps(
        _ token: ExplainedToken, _ mistakes: KeyPath<TimestampMistakes, [TimestampMistakes.Mistake]>
    ) -> [TextVariant] {
        let field = ImpressionField.timestamp.text
        guard case .number(let moment)? = token.payloadObject?.json[field] else { return [] }
        return TimestampMistakes(moment)[keyPath: mistakes].flatMap { mistake in
            let isNumber = mistake.text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.dot || $0 == ASCII.minus }
            let value = isNumber ? mistake.text : JSONValue.string(mistake.text).text
            return variant(token, field, Array(value.utf8), mistake.words("\"\(field)\""))
        }
    }

    private static func units(_ token: ExplainedToken) -> [TextVariant] { timestamps(token, \.otherUnits) }

    private static func readings(_ token: ExplainedToken) -> [TextVariant] { timestamps(token, \.otherReadings) }

    // MARK: - Changes

    /// Returns variants in which the payload has other values. If one was signed, a value was changed after signing;
    /// it is not a mistake of form.
    private static func changes(_ token: ExplainedToken) -> [TextVariant] {
        few(token) + sources(token) + items(token) + absences(token)
    }

    private static func changed(_ token: ExplainedToken, _ field: Field, to other: JSONValue) -> [TextVariant] {
        guard let own = token.payloadObject?[field.text] else { return [] }
        return variant(
            token, field.text, Array(other.text.utf8),
            "\"\(field.name)\" was signed as \(other.text) and is \(String(decoding: own, as: UTF8.self)) here: it was "
                + "changed after signing")
    }

    private static func few(_ token: ExplainedToken) -> [TextVariant] {
        let values: [(Field, [JSONValue])] = [
            (PostbackField.didWin, [.bool(true), .bool(false)]),
            (ImpressionField.eligibleForReEngagement, [.bool(true), .bool(false)]),
            (PostbackField.sequenceIndex, ConversionWindow.allCases.map { .number("\($0.rawValue)") }),
            (PostbackField.conversionType, ConversionType.allCases.map { .string($0.rawValue) }),
            (PostbackField.marketplaceIdentifier, [.string("com.apple.AppStore")]),
        ]
        return values.flatMap { field, others in others.flatMap { changed(token, field, to: $0) } }
    }

    /// Returns the digits of a value that is a number or a string.
    private static func digits(_ token: ExplainedToken, _ field: Field) -> (digits: [UInt8], isText: Bool)? {
        switch token.payloadObject?.json[field.text] {
        case .number(let digits)?: (Array(digits.utf8), false)
        case .string(let digits)?: (Array(digits.utf8), true)
        default: nil
        }
    }

    private static func sources(_ token: ExplainedToken) -> [TextVariant] {
        let field = ImpressionField.sourceIdentifier
        guard let (digits, isText) = digits(token, field) else { return [] }
        return NumberMistakes.sources(of: digits, isText: isText).flatMap { other in
            let text = String(decoding: other, as: UTF8.self)
            return changed(token, field, to: isText ? .string(text) : .number(text))
        }
    }

    private static func items(_ token: ExplainedToken) -> [TextVariant] {
        let fields = [ImpressionField.advertisedItemIdentifier, ImpressionField.publisherItemIdentifier]
        return fields.flatMap { field -> [TextVariant] in
            guard let (own, isText) = digits(token, field), !isText else { return [] }
            let other = fields.first { $0 != field }.flatMap { digits(token, $0)?.digits }
            let others = [other, [ASCII.zero]].compactMap { $0 } + NumberMistakes.neighbours(of: own)
            return others.filter { $0 != own }.flatMap {
                changed(token, field, to: .number(String(decoding: $0, as: UTF8.self)))
            }
        }
    }

    /// Returns variants in which optional fields are added or removed.
    private static func absences(_ token: ExplainedToken) -> [TextVariant] {
        guard let payload = token.payloadObject else { return [] }
        var variants: [TextVariant] = []
        let optional = [
            ImpressionField.eligibleForReEngagement, PostbackField.publisherItemIdentifier,
            PostbackField.marketplaceIdentifier,
        ]
        for field in optional {
            guard let text = payload.removing(field.text) else { continue }
            variants.append(
                TextVariant("\"\(field.name)\" was added after the payload was signed", token.signed(payload: text)))
        }
        let added: [(Field, String)] = [
            (ImpressionField.eligibleForReEngagement, "true"), (ImpressionField.eligibleForReEngagement, "false"),
            (PostbackField.publisherItemIdentifier, "0"),
            (PostbackField.marketplaceIdentifier, "\"com.apple.AppStore\""),
        ]
        for (field, value) in added where payload[field.text] == nil {
            guard let text = payload.adding(field.text, Array(value.utf8)) else { continue }
            variants.append(
                TextVariant(
                    "\"\(field.name)\" was signed as \(value) and is missing here: it was changed after signing",
                    token.signed(payload: text)))
        }
        return variants
    }
}
