import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

/// JWKs and JWK sets with one fault each.
struct JWKErrorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let text: String
        let error: KeyError
        let testDescription: String

        init(_ name: String, _ text: String, _ error: KeyError) {
            self.text = text
            self.error = error
            testDescription = name
        }
    }

    private static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
    private static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    private static let d = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"
    private static let zero = Tokens.encoded(Tokens.half(0))

    /// Returns a JWK with some members replaced, removed (nil) or added.
    private static func jwk(_ changes: KeyValuePairs<String, String?>) -> String {
        var members = [
            ("kty", #""EC""#), ("crv", #""P-256""#), ("x", "\"\(x)\""), ("y", "\"\(y)\""),
        ]
        for (name, value) in changes {
            members.removeAll { $0.0 == name }
            if let value { members.append((name, value)) }
        }
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func malformed(_ error: Base64Error) -> String { "malformed (\(error))" }

    static let members: [Vector] = [
        Vector("kty missing", jwk(["kty": nil]), .missingMember("kty")),
        Vector("kty RSA", jwk(["kty": #""RSA""#]), .wrongAlgorithm("RSA")),
        Vector("kty OKP", jwk(["kty": #""OKP""#]), .wrongAlgorithm("OKP")),
        Vector("kty a number", jwk(["kty": "1"]), .wrongMember(name: "kty", found: "a number", want: #""EC""#)),
        Vector("crv missing", jwk(["crv": nil]), .missingMember("crv")),
        Vector("crv P-384", jwk(["crv": #""P-384""#]), .wrongCurve("P-384")),
        Vector("crv secp256k1", jwk(["crv": #""secp256k1""#]), .wrongCurve("secp256k1")),
        Vector("crv null", jwk(["crv": "null"]), .missingMember("crv")),
        Vector(
            "alg ES384", jwk(["alg": #""ES384""#]),
            .wrongMember(name: "alg", found: #""ES384""#, want: #""ES256""#)),
        Vector("use enc", jwk(["use": #""enc""#]), .wrongMember(name: "use", found: #""enc""#, want: #""sig""#)),
        Vector("kid a number", jwk(["kid": "1"]), .wrongMember(name: "kid", found: "a number", want: "a string")),
        Vector(
            "kty a secret", jwk(["kty": "\"\(d)\""]),
            .wrongMember(name: "kty", found: "a text of 43 bytes", want: #""EC""#)),
        Vector(
            "crv a secret", jwk(["crv": "\"\(d)\""]),
            .wrongMember(name: "crv", found: "a text of 43 bytes", want: #""P-256""#)),
        Vector(
            "crv a secret number", jwk(["crv": "314159"]),
            .wrongMember(name: "crv", found: "a number", want: #""P-256""#)),
        Vector(
            "alg a secret", jwk(["alg": "\"\(d)\""]),
            .wrongMember(name: "alg", found: "a text of 43 bytes", want: #""ES256""#)),
        Vector(
            "use a secret", jwk(["use": "\"\(d)\""]),
            .wrongMember(name: "use", found: "a text of 43 bytes", want: #""sig""#)),
        Vector(
            "use a secret in an array", jwk(["use": "[\"\(d)\"]"]),
            .wrongMember(name: "use", found: "an array", want: #""sig""#)),
        Vector("x missing", jwk(["x": nil]), .missingMember("x")),
        Vector("y missing", jwk(["y": nil]), .missingMember("y")),
        Vector("x a number", jwk(["x": "1"]), .wrongMember(name: "x", found: "a number", want: "a base64url string")),
        Vector(
            "x of 31 bytes", jwk(["x": "\"\(x.prefix(42).dropLast())A\""]),
            .wrongLength(field: "x", want: 32, found: 31)),
        Vector("y of 33 bytes", jwk(["y": "\"\(y.dropLast())0A\""]), .wrongLength(field: "y", want: 32, found: 33)),
        Vector("x empty", jwk(["x": #""""#]), .wrongLength(field: "x", want: 32, found: 0)),
        Vector(
            "x not canonical", jwk(["x": "\"\(x.dropLast())V\""]),
            .wrongMember(
                name: "x", found: malformed(.trailingBits(offset: 42)),
                want: "base64url")),
        Vector("point off the curve", jwk(["x": "\"\(y)\"", "y": "\"\(x)\""]), .pointNotOnCurve),
        Vector("point zero", jwk(["x": "\"\(zero)\"", "y": "\"\(zero)\""]), .pointNotOnCurve),
        Vector("x not below p", jwk(["x": "\"\(String(repeating: "_", count: 42))8\""]), .pointNotOnCurve),
    ]

    static let operations: [Vector] = [
        Vector("key_ops a string", jwk(["key_ops": #""verify""#]), operation("a string")),
        Vector("key_ops empty", jwk(["key_ops": "[]"]), operation("[]")),
        Vector("key_ops of encryption", jwk(["key_ops": #"["encrypt","wrapKey"]"#]), operation("[encrypt, wrapKey]")),
        Vector("key_ops of the other half", jwk(["key_ops": #"["sign"]"#]), operation("[sign]")),
        Vector("key_ops with a number", jwk(["key_ops": #"["verify",1]"#]), operation("an array with a number")),
        Vector(
            "key_ops with one twice", jwk(["key_ops": #"["verify","verify"]"#]),
            .wrongMember(name: "key_ops", found: "an array with one value twice", want: "each value once")),
        Vector(
            "key_ops of a private key without sign", jwk(["key_ops": #"["verify"]"#, "d": "\"\(d)\""]),
            .wrongMember(name: "key_ops", found: "[verify]", want: #"an array with "sign""#)),
        Vector(
            "key_ops with a secret", jwk(["key_ops": "[\"\(d)\"]", "d": "\"\(d)\""]),
            .wrongMember(name: "key_ops", found: "[a text of 43 bytes]", want: #"an array with "sign""#)),
    ]

    private static func operation(_ found: String) -> KeyError {
        .wrongMember(name: "key_ops", found: found, want: #"an array with "verify""#)
    }

    @Test func keysForTheirPurposeAreRead() throws {
        for operations in [#"["verify"]"#, #"["sign","verify"]"#, #"["verify","something"]"#] {
            try expect(KeyFile(Self.jwk(["key_ops": operations])).entries.count, 1)
        }
        for operations in [#"["sign"]"#, #"["sign","verify"]"#] {
            _ = try KeyFile(Self.jwk(["key_ops": operations, "d": "\"\(Self.d)\""])).onlyPrivateKey()
        }
        // In a set, a key for another purpose is skipped.
        let set = #"{"keys":[\#(Self.jwk(["key_ops": #"["encrypt"]"#])),\#(Self.jwk([:]))]}"#
        try expect(KeyFile(set).entries.count, 1)
    }

    static let scalars: [Vector] = [
        Vector("d zero", jwk(["d": "\"\(zero)\""]), .scalarOutOfRange),
        Vector("d the order", jwk(["d": "\"\(Tokens.encoded(Tokens.order))\""]), .scalarOutOfRange),
        Vector("d of another key", jwk(["d": "\"\(Tokens.encoded(Tokens.half(7)))\""]), .halvesDiffer),
        Vector("d of 31 bytes", jwk(["d": "\"\(d.prefix(41))A\""]), .wrongLength(field: "d", want: 32, found: 31)),
        Vector("d empty", jwk(["d": #""""#]), .wrongLength(field: "d", want: 32, found: 0)),
    ]

    static let sets: [Vector] = [
        Vector(
            "set without keys", #"{"keys":[]}"#,
            .wrongMember(name: "keys", found: "empty", want: "an array of at least one key")
        ),
        Vector("keys an object", #"{"keys":{}}"#, .wrongMember(name: "keys", found: "an object", want: "an array")),
        Vector("set of a foreign key", #"{"keys":[\#(jwk(["kty": #""RSA""#]))]}"#, .wrongAlgorithm("RSA")),
        Vector("set of foreign keys", #"{"keys":[{"kty":"OKP"},{"kty":"RSA"}]}"#, .wrongAlgorithm("OKP")),
        Vector("broken key in a set", #"{"keys":[\#(jwk([:])),\#(jwk(["x": nil]))]}"#, .missingMember("x")),
        Vector("no object in a set", #"{"keys":[1]}"#, .missingMember("kty")),
        Vector("empty object", "{}", .missingMember("kty")),
    ]

    static let syntax: [Vector] = [
        Vector(
            "cut short", "{", .malformedJSON("expected a member name in double quotes at byte 2, where the text ends")),
        Vector(
            "text after it", "{} {}",
            .malformedJSON("unexpected text at byte 4, after the first value")),
        Vector(
            "member twice", #"{"kty":"EC","kty":"EC"}"#,
            .malformedJSON("the name \"kty\" is repeated at byte 13")),
        Vector("array", "[]", .unrecognized),
    ]

    static let all = members + operations + scalars + sets + syntax

    @Test func noVectorVanishes() throws {
        expect(Self.sets.count, 7)
        expect(Set(Self.all.map(\.testDescription)).count, 51)
        // A member that is null is absent.
        let nulls = try KeyFile(Self.jwk(["d": "null", "alg": "null", "use": "null", "kid": "null"])).entries
        #expect(nulls.map(\.isPrivate) == [false] && nulls[0].keyID == nil)
        // Without changes, the key is valid.
        let read = try KeyFile(Self.jwk(["d": "\"\(Self.d)\""])).onlyPrivateKey()
        try expect(read.publicKey, RFC7515Tests.key().publicKey)
    }

    @Test(arguments: all) func isRefusedForItsFault(_ vector: Vector) {
        #expect(throws: vector.error) { try KeyFile(vector.text) }
    }

    /// Errors go to terminals and logs, so they must not contain any part of a private scalar.
    @Test func errorsDoNotShowTheScalar() {
        let places = ["kty", "crv", "alg", "use", "key_ops", "kid", "x"].flatMap { name in
            ["\"\(Self.d)\"", "[\"\(Self.d)\"]", "{\"a\":\"\(Self.d)\"}"].map { (name, $0) }
        }
        let damaged = ["==", "*", "\\n", "A"].map { ("d", "\"\(Self.d)\($0)\"") }
        for (name, value) in places + damaged where name != "kid" || value.first != "\"" {
            let error = #expect(throws: KeyError.self) { try KeyFile(Self.jwk([name: value])) }
            #expect(error.map { "\($0) \($0.hint ?? "")".contains(Self.d.prefix(4)) } == false)
        }
    }
}
