import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

/// Tokens with one fault each, in the order of RFC 7515 §5.2.
struct UnverifiedJWSTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let token: String
        let error: JWSError
        let testDescription: String

        init(_ name: String, _ token: String, _ error: JWSError) {
            self.token = token
            self.error = error
            testDescription = name
        }

        /// A token with a fault only in its header.
        init(_ name: String, header: String, _ error: JWSError) {
            self.init(name, Tokens.token(header: header), error)
        }
    }

    private static let header = Tokens.encoded(Tokens.header.utf8)
    private static let payload = Tokens.encoded(Tokens.payload.utf8)
    private static let signature = Tokens.encoded(Tokens.signature)
    private static let order = Tokens.order

    static let components: [Vector] = [
        Vector("empty", "", .componentCount(1)),
        Vector("one part", header, .componentCount(1)),
        Vector("two parts", "\(header).\(payload)", .componentCount(2)),
        Vector("four parts", "\(header).\(payload).\(signature).", .componentCount(4)),
        Vector("five parts, as in JWE", "\(header).\(payload).\(signature).e30.e30", .componentCount(5)),
        Vector("dots only", "..", .syntax(.header, JSONSyntaxError(.empty, at: 0))),
        Vector("empty header", ".\(payload).\(signature)", .syntax(.header, JSONSyntaxError(.empty, at: 0))),
        Vector("empty payload", "\(header)..\(signature)", .syntax(.payload, JSONSyntaxError(.empty, at: 0))),
        Vector(
            "empty signature", "\(header).\(payload).",
            .signatureLength(0, hint: "the signature is missing; was the token cut short after its second dot?")),
    ]

    static let encodings: [Vector] = [
        Vector(
            "header not base64url", "ey*.\(payload).\(signature)",
            .encoding(.header, .character(UInt8(ascii: "*"), offset: 2))),
        Vector(
            "header padded", "e30=.\(payload).\(signature)",
            .encoding(.header, .character(UInt8(ascii: "="), offset: 3))),
        Vector("header not canonical", "e31.\(payload).\(signature)", .encoding(.header, .trailingBits(offset: 2))),
        Vector("header cut short", "eyJhb.\(payload).\(signature)", .encoding(.header, .length(5))),
        Vector(
            "space before the token", " \(header).\(payload).\(signature)",
            .encoding(.header, .character(UInt8(ascii: " "), offset: 0))),
        Vector(
            "payload in standard base64", "\(header).e+A=.\(signature)",
            .encoding(.payload, .character(UInt8(ascii: "+"), offset: 1))),
        Vector("payload not canonical", "\(header).e31.\(signature)", .encoding(.payload, .trailingBits(offset: 2))),
        Vector(
            "signature padded", "\(header).\(payload).\(signature)==",
            .encoding(.signature, .character(UInt8(ascii: "="), offset: 86))),
        Vector(
            "signature not canonical", "\(header).\(payload).\(signature.dropLast())R",
            .encoding(.signature, .trailingBits(offset: 85))),
        Vector(
            "newline after the token", "\(header).\(payload).\(signature)\n",
            .encoding(.signature, .character(UInt8(ascii: "\n"), offset: 86))),
    ]

    static let headers: [Vector] = [
        Vector(
            "header not JSON", header: "{alg:1}",
            .syntax(.header, JSONSyntaxError(.unexpectedByte(UInt8(ascii: "a"), wanted: .name), at: 1))),
        Vector(
            "two values in the header", header: Tokens.header + "{}",
            .syntax(.header, JSONSyntaxError(.unexpectedByte(UInt8(ascii: "{"), wanted: .endOfText), at: 48))),
        Vector(
            "byte order mark", header: "\u{feff}" + Tokens.header,
            .syntax(.header, JSONSyntaxError(.unexpectedByte(0xef, wanted: .value), at: 0))),
        Vector(
            "header not UTF-8",
            Tokens.encoded(Array(#"{"alg":"ES256","kid":""#.utf8) + [0xff] + Array(#""}"#.utf8))
                + ".\(payload).\(signature)",
            .syntax(.header, JSONSyntaxError(.invalidUTF8, at: 22))),
        Vector("header an array", header: "[]", .headerNotObject(.array)),
        Vector("header a string", header: #""ES256""#, .headerNotObject(.string)),
        Vector("header null", header: "null", .headerNotObject(.null)),
        Vector(
            "alg twice", header: #"{"alg":"none","kid":"a","alg":"ES256"}"#,
            .syntax(.header, JSONSyntaxError(.duplicateName("alg"), at: 24))),
        Vector(
            "alg twice, once with an escape", header: #"{"\u0061lg":"none","kid":"a","alg":"ES256"}"#,
            .syntax(.header, JSONSyntaxError(.duplicateName("alg"), at: 29))),
        Vector("alg missing", header: #"{"kid":"a"}"#, .missingAlgorithm),
        Vector("alg in capitals", header: #"{"ALG":"ES256","kid":"a"}"#, .missingAlgorithm),
        Vector("alg none", header: #"{"alg":"none","kid":"a"}"#, .algorithm(#""none""#)),
        Vector("alg empty", header: #"{"alg":"","kid":"a"}"#, .algorithm(#""""#)),
        Vector("alg HS256", header: #"{"alg":"HS256","kid":"a"}"#, .algorithm(#""HS256""#)),
        Vector("alg ES384", header: #"{"alg":"ES384","kid":"a"}"#, .algorithm(#""ES384""#)),
        Vector("alg ES256K", header: #"{"alg":"ES256K","kid":"a"}"#, .algorithm(#""ES256K""#)),
        Vector("alg in lower case", header: #"{"alg":"es256","kid":"a"}"#, .algorithm(#""es256""#)),
        Vector("alg with space", header: #"{"alg":"ES256 ","kid":"a"}"#, .algorithm(#""ES256 ""#)),
        Vector("alg with NUL", header: #"{"alg":"ES256\u0000","kid":"a"}"#, .algorithm(#""ES256\u0000""#)),
        Vector("alg a number", header: #"{"alg":256,"kid":"a"}"#, .algorithm("256")),
        Vector("alg null", header: #"{"alg":null,"kid":"a"}"#, .missingAlgorithm),
        Vector("alg an array", header: #"{"alg":["ES256"],"kid":"a"}"#, .algorithm(#"["ES256"]"#)),
        Vector("alg in an inner object only", header: #"{"a":{"alg":"ES256"},"kid":"a"}"#, .missingAlgorithm),
        Vector("kid missing", header: #"{"alg":"ES256"}"#, .missingKeyID),
        Vector("kid a number", header: #"{"alg":"ES256","kid":1}"#, .keyIDNotString("1")),
        Vector("kid null", header: #"{"alg":"ES256","kid":null}"#, .missingKeyID),
        Vector("crit", header: #"{"alg":"ES256","kid":"a","crit":["exp"]}"#, .criticalExtension("crit")),
        Vector("crit empty", header: #"{"alg":"ES256","kid":"a","crit":[]}"#, .criticalExtension("crit")),
        Vector("b64", header: #"{"alg":"ES256","kid":"a","b64":false}"#, .criticalExtension("b64")),
    ]

    static let payloads: [Vector] = [
        Vector(
            "payload not JSON", Tokens.token(payload: "a=1"),
            .syntax(.payload, JSONSyntaxError(.unexpectedByte(UInt8(ascii: "a"), wanted: .value), at: 0))),
        Vector(
            "payload with a member twice", Tokens.token(payload: #"{"a":1,"a":2}"#),
            .syntax(.payload, JSONSyntaxError(.duplicateName("a"), at: 7))),
        Vector(
            "payload cut short", Tokens.token(payload: #"{"a":1"#),
            .syntax(.payload, JSONSyntaxError(.unexpectedEnd(wanted: .commaOrBrace), at: 6))),
        Vector(
            "payload not UTF-8", "\(header).\(Tokens.encoded([0x22, 0xc0, 0x80, 0x22])).\(signature)",
            .syntax(.payload, JSONSyntaxError(.invalidUTF8, at: 1))),
        Vector(
            "payload too deep", Tokens.token(payload: String(repeating: "[", count: 129)),
            .syntax(.payload, JSONSyntaxError(.tooDeep(limit: 128), at: 128))),
    ]

    private static let derHint = "this is a DER signature; a JWS needs the raw one: r then s, 32 bytes each"

    static let signatures: [Vector] = [
        Vector("1 byte", signature: [1], .signatureLength(1, hint: "bytes are missing; was the token cut short?")),
        Vector(
            "63 bytes", signature: Array(Tokens.signature.dropFirst()),
            .signatureLength(
                63,
                hint: "r or s lacks its leading zeros, or the token was cut short; a JWS needs 32 bytes for each")),
        Vector(
            "65 bytes", signature: Tokens.signature + [1],
            .signatureLength(65, hint: "a recovery ID was left at one end; a JWS has only r and s")),
        Vector(
            "96 bytes, as of ES384", signature: .init(repeating: 1, count: 96),
            .signatureLength(
                96,
                hint: "this is the length of a signature by ES384; AdAttributionKit tokens are signed with ES256")),
        Vector(
            "DER", signature: [0x30, 0x44, 0x02, 0x20] + Tokens.half(0x11) + [0x02, 0x20] + Tokens.half(0x22),
            .signatureLength(70, hint: derHint)),
        Vector("short DER", signature: [0x30, 0x06, 2, 1, 1, 2, 1, 1], .signatureLength(8, hint: derHint)),
        Vector("r = 0", signature: Tokens.half(0) + Tokens.half(1), .signatureRange),
        Vector("s = 0", signature: Tokens.half(1) + Tokens.half(0), .signatureRange),
        Vector("r = s = 0", signature: .init(repeating: 0, count: 64), .signatureRange),
        Vector("r = n", signature: order + Tokens.half(1), .signatureRange),
        Vector("s = n", signature: Tokens.half(1) + order, .signatureRange),
        Vector("r above n", signature: .init(repeating: 0xff, count: 32) + Tokens.half(1), .signatureRange),
    ]

    static let all = components + encodings + headers + payloads + signatures

    @Test func noVectorVanishes() {
        expect(Set(Self.all.map(\.testDescription)).count, 65)
    }

    @Test(arguments: all) func isRefusedForItsFault(_ vector: Vector) {
        #expect(throws: vector.error.problem) { try UnverifiedJWS(parsing: vector.token) }
    }

    @Test func tokenWithoutFaultIsAccepted() throws {
        let token = try UnverifiedJWS(parsing: Tokens.token())
        expect(token.header.keyID, "example.adattributionkit")
    }

    @Test func largestHalvesAreAnEncoding() throws {
        var below = Self.order
        below[31] -= 1
        for signature in [below + below, below + Tokens.half(1), Tokens.half(1) + below] {
            #expect(throws: Never.self) { try UnverifiedJWS(parsing: Tokens.token(signature: signature)) }
        }
    }

    @Test func namesAndValuesMayBeEscaped() throws {
        let header = #" { "\u0061lg" : "\u0045S256" , "kid" : "a\/1" } "#
        try expect(UnverifiedJWS(parsing: Tokens.token(header: header)).header.keyID, "a/1")
    }

    @Test func unknownHeaderMembersAreIgnored() throws {
        let header = #"{"alg":"ES256","kid":"a","typ":"JWT","x":{"crit":[]}}"#
        try expect(UnverifiedJWS(parsing: Tokens.token(header: header)).header.keyID, "a")
    }

    @Test(arguments: ["1", "null", "[]", #""a""#, "{}"]) func payloadMayBeAnyValue(_ payload: String) throws {
        #expect(throws: Never.self) { try UnverifiedJWS(parsing: Tokens.token(payload: payload)) }
    }
}

extension UnverifiedJWSTests.Vector {
    /// A token with a fault only in its signature.
    fileprivate init(_ name: String, signature: [UInt8], _ error: JWSError) {
        self.init("signature: " + name, Tokens.token(signature: signature), error)
    }
}
