import AttributionBase
import AttributionCrypto

extension KeyFile.Entry {
    /// A description of the key that does not reveal it.
    package static let inspection = Record<KeyFile.Entry>(
        .init("kind", "Private or public.") { .string($0.isPrivate ? "private" : "public") },
        .init("encoding", "The form in which the key was read.") { .string($0.encoding.description) },
        .init("curve", "The elliptic curve.") { _ in "P-256" },
        .init("thumbprint", "The SHA-256 thumbprint of the public key as JWK (RFC 7638), in base64url.") {
            .string($0.publicKey.thumbprint)
        },
        .init("sha256", "The SHA-256 digest of the public key's DER, in hexadecimal digits.") {
            .string($0.publicKey.fingerprint)
        },
        .init("kid", "The kid that the file gives the key.") { $0.keyID.map { .string($0) } },
        .init("apple-kid", "The kid under which Apple signs with this key.") { $0.appleKey.map { .string($0.keyID) } },
        .init("environment", "The environment of Apple's key.") {
            $0.appleKey.map { .string($0.environment.rawValue) }
        },
        .init("warning", "Why the key should not be used for anything but tests.") {
            $0.publicKey == ExampleKey.publicKey ? "the published example key, for tests only" : nil
        })

    private var appleKey: AppleKey? { AppleKey.all.first { $0.publicKey == publicKey } }
}
