import AttributionCrypto

/// The owner of the key that signed a SKAdNetwork postback.
package enum SKAdNetworkKeyOwner: String, Sendable {
    /// Apple's production key for versions 1.0 and 2.0.
    case appleP192 = "apple-p192"
    /// Apple's production key for version 2.1 and later, which AdAttributionKit also uses.
    case appleP256 = "apple-p256"
    /// A key that was added.
    case local

    /// The environment of the signing key. Count only postbacks of `production`.
    package var environment: SigningEnvironment { self == .local ? .local : .production }

    /// Returns the owner of a P-256 key, given its environment.
    package init(ofP256 environment: SigningEnvironment) { self = environment == .local ? .local : .appleP256 }
}

/// Decides which trusted keys may have signed an ad or a postback, which do not name their key: Apple's key depends on the version, and the
/// others on the ad network. Nothing else decides that.
package struct SKAdNetworkKeys: Sendable {
    package let trusted: TrustedKeys
    /// Apple's key for versions 1.0 and 2.0; nil if libcrypto was built without P-192.
    package let p192: P192PublicKey?
    // The indices of Apple's keys among the trusted keys.
    private let apple: [Int]
    /// The local keys that sign for all networks. ``named`` has the others, by their only network in lowercase.
    private var unnamed: [Int] = []
    private var named: [[UInt8]: [Int]] = [:]
    /// Apple's P-256 key, and the local keys that sign for all networks.
    private let general: [Int]

    /// Creates the set of the trusted keys. A local key signs only for the network in its `kid`, if that names one.
    package init(_ trusted: TrustedKeys) { self.init(trusted, p192: Self.appleP192) }

    /// Creates a set in which another key replaces Apple's P-192 key, for tests, because only Apple can sign with its own.
    package init(_ trusted: TrustedKeys, p192: P192PublicKey?) {
        self.trusted = trusted
        self.p192 = p192
        apple = trusted.all.indices.filter { trusted.all[$0].publicKey == Self.appleP256 }
        for (index, network) in trusted.networkKeys where !apple.contains(index) {
            if let network { named[network, default: []].append(index) } else { unnamed.append(index) }
        }
        general = apple + unnamed
    }

    /// Whether only Apple's keys are trusted.
    package var isAppleOnly: Bool { unnamed.isEmpty && named.isEmpty }

    /// Returns the indices of the keys that may have signed an object. ``p192`` is not among the trusted keys and has no index.
    ///
    /// - Parameters:
    ///   - curve: The curve of Apple's key for the version of a postback; nil for an ad, which Apple does not sign.
    ///   - network: The ID of the network that the object names, in any case; nil if it names none.
    package func keyIndices(on curve: SignatureCurve?, network: @autoclosure () -> [UInt8]?) -> [Int] {
        // This is called for each line. Usually no key is for a single network, and nothing has to be copied.
        let common = curve == .p256 ? general : unnamed
        guard !named.isEmpty, let local = network().flatMap({ named[AdNetworkIdentifier.key(of: $0)] }) else {
            return common
        }
        return (curve == .p256 ? apple : []) + local + unnamed
    }

    /// Returns the local keys that sign only for other ad networks, each with its network.
    func keys(notFor network: [UInt8]?) -> [(key: P256PublicKey, network: String)] {
        let own = Set(keyIndices(on: nil, network: network).map { trusted.all[$0].publicKey })
        return trusted.networkKeys.compactMap { index, network in
            let key = trusted.all[index].publicKey
            guard let network, !own.contains(key), key != Self.appleP256 else { return nil }
            return (key, String(decoding: network, as: UTF8.self))
        }
    }

    /// Returns the owner of the key that made a DER signature; nil if it was none of the keys that may have signed.
    func owner(of der: [UInt8], for text: [UInt8], on curve: SignatureCurve?, network: [UInt8]?) -> SKAdNetworkKeyOwner?
    {
        if curve == .p192, p192?.isValidSignature(derRepresentation: der, for: text) == true { return .appleP192 }
        let index = keyIndices(on: curve, network: network).first {
            trusted.all[$0].publicKey.isValidSignature(derRepresentation: der, for: text)
        }
        return index.map { SKAdNetworkKeyOwner(ofP256: trusted.all[$0].environment) }
    }

    package static let appleP256: P256PublicKey = {
        guard let key = AppleKey.all.first(where: { $0.environment == .production }) else {
            fatalError("Apple has a production key")
        }
        return key.publicKey
    }()

    /// Apple's key on P-192; nil if libcrypto was built without that curve.
    package static let appleP192 = try? P192PublicKey(
        base64Representation:
            "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEMyHD625uvsmGq4C43cQ9BnfN2xslVT5V1nOmAMP6qaRRUll3PB1JYmgSm+62sosG")
}
