/// The forms of a DER key.
package enum DERKeyKind: String, Sendable {
    /// ECPrivateKey (RFC 5915 §3), the form of `openssl ecparam -genkey`.
    case sec1 = "SEC 1"
    /// OneAsymmetricKey (RFC 5958 §2).
    case pkcs8 = "PKCS#8"
    /// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    case spki = "SubjectPublicKeyInfo"
}
