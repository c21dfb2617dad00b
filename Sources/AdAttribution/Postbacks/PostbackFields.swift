import AttributionBytes
import AttributionJSON
import AttributionRules

// What a postback says: its fields, the one writer of them, and the one reader.

/// The signed payload of a postback, in the order of Apple's example [Identifying the parameters in a postback].
package enum PostbackField {
    package static let identifier = Field(16, "postback-identifier", .string)
    package static let publisherItemIdentifier = Field(17, "publisher-item-identifier", .integer, isRequired: false)
    package static let marketplaceIdentifier = Field(18, "marketplace-identifier", .string, isRequired: false)
    package static let impressionType = Field(19, "impression-type", .string)
    package static let adNetworkIdentifier = Field(20, "ad-network-identifier", .string)
    package static let didWin = Field(21, "did-win", .boolean)
    package static let sequenceIndex = Field(22, "postback-sequence-index", .integer)
    package static let conversionType = Field(23, "conversion-type", .string)
    package static let sourceIdentifier = Field(24, "source-identifier", .string)
    package static let advertisedItemIdentifier = Field(25, "advertised-item-identifier", .integer)

    /// That of an impression, which has no place in a postback.
    package static let impressionIdentifier = Field(26, "impression-identifier", .string, isRequired: false)

    package static let shape = ObjectShape([
        identifier, impressionIdentifier, publisherItemIdentifier, marketplaceIdentifier, impressionType,
        adNetworkIdentifier, didWin,
        sequenceIndex, conversionType, sourceIdentifier, advertisedItemIdentifier,
    ])
}

/// The body that a device sends: the signed token, and the fields beside it [Identifying the parameters in a postback].
package enum BodyField {
    package static let token = Field(32, "jws-string", .string)
    package static let conversionValue = Field(33, "conversion-value", .integer, isRequired: false)
    package static let coarseConversionValue = Field(34, "coarse-conversion-value", .string, isRequired: false)
    package static let interactionType = Field(35, "ad-interaction-type", .string)
    package static let countryCode = Field(36, "country-code", .string, isRequired: false)

    /// The signature of a postback of SKAdNetwork, which makes two messages of a body.
    package static let skAdNetworkSignature: StaticString = "attribution-signature"

    package static let shape = ObjectShape([
        token, conversionValue, coarseConversionValue, interactionType, countryCode,
    ])
}

// MARK: - Writing

/// What a postback says, field by field. Whoever builds or simulates postbacks fills it in, and nothing else writes one: a
/// field that is added here is asked of both.
package struct PostbackValues: Sendable {
    // Signed, in the order of Apple's example.
    private let identifier: JSONScalar
    private let publisher: UInt64?
    private let marketplace: String?
    private let network: String
    private let didWin: Bool
    private let window: ConversionWindow
    private let type: ConversionType
    private let source: SourceIdentifier
    private let advertised: UInt64
    // Beside the token.
    private let fine: FineConversionValue?
    private let coarse: CoarseConversionValue?
    private let interaction: InteractionType
    private let country: CountryCode?

    /// - Parameters:
    ///   - identifier: that of the postback.
    ///   - publisher: the item ID of the app that showed the ad; nil where it is not told, as with all that may be nil.
    ///   - source: as many digits as are told.
    package init(
        identifier: JSONScalar, publisher: UInt64?, marketplace: String?, network: String, didWin: Bool,
        window: ConversionWindow, type: ConversionType, source: SourceIdentifier, advertised: UInt64,
        fine: FineConversionValue?, coarse: CoarseConversionValue?, interaction: InteractionType, country: CountryCode?
    ) {
        self.identifier = identifier
        self.publisher = publisher
        self.marketplace = marketplace
        self.network = network
        self.didWin = didWin
        self.window = window
        self.type = type
        self.source = source
        self.advertised = advertised
        self.fine = fine
        self.coarse = coarse
        self.interaction = interaction
        self.country = country
    }

    /// The fields that are signed, in the order of Apple's example.
    private var signed: [(field: Field, value: JSONScalar?)] {
        [
            (PostbackField.identifier, identifier),
            (PostbackField.publisherItemIdentifier, publisher.map { .integer($0) }),
            (PostbackField.marketplaceIdentifier, marketplace.map { .string($0) }),
            (PostbackField.impressionType, .string("app-impression")),
            (PostbackField.adNetworkIdentifier, .string(network)),
            (PostbackField.didWin, .bool(didWin)),
            (PostbackField.sequenceIndex, .integer(window.rawValue)),
            (PostbackField.conversionType, .string(type.rawValue)),
            (PostbackField.sourceIdentifier, .string(source.description)),
            (PostbackField.advertisedItemIdentifier, .integer(advertised)),
        ]
    }

    /// The fields that stand beside the token.
    private var unsigned: [(field: Field, value: JSONScalar?)] {
        [
            (BodyField.conversionValue, fine.map { .integer($0.rawValue) }),
            (BodyField.coarseConversionValue, coarse.map { .string($0.rawValue) }),
            (BodyField.interactionType, .string(interaction.rawValue)),
            (BodyField.countryCode, country.map { .string($0.description) }),
        ]
    }

    /// Appends the signed payload.
    package func appendPayload(to output: inout ByteBuffer) {
        output.openObject()
        Self.append(signed, to: &output)
        output.closeObject()
    }

    /// Appends the members beside the token, inside an object that has been opened.
    package func appendUnsigned(to output: inout ByteBuffer) { Self.append(unsigned, to: &output) }

    private static func append(_ fields: [(field: Field, value: JSONScalar?)], to output: inout ByteBuffer) {
        for (field, value) in fields {
            guard let value else { continue }
            output.member(field.name)
            value.append(to: &output)
        }
    }

    /// The same as values.
    package var parts: PostbackParts {
        func members(_ fields: [(field: Field, value: JSONScalar?)]) -> [JSONValue.Member] {
            fields.compactMap { field, value in value.map { field.member($0.value) } }
        }
        return PostbackParts(payload: .object(members(signed)), unsigned: members(unsigned))
    }
}

