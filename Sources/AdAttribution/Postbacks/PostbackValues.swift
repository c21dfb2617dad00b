import Bytes
import Rules
import StrictJSON

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
    package var parts: PostbackRequest.Parts {
        func members(_ fields: [(field: Field, value: JSONScalar?)]) -> [JSONValue.Member] {
            fields.compactMap { field, value in value.map { field.member($0.value) } }
        }
        return PostbackRequest.Parts(payload: .object(members(signed)), unsigned: members(unsigned))
    }
}
