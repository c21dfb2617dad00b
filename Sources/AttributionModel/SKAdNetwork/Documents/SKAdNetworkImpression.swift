import AttributionBase
import AttributionCrypto

/// An ad to sign, of any version, with exactly the values that the version signs.
///
/// ```swift
/// let ad = try SKAdNetworkImpression(
///     version: .four, adNetworkIdentifier: network, campaign: .source(source),
///     advertisedItemIdentifier: 525_463_029, publisher: .app(880_047_117), fidelity: .storeKitRendered,
///     nonce: nonce, timestamp: now)
/// let parameters = try ad.signed(by: key).json(as: .storeKit)
/// ```
public struct SKAdNetworkImpression: Equatable, Sendable {
    /// The version, which determines which values are signed and in which order.
    public let version: SKAdNetworkVersion
    /// The network that signs the ad.
    public let adNetworkIdentifier: AdNetworkIdentifier
    /// The campaign, in the form of the version.
    public let campaign: AdCampaign
    /// The advertised app.
    public let advertisedItemIdentifier: ItemIdentifier
    /// The place where the ad is shown; nil in version 1.0, which has no source.
    public let publisher: Publisher?
    /// The fidelity type; nil before version 2.2.
    public let fidelity: FidelityType?
    /// A lowercase UUID, new for every ad.
    public let nonce: SKAdNetworkNonce
    /// The time at which the ad is signed.
    public let timestamp: Timestamp

    /// Creates an ad, if its values fit the version.
    ///
    /// - Parameters:
    ///   - version: The version to sign the ad as.
    ///   - adNetworkIdentifier: The network that signs it.
    ///   - campaign: A campaign ID before version 4.0, a source identifier from 4.0 on.
    ///   - advertisedItemIdentifier: The advertised app.
    ///   - publisher: Where the ad is shown; nil for version 1.0 only.
    ///   - fidelity: Nil before version 2.2, required from 2.2 on; ``FidelityType/storeKitRendered`` for web ads.
    ///   - nonce: A new one for each signature.
    ///   - timestamp: The time of signing.
    /// - Throws: An error for a value that the version does not allow, or for a required value that is missing.
    public init(
        version: SKAdNetworkVersion, adNetworkIdentifier: AdNetworkIdentifier, campaign: AdCampaign,
        advertisedItemIdentifier: ItemIdentifier, publisher: Publisher?, fidelity: FidelityType?,
        nonce: SKAdNetworkNonce, timestamp: Timestamp
    ) throws(Problem) {
        switch campaign {
        case .campaign: guard !version.hasSourceIdentifier else { throw .campaign(version) }
        case .source: guard version.hasSourceIdentifier else { throw .campaign(version) }
        }
        guard advertisedItemIdentifier.rawValue > 0 else {
            throw .whole("the advertised item", found: "0", wanted: "the App Store item ID of an app")
        }
        switch publisher {
        case nil: guard !version.hasSourceApp else { throw .source(version) }
        case .app: guard version.hasSourceApp else { throw .source(version) }
        case .domain(let domain):
            guard version.hasWebAds else { throw .source(version) }
            guard Publisher.isDomain(domain) else {
                let wanted = "a bare domain such as example.com"
                throw .whole("the source domain", found: JSONValue.string(domain).text, wanted: wanted)
            }
            guard fidelity == .storeKitRendered else {
                throw .whole(
                    "the fidelity type of an ad on a web page", found: "view-through", wanted: "storeKitRendered")
            }
        }
        guard (fidelity != nil) == version.hasFidelity else { throw .fidelity(version) }
        self.version = version
        self.adNetworkIdentifier = adNetworkIdentifier
        self.campaign = campaign
        self.advertisedItemIdentifier = advertisedItemIdentifier
        self.publisher = publisher
        self.fidelity = fidelity
        self.nonce = nonce
        self.timestamp = timestamp
    }

    package var values: AdValues {
        var values = AdValues()
        values[.version] = .string(version.rawValue)
        values[.adNetworkID] = .string(adNetworkIdentifier.description)
        switch campaign {
        case .campaign(let campaign): values[.campaignID] = .number(campaign.description)
        case .source(let source): values[.sourceIdentifier] = .number(String(source.number))
        }
        values[.itunesItemID] = .number(advertisedItemIdentifier.description)
        switch publisher {
        case .app(let item): values[.sourceAppID] = .number(item.description)
        case .domain(let domain): values[.sourceDomain] = .string(domain)
        case nil: break
        }
        if let fidelity { values[.fidelityType] = .number(String(fidelity.rawValue)) }
        values[.nonce] = .string(nonce.description)
        values[.timestamp] = .number(String(timestamp.milliseconds))
        return values
    }

    /// The text to sign: the values in the order of the version, separated by U+2063, in UTF-8.
    package var signedText: [UInt8] {
        var output = ByteBuffer()
        if let order = values.order { values.appendSignedText(order, to: &output) }
        return output.array()
    }

    /// Checks the ad against Apple's rules and returns all findings, including warnings and notes.
    ///
    /// - Parameter now: The time to compare the timestamp with.
    public func findings(now: Timestamp) -> Findings {
        var examiner = Examiner()
        return examiner.findings(ofUnsigned: values, now: now)
    }

    /// Returns the signed ad.
    ///
    /// - Parameters:
    ///   - signer: The ad network's private key, or a signer for it.
    ///   - now: The time to compare the timestamp with.
    /// - Throws: `WrongSignatureError`, the signer's error, or ``Findings`` if the ad breaks a rule of severity `error`
    ///   (for example, if its timestamp is in seconds).
    public func signed(
        by signer: some MessageSigner, now: Timestamp = .now
    ) async throws -> SignedSKAdNetworkImpression {
        try check(now: now)
        return SignedSKAdNetworkImpression(
            impression: self, signature: try await signer.text { appendSignature(by: $0, to: &$1) })
    }

