import AttributionBase

/// The header fields of a token that rules refer to (RFC 7515 §4.1).
package enum HeaderField {
    package static let algorithm = Field(0, "alg", .string)
    package static let keyID = Field(1, "kid", .string)
    /// A key in the header. Like the references to keys below, it is never trusted.
    package static let key = Field(2, "jwk", .object, isRequired: false)
    package static let keySetURL = Field(3, "jku", .string, isRequired: false)
    package static let certificates = Field(4, "x5c", .array, isRequired: false)
    package static let certificatesURL = Field(5, "x5u", .string, isRequired: false)

    package static let shape = ObjectShape([algorithm, keyID, key, keySetURL, certificates, certificatesURL])
}
