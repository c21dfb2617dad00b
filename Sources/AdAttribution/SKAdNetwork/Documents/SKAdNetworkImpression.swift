import AttributionBase
import AttributionCrypto

/// An ad to sign, of any version, with exactly the values that the version signs.
///
/// ```swift
/// let ad = try SKAdNetworkImpression(
///     version: .four, adNetworkIdentifier: network, campaign: .source(source), advertisedItemIdentifier: 525463029,
///     source: .app(880047117), fidelity: .storeKitRendered, nonce: nonce, timestamp: now)
/// let parameters = try await ad.signed(by: key).json(as: .storeKit)
/// ```
public struct SKAdNetworkImpression: Equatable, Sendable {
    /// The version whose order is signed.
    public let version: SKAdNetworkVersion
    /// The network that signs the ad.
    public let adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign, in the form of the version.
    public let campaign: AdCampaign
    /// The advertised app.
    public let advertisedItemIdentifier: ItemIdentifier
    /// The place where the ad is shown; nil in version 1.0, which has no source.
    public let source: Publisher?
    /// The fidelity type; nil before version 2.2.
    public let fidelity: FidelityType?
    /// A lowercase UUID, new for every ad.
    public let nonce: SKAdNetworkNonce
    /// The time at which the ad is signed.
    public let timestamp: Timestamp

    /// The reason why an ad is refused: a value that the version does not allow, or one that it requires.
    public enum Refusal: Error, Equatable, Sendable {
        /// A campaign ID in version 4.0, or a source identifier in an earlier version.
        case campaign(SKAdNetworkVersion)
        /// The advertised item is 0.
        case itemZero
        /// A source in version 1.0, no source in a later version, or a domain before version 4.0.
        case source(SKAdNetworkVersion)
        /// A text that is not a bare domain.
        case domain(String)
        /// A fidelity type before version 2.2, or none from version 2.2 on.
        case fidelity(SKAdNetworkVersion)
        /// A view-through ad on a web page.
        case webFidelity
        /// The ad breaks rules, for example its timestamp is in seconds; at least one finding has severity `error`.
        case rules(Findings)
        /// Two ads share this nonce; each signature needs its own.
        case nonceReused(SKAdNetworkNonce)
    }

