import AttributionBase

// Values are described and encoded as they appear in Apple's messages.

extension SigningEnvironment: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}

extension SKAdNetworkVersion: CustomStringConvertible {
    /// The version as Apple writes it.
    public var description: String { rawValue }
}

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
    public init(from decoder: any Decoder) throws { self = try decoder.text { AdNetworkIdentifier(text: $0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension AttributionUUID: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { AttributionUUID($0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension CountryCode: Codable {
    public init(from decoder: any Decoder) throws { self = try decoder.text { CountryCode(text: $0) } }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension ConversionValue: Codable {
    /// Decodes the number of a fine value or the word of a coarse one.
    public init(from decoder: any Decoder) throws {
        if let fine = try? FineConversionValue(from: decoder) {
            self = .fine(fine)
        } else {
            self = .coarse(try CoarseConversionValue(from: decoder))
        }
    }

    /// Encodes the number of a fine value or the word of a coarse one, as in postbacks.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .fine(let value): try value.encode(to: encoder)
        case .coarse(let value): try value.encode(to: encoder)
        }
    }
}

extension AdCampaign: Codable {
    /// Decodes the string of digits of a source identifier or the number of a campaign.
    public init(from decoder: any Decoder) throws {
        if let number = try? CampaignIdentifier(from: decoder) {
            self = .campaign(number)
        } else {
            self = .source(try SourceIdentifier(from: decoder))
        }
    }

    /// Encodes a source identifier as a string of digits and a campaign as a number, as in postbacks.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .campaign(let number): try number.encode(to: encoder)
        case .source(let digits): try digits.encode(to: encoder)
        }
    }
}

extension Publisher: Codable {
    /// Decodes the number of an app or the string of a domain.
    public init(from decoder: any Decoder) throws {
        if let app = try? ItemIdentifier(from: decoder) {
            self = .app(app)
        } else {
            self = .domain(try decoder.singleValueContainer().decode(String.self))
        }
    }

    /// Encodes the number of an app or the string of a domain, as in postbacks.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .app(let app): try app.encode(to: encoder)
        case .domain(let domain): try encoder.encode(text: domain)
        }
    }
}

extension FieldValue: Codable where Value: Codable {
    /// Decodes a known value, otherwise any JSON value.
    public init(from decoder: any Decoder) throws {
        if let value = try? Value(from: decoder) {
            self = .known(value)
        } else {
            self = .unknown(try JSONValue(from: decoder))
        }
    }

    /// Encodes the value itself, known or not.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .known(let value): try value.encode(to: encoder)
        case .unknown(let value): try value.encode(to: encoder)
        }
    }
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
    /// Decodes a string, and converts it with `read`.
    package func text<Value>(_ read: (String) -> Value?) throws -> Value {
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
    package func encode(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
