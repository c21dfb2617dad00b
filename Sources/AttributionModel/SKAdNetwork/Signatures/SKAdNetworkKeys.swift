import AttributionCrypto

/// The owner of the key of a SKAdNetwork postback.
public enum SKAdNetworkKeyOwner: String, Sendable {
    /// Apple's production key for versions 1.0 and 2.0.
    case appleP192 = "apple-p192"
    /// Apple's production key for version 2.1 and later, which AdAttributionKit also uses.
    case appleP256 = "apple-p256"
    /// An added key.
    case local

    /// The environment of the key. Count only postbacks of `production`.
    public var environment: SigningEnvironment { self == .local ? .local : .production }
}

/// The public keys that verify postbacks: Apple's key for the version, then the added keys.
package struct SKAdNetworkKeys: Sendable {
    /// An added key on P-256.
    private struct AddedKey: Hashable {
        let key: P256PublicKey
        /// The ID of the only network that the key signs for, in lowercase; nil for any network.
        let network: [UInt8]?
    }

    /// The added keys, in the order in which they were added.
    private var added: [AddedKey] = []
    private var isAdded: Set<AddedKey> = []

    /// The added keys on P-256, in the order in which they were added.
    package var local: [P256PublicKey] { added.map(\.key) }

    /// Apple's key for versions 1.0 and 2.0; nil if libcrypto was built without P-192.
    package let p192: P192PublicKey?

    /// Creates a set with Apple's keys only.
    package init() { self.init(p192: Self.appleP192) }

    /// Creates a set with Apple's keys and the local ones of `keys`, each restricted to the network in its `kid`, if
    /// it has one.
    package init(_ keys: TrustedKeys) {
        self.init()
        for (place, network) in keys.networkKeys { add(AddedKey(key: keys.all[place].publicKey, network: network)) }
    }

    /// Creates a set with another key in place of Apple's P-192 key, because only Apple can sign with that one.
    package init(p192: P192PublicKey?) { self.p192 = p192 }

    /// Adds a trusted key, for example for test postbacks or a network's own ads. Adding the same key and network
    /// again has no effect.
    ///
    /// - Parameters:
    ///   - key: The public key to trust.
    ///   - keyID: The only ad network that the key signs for, as in the `kid` of a JWK; nil, or that of test postbacks,
    ///     for all networks. SKAdNetwork objects do not name their key, so without this restriction each network could
    ///     sign for all others.
    package mutating func add(_ key: P256PublicKey, keyID: String?) {
        add(AddedKey(key: key, network: TrustedKeys.network(ofKeyID: keyID)))
    }

    private mutating func add(_ local: AddedKey) {
        guard local.key != Self.appleP256, isAdded.insert(local).inserted else { return }
        added.append(local)
    }

    /// Returns the added keys that sign for an ad network.
    ///
    /// - Parameter network: The network's ID in any letter case, or nil if the object names none.
    func local(for network: [UInt8]?) -> [P256PublicKey] {
        let name = network.map { AdNetworkIdentifier.key(of: $0) }
        return added.filter { $0.network == nil || $0.network == name }.map(\.key)
    }

    /// Returns the added keys that do not sign for an ad network, each with its network.
    func local(notFor network: [UInt8]?) -> [(key: P256PublicKey, network: String)] {
        let own = Set(local(for: network))
        return added.compactMap { other in
            guard let network = other.network, !own.contains(other.key) else { return nil }
            return (other.key, String(decoding: network, as: UTF8.self))
        }
    }

    /// Returns the owner of the key that made a signature in DER; nil if none of the keys did.
    ///
    /// - Parameters:
    ///   - curve: The curve of Apple's key for the version of a postback; nil for an ad, which Apple does not sign.
    ///   - network: The ID of the network that the object names, if it does.
    func owner(of der: [UInt8], for text: [UInt8], on curve: SignatureCurve?, network: [UInt8]?) -> SKAdNetworkKeyOwner?
    {
        switch curve {
        case .p256? where Self.appleP256.isValidSignature(derRepresentation: der, for: text): .appleP256
        case .p192? where p192?.isValidSignature(derRepresentation: der, for: text) == true: .appleP192
        default:
            local(for: network).contains { $0.isValidSignature(derRepresentation: der, for: text) } ? .local : nil
        }
    }

    /// Apple's key on P-256.
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
