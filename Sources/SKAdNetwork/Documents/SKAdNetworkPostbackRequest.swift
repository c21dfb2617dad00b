import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJSON

/// A test postback of SKAdNetwork, described by what made it; ``body(signedBy:nonce:)`` gives exactly those fields that the
/// version, the tier, the window and the outcome allow [Receiving postbacks in multiple conversion windows].
///
/// Until version 3.0 there are no tiers but a privacy threshold: the value is past it from tier 2, the source app in tier 3.
public struct SKAdNetworkPostbackRequest: Equatable, Sendable {
    /// The version whose fields and order it has.
    public var version: SKAdNetworkVersion
    /// The network that the postback is for.
    public var adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign of versions until 3.0.
    public var campaign: CampaignIdentifier?
    /// The source identifier of version 4.0; as many of its last digits are sent as the tier allows.
    public var sourceIdentifier: SourceIdentifier
    /// How many digits of it crowd anonymity leaves, 2 to 4.
    public var sourceDigits = SourceIdentifier.digitCounts.upperBound
    /// The advertised app.
    public var appIdentifier: ItemIdentifier
    /// A UUID.
    public var transactionIdentifier: String
    /// Whether the app was there before.
    public var isRedownload = false
    /// Where the ad was shown; nil for a postback that does not say.
    public var source: SKAdNetworkSource? = .app(.development)
    /// How the ad was shown.
    public var fidelity = FidelityType.storeKitRendered
    /// Whether the network won, from version 3.0 on.
    public var didWin = true
    /// The data tier, 3 unless said.
    public var tier = DataTier.three
    /// The conversion window, the first unless said.
    public var window = ConversionWindow.first
    /// A fine conversion value that was set.
    public var fine: FineConversionValue?
    /// A coarse conversion value that was set.
    public var coarse: CoarseConversionValue?
    /// The country, where its own crowd is tier 3.
    public var country: CountryCode?
    /// Fields that are put in though version, tier, window or outcome forbid them, for tests of what refuses them.
    package var forcedFields: Set<SignedField> = []

    /// A winning first postback of tier 3, of these identifiers.
    public init(
        version: SKAdNetworkVersion, adNetworkIdentifier: AdNetworkIdentifier, sourceIdentifier: SourceIdentifier,
        appIdentifier: ItemIdentifier, transactionIdentifier: String
    ) {
        self.version = version
        self.adNetworkIdentifier = adNetworkIdentifier
        self.sourceIdentifier = sourceIdentifier
        self.appIdentifier = appIdentifier
        self.transactionIdentifier = transactionIdentifier
        let lastTwo = sourceIdentifier.number % 100
        campaign = CampaignIdentifier(rawValue: lastTwo == 0 ? 100 : lastTwo)
    }

    /// The postback for what one of AdAttributionKit is asked to be. What SKAdNetwork has no field for is left out.
    public init(_ request: PostbackRequest, version: SKAdNetworkVersion) {
        self.init(
            version: version, adNetworkIdentifier: request.adNetworkIdentifier,
            sourceIdentifier: request.sourceIdentifier, appIdentifier: request.advertisedItemIdentifier,
            transactionIdentifier: request.postbackIdentifier)
        if let count = request.sourceDigits { sourceDigits = count }
        isRedownload = request.conversionType == .redownload
        source = request.publisherItemIdentifier.map { .app($0) }
        fidelity = request.interaction == .view ? .viewThrough : .storeKitRendered
        didWin = request.didWin
        tier = request.tier
        window = request.window
        fine = request.fine
        coarse = request.coarse
        country = request.country
    }

    /// What tier, window and outcome tell.
    var disclosure: Disclosure {
        Disclosure(version.traits.disclosure, tier: tier, window: window, didWin: didWin)
    }

    /// Whether a field that has a value is sent.
    func discloses(_ field: Disclosure.Field) -> Bool {
        // Version 1.0 has neither value nor source app, whatever the tier.
        disclosure.answer(on: field) == .sent && field.skAdNetworkField(isWeb: false).map(version.tells) ?? false
    }

    /// The values, without the signature.
    private var members: [JSONValue.Member] {
        func isTold(_ field: SignedField) -> Bool {
            forcedFields.contains(field) || version.tells(field) && (field.disclosed.map(discloses) ?? true)
        }
        var app: UInt64?
        var domain: String?
        switch source {
        case .app(let item) where isTold(.sourceAppID): app = item.rawValue
        case .domain(let name) where isTold(.sourceDomain): domain = name
        default: break
        }
        let fine = isTold(.conversionValue) ? fine : nil
        // A postback has one of the two.
        let hasCoarse = fine == nil && isTold(.coarseConversionValue) || forcedFields.contains(.coarseConversionValue)
        return SKAdNetworkPostbackValues(
            version: version, network: adNetworkIdentifier.description, campaign: campaign?.rawValue,
            source: forcedFields.contains(.sourceIdentifier)
                ? sourceIdentifier.last(sourceDigits) : disclosure.digits(of: sourceIdentifier, count: sourceDigits),
            item: appIdentifier.rawValue, transaction: .string(transactionIdentifier), isRedownload: isRedownload,
            sourceApp: app, sourceDomain: domain, fidelity: fidelity.rawValue, didWin: didWin, fine: fine,
            coarse: hasCoarse ? coarse : nil, window: window, country: isTold(.countryCode) ? country : nil,
            forced: forcedFields
        ).members
    }

    /// The body as a device would send it, but signed by another key than Apple's.
    public func body(signedBy key: P256PrivateKey, nonce: Signer.Nonce = .random) -> JSONValue {
        let members = members
        let object = JSONValue.object(members)
        var text = ByteBuffer()
        var isFirst = true
        for field in version.traits.postback.fields {
            guard let value = object["\(field.name)"] else { continue }
            if !isFirst { text.append(SignedText.separator) }
            isFirst = false
            text.append(text: value.signedText)
        }
        let der = Signer(key, nonce: nonce).derSignature(for: text.array())
        return self.object(signature: AttributionSignature.text(ofDER: der))
    }

    /// The body with a signature, whatever it is of.
    func object(signature: String) -> JSONValue {
        .object(members + [.init("\(SignedField.signature.name)", .string(signature))])
    }
}
