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
        String(Problem.reserved(keyID: keyID).message.dropFirst("is ".count))
    }

    /// - Parameter published: The SubjectPublicKeyInfo in base64, as in Apple's article.
    private init(_ keyID: String, _ environment: SigningEnvironment, _ published: String) {
        self.keyID = keyID
        self.environment = environment
        publicKey = P256PublicKey(constant: published)
    }
}