    /// Returns the signed ad, like `signed(by:now:)` for any signer, but at once: the key is in memory.
    ///
    /// - Throws: ``Findings`` if the ad breaks a rule of severity `error`, or `CryptoFailure`.
    public func signed(by key: P256PrivateKey, now: Timestamp = .now) throws -> SignedSKAdNetworkImpression {
        try check(now: now)
        return try signedWhateverItSays(by: key)
    }

    private func check(now: Timestamp) throws(Findings) {
        let findings = findings(now: now)
        guard !findings.hasErrors else { throw findings }
    }

    /// Signs the ads of one bid, such as one of each fidelity type.
    ///
    /// - Parameters:
    ///   - ads: The ads to sign, each with its own ``nonce``.
    ///   - signer: The ad network's private key, or a signer for it.
    ///   - now: The time to compare the timestamps with.
    /// - Throws: ``Problem`` if two ads share a nonce, or an error as for a single ad.
    public static func signed(
        _ ads: [SKAdNetworkImpression], by signer: some MessageSigner, now: Timestamp = .now
    ) async throws -> [SignedSKAdNetworkImpression] {
        try checkNonces(of: ads)
        var signed: [SignedSKAdNetworkImpression] = []
        for ad in ads { signed.append(try await ad.signed(by: signer, now: now)) }
        return signed
    }

    /// Signs the ads of one bid with a key in memory, at once.
    ///
    /// - Throws: ``Problem`` if two ads share a nonce, or ``Findings`` if one of them breaks a rule of severity `error`.
    public static func signed(
        _ ads: [SKAdNetworkImpression], by key: P256PrivateKey, now: Timestamp = .now
    ) throws -> [SignedSKAdNetworkImpression] {
        try checkNonces(of: ads)
        return try ads.map { try $0.signed(by: key, now: now) }
    }

    private static func checkNonces(of ads: [SKAdNetworkImpression]) throws(Problem) {
        var nonces: Set<SKAdNetworkNonce> = []
        for ad in ads where !nonces.insert(ad.nonce).inserted { throw .sharedNonce(ad.nonce) }
    }

    private func appendSignature(by signer: TextSigner, to output: inout ByteBuffer) {
        signedText.withBytes { signer.appendSignature(of: $0, as: .der, to: &output) }
    }

    /// Returns the signed ad without checking its values.
    package func signedWhateverItSays(by key: P256PrivateKey) throws(CryptoFailure) -> SignedSKAdNetworkImpression {
        SignedSKAdNetworkImpression(
            impression: self, signature: try key.textAtOnce { appendSignature(by: $0, to: &$1) })
    }
}

extension Problem {
    /// The problem of a campaign ID in version 4.0, or of a source identifier in an earlier version.
    fileprivate static func campaign(_ version: SKAdNetworkVersion) -> Problem {
        let isSource = version.hasSourceIdentifier
        return demand(
            version, "has", isSource ? "a source identifier" : "a campaign ID", use: isSource ? ".source" : ".campaign")
    }

    /// The problem of a source in version 1.0, of no source in a later version, or of a domain before version 4.0.
    fileprivate static func source(_ version: SKAdNetworkVersion) -> Problem {
        !version.hasSourceApp
            ? demand(version, "does not sign", "where an ad is shown", use: "no source")
            : version.hasWebAds
                ? demand(version, "signs", "the app or domain that shows an ad", use: "one of them")
                : demand(version, "signs", "the app that shows an ad", use: ".app")
    }

    /// The problem of a fidelity type before version 2.2, or of a missing one from version 2.2 on.
    fileprivate static func fidelity(_ version: SKAdNetworkVersion) -> Problem {
        version.hasFidelity
            ? demand(version, "signs", "a fidelity type", use: "one")
            : demand(version, "has", "no fidelity types", use: "none")
    }

    /// What the version has instead, and what to use for it.
    private static func demand(
        _ version: SKAdNetworkVersion, _ verb: String, _ found: String, use wanted: String
    ) -> Problem {
        .sentence(
            "version \(version.rawValue) \(verb) \(found); use \(wanted)", found: found, wanted: wanted)
    }

    /// The problem of two ads with the same nonce. Each signature needs its own.
    static func sharedNonce(_ nonce: SKAdNetworkNonce) -> Problem {
        .sentence(
            "two ads have the nonce \(nonce); each must have its own", found: "the nonce \(nonce)",
            wanted: "one of its own for each")
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
    ///
    /// - Throws: an error if the form does not fit the ad: it has no place for a signed value, or implies a different one.
    public func json(as form: AdForm) throws(Problem) -> JSONValue {
        let (words, forms) = values.kind
        guard forms.contains(form) else {
            let first = forms.dropLast().map(\.rawValue).joined(separator: ", ")
            let wanted = "\(first) or \(forms[forms.count - 1].rawValue)"
            throw .whole("the form of \(words)", found: form.rawValue, wanted: wanted)
        }
        return values.json(as: form, signature: .string(signature))
    }

    package var values: AdValues { impression.values }
}

extension Publisher {
    /// Returns the domain in a web address, without scheme, `www.`, port and path.
    static func bareDomain(in text: String) -> String {
        let host = text.split(separator: "/").first { !$0.hasSuffix(":") } ?? ""
        return String((host.hasPrefix("www.") ? host.dropFirst(4) : host).prefix { $0 != ":" })
    }

    /// Whether a text is only a domain: labels separated by dots, without scheme, `www.`, port and path.
    static func isDomain(_ text: String) -> Bool {
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