/// The signed payload of a postback, and the fields that stand beside it in the body.
public struct PostbackParts: Equatable, Sendable {
    /// The signed payload.
    public let payload: JSONValue
    /// The members that stand beside the token in the body.
    public let unsigned: [JSONValue.Member]
}

// MARK: - Reading

/// What the signed part of a postback says [Identifying the parameters in a postback].
///
/// It can only be had from a ``VerifiedPostback``. Every field is kept as it came: ``FieldValue/known(_:)`` where it is one of
/// the values of today.
public struct Postback: Hashable, Sendable {
    /// The UUID by which a conversion is counted once, as Apple wrote it. Compare it without regard to letter case.
    public let identifier: FieldValue<String>
    /// The network that the postback is for.
    public let adNetworkIdentifier: FieldValue<AdNetworkIdentifier>
    /// ``ItemIdentifier/development`` for an app installed from Xcode.
    public let advertisedItemIdentifier: FieldValue<ItemIdentifier>
    /// What the conversion was.
    public let conversionType: FieldValue<ConversionType>
    /// As many of the impression's last digits as crowd anonymity allows.
    public let sourceIdentifier: FieldValue<SourceIdentifier>
    /// False for a qualifying impression that did not win.
    public let didWin: FieldValue<Bool>
    /// The window that the postback tells of, its `postback-sequence-index`.
    public let window: FieldValue<ConversionWindow>
    /// Only first postbacks of tier 3 name the publisher.
    public let publisherItemIdentifier: FieldValue<ItemIdentifier>?
    /// The bundle ID of the marketplace, which tier 0 leaves out.
    public let marketplaceIdentifier: FieldValue<String>?

    init(_ payload: JSONValue) {
        identifier = payload.required(PostbackField.identifier, \.string)
        adNetworkIdentifier = payload.required(PostbackField.adNetworkIdentifier) {
            $0.string.flatMap(AdNetworkIdentifier.init)
        }
        advertisedItemIdentifier = payload.required(PostbackField.advertisedItemIdentifier, \.item)
        conversionType = payload.required(PostbackField.conversionType) {
            $0.string.flatMap(ConversionType.init)
        }
        sourceIdentifier = payload.required(PostbackField.sourceIdentifier) {
            $0.string.flatMap { SourceIdentifier($0) }
        }
        didWin = payload.required(PostbackField.didWin, \.bool)
        window = payload.required(PostbackField.sequenceIndex) { $0.integer.flatMap(ConversionWindow.init) }
        publisherItemIdentifier = payload.optional(PostbackField.publisherItemIdentifier, \.item)
        marketplaceIdentifier = payload.optional(PostbackField.marketplaceIdentifier, \.string)
    }
}

/// The fields that stand beside the signed part of a postback. Nobody signed them: whoever saw the postback on its way
/// can have changed them.
public struct UnsignedFields: Hashable, Sendable {
    /// How the person met the ad.
    public let interaction: FieldValue<InteractionType>
    /// What the conversion was worth; nil where no value was set or the tier withholds it. The fine value where there are
    /// both, which breaks a rule.
    public let conversionValue: FieldValue<ConversionValue>?
    /// Only where the country's own crowd is tier 3.
    public let country: FieldValue<CountryCode>?

    init(_ body: JSONValue) {
        interaction = body.required(BodyField.interactionType) { $0.string.flatMap(InteractionType.init) }
        let fine = body.optional(BodyField.conversionValue) {
            $0.integer.flatMap(FineConversionValue.init).map { ConversionValue.fine($0) }
        }
        conversionValue =
            fine
            ?? body.optional(BodyField.coarseConversionValue) {
                $0.string.flatMap(CoarseConversionValue.init).map { .coarse($0) }
            }
        country = body.optional(BodyField.countryCode) { $0.string.flatMap { CountryCode($0) } }
    }
}
