import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// RFC 6979 §A.2.5: ECDSA, 256 bits, NIST P-256, with SHA-256.
struct RFC6979Tests {
    static let scalar = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
    static let point =
        "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
        + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
    static let vectors = [
        (
            "sample",
            "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
                + "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            "test",
            "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
                + "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ]

    static func key() throws -> P256PrivateKey {
        var bytes = try #require(hex(scalar))
        return try P256PrivateKey(raw: SecretBytes(consuming: &bytes))
    }

    @Test func publicHalfFollowsFromTheScalar() throws {
        try expect(Self.key().publicKey.x963Representation, hex(Self.point))
    }

    @Test(arguments: vectors) func signatureIsTheOnePublished(message: String, signature: String) throws {
        let key = try Self.key()
        let made = key.deterministic.sign(Array(message.utf8)).rawRepresentation
        expect(made, hex(signature))
        #expect(key.publicKey.isValidSignature(made, for: Array(message.utf8)))
    }

    @Test func oneSignerKeepsNoStateBetweenMessages() throws {
        let signer = Signer(try Self.key().deterministic)
        for _ in 0..<3 {
            for (message, signature) in Self.vectors {
                var made = ByteBuffer()
                try Array(message.utf8).withBytes { bytes throws(CryptoFailure) in try signer.sign(bytes, to: &made) }
                expect(made.array(), hex(signature))
            }
        }
    }
}
