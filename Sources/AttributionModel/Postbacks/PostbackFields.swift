import AttributionBase

// The fields of a postback, with their only writer and their only reader.

/// The fields of a postback's signed payload, in the order of Apple's example [Identifying the parameters in a
/// postback].
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

    /// The identifier of an impression, which does not belong in a postback.
    package static let impressionIdentifier = Field(26, "impression-identifier", .string, isRequired: false)

    package static let shape = ObjectShape([
        identifier, impressionIdentifier, publisherItemIdentifier, marketplaceIdentifier, impressionType,
        adNetworkIdentifier, didWin,
        sequenceIndex, conversionType, sourceIdentifier, advertisedItemIdentifier,
    ])
}

/// The fields of the body that a device sends: the signed token and the fields alongside it [Identifying the parameters
/// in a postback].
package enum BodyField {
    package static let token = Field(32, "jws-string", .string)
    package static let conversionValue = Field(33, "conversion-value", .integer, isRequired: false)
    package static let coarseConversionValue = Field(34, "coarse-conversion-value", .string, isRequired: false)
    package static let interactionType = Field(35, "ad-interaction-type", .string)
    package static let countryCode = Field(36, "country-code", .string, isRequired: false)

    package static let shape = ObjectShape([
        token, conversionValue, coarseConversionValue, interactionType, countryCode,
    ])
}

// MARK: - Writing

/// The values of a postback of either framework. Both test postbacks and simulated ones are written by this type alone. For SKAdNetwork,
/// ``rows(in:)`` writes them.
package struct PostbackValues: Sendable {
    /// The version of SKAdNetwork, which decides which fields are written; nil for AdAttributionKit.
    package var version: SKAdNetworkVersion?
    package var identifier: JSONScalar
    package var network: String
    package var advertised: UInt64
    package var source: SourceIdentifier
    package var type: ConversionType
    package var interaction: InteractionType
    package var didWin: Bool
    package var window: ConversionWindow
    // Values that are nil are not written.
    package var publisher: UInt64?
    package var sourceDomain: String?
    package var marketplace: String?
    package var fine: FineConversionValue?
    package var coarse: CoarseConversionValue?
    package var country: CountryCode?
    package var campaign: Int?
    package var fidelity: Int?
    /// Fields that are written if they have a value, even if the version has no such field.
    package var forced: Set<SignedField> = []

    package init(
        identifier: JSONScalar, network: String, advertised: UInt64, source: SourceIdentifier, type: ConversionType,
        interaction: InteractionType, didWin: Bool, window: ConversionWindow
    ) {
        self.identifier = identifier
        self.network = network
        self.advertised = advertised
        self.source = source
        self.type = type
        self.interaction = interaction
        self.didWin = didWin
        self.window = window
    }

    private typealias Row = (field: Field, value: JSONScalar?)

    /// The signed fields of AdAttributionKit, in the order of Apple's example.
    private var signed: [Row] {
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

    /// The fields alongside the token.
    private var unsigned: [Row] {
        [
            (BodyField.conversionValue, fine.map { .integer($0.rawValue) }),
            (BodyField.coarseConversionValue, coarse.map { .string($0.rawValue) }),
            (BodyField.interactionType, .string(interaction.rawValue)),
            (BodyField.countryCode, country.map { .string($0.description) }),
        ]
    }

    package func appendPayload(to output: inout ByteBuffer) {
        output.openObject()
        Self.append(signed, to: &output)
        output.closeObject()
    }

    /// Appends the members alongside the token to an open object.
    package func appendUnsigned(to output: inout ByteBuffer) { Self.append(unsigned, to: &output) }

    private static func append(_ rows: [Row], to output: inout ByteBuffer) {
        for (field, value) in rows {
            guard let value else { continue }
            output.member(field.name)
            value.append(to: &output)
        }
    }

    package var parts: PostbackParts {
        func members(_ rows: [Row]) -> [JSONValue.Member] {
            rows.compactMap { field, value in value.map { field.member($0.value) } }
        }
        return (.object(members(signed)), members(unsigned))
    }
}

/// The signed payload of a postback, and the members alongside the token in the body.
package typealias PostbackParts = (payload: JSONValue, unsigned: [JSONValue.Member])

// MARK: - Reading

/// The signed values of a postback [Identifying the parameters in a postback].
///
/// It is only available from a ``VerifiedPostback``. Every field is kept as received; it is ``FieldValue/known(_:)``
/// if its value is one that is known today.
public struct Postback: Hashable, Sendable {
    /// The UUID that identifies the postback; count it once.
    public let identifier: FieldValue<AttributionUUID>
    /// The network that the postback is for.
    public let adNetworkIdentifier: FieldValue<AdNetworkIdentifier>
    /// The advertised app; ``ItemIdentifier/development`` for an app installed from Xcode.
    public let advertisedItemIdentifier: FieldValue<ItemIdentifier>
    /// The type of the conversion.
    public let conversionType: FieldValue<ConversionType>
    /// As many of the last digits of the impression's source identifier as crowd anonymity allows.
    public let sourceIdentifier: FieldValue<SourceIdentifier>
    /// False for a qualifying impression that did not win.
    public let didWin: FieldValue<Bool>
    /// The conversion window of the postback, its `postback-sequence-index`.
    public let window: FieldValue<ConversionWindow>
    /// The app that showed the ad; present only in a winner's first postback of tier 3.
    public let publisherItemIdentifier: FieldValue<ItemIdentifier>?
    /// The bundle ID of the marketplace, which tier 0 omits.
    public let marketplaceIdentifier: FieldValue<String>?

    init(_ payload: JSONValue) {
        identifier = payload.required(PostbackField.identifier, \.uuid)
        adNetworkIdentifier = payload.required(PostbackField.adNetworkIdentifier) {
            $0.string.flatMap(AdNetworkIdentifier.init(text:))
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

/// The fields alongside the signed part of a postback. They are not signed: anyone may have changed them in transit.
public struct UnsignedFields: Hashable, Sendable {
    /// The type of interaction with the ad.
    public let interaction: FieldValue<InteractionType>
    /// The conversion value; nil if none was set or if the tier withholds it. If both values are present, which breaks
    /// a rule, it is the fine value.
    public let conversionValue: FieldValue<ConversionValue>?
    /// The country; present only in a first postback of tier 3, and only if the country's own crowd is in tier 3 too.
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
        country = body.optional(BodyField.countryCode) { $0.string.flatMap { CountryCode(text: $0) } }
    }
}
