/// The forms a DER key comes in.
public enum DERKeyKind: Equatable, Sendable {
    /// ECPrivateKey, RFC 5915 §3: what `openssl ecparam -genkey` writes.
    case sec1
    /// OneAsymmetricKey, RFC 5958 §2.
    case pkcs8
    /// SubjectPublicKeyInfo, RFC 5280 §4.1.2.7.
    case spki
}
