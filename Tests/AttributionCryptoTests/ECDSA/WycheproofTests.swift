import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// Project Wycheproof's vectors for ECDSA on P-256 with SHA-256 and raw signatures.
struct WycheproofTests {
    static let file = "ecdsa_secp256r1_sha256_p1363_test.json"

    struct Group {
        let point: [UInt8]
        let der: [UInt8]
        let cases: [Case]

        init(_ json: JSONValue) throws {
            point = try #require(hex(json["publicKey"]?["uncompressed"]?.asString ?? "?"))
            der = try #require(hex(json["publicKeyDer"]?.asString ?? "?"))
            cases = try #require(json["tests"]?.asArray).map(Case.init)
        }
    }

    struct Case {
        let number: String
        let message: [UInt8]
        let signature: [UInt8]
        let isValid: Bool

        init(_ json: JSONValue) throws {
            guard case .number(let number)? = json["tcId"] else { throw VectorError.noNumber }
            self.number = number
            message = try #require(hex(json["msg"]?.asString ?? "?"))
            signature = try #require(hex(json["sig"]?.asString ?? "?"))
            let result = try #require(json["result"]?.asString)
            try #require(result == "valid" || result == "invalid")
            isValid = result == "valid"
        }
    }

    private enum VectorError: Error { case noNumber }

    static func groups() throws -> [Group] {
        let json = try JSONValue(parsing: Repository.vector(file))
        return try #require(json["testGroups"]?.asArray).map(Group.init)
    }

    @Test func everyVerdictIsTheOnePublished() throws {
        var verdicts = [true: 0, false: 0]
        for group in try Self.groups() {
            let key = try P256PublicKey(x963: group.point)
            let verifier = SignatureVerifier(key)
            for vector in group.cases {
                let isValid = verifier.isValid(vector.signature, for: vector.message)
                expect(isValid, vector.isValid, "tcId \(vector.number)")
                verdicts[vector.isValid, default: 0] += 1
            }
        }
        expect(verdicts, [true: 173, false: 89])
    }

    @Test func verdictsByTheTableOfAKeyAreTheSame() throws {
        var count = 0
        for group in try Self.groups() {
            guard let verifier = FixedKeyVerifier(try P256PublicKey(x963: group.point)) else {
                Issue.record("OpenSSL makes no table")
                return
            }
            for vector in group.cases {
                let isValid = verifier.isValidSignature(vector.signature, for: vector.message)
                expect(isValid, vector.isValid, "tcId \(vector.number)")
                count += 1
            }
        }
        expect(count, 262)
    }

    @Test func keysAreTheSameInEveryForm() throws {
        let groups = try Self.groups()
        expect(groups.count, 112)
        for group in groups {
            let key = try P256PublicKey(x963: group.point)
            try expect(P256PublicKey(der: group.der), key)
            expect(key.derRepresentation, group.der)
        }
    }
}

extension JSONValue {
    fileprivate var asString: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var asArray: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
