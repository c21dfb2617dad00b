import AttributionBase
import AttributionCrypto

/// The environment of a signature's key, which determines whether a conversion counts.
public enum SigningEnvironment: String, CaseIterable, Codable, Sendable {
    /// Real conversions, the only ones that count.
    case production
    /// Postbacks from a device's developer mode or developer settings.
    case development
    /// Signed by a key that is not Apple's.
    case local
}

/// A public key that Apple signs postbacks with [Verifying a postback].
public struct AppleKey: Sendable {
    /// The `kid` in the header of a postback.
    public let keyID: String
    /// The environment of the key's postbacks.
    public let environment: SigningEnvironment
    /// The key that Apple published.
    public let publicKey: P256PublicKey

    /// All of Apple's keys for AdAttributionKit postbacks.
    public static let all: [AppleKey] = [
        AppleKey(
            "apple-cas-identifier/0", .production,
            """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWdp8GPcGqmhgzEFj9Z2nSpQVdday
            aPe4FMzqM9wib1+aHaaIzoHoLN9zW4K8y4SPykE3YVK3sVqW6Af0lfx3gg==
            """),
        AppleKey(
            "apple-development-identifier/0", .development,
            """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELeEDzpJEP+/qRSE5hJVC1p1J0ssU
            nQGMzBBbvnACBok8OVGGLgxL0myrKiy6lvRtSlLRsWit87i+vftD8AEqeQ==
            """),
        AppleKey(
            "apple-development-identifier/1", .development,
            """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YzdO7eM97s/IJ25kdW5CZ3A14US
            E5IJ5Ha/vhWaxI6UBI1ZxCEvjrKxVluVGe6qWwF1BDFq+QHqKfH5u+wxHQ==
            """),
    ]

    /// The `kid` of postbacks that are created manually in the developer settings of a device [Creating postbacks in
    /// developer settings].
    static let developerSettingsKeyID: StaticString = "apple-development-identifier/1"

    /// Whether a `kid` is in the namespace that only Apple uses, even if the key is unknown here.
    public static func isReserved(_ keyID: String) -> Bool {
        keyID.utf8.starts(with: "apple-cas-identifier".utf8)
            || keyID.utf8.starts(with: "apple-development-identifier".utf8)
    }

    /// Says that a `kid` is reserved, and what is wanted; for the end of a message that says where the `kid` stands.
    package static func words(ofReserved keyID: String) -> String {
        "\(quoted(keyID)), which is Apple's, want one of your own"
    }

    /// - Parameter published: The SubjectPublicKeyInfo in base64, as in Apple's article.
    private init(_ keyID: String, _ environment: SigningEnvironment, _ published: String) {
        self.keyID = keyID
        self.environment = environment
        publicKey = P256PublicKey(constant: published)
    }
}

/// The example key pair. Its private key is published, so its signatures prove nothing.
public enum ExampleKey {
    package static let network: StaticString = "example.adattributionkit"
    /// The ad network of the example key.
    public static let adNetworkIdentifier = AdNetworkIdentifier(unchecked: "\(network)")
    /// The `kid` of its impressions. Its test postbacks have ``PostbackRequest/testKeyID``.
    public static let keyID = adNetworkIdentifier.description
    /// All `kid` values that its signatures have.
    package static let keyIDs = [keyID, PostbackRequest.testKeyID]

    /// The public half of ``privateKey``, by itself because most runs need no other and it takes no multiplication.
    package static let publicKey = P256PublicKey(
        constant: """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
            6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
            """)

    /// The key pair of RFC 7515, Appendix A.3.1.
    public static let privateKey: P256PrivateKey = {
        do throws(KeyError) {
            return try P256PrivateKey(
                pemRepresentation: """
                    -----BEGIN PRIVATE KEY-----
                    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
                    H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
                    7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
                    -----END PRIVATE KEY-----

                    """)
        } catch {
            CryptoFailure.end(by: error)
        }
    }()
}
