import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// SKAdNetwork postbacks that Apple published as valid [Verifying an install-validation postback; Combining
/// parameters for SKAdNetwork 3 postbacks]: DER signatures over values joined by U+2063.
struct ApplePostbackTests {
    private static let separator = "\u{2063}"

    struct Vector: CustomTestStringConvertible {
        let testDescription: String
        let values: [String]
        let signature: String
    }

    static let vectors = [
        Vector(
            testDescription: "4.0",
            values: [
                "4.0", "com.example", "5239", "525463029", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30", "false",
                "example.com", "1", "true", "0",
            ],
            signature: "MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWR"
                + "AiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="),
        Vector(
            testDescription: "3.0",
            values: [
                "3.0", "example123.skadnetwork", "42", "525463029", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e28", "true",
                "1234567891", "1", "true",
            ],
            signature: "MEYCIQD5eq3AUlamORiGovqFiHWI4RZT/PrM3VEiXUrsC+M5"
                + "1wIhAPMANZA9c07raZJ64gVaXhB9+9yZj/X6DcNxONdccQij"),
    ]

    private static let appleKey =
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWdp8GPcGqmhgzEFj9Z2nSpQVdday"
        + "aPe4FMzqM9wib1+aHaaIzoHoLN9zW4K8y4SPykE3YVK3sVqW6Af0lfx3gg=="

    private static func base64(_ text: String) throws -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var bits = 0
        var held = 0
        var bytes: [UInt8] = []
        for character in text where character != "=" {
            let digit = try #require(alphabet.firstIndex(of: character))
            bits = bits << 6 | digit
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> held))
                bits &= 1 << held - 1
            }
        }
        return bytes
    }

    @Test(arguments: vectors) func publishedPostbackHolds(_ vector: Vector) throws {
        let key = try P256PublicKey(der: Self.base64(Self.appleKey))
        let signature = try Self.base64(vector.signature)
        let message = Array(vector.values.joined(separator: Self.separator).utf8)
        #expect(key.isValidSignature(derRepresentation: signature, for: message))
        #expect(!key.isValidSignature(derRepresentation: signature, for: message + [0x0a]))
        // The verifier with the key's table takes the raw form.
        let raw = try ECDSASignature.rawRepresentation(of: signature)
        #expect(FixedKeyVerifier(key)?.isValidSignature(raw, for: message) == true)
        expect(ECDSASignature.derRepresentation(ofRaw: raw), signature)
        for index in vector.values.indices {
            var changed = vector.values
            changed[index] += "0"
            let message = Array(changed.joined(separator: Self.separator).utf8)
            #expect(!key.isValidSignature(derRepresentation: signature, for: message))
        }
    }
}
