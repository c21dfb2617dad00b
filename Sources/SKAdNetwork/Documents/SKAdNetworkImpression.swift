import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJSON
import AttributionRules

/// An ad that is to be signed, of whatever version: the values that the version signs and no others.
///
/// ```swift
/// let ad = try SKAdNetworkImpression(
///     version: .four, adNetworkIdentifier: network, campaign: .source(source), itunesItemIdentifier: 525463029,
///     source: .app(880047117), fidelity: .storeKitRendered, nonce: nonce, timestamp: now)
/// let parameters = try ad.signed(by: key, now: now).object(as: .storeKit)
/// ```
public struct SKAdNetworkImpression: Equatable, Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    /// The network that signs.
    public let adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign, in the form of the version.
    public let campaign: SKAdNetworkCampaign
    /// The advertised app.
    public let itunesItemIdentifier: ItemIdentifier
    /// Nil in version 1.0, which does not tell.
    public let source: SKAdNetworkSource?
    /// Nil before version 2.2.
    public let fidelity: FidelityType?
    /// A UUID in lowercase, fresh for every ad.
    public let nonce: SKAdNetworkNonce
    /// When the ad was signed.
    public let timestamp: Timestamp

    /// What a version has no place for, or cannot do without.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Refusal: Error, Equatable, Sendable {
        /// A campaign ID in version 4.0, or a source identifier before.
        case campaign(SKAdNetworkVersion)
        /// The advertised item is 0.
        case itemZero
        /// A source in version 1.0, none in a later one, or a domain before 4.0.
        case source(SKAdNetworkVersion)
        /// A text that is no bare domain.
        case domain(String)
        /// A fidelity type before version 2.2, or none from it on.
        case fidelity(SKAdNetworkVersion)
        /// A view-through ad on a web page.
        case webFidelity
        /// It breaks rules, such as that a timestamp counts milliseconds; at least one has severity `error`.
        case rules(Findings)
        /// The nonce of two ads: each signature needs one of its own.
        case nonceReused(SKAdNetworkNonce)
    }

    /// - Parameters:
    ///   - version: what the ad is signed as.
    ///   - adNetworkIdentifier: who signs it.
    ///   - campaign: a campaign before version 4.0, a source identifier from it on.
    ///   - itunesItemIdentifier: the advertised app.
    ///   - source: nil for version 1.0 only.
    ///   - fidelity: nil before version 2.2 only; web ads are ``FidelityType/storeKitRendered``.
    ///   - nonce: a new one for each signature.
    ///   - timestamp: when it is signed.
    public init(
        version: SKAdNetworkVersion, adNetworkIdentifier: AdNetworkIdentifier, campaign: SKAdNetworkCampaign,
        itunesItemIdentifier: ItemIdentifier, source: SKAdNetworkSource?, fidelity: FidelityType?,
        nonce: SKAdNetworkNonce, timestamp: Timestamp
    ) throws(Refusal) {
        switch campaign {
        case .campaign: guard !version.hasSourceIdentifier else { throw .campaign(version) }
        case .source: guard version.hasSourceIdentifier else { throw .campaign(version) }
        }
        guard itunesItemIdentifier.rawValue > 0 else { throw .itemZero }
        switch source {
        case nil: guard !version.hasSourceApp else { throw .source(version) }
        case .app: guard version.hasSourceApp else { throw .source(version) }
        case .domain(let domain):
            guard version.hasWebAds else { throw .source(version) }
            guard SourceDomain.isBare(domain) else { throw .domain(domain) }
            guard fidelity == .storeKitRendered else { throw .webFidelity }
        }
        guard (fidelity != nil) == version.hasFidelity else { throw .fidelity(version) }
        self.version = version
        self.adNetworkIdentifier = adNetworkIdentifier
        self.campaign = campaign
        self.itunesItemIdentifier = itunesItemIdentifier
        self.source = source
        self.fidelity = fidelity
        self.nonce = nonce
        self.timestamp = timestamp
    }

    var values: AdValues {
        var values = AdValues()
        values[.version] = .string(version.rawValue)
        values[.adNetworkID] = .string(adNetworkIdentifier.description)
        switch campaign {
        case .campaign(let campaign): values[.campaignID] = .number(campaign.description)
        case .source(let source): values[.sourceIdentifier] = .number(String(source.number))
        }
        values[.itunesItemID] = .number(itunesItemIdentifier.description)
        switch source {
        case .app(let item): values[.sourceAppID] = .number(item.description)
        case .domain(let domain): values[.sourceDomain] = .string(domain)
        case nil: break
        }
        if let fidelity { values[.fidelityType] = .number(String(fidelity.rawValue)) }
        values[.nonce] = .string(nonce.description)
        values[.timestamp] = .number(String(timestamp.milliseconds))
        return values
    }

    /// The text that is signed: the values in the version's order with U+2063 between them, in UTF-8.
    public var signedText: [UInt8] {
        var output = ByteBuffer()
        if let order = values.order { values.appendSignedText(order, to: &output) }
        return output.array()
    }

    /// All that Apple's rules have against the ad, warnings and notes included.
    ///
    /// - Parameter now: what the timestamp is compared with.
    public func findings(now: Timestamp) -> Findings {
        var examiner = SKAdNetworkExaminer()
        return values.object(as: .json, signature: "").withView { examiner.findings(ofUnsigned: $0, now: now) }
            ?? .unreadable("*")
    }

    /// The ad with its signature.
    ///
    /// - Parameters:
    ///   - key: the ad network's private key.
    ///   - nonce: where the secret number of the signature comes from, which is not the ad's own ``nonce``.
    ///   - now: what the timestamp is compared with.
    /// - Throws: ``Refusal/rules(_:)`` for an ad that breaks a rule of severity error: a timestamp in seconds, for one.
    public func signed(
        by key: P256PrivateKey, nonce: Signer.Nonce = .random, now: Timestamp
    ) throws(Refusal) -> SignedSKAdNetworkImpression {
        let findings = findings(now: now)
        guard !findings.isBad(from: .error) else { throw .rules(findings) }
        return signedWhateverItSays(by: key, nonce: nonce)
    }

    /// The ads of one bid with their signatures, such as one of each fidelity type.
    ///
    /// - Parameters:
    ///   - ads: what is signed, each with a ``nonce`` of its own.
    ///   - key: the ad network's private key.
    ///   - nonce: where the secret numbers of the signatures come from.
    ///   - now: what the timestamps are compared with.
    /// - Throws: ``Refusal/nonceReused(_:)`` where two ads share a nonce, ``Refusal/rules(_:)`` as for one ad.
    public static func signed(
        _ ads: [SKAdNetworkImpression], by key: P256PrivateKey, nonce: Signer.Nonce = .random, now: Timestamp
    ) throws(Refusal) -> [SignedSKAdNetworkImpression] {
        var nonces: Set<SKAdNetworkNonce> = []
        for ad in ads where !nonces.insert(ad.nonce).inserted { throw .nonceReused(ad.nonce) }
        var signed: [SignedSKAdNetworkImpression] = []
        for ad in ads { signed.append(try ad.signed(by: key, nonce: nonce, now: now)) }
        return signed
    }

    /// The ad with its signature, whatever rules it breaks.
    package func signedWhateverItSays(
        by key: P256PrivateKey, nonce: Signer.Nonce = .random
    ) -> SignedSKAdNetworkImpression {
        let der = Signer(key, nonce: nonce).derSignature(for: signedText)
        return SignedSKAdNetworkImpression(impression: self, signature: AttributionSignature.text(ofDER: der))
    }
}

