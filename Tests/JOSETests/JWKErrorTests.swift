import ECDSA
import JOSE
import StrictJSON
import Testing

/// JWKs and JWK sets with one fault each.
@Suite struct JWKErrorTests {
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

    /// A JWK with some members replaced, left out (nil), or added.
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

    private static func malformed(_ error: Base64URLError) -> String { "malformed (\(error))" }

    static let members: [Vector] = [
        Vector("kty missing", jwk(["kty": nil]), .missingMember("kty")),
        Vector("kty RSA", jwk(["kty": #""RSA""#]), .wrongAlgorithm("RSA")),
        Vector("kty OKP", jwk(["kty": #""OKP""#]), .wrongAlgorithm("OKP")),
        Vector("kty in lower case", jwk(["kty": #""ec""#]), .wrongAlgorithm("ec")),
        Vector("kty a number", jwk(["kty": "1"]), .wrongAlgorithm("1")),
        Vector("crv missing", jwk(["crv": nil]), .missingMember("crv")),
        Vector("crv P-384", jwk(["crv": #""P-384""#]), .wrongCurve("P-384")),
        Vector("crv secp256k1", jwk(["crv": #""secp256k1""#]), .wrongCurve("secp256k1")),
        Vector("crv null", jwk(["crv": "null"]), .wrongCurve("null")),
        Vector(
            "alg ES384", jwk(["alg": #""ES384""#]),
            .wrongMember(name: "alg", found: #""ES384""#, want: #""ES256""#)),
        Vector("alg null", jwk(["alg": "null"]), .wrongMember(name: "alg", found: "null", want: #""ES256""#)),
        Vector("use enc", jwk(["use": #""enc""#]), .wrongMember(name: "use", found: #""enc""#, want: #""sig""#)),
        Vector("kid a number", jwk(["kid": "1"]), .wrongMember(name: "kid", found: "1", want: "a string")),
        Vector("x missing", jwk(["x": nil]), .missingMember("x")),
        Vector("y missing", jwk(["y": nil]), .missingMember("y")),
        Vector("x a number", jwk(["x": "1"]), .wrongMember(name: "x", found: "a number", want: "a base64url string")),
        Vector(
            "x of 31 bytes", jwk(["x": "\"\(x.prefix(42).dropLast())A\""]),
            .wrongLength(field: "x", want: 32, found: 31)),
        Vector("y of 33 bytes", jwk(["y": "\"\(y.dropLast())0A\""]), .wrongLength(field: "y", want: 32, found: 33)),
        Vector("x empty", jwk(["x": #""""#]), .wrongLength(field: "x", want: 32, found: 0)),
        Vector(
            "x padded", jwk(["x": "\"\(x)=\""]),
            .wrongMember(
                name: "x", found: malformed(.character(UInt8(ascii: "="), offset: 43)), want: "base64url")),
        Vector(
            "x not canonical", jwk(["x": "\"\(x.dropLast())V\""]),
            .wrongMember(
                name: "x", found: malformed(.trailingBits(offset: 42)),
                want: "base64url")),
        Vector("point off the curve", jwk(["x": "\"\(y)\"", "y": "\"\(x)\""]), .pointNotOnCurve),
        Vector("point zero", jwk(["x": "\"\(zero)\"", "y": "\"\(zero)\""]), .pointNotOnCurve),
        Vector("x not below p", jwk(["x": "\"\(String(repeating: "_", count: 42))8\""]), .pointNotOnCurve),
    ]

    static let scalars: [Vector] = [
        Vector("d zero", jwk(["d": "\"\(zero)\""]), .scalarOutOfRange),
        Vector("d the order", jwk(["d": "\"\(Tokens.encoded(Tokens.order))\""]), .scalarOutOfRange),
        Vector("d of another key", jwk(["d": "\"\(Tokens.encoded(Tokens.half(7)))\""]), .halvesDiffer),
        Vector("d of 31 bytes", jwk(["d": "\"\(d.prefix(41))A\""]), .wrongLength(field: "d", want: 32, found: 31)),
        Vector("d empty", jwk(["d": #""""#]), .wrongLength(field: "d", want: 32, found: 0)),
        Vector("d null", jwk(["d": "null"]), .wrongMember(name: "d", found: "null", want: "a base64url string")),
        Vector("d padded", jwk(["d": "\"\(d)=\""]), .wrongMember(name: "d", found: "malformed", want: "base64url")),
    ]

    static let sets: [Vector] = [
        Vector("set without keys", #"{"keys":[]}"#, .missingMember("keys")),
        Vector("keys an object", #"{"keys":{}}"#, .wrongMember(name: "keys", found: "an object", want: "an array")),
        Vector("set of a foreign key", #"{"keys":[\#(jwk(["kty": #""RSA""#]))]}"#, .wrongAlgorithm("RSA")),
        Vector("set of foreign keys", #"{"keys":[{"kty":"OKP"},{"kty":"RSA"}]}"#, .wrongAlgorithm("OKP")),
        Vector("broken key in a set", #"{"keys":[\#(jwk([:])),\#(jwk(["x": nil]))]}"#, .missingMember("x")),
        Vector("no object in a set", #"{"keys":[1]}"#, .missingMember("kty")),
        Vector("empty object", "{}", .missingMember("kty")),
    ]

    static let syntax: [Vector] = [
        Vector("cut short", "{", .malformedJSON("it ends at byte 1, want a member name in double quotes")),
        Vector("text after it", "{} {}", .malformedJSON("byte 3 cannot stand there, want the end of the text")),
        Vector(
            "member twice", #"{"kty":"EC","kty":"EC"}"#,
            .malformedJSON("byte 12 repeats the member name \"kty\", want each name once")),
        Vector("array", "[]", .unrecognized),
    ]

    static let all = members + scalars + sets + syntax

    @Test func noVectorVanishes() throws {
        #expect(Self.members.count == 24)
        #expect(Self.scalars.count == 7)
        #expect(Self.sets.count == 7)
        #expect(Self.syntax.count == 4)
        #expect(Set(Self.all.map(\.testDescription)).count == 42)
        // Without a change, the key is a key.
        #expect(try KeyFile(Self.jwk(["d": "\"\(Self.d)\""])).privateKey().publicKey == RFC7515Tests.key().publicKey)
    }

    @Test(arguments: all) func isRefusedForItsFault(_ vector: Vector) {
        #expect(throws: vector.error) { try KeyFile(vector.text) }
    }

    /// An error goes to the terminal and into logs, so nothing of a private scalar may be in it.
    @Test func errorsDoNotShowTheScalar() {
        for damage in ["=", "*", "\\n", "A"] {
            let text = Self.jwk(["d": "\"\(Self.d)\(damage)\""])
            let error = #expect(throws: KeyError.self) { try KeyFile(text) }
            #expect(error.map { "\($0) \($0.hint ?? "")".contains(Self.d.prefix(4)) } == false)
        }
    }
}
