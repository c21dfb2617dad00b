import AttributionCrypto
import AttributionTestSupport
import Testing

struct KeyFileWritingTests {
    private static func vector(_ name: String) throws -> [UInt8] { try Repository.vector("keys/good/" + name) }

    @Test func everyFormIsThatOfOpenSSL() throws {
        let key = try RFC7515Tests.key()
        try expect(key.sec1PEMRepresentation.revealed, Self.vector("sec1.pem"))
        try expect(key.pemRepresentation.revealed, Self.vector("pkcs8.pem"))
        try expect(Array(key.publicKey.pemRepresentation.utf8), Self.vector("spki.pem"))
        try expect(key.sec1Representation.revealed, Self.vector("sec1.der"))
        try expect(key.derRepresentation.revealed, Self.vector("pkcs8.der"))
        try expect(key.publicKey.derRepresentation, Self.vector("spki.der"))
    }

    @Test func jwkIsOnOneLineWithItsMembersInOrder() throws {
        let key = try RFC7515Tests.key()
        let coordinates =
            #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
        expect(key.publicKey.jwk(), Array(#"{"kty":"EC","crv":"P-256",\#(coordinates)}"#.utf8))
        #expect(
            key.jwk(keyID: "a").revealed
                == Array(
                    (#"{"kty":"EC","crv":"P-256","kid":"a",\#(coordinates),"#
                        + #""d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}"#).utf8))
    }

    /// Every written form is read as the same key, including coordinates and scalars with leading zeros.
    @Test func everyFormIsReadBack() throws {
        var small = [UInt8](repeating: 0, count: 30) + [1, 2]
        let keys =
            [try P256PrivateKey(raw: SecretBytes(consuming: &small))] + (0..<20).map { _ in newKey() }
        for key in keys {
            let privateForms = [
                key.pemRepresentation, key.sec1PEMRepresentation, key.derRepresentation, key.sec1Representation,
                key.jwk(), key.jwk(keyID: "name"),
            ]
            for form in privateForms {
                let read = try KeyFile(reading: form).onlyPrivateKey()
                expect(read.rawRepresentation.revealed, key.rawRepresentation.revealed)
            }
            let publicForms = [
                Array(key.publicKey.pemRepresentation.utf8), key.publicKey.derRepresentation, key.publicKey.jwk(),
                key.publicKey.jwk(keyID: "name"),
            ]
            for form in publicForms {
                try expect(KeyFile(bytes: form).entries.map(\.publicKey), [key.publicKey])
            }
        }
    }

    @Test(arguments: ["", "a/0", "\"quoted\"", "back\\slash", "line\nbreak", "\u{e9}\u{1f600}", "\0"])
    func keyIDIsReadBack(_ keyID: String) throws {
        let key = newKey()
        try expect(KeyFile(bytes: key.publicKey.jwk(keyID: keyID)).entries.map(\.keyID), [keyID])
        try expect(KeyFile(reading: key.jwk(keyID: keyID)).entries.map(\.keyID), [keyID])
    }
}
