/// The forms of a DER key.
package enum DERKeyKind: Equatable, Sendable {
    /// ECPrivateKey (RFC 5915 §3), the form of `openssl ecparam -genkey`.
    case sec1
    /// OneAsymmetricKey (RFC 5958 §2).
    case pkcs8
    /// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    case spki
}
