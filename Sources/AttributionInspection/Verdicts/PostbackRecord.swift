import AttributionBase
import AttributionModel

/// The values of a received postback, to store in a document or in the columns of a table. Encoded, they have the names of
/// Apple's fields in AdAttributionKit, also those of a SKAdNetwork postback.
///
/// A record says what a receiver found when it received the postback. It proves nothing, because anyone who can write
/// to the store can write a record. A record that you read back is not a ``ReceivedPostback``; to get one, verify the
/// record's ``body`` again:
///
/// ```swift
/// let verdict = try await verifier.verdict(on: record.body.utf8)
/// ```
public struct PostbackRecord: Hashable, Codable, Sendable {
    /// The key that identifies the conversion and its window.
    public var key: RepeatKey
    /// A digest of the contents.
    public var mark: RepeatMark
    /// The outcome: ``Verdict/Outcome/valid`` for a postback that a receiver counted. A postback of an ``InputVerifier``
    /// that does not check rules is ``Verdict/Outcome/againstRules`` if it breaks any.
    public var verdict: Verdict.Outcome
    /// The environment of the signing key.
    public var environment: SigningEnvironment
    /// The IDs of the rules that the postback broke, according to the findings at that time.
    public var brokenRules: [String]
    /// When the postback was received.
    public var time: Timestamp
    /// The framework.
    public var framework: Framework
    /// The ad network that the postback is for.
    public var adNetworkIdentifier: FieldValue<AdNetworkIdentifier>
    /// The `postback-identifier` or `transaction-id`.
    public var identifier: FieldValue<AttributionUUID>
    /// The advertised app.
    public var advertisedItemIdentifier: FieldValue<ItemIdentifier>
    /// The source identifier or the campaign.
    public var campaign: FieldValue<AdCampaign>
    /// The conversion window.
    public var window: FieldValue<ConversionWindow>?
    /// Whether the network won.
    public var didWin: FieldValue<Bool>
    /// The type of the conversion.
    public var conversionType: FieldValue<ConversionType>?
    /// The app or the web page that showed the ad.
    public var publisher: FieldValue<Publisher>?
    /// Whether the ad was viewed or clicked.
    public var interaction: FieldValue<InteractionType>?
    /// The conversion value, which is not signed.
    public var conversionValue: FieldValue<ConversionValue>?
    /// The country, which is not signed.
    public var country: FieldValue<CountryCode>?
    /// The body as it was received.
    public var body: String

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case key, mark, verdict, environment, time, framework, body
        case brokenRules = "broken-rules"
        case adNetworkIdentifier, identifier, advertisedItemIdentifier, campaign, window, didWin, conversionType
        case publisher, interaction, conversionValue, country

        /// The fields that have these values in postbacks of AdAttributionKit.
        private static let fields: [CodingKeys: Field] = [
            .adNetworkIdentifier: PostbackField.adNetworkIdentifier, .identifier: PostbackField.identifier,
            .advertisedItemIdentifier: PostbackField.advertisedItemIdentifier,
            .campaign: PostbackField.sourceIdentifier, .window: PostbackField.sequenceIndex,
            .didWin: PostbackField.didWin, .conversionType: PostbackField.conversionType,
            .publisher: PostbackField.publisherItemIdentifier, .interaction: BodyField.interactionType,
            .conversionValue: BodyField.conversionValue, .country: BodyField.countryCode,
        ]

        var stringValue: String { Self.fields[self]?.text ?? rawValue }

        init?(stringValue: String) {
            guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else { return nil }
            self = key
        }
    }

    /// Creates the record of a postback.
    ///
    /// - Parameters:
    ///   - postback: the postback, as a store gets it. One that a verifier refused, or only looked at, is not yours.
    ///   - time: when it was received.
    public init(_ postback: ReceivedPostback, receivedAt time: Timestamp) {
        key = postback.key
        mark = postback.mark
        verdict =
            postback.brokenRule != nil ? .againstRules : postback.input.isForCounting ? .valid : .notOurs
        environment = postback.environment
        brokenRules = postback.findings.filter { $0.severity == .error }.map(\.rule.id)
        self.time = time
        framework = postback.framework
        adNetworkIdentifier = postback.adNetworkIdentifier
        identifier = postback.identifier
        advertisedItemIdentifier = postback.advertisedItemIdentifier
        campaign = postback.campaign
        window = postback.window
        didWin = postback.didWin
        conversionType = postback.conversionType
        publisher = postback.publisher
        interaction = postback.unsigned.interaction
        conversionValue = postback.unsigned.conversionValue
        country = postback.unsigned.country
        body = String(decoding: postback.body, as: UTF8.self)
    }
}
