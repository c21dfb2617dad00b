/// A value is encoded as JSON itself, so that it becomes a part of the encoded document. The encoder decides on the order of members and
/// the notation of numbers. To keep both, store the ``text`` instead.
extension JSONValue: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes any value.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try members.allKeys.map { Member($0.stringValue, try members.decode(JSONValue.self, forKey: $0)) })
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
            self = .array(values)
        } else {
            self = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let number = try? container.decode(Int64.self) { return .number("\(number)") }
        if let number = try? container.decode(UInt64.self) { return .number("\(number)") }
        if let number = try? container.decode(Double.self) {
            guard number.isFinite else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "\(number) is not a number of JSON")
            }
            return .number("\(number)")
        }
        return .string(try container.decode(String.self))
    }

    /// Encodes the value. A number that is neither an `Int64` nor a `UInt64` becomes the nearest `Double`.
    ///
    /// - Throws: `EncodingError` for a number that is larger than every `Double`, and the encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(member.value, forKey: Name(stringValue: member.name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .string(let text): try encoder.encode(scalar: text)
        case .number(let text):
            if let number = Int64(text) {
                try encoder.encode(scalar: number)
            } else if let number = UInt64(text) {
                try encoder.encode(scalar: number)
            } else if let number = Double(text), number.isFinite {
                try encoder.encode(scalar: number)
            } else {
                throw EncodingError.invalidValue(
                    text, .init(codingPath: encoder.codingPath, debugDescription: "\(text) is larger than every Double")
                )
            }
        case .bool(let value): try encoder.encode(scalar: value)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }
}

extension Encoder {
    fileprivate func encode(scalar value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}
