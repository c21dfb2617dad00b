import AdAttribution
import AttributionECDSA

/// The public keys that postbacks are checked against: Apple's key of the version, then those that were added.
public struct SKAdNetworkKeys: Sendable {
    /// Whose key a signature is of.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Owner: String, Sendable {
        /// Apple's production key of versions 1.0 and 2.0.
        case appleP192 = "apple-p192"
        /// Apple's production key from version 2.1 on, the same as AdAttributionKit's.
        case appleP256 = "apple-p256"
        /// One that was added.
        case local

        /// Only `production` counts.
        public var environment: SigningEnvironment { self == .local ? .local : .production }
    }

    /// A key on P-256 besides Apple's.
    private struct Local: Equatable {
        let key: P256PublicKey
        /// The only network that it signs for, in lowercase; nil for any.
        let network: [UInt8]?
    }

    /// In the order they were added.
    private var added: [Local] = []

    /// Keys on P-256 besides Apple's, in the order they were added.
    public var local: [P256PublicKey] { added.map(\.key) }

    /// Apple's key for versions 1.0 and 2.0; nil where libcrypto was built without its curve.
    package let p192: P192PublicKey?

    /// Apple's keys alone.
    public init() { self.init(p192: Self.appleP192) }

    /// Apple's keys, and those that are trusted besides, each for the network of its `kid` where it has one.
    package init(_ keys: TrustedKeys) {
        self.init()
        for place in keys.all.indices where keys.all[place].environment == .local {
            add(keys.all[place].publicKey, keyID: keys.keyID(ofPlace: place))
        }
    }

    /// Takes another key for Apple's, which nobody but Apple can sign with.
    package init(p192: P192PublicKey?) { self.p192 = p192 }

    /// Trusts a key besides Apple's, as for test postbacks and a network's own ads. One that is trusted already in the same
    /// way changes nothing.
    ///
    /// - Parameters:
    ///   - key: the public key to trust.
    ///   - keyID: the only ad network that it signs for, as the `kid` of a JWK names it; nil for every one. No object of
    ///     SKAdNetwork names its key, so that otherwise each network could sign for all others.
    public mutating func add(_ key: P256PublicKey, keyID: String?) {
        let local = Local(key: key, network: keyID.map { AdNetworkIdentifier.key(of: $0.utf8) })
        guard key != Self.appleP256, !added.contains(local) else { return }
        added.append(local)
    }

    /// The keys besides Apple's that sign for an ad network.
    ///
    /// - Parameter network: its ID, in either letter case; nil for what names none.
    func local(for network: [UInt8]?) -> [P256PublicKey] {
        let name = network.map { AdNetworkIdentifier.key(of: $0) }
        return added.filter { $0.network == nil || $0.network == name }.map(\.key)
    }

    /// The others of them, and the network that each signs for.
    func local(notFor network: [UInt8]?) -> [(key: P256PublicKey, network: String)] {
        let own = local(for: network)
        return added.compactMap { other in
            guard let network = other.network, !own.contains(other.key) else { return nil }
            return (other.key, String(decoding: network, as: UTF8.self))
        }
    }

    /// Apple's key on P-256.
    public static let appleP256: P256PublicKey = {
        guard let key = AppleKey.all.first(where: { $0.environment == .production }) else {
            fatalError("Apple has a production key")
        }
        return key.publicKey
    }()

    /// Apple's key on P-192; nil where libcrypto was built without that curve.
    public static let appleP192 = try? P192PublicKey(
        base64Representation:
            "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEMyHD625uvsmGq4C43cQ9BnfN2xslVT5V1nOmAMP6qaRRUll3PB1JYmgSm+62sosG")
}
