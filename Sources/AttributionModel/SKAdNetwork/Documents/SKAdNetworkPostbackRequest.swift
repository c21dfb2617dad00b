import AttributionBase
import AttributionCrypto

/// A SKAdNetwork test postback, described by the events that cause it. `body(signedBy:)` writes exactly the
/// fields that version, tier, window and outcome allow [Receiving postbacks in multiple conversion windows].
///
/// Versions up to 3.0 have a privacy threshold instead of tiers. For these versions, ``tier`` stands for it: the
/// conversion value is sent from tier 2 on, the source app in tier 3.
public struct SKAdNetworkPostbackRequest: Equatable, Sendable {
    /// The version that determines the fields and their order.
    public var version: SKAdNetworkVersion
    /// The network that the postback is for.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign ID, for versions up to 3.0.
    public var campaignIdentifier: CampaignIdentifier?
    /// The source identifier of version 4.0; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// The number of digits that crowd anonymity allows, 2 to 4; nil for as many as tier and window allow.
    package var sourceDigits: Int?
    /// The advertised app.
    public var advertisedItemIdentifier: ItemIdentifier
    /// The UUID that identifies the conversion: `AttributionUUID()` for a new one.
    public var identifier: AttributionUUID
    /// Whether the account had installed the app before.
    public var isRedownload = false
    /// Where the ad was shown; nil omits it from the postback.
    public var publisher: Publisher? = .app(.development)
    /// How the ad was shown.
    public var fidelity = FidelityType.storeKitRendered
    /// Whether the network won; written from version 3.0 on.
    public var didWin = true
    /// The data tier, 3 by default.
    public var tier = DataTier.three
    /// The conversion window, the first by default.
    public var window = ConversionWindow.first
    /// The fine conversion value, if one was set.
    public var fine: FineConversionValue?
    /// The coarse conversion value, if one was set.
    public var coarse: CoarseConversionValue?
    /// The country, sent only in a winner's first postback of tier 3; set it only if the country's own crowd is in tier
    /// 3 too.
    public var country: CountryCode?
    /// Fields to write even if version, tier, window or outcome forbids them, for testing receivers that must reject such postbacks.
    package var forcedFields: Set<SignedField> = []

    /// Creates the first postback of a winning ad in tier 3.
    public init(
        version: SKAdNetworkVersion, adNetworkIdentifier: AdNetworkIdentifier, sourceIdentifier: SourceIdentifier,
        advertisedItemIdentifier: ItemIdentifier, identifier: AttributionUUID
    ) {
        self.version = version
        self.adNetworkIdentifier = adNetworkIdentifier
        self.sourceIdentifier = sourceIdentifier
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.identifier = identifier
        let lastTwo = sourceIdentifier.number % 100
        campaignIdentifier = CampaignIdentifier(rawValue: lastTwo == 0 ? 100 : lastTwo)
    }

    /// Creates the SKAdNetwork counterpart of a request for an AdAttributionKit postback. Values that SKAdNetwork has
    /// no field for are dropped.
    public init(_ request: PostbackRequest, version: SKAdNetworkVersion) {
        self.init(
            version: version, adNetworkIdentifier: request.adNetworkIdentifier,
            sourceIdentifier: request.sourceIdentifier, advertisedItemIdentifier: request.advertisedItemIdentifier,
            identifier: request.identifier)
        sourceDigits = request.sourceDigits
        isRedownload = request.conversionType == .redownload
        publisher = request.publisherItemIdentifier.map { .app($0) }
        fidelity = request.interaction == .view ? .viewThrough : .storeKitRendered
        didWin = request.didWin
        tier = request.tier
        window = request.window
        fine = request.fine
        coarse = request.coarse
        country = request.country
    }

    package var plan: PostbackPlan {
        var values = PostbackValues(
            identifier: .string(identifier.description), network: adNetworkIdentifier.description,
            advertised: advertisedItemIdentifier.rawValue, source: sourceIdentifier,
            type: isRedownload ? .redownload : .download, interaction: fidelity == .viewThrough ? .view : .click,
            didWin: didWin, window: window)
        values.version = version
        values.forced = forcedFields
        switch publisher {
        case .app(let item): values.publisher = item.rawValue
        case .domain(let name): values.sourceDomain = name
        case nil: break
        }
        (values.campaign, values.fidelity) = (campaignIdentifier?.rawValue, fidelity.rawValue)
        (values.fine, values.coarse, values.country) = (fine, coarse, country)
        return PostbackPlan(
            values, tier: tier, sourceDigits: sourceDigits, forced: Set(forcedFields.compactMap(\.disclosed)),
            forcesSourceDigits: forcedFields.contains(.sourceIdentifier))
    }

    /// Returns the body as a device would send it, but signed by a key that is not Apple's.
    ///
    /// - Throws: a `Problem` with the rule ``refusal`` if a requested value is impossible; `WrongSignatureError`, or the
    ///   signer's error.
    public func body(signedBy signer: some MessageSigner) async throws -> JSONValue {
        try plan.check()
        return object(signature: try await signer.text { appendSignature(by: $0, to: &$1) })
    }

    /// Returns the body, like `body(signedBy:)` for any signer, but at once: the key is in memory.
    ///
    /// - Throws: a `Problem` with the rule ``refusal`` if a requested value is impossible, or `CryptoFailure`.
    public func body(signedBy key: P256PrivateKey) throws -> JSONValue {
        try plan.check()
        return try bodyWhateverItSays(signedBy: key)
    }

    /// Returns the body without the values that are impossible.
    package func bodyWhateverItSays(signedBy key: P256PrivateKey) throws(CryptoFailure) -> JSONValue {
        object(signature: try key.textAtOnce { appendSignature(by: $0, to: &$1) })
    }

    private func appendSignature(by signer: TextSigner, to output: inout ByteBuffer) {
        var text = ByteBuffer()
        version.appendSignedText(of: plan.values.rows(in: version), to: &text)
        unsafe signer.appendSignature(of: text.bytes, as: .der, to: &output)
    }

    private func object(signature: String) -> JSONValue { plan.values.body(of: version, signature: signature) }

    /// The rules that the resulting postback breaks, including warnings.
    public var findings: Findings { plan.values.findings }

    /// The rule with which `body` throws: it forbids a requested value, or a value that it requires is missing; nil if a device
    /// could send the postback.
    public var refusal: Rule? { plan.fault?.rule }
}
