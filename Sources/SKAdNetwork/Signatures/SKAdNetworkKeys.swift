import AdAttribution
import ECDSA

/// The public keys that postbacks are checked against: Apple's key of the version, then those that were added.
public struct SKAdNetworkKeys: Sendable {
    /// Whose key a signature is of.
    public enum Owner: String, Sendable {
        /// Apple's production key of versions 1.0 and 2.0.
        case appleP192 = "apple-p192"
        /// Apple's production key from version 2.1 on, the same as AdAttributionKit's.
        case appleP256 = "apple-p256"
        /// One that was added.
        case local

        /// Only `production` counts.
        public var environment: Environment { self == .local ? .local : .production }
    }

    /// Keys on P-256 besides Apple's, in the order they were added.
    public private(set) var local: [P256PublicKey] = []

    /// Apple's key for versions 1.0 and 2.0; nil where libcrypto was built without its curve.
    package let p192: P192PublicKey?

    /// Apple's keys alone.
    public init() { self.init(p192: Self.appleP192) }

    /// Takes another key for Apple's, which nobody but Apple can sign with.
    package init(p192: P192PublicKey?) { self.p192 = p192 }

    /// Trusts a key besides Apple's, as for test postbacks and a network's own ads. One that is trusted already changes
    /// nothing.
    public mutating func add(_ key: P256PublicKey) {
        guard key != Self.appleP256, !local.contains(key) else { return }
        local.append(key)
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
