import AttributionBase
import AttributionCrypto

/// A postback as Apple could send it, described by the events that cause it.
///
/// `body(signedBy:keyID:)` writes exactly the fields that the data tier and the conversion window allow [Identifying
/// the parameters in a postback]. ``refusal`` reports requests that are impossible, and ``findings`` reports faults in
/// the resulting postback.
public struct PostbackRequest: Equatable, Sendable {
    /// The `kid` of test postbacks that need no other: `local/0`. It is not one of Apple's, so that no receiver in
    /// production counts them.
    public static let testKeyID = ExampleKey.testKeyID

    /// The data tier, 3 by default.
    public var tier = DataTier.three
    /// The conversion window, the first by default.
    public var window = ConversionWindow.first
    /// The fine conversion value, if one was set.
    public var fine: FineConversionValue?
    /// The coarse conversion value, if one was set.
    public var coarse: CoarseConversionValue?
    /// The type of the conversion.
    public var conversionType = ConversionType.download
    /// The type of interaction with the ad.
    public var interaction = InteractionType.click
    /// Whether the network won.
    public var didWin = true
    /// The country, sent only in a first postback of tier 3; set it only if the country's own crowd is in tier 3 too.
    public var country: CountryCode?
    /// The marketplace's bundle ID. Apple sends no postback without one in tiers 1 to 3.
    public var marketplaceIdentifier: String? = "com.apple.AppStore"
    /// The UUID that identifies the postback: `AttributionUUID()` for a new one.
    public var identifier: AttributionUUID
    /// The network that the postback is for.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The App Store item ID of the advertised app.
    public var advertisedItemIdentifier: ItemIdentifier
    /// The app that shows the ad, sent in the winner's first postback of tier 3.
    public var publisherItemIdentifier: ItemIdentifier? = .development
    /// The impression's source identifier; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// The number of digits of the source identifier that crowd anonymity allows, 2 to 4; nil for as many as tier and window allow.
    package var sourceDigits: Int?
    /// Fields to write even if tier and window forbid them, for testing receivers that must reject such postbacks.
    package var forcedFields: Set<Disclosure.Field> = []
    /// Whether ``sourceDigits`` applies even if tier and window allow fewer, for the same tests.
    package var forcesSourceDigits = false

    /// Creates a request for the winner's first postback of tier 3 after a click.
    public init(
        identifier: AttributionUUID = AttributionUUID(), adNetworkIdentifier: AdNetworkIdentifier,
        advertisedItemIdentifier: ItemIdentifier, sourceIdentifier: SourceIdentifier
    ) {
        self.identifier = identifier
        self.adNetworkIdentifier = adNetworkIdentifier
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.sourceIdentifier = sourceIdentifier
    }

    /// A winning first postback of tier 3 after a click on the ad of an impression.
    public init(_ impression: Impression) {
        self.init(
            identifier: AttributionUUID(), adNetworkIdentifier: impression.adNetworkIdentifier,
            advertisedItemIdentifier: impression.advertisedItemIdentifier, sourceIdentifier: impression.sourceIdentifier
        )
        publisherItemIdentifier = impression.publisherItemIdentifier
    }

    package var plan: PostbackPlan {
        var values = PostbackValues(
            identifier: .string(identifier.description), network: adNetworkIdentifier.description,
            advertised: advertisedItemIdentifier.rawValue, source: sourceIdentifier, type: conversionType,
            interaction: interaction, didWin: didWin, window: window)
        values.publisher = publisherItemIdentifier?.rawValue
        values.marketplace = marketplaceIdentifier
        (values.fine, values.coarse, values.country) = (fine, coarse, country)
        return PostbackPlan(
            values, tier: tier, sourceDigits: sourceDigits, forced: forcedFields,
            forcesSourceDigits: forcesSourceDigits)
    }

    /// Returns the parts of the postback, with the fields in the order of Apple's example.
    package func build() -> PostbackParts { plan.values.parts }

    /// The requests of one conversion: a copy of this request for each window in which its tier and outcome lead to a
    /// postback, each with a new ``identifier``. Values that a window does not disclose are nil in its request.
    ///
    /// - Throws: a `Problem` with the rule if none of the windows can disclose a requested value.
    public var series: [PostbackRequest] {
        get throws(Problem) {
            if let refusal = plan.refusal(isSeries: true) { throw .refused(by: refusal) }
            return requests
        }
    }

    /// The requests of ``series``, whatever is requested.
    package var requests: [PostbackRequest] {
        plan.windows.map { window in
            var request = self
            request.window = window
            request.identifier = AttributionUUID()
            let disclosure = request.plan.disclosure
            func isIn(_ field: Disclosure.Field) -> Bool { disclosure.absence(of: field) == nil }
            if !isIn(.fine) { request.fine = nil }
            if !isIn(.coarse) || request.fine != nil { request.coarse = nil }
            if !isIn(.country) { request.country = nil }
            return request
        }
    }

    /// Returns the body as a device would send it, but signed by a key other than Apple's.
    ///
    /// - Parameters:
    ///   - signer: the key that is used instead of Apple's, or a signer for it.
    ///   - keyID: the `kid` of the token, such as ``testKeyID``. With a `kid` of Apple's, the signature is invalid.
    /// - Throws: a `Problem` with the rule ``refusal`` if a requested value is impossible; `WrongSignatureError`, or the
    ///   signer's error.
    public func body(signedBy signer: some MessageSigner, keyID: String) async throws -> JSONValue {
        try plan.check()
        let parts = build()
        let token = try await signer.text { $0.appendPostback(parts.payload, keyID: keyID, to: &$1) }
        return .postbackBody(token, parts.unsigned)
    }

    /// Returns the body, like `body(signedBy:keyID:)` for any signer, but at once: the key is in memory.
    ///
    /// - Throws: a `Problem` with the rule ``refusal`` if a requested value is impossible, or `CryptoFailure`.
    public func body(signedBy key: P256PrivateKey, keyID: String) throws -> JSONValue {
        try plan.check()
        let parts = build()
        return .postbackBody(
            try key.textAtOnce { $0.appendPostback(parts.payload, keyID: keyID, to: &$1) }, parts.unsigned)
    }

    /// The rules that the resulting postback breaks, including warnings.
    public var findings: Findings { plan.values.findings }

    /// The rule with which `body` throws: it forbids a requested value, or a value that it requires is missing; nil if a device
    /// could send the postback.
    public var refusal: Rule? { plan.fault?.rule }
}