    /// Creates an ad, if its values fit the version.
    ///
    /// - Parameters:
    ///   - version: The version to sign the ad as.
    ///   - adNetworkIdentifier: The network that signs it.
    ///   - campaign: A campaign ID before version 4.0, a source identifier from 4.0 on.
    ///   - advertisedItemIdentifier: The advertised app.
    ///   - source: Where the ad is shown; nil for version 1.0 only.
    ///   - fidelity: Nil before version 2.2 only; web ads are ``FidelityType/storeKitRendered``.
    ///   - nonce: A new one for each signature.
    ///   - timestamp: The time of signing.
    public init(
        version: SKAdNetworkVersion, adNetworkIdentifier: AdNetworkIdentifier, campaign: AdCampaign,
        advertisedItemIdentifier: ItemIdentifier, source: Publisher?, fidelity: FidelityType?,
        nonce: SKAdNetworkNonce, timestamp: Timestamp
    ) throws(Refusal) {
        switch campaign {
        case .campaign: guard !version.hasSourceIdentifier else { throw .campaign(version) }
        case .source: guard version.hasSourceIdentifier else { throw .campaign(version) }
        }
        guard advertisedItemIdentifier.rawValue > 0 else { throw .itemZero }
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
        self.advertisedItemIdentifier = advertisedItemIdentifier
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
        values[.itunesItemID] = .number(advertisedItemIdentifier.description)
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

    /// The text to sign: the values in the version's order, separated by U+2063, in UTF-8.
    public var signedText: [UInt8] {
        var output = ByteBuffer()
        if let order = values.order { values.appendSignedText(order, to: &output) }
        return output.array()
    }

    /// Checks the ad against Apple's rules and returns all findings, including warnings and notes.
    ///
    /// - Parameter now: The time to compare the timestamp with.
    public func findings(now: Timestamp) -> Findings {
        var examiner = SKAdNetworkExaminer()
        return values.json(as: .json, signature: .string("")).withView { examiner.findings(ofUnsigned: $0, now: now) }
            ?? .unreadable("*")
    }

    /// Returns the signed ad.
    ///
    /// - Parameters:
    ///   - signer: The ad network's private key, or what signs with it.
    ///   - now: The time to compare the timestamp with.
    /// - Throws: ``Refusal/rules(_:)`` for an ad that breaks a rule of severity `error`, for example with a timestamp
    ///   in seconds, `WrongSignatureError`, or the signer's error.
    public func signed(
        by signer: some MessageSigner, now: Timestamp = .now
    ) async throws -> SignedSKAdNetworkImpression {
        let findings = findings(now: now)
        guard !findings.hasErrors else { throw Refusal.rules(findings) }
        return SignedSKAdNetworkImpression(
            impression: self, signature: try await signer.text { appendSignature(by: $0, to: &$1) })
    }

    /// Signs the ads of one bid, such as one of each fidelity type.
    ///
    /// - Parameters:
    ///   - ads: The ads to sign, each with its own ``nonce``.
    ///   - signer: The ad network's private key, or what signs with it.
    ///   - now: The time to compare the timestamps with.
    /// - Throws: ``Refusal/nonceReused(_:)`` if two ads share a nonce, or an error as for a single ad.
    public static func signed(
        _ ads: [SKAdNetworkImpression], by signer: some MessageSigner, now: Timestamp = .now
    ) async throws -> [SignedSKAdNetworkImpression] {
        var nonces: Set<SKAdNetworkNonce> = []
        for ad in ads where !nonces.insert(ad.nonce).inserted { throw Refusal.nonceReused(ad.nonce) }
        var signed: [SignedSKAdNetworkImpression] = []
        for ad in ads { signed.append(try await ad.signed(by: signer, now: now)) }
        return signed
    }

    private func appendSignature(by signer: TextSigner, to output: inout ByteBuffer) {
        unsafe signedText.withBytes { signer.appendSignature(of: $0, as: .der, to: &output) }
    }

    /// Returns the signed ad without checking it against the rules.
    package func signedWhateverItSays(by key: P256PrivateKey) -> SignedSKAdNetworkImpression {
        SignedSKAdNetworkImpression(impression: self, signature: key.textAtOnce { appendSignature(by: $0, to: &$1) })
    }
}

extension SKAdNetworkImpression.Refusal: CustomStringConvertible {
    /// What was found and what is wanted.
    public var description: String {
        switch self {
        case .campaign(let version):
            "version \(version.rawValue) has \(version.hasSourceIdentifier ? "a source identifier" : "a campaign ID"), want "
                + (version.hasSourceIdentifier ? ".source" : ".campaign")
        case .itemZero: "the advertised item is 0, want the App Store item ID of an app"
        case .source(let version):
            !version.hasSourceApp
                ? "version \(version.rawValue) does not sign where an ad is shown, want no source"
                : version.hasWebAds
                    ? "there is no source, want the app or domain that shows the ad"
                    : "version \(version.rawValue) signs the app that shows an ad, want .app"
        case .domain(let domain):
            "the source domain is \(JSONValue.string(domain).text), want a bare domain such as example.com"
        case .fidelity(let version):
            version.hasFidelity
                ? "there is no fidelity type, which version \(version.rawValue) signs, want one"
                : "version \(version.rawValue) has no fidelity types, want none"
        case .webFidelity: "an ad on a web page is view-through, want storeKitRendered"
        case .rules(let findings): findings.description
        case .nonceReused(let nonce): "two ads have the nonce \(nonce), want one of its own for each"
        }
    }
}

/// An ad with its network's signature.
public struct SignedSKAdNetworkImpression: Equatable, Sendable {
    /// The ad that is signed.
    public let impression: SKAdNetworkImpression
    /// The DER signature in base64.
    public let signature: String

    /// Returns the ad in the form that its recipient accepts.
    ///
    /// Use ``AdForm/storeKit`` for StoreKit-rendered ads, ``AdForm/impression`` for view-through ads and
    /// ``AdForm/web`` for web ads. For ``AdForm/openRTB``, the members of `skadn` and of the entry in `fidelities` are
    /// returned in one object.
    public func json(as form: AdForm) -> JSONValue { values.json(as: form, signature: .string(signature)) }

    package var values: AdValues { impression.values }
}

/// The domains of web ads.
enum SourceDomain {
    /// Whether a text is a domain and nothing else: labels separated by dots, without scheme, `www.`, port or path.
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