/// An ad with the signature that its network made.
public struct SignedSKAdNetworkImpression: Equatable, Sendable {
    /// What is signed.
    public let impression: SKAdNetworkImpression
    /// The DER signature in base64.
    public let signature: String

    /// The ad in the form that its user takes.
    ///
    /// ``AdForm/storeKit`` is for StoreKit-rendered ads, ``AdForm/impression`` for view-through ads, ``AdForm/web`` for web
    /// ads; of ``AdForm/openRTB`` it gives the members of `skadn` and of the entry in `fidelities` in one object.
    public func object(as form: AdForm) -> JSONValue { values.object(as: form, signature: signature) }

    package var values: AdValues { impression.values }
}

/// Domains of web ads.
enum SourceDomain {
    /// Whether a text is a domain and nothing else: labels between dots, no scheme, `www.`, port or path.
    static func isBare(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: ASCII.dot, omittingEmptySubsequences: false)
        return labels.count >= 2 && labels[0].elementsEqual("www".utf8) == false
            && labels.allSatisfy { label in
                !label.isEmpty && label.count <= 63 && label.first != ASCII.minus && label.last != ASCII.minus
                    && label.allSatisfy { byte in
                        ASCII.isDigit(byte) || byte == ASCII.minus || byte &- UInt8(ascii: "a") < 26
                            || ASCII.isUppercase(byte)
                    }
            }
    }
}
