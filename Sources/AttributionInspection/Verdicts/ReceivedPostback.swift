import AttributionBase
import AttributionModel

/// A postback of either framework with a valid signature and an identifier, in the body that a device sends.
///
/// It has the members of ``signed``: the values that both frameworks report, with the same types, so that a receiver
/// stores them with the same code. Every value is kept as received. Values that may not be signed are in ``unsigned``,
/// and values that only one of the frameworks reports in ``details``.
///
/// ```swift
/// guard case .counted(let postback) = try await receiver.receive(body), postback.didWin == true else { return }
/// count(postback.campaign, postback.window, postback.unsigned.conversionValue)
/// ```
@dynamicMemberLookup
public struct ReceivedPostback: Equatable, Sendable {
    /// The key that identifies the conversion and its window, made only of signed values.
    public let key: RepeatKey
    /// A digest of the contents, which distinguishes an honest retry from the same key with different contents.
    public let mark: RepeatMark
    /// The signed values, in the order of the text.
    public let payload: JSONValue
    /// The postback in the types of its framework.
    public let details: Details
    package let input: VerifiedInput
    /// Whether a receiver accepted the postback although it may break rules.
    var isAccepted = false
    /// The first rule of severity `error` that the postback breaks; nil if there is none, or if a receiver accepted the
    /// postback.
    package var brokenRule: Rule? { isAccepted ? nil : findings.brokenRule }

    /// A postback in the types of its framework.
    public enum Details: Equatable, Sendable {
        case adAttributionKit(VerifiedPostback)
        case skAdNetwork(VerifiedSKAdNetworkPostback)
    }

    /// The body as it was received.
    public var body: [UInt8] { input.text }

    /// The framework of the postback.
    public var framework: Framework {
        switch details {
        case .adAttributionKit: .adAttributionKit
        case .skAdNetwork: .skAdNetwork
        }
    }

    /// The findings according to Apple's rules, as far as they are known today.
    public var findings: Findings {
        switch details {
        case .adAttributionKit(let postback): postback.findings
        case .skAdNetwork(let postback): postback.findings
        }
    }

    /// The environment of the signing key. Only `production` counts.
    public var environment: SigningEnvironment { input.environment }

    /// The values that both frameworks sign.
    public var signed: Signed { Signed(details) }

    /// The values that are not signed. Nobody vouches for them: do not pay for them without a check of your own.
    public var unsigned: Unsigned { Unsigned(details) }

    /// A member of ``signed``.
    public subscript<Value>(dynamicMember member: KeyPath<Signed, Value>) -> Value { signed[keyPath: member] }
}

extension ReceivedPostback: CustomStringConvertible {
    /// The kind, the identifier and the signer; not the values.
    public var description: String { input.description }
}

// MARK: - Values

extension ReceivedPostback {
    /// The signed values of a postback that both frameworks report, with the same types. Encoded, they have the names of
    /// Apple's fields in AdAttributionKit, also those of a SKAdNetwork postback.
    public struct Signed: Hashable, Codable, Sendable {
        /// The ad network that the postback is for.
        public var adNetworkIdentifier: FieldValue<AdNetworkIdentifier>
        /// The `postback-identifier` or `transaction-id`. Several windows of SKAdNetwork may share it, so use the
        /// ``ReceivedPostback/key`` to count each postback once.
        public var identifier: FieldValue<AttributionUUID>
        /// The advertised app.
        public var advertisedItemIdentifier: FieldValue<ItemIdentifier>
        /// As many of the last digits of the source identifier as crowd anonymity allows, or the campaign ID of
        /// SKAdNetwork before version 4.0.
        public var campaign: FieldValue<AdCampaign>
        /// The conversion window; nil for SKAdNetwork before version 4.0, because earlier versions send a single
        /// postback.
        public var window: FieldValue<ConversionWindow>?
        /// Whether the network won; always true for SKAdNetwork before version 3.0, because earlier versions inform only
        /// winners.
        public var didWin: FieldValue<Bool>
        /// The type of the conversion; nil for version 1.0 of SKAdNetwork, which does not report it.
        public var conversionType: FieldValue<ConversionType>?
        /// The app or the web page that showed the ad; nil if it is not disclosed.
        public var publisher: FieldValue<Publisher>?

        private enum CodingKeys: CodingKey, NamedAsField, CaseIterable {
            case adNetworkIdentifier, identifier, advertisedItemIdentifier, campaign, window, didWin, conversionType
            case publisher

            var field: Field {
                switch self {
                case .adNetworkIdentifier: PostbackField.adNetworkIdentifier
                case .identifier: PostbackField.identifier
                case .advertisedItemIdentifier: PostbackField.advertisedItemIdentifier
                case .campaign: PostbackField.sourceIdentifier
                case .window: PostbackField.sequenceIndex
                case .didWin: PostbackField.didWin
                case .conversionType: PostbackField.conversionType
                case .publisher: PostbackField.publisherItemIdentifier
                }
            }
        }

        fileprivate init(_ details: Details) {
            switch details {
            case .adAttributionKit(let postback):
                let signed = postback.signed
                adNetworkIdentifier = signed.adNetworkIdentifier
                identifier = signed.identifier
                advertisedItemIdentifier = signed.advertisedItemIdentifier
                campaign = signed.sourceIdentifier.map { .source($0) }
                window = signed.window
                didWin = signed.didWin
                conversionType = signed.conversionType
                publisher = signed.publisherItemIdentifier?.map { .app($0) }
            case .skAdNetwork(let postback):
                let signed = postback.signed
                adNetworkIdentifier = signed.adNetworkIdentifier
                identifier = signed.identifier
                advertisedItemIdentifier = signed.advertisedItemIdentifier
                campaign = signed.campaign
                window = signed.window
                didWin = signed.didWin ?? .known(true)
                conversionType = signed.isRedownload?.map { $0 ? .redownload : .download }
                publisher = signed.publisher
            }
        }
    }

    /// Values that anyone may have changed in transit, as far as their framework does not sign them.
    public struct Unsigned: Hashable, Codable, Sendable {
        /// Whether the ad was viewed or clicked; nil for SKAdNetwork before version 2.2. Of these values, it alone is
        /// signed for SKAdNetwork, as the fidelity type.
        public var interaction: FieldValue<InteractionType>?
        /// The conversion value; nil if none was set or if the tier withholds it.
        public var conversionValue: FieldValue<ConversionValue>?
        /// The country, if it is disclosed.
        public var country: FieldValue<CountryCode>?

        private enum CodingKeys: CodingKey, NamedAsField, CaseIterable {
            case interaction, conversionValue, country

            var field: Field {
                switch self {
                case .interaction: BodyField.interactionType
                case .conversionValue: BodyField.conversionValue
                case .country: BodyField.countryCode
                }
            }
        }

        fileprivate init(_ details: Details) {
            switch details {
            case .adAttributionKit(let postback):
                interaction = postback.unsigned.interaction
                conversionValue = postback.unsigned.conversionValue
                country = postback.unsigned.country
            case .skAdNetwork(let postback):
                interaction = postback.signed.fidelity?.map { $0 == .viewThrough ? .view : .click }
                conversionValue = postback.unsigned.conversionValue
                country = postback.unsigned.country
            }
        }
    }
}

/// Keys of encoded values that have the names of Apple's fields.
private protocol NamedAsField: CodingKey, CaseIterable {
    var field: Field { get }
}

extension NamedAsField {
    var stringValue: String { field.text }

    var intValue: Int? { nil }

    init?(stringValue: String) {
        guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else { return nil }
        self = key
    }

    init?(intValue: Int) { nil }
}
