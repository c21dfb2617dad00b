import AttributionModel

/// A postback of either framework with a valid signature and an identifier, in the body that a device sends.
///
/// Its properties are the values that both frameworks report, with the same types, so that a receiver stores them with
/// the same code. Every value is kept as received. Values that may not be signed are in ``unsigned``, and values that
/// only one of the frameworks reports in ``details``.
///
/// ```swift
/// guard case .counted(let postback) = try await receiver.receive(body), postback.didWin == true else { return }
/// count(postback.campaign, postback.window, postback.unsigned.conversionValue)
/// ```
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

    /// Values that anyone may have changed in transit, as far as their framework does not sign them.
    public struct Unsigned: Equatable, Sendable {
        /// Whether the ad was viewed or clicked; nil for SKAdNetwork before version 2.2. Of these values, it alone is
        /// signed for SKAdNetwork, as the fidelity type.
        public let interaction: FieldValue<InteractionType>?
        /// The conversion value; nil if none was set or if the tier withholds it.
        public let conversionValue: FieldValue<ConversionValue>?
        /// The country, if it is disclosed.
        public let country: FieldValue<CountryCode>?
    }

    private func value<Value>(
        _ ofAdAttributionKit: (VerifiedPostback) -> Value, _ ofSKAdNetwork: (VerifiedSKAdNetworkPostback) -> Value
    ) -> Value {
        switch details {
        case .adAttributionKit(let postback): ofAdAttributionKit(postback)
        case .skAdNetwork(let postback): ofSKAdNetwork(postback)
        }
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
    public var findings: Findings { value(\.findings, \.findings) }

    /// The environment of the signing key. Only `production` counts.
    public var environment: SigningEnvironment { value(\.environment, \.environment) }
}

extension ReceivedPostback: CustomStringConvertible {
    /// The kind, the identifier and the signer; not the values.
    public var description: String { input.description }
}

// MARK: - Signed values

extension ReceivedPostback {
    /// The ad network that the postback is for.
    public var adNetworkIdentifier: FieldValue<AdNetworkIdentifier> {
        value(\.signed.adNetworkIdentifier, \.signed.adNetworkIdentifier)
    }

    /// The `postback-identifier` or `transaction-id`. Several windows of SKAdNetwork may share it, so use the ``key``
    /// to count each postback once.
    public var identifier: FieldValue<AttributionUUID> { value(\.signed.identifier, \.signed.identifier) }

    /// The advertised app.
    public var advertisedItemIdentifier: FieldValue<ItemIdentifier> {
        value(\.signed.advertisedItemIdentifier, \.signed.advertisedItemIdentifier)
    }

    /// As many of the last digits of the source identifier as crowd anonymity allows, or the campaign ID of SKAdNetwork
    /// before version 4.0.
    public var campaign: FieldValue<AdCampaign> {
        value({ $0.signed.sourceIdentifier.map { .source($0) } }, \.signed.campaign)
    }

    /// The conversion window; nil for SKAdNetwork before version 4.0, because earlier versions send a single postback.
    public var window: FieldValue<ConversionWindow>? { value(\.signed.window, \.signed.window) }

    /// Whether the network won; always true for SKAdNetwork before version 3.0, because earlier versions inform only
    /// winners.
    public var didWin: FieldValue<Bool> { value(\.signed.didWin) { $0.signed.didWin ?? .known(true) } }

    /// The type of the conversion; nil for version 1.0 of SKAdNetwork, which does not report it.
    public var conversionType: FieldValue<ConversionType>? {
        value(\.signed.conversionType) { $0.signed.isRedownload?.map { $0 ? .redownload : .download } }
    }

    /// The app or the web page that showed the ad; nil if it is not disclosed.
    public var publisher: FieldValue<Publisher>? {
        value({ $0.signed.publisherItemIdentifier?.map { .app($0) } }, \.signed.publisher)
    }
}

// MARK: - Values that may be unsigned

extension ReceivedPostback {
    /// The values that are not signed. Nobody vouches for them: do not pay for them without a check of your own.
    public var unsigned: Unsigned {
        let interaction: FieldValue<InteractionType>? = value(\.unsigned.interaction) { postback in
            postback.signed.fidelity?.map { fidelity in
                switch fidelity {
                case .viewThrough: .view
                case .storeKitRendered: .click
                }
            }
        }
        return Unsigned(
            interaction: interaction,
            conversionValue: value(\.unsigned.conversionValue, \.unsigned.conversionValue),
            country: value(\.unsigned.country, \.unsigned.country))
    }
}
