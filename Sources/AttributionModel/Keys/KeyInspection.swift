import AttributionBase
import AttributionCrypto

extension KeyFile.Entry {
    /// A description of the key that does not reveal it: its kind, encoding, curve, thumbprint (RFC 7638), `kid` and,
    /// if known, its owner.
    package var inspection: JSONValue {
        var members: [JSONValue.Member] = [
            .init("kind", .string(isPrivate ? "private" : "public")),
            .init("encoding", .string(encoding.description)),
            .init("curve", .string("P-256")),
            .init("thumbprint", .string(publicKey.thumbprint)),
            .init("sha256", .string(publicKey.fingerprint)),
        ]
        if let keyID { members.append(.init("kid", .string(keyID))) }
        if let apple = AppleKey.all.first(where: { $0.publicKey == publicKey }) {
            members.append(.init("apple-kid", .string(apple.keyID)))
            members.append(.init("environment", .string(apple.environment.rawValue)))
        }
        if publicKey == ExampleKey.publicKey {
            members.append(.init("warning", .string("the published example key, for tests only")))
        }
        return .object(members)
    }
}
