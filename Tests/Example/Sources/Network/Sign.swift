import AdAttribution
import ECDSA
import JOSE
import StrictJSON

/// The article "Sign".
func signedImpression(by key: P256PrivateKey) throws -> String {
    let payload = JSONValue.object([
        .init("impression-identifier", .string("7aa9f8cc-5689-4c02-b963-22ca22136015")),
        .init("publisher-item-identifier", .number("284882215")),
        .init("impression-type", .string("app-impression")),
        .init("ad-network-identifier", .string("acme.adattributionkit")),
        .init("source-identifier", .number("5239")),
        .init("timestamp", .number("1767225600000")),
        .init("advertised-item-identifier", .number("1108187390")),
    ])
    return try key.compactJWS(payload: Array(payload.text.utf8), keyID: "acme.adattributionkit")
}
