import AttributionBase

// Descriptions and encodings of values, which are the same as in Apple's messages.

extension ConversionType: CustomStringConvertible {
    /// The word for it in postbacks.
    public var description: String { rawValue }
}

extension InteractionType: CustomStringConvertible {
    /// The word for it in postbacks.
    public var description: String { rawValue }
}

extension CoarseConversionValue: CustomStringConvertible {
    /// The word for it in postbacks.
    public var description: String { rawValue }
}

extension FineConversionValue: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

extension ConversionValue: CustomStringConvertible {
    /// The number of a fine value or the word of a coarse one.
    public var description: String {
        switch self {
        case .fine(let value): value.description
        case .coarse(let value): value.description
        }
    }
}

extension SourceIdentifier: Codable {
    /// Decodes a string of digits.
    public init(from decoder: any Decoder) throws { self = try decoder.text { SourceIdentifier($0) } }

    /// Encodes the digits as a string, as in postbacks.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension AdNetworkIdentifier: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { AdNetworkIdentifier($0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension AttributionUUID: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { AttributionUUID($0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension CountryCode: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { CountryCode($0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Timestamp: Codable {
    /// Decodes a number of milliseconds.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Encodes the milliseconds, as in impressions.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

extension Decoder {
    fileprivate func text<Value>(_ read: (String) -> Value?) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        guard let value = read(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath,
                    debugDescription: "\(JSONValue.string(text).text) is not a valid \(Value.self)"))
        }
        return value
    }
}

extension Encoder {
    fileprivate func encode(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
