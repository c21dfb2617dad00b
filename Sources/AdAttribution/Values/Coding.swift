import AttributionJSON

// How values are printed, and what they are in JSON and other formats: what Apple's messages have in their place.

extension ConversionType: CustomStringConvertible {
    /// The word that postbacks have for it.
    public var description: String { rawValue }
}

extension InteractionType: CustomStringConvertible {
    /// The word that postbacks have for it.
    public var description: String { rawValue }
}

extension CoarseConversionValue: CustomStringConvertible {
    /// The word that postbacks have for it.
    public var description: String { rawValue }
}

extension FineConversionValue: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

extension ConversionValue: CustomStringConvertible {
    /// The number of a fine value, the word of a coarse one.
    public var description: String {
        switch self {
        case .fine(let value): value.description
        case .coarse(let value): value.description
        }
    }
}

extension SourceIdentifier: Codable {
    /// The digits of a text.
    public init(from decoder: any Decoder) throws { self = try decoder.text { SourceIdentifier($0) } }

    /// The digits as a text, as a postback has them.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension AdNetworkIdentifier: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { AdNetworkIdentifier($0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension CountryCode: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { CountryCode($0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Timestamp: Codable {
    /// A number of milliseconds.
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// The milliseconds, as an impression has them.
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
                .init(codingPath: codingPath, debugDescription: "\(JSONValue.string(text).text) is no \(Value.self)"))
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
