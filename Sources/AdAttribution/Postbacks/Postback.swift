import Rules
import StrictJSON

/// What the signed part of a postback says [Identifying the parameters in a postback].
///
/// It can only be had from a ``VerifiedPostback``.
public struct Postback: Equatable, Sendable {
    /// The UUID by which a conversion is counted once, as Apple wrote it.
    public let identifier: String
    /// The network that the postback is for.
    public let adNetworkIdentifier: AdNetworkIdentifier
    /// ``ItemIdentifier/development`` for an app installed from Xcode.
    public let advertisedItemIdentifier: ItemIdentifier
    /// What the conversion was.
    public let conversionType: ConversionType
    /// As many of the impression's last digits as crowd anonymity allows.
    public let sourceIdentifier: SourceIdentifier
    /// False for a qualifying impression that did not win.
    public let didWin: Bool
    /// The window that the postback tells of, its `postback-sequence-index`.
    public let window: ConversionWindow
    /// Only first postbacks of tier 3 name the publisher.
    public let publisherItemIdentifier: ItemIdentifier?
    /// The bundle ID of the marketplace, which tier 0 leaves out.
    public let marketplaceIdentifier: String?

    /// Nil for a payload in which a field is missing or of a wrong form, one that may be absent included.
    init?(_ payload: JSONValue) {
        guard let identifier = payload[PostbackField.identifier]?.string,
            let network = payload[PostbackField.adNetworkIdentifier]?.string.flatMap(AdNetworkIdentifier.init),
            let advertised = payload[PostbackField.advertisedItemIdentifier]?.item,
            let type = payload[PostbackField.conversionType]?.string.flatMap(ConversionType.init),
            let source = payload[PostbackField.sourceIdentifier]?.string.flatMap({ SourceIdentifier($0) }),
            case .bool(let didWin)? = payload[PostbackField.didWin],
            let window = payload[PostbackField.sequenceIndex]?.integer.flatMap(ConversionWindow.init)
        else { return nil }
        self.identifier = identifier
        adNetworkIdentifier = network
        advertisedItemIdentifier = advertised
        conversionType = type
        sourceIdentifier = source
        self.didWin = didWin
        self.window = window
        guard case .some(let publisher) = payload.optional(PostbackField.publisherItemIdentifier, { $0.item }),
            case .some(let marketplace) = payload.optional(PostbackField.marketplaceIdentifier, { $0.string })
        else { return nil }
        publisherItemIdentifier = publisher
        marketplaceIdentifier = marketplace
    }
}

/// The fields that stand beside the signed part of a postback. Nobody signed them: whoever saw the postback on its way
/// can have changed them.
public struct UnsignedFields: Equatable, Sendable {
    /// How the person met the ad.
    public let interaction: InteractionType
    /// What the conversion was worth; nil where no value was set or the tier withholds it.
    public let conversionValue: ConversionValue?
    /// Only where the country's own crowd is tier 3.
    public let country: CountryCode?

    /// Nil for a body in which a field is missing or of a wrong form, one that may be absent included.
    init?(_ body: JSONValue) {
        guard let interaction = body[BodyField.interactionType]?.string.flatMap(InteractionType.init),
            case .some(let fine) = body.optional(
                BodyField.conversionValue, { $0.integer.flatMap(FineConversionValue.init) }),
            case .some(let coarse) = body.optional(
                BodyField.coarseConversionValue, { $0.string.flatMap(CoarseConversionValue.init) }),
            case .some(let country) = body.optional(BodyField.countryCode, { $0.string.flatMap { CountryCode($0) } })
        else { return nil }
        self.interaction = interaction
        conversionValue = fine.map(ConversionValue.fine) ?? coarse.map(ConversionValue.coarse)
        self.country = country
    }
}
