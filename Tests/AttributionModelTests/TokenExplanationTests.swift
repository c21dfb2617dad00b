import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

@testable import AttributionModel

/// Each known mistake of a token's signer is named.
struct TokenExplanationTests {
    static let header = #"{"alg":"ES256","kid":"acme.adattributionkit"}"#
    static let payload =
        #"{"impression-identifier":"68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C","publisher-item-identifier":284882215,"impression-type":"app-impression","ad-network-identifier":"acme.adattributionkit","source-identifier":5239,"timestamp":1767268800123,"advertised-item-identifier":1108187390,"eligible-for-re-engagement":true}"#
    static let postback =
        #"{"postback-identifier":"68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C","impression-type":"app-impression","ad-network-identifier":"acme.adattributionkit","did-win":true,"postback-sequence-index":0,"conversion-type":"download","source-identifier":"39","advertised-item-identifier":1108187390}"#

    private static func url(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }
    private static func url(_ text: String) -> String { url(Array(text.utf8)) }
    private static func url(_ signature: ECDSASignature) -> String { url(signature.rawRepresentation) }
    private static func padded(_ text: String) -> String {
        let text = url(text)
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
    private static func signed(_ header: String, _ payload: String) -> String { url(header) + "." + url(payload) }
    private static func with(_ old: String, _ new: String, in text: String = payload) -> String {
        signed(header, text.replacing(old, with: new))
    }

    /// The payload without its last member, and with spaces.
    private static let short = payload.replacing(",\"eligible-for-re-engagement\":true", with: "")
    private static let spaced = short.replacing(":", with: ": ").replacing(",", with: ", ")

    /// Returns a JSON text with its members in another order.
    private static func reordered(_ text: String, _ order: [Int]) -> String {
        let members = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
        let comma = members[1].first == " " ? ", " : ","
        return "{" + order.map { members[$0].drop { $0 == " " } }.joined(separator: comma) + "}"
    }

    private static func lines(_ text: String, _ width: Int, _ end: String) -> String {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: width).map {
            String(characters[$0..<min($0 + width, characters.count)])
        }.joined(separator: end)
    }

    private static let value = (try? JSONValue(parsing: Array(payload.utf8))) ?? .null

    /// The text that was signed instead of header and payload, and the expected explanation.
    struct Case: Sendable, CustomTestStringConvertible {
        var payload = TokenExplanationTests.payload
        let signed: [UInt8]
        let cause: SignatureMistake.Cause?
        let words: String

        init(_ signed: String, _ cause: SignatureMistake.Cause?, _ words: String) {
            self.init(Array(signed.utf8), cause, words)
        }

        init(_ signed: [UInt8], _ cause: SignatureMistake.Cause?, _ words: String) {
            self.signed = signed
            self.cause = cause
            self.words = words
        }

        func of(_ payload: String) -> Case {
            var copy = self
            copy.payload = payload
            return copy
        }

        var testDescription: String { "\(cause?.rawValue ?? "none"): \(words)" }
    }

    static let cases: [Case] = [
        // The text.
        Case(url(payload), .signedText, "only the payload was signed;"),
        Case(payload, .signedText, "the JSON of the payload was signed"),
        Case(header + "." + payload, .signedText, "the JSON of header and payload was signed"),
        Case(url(header) + "." + payload, .signedText, "after the header's base64url"),
        Case(url(header) + url(payload), .signedText, "without the dot"),
        Case(signed(header, payload) + ".", .signedText, "a dot follows"),
        Case(signed(header, payload) + "\n", .signedText, "a line feed ends the text"),
        Case(padded(header) + "." + padded(payload), .signedText, "padded base64url was signed"),
        Case(SHA256.hash(Array(payload.utf8)), .signedText, "and hashed twice"),
        // Lines of base64, with and without an end of the last one, and in a shell, which removes that of the header.
        Case(
            lines(padded(header), 60, "\n") + "\n." + lines(padded(payload), 60, "\n") + "\n", .signedText,
            "with a line break after each 60 characters and at the end"),
        Case(
            lines(url(header), 76, "\r\n") + "." + lines(url(payload), 76, "\r\n"), .signedText,
            "with a line break after each 76 characters;"),
        Case(
            url(header) + "." + lines(padded(payload), 64, "\n") + "\n", .signedText,
            "with a line break after each 64 characters and at the end"
        ).of(payload),
        Case(
            lines(signed(header, payload), 76, "\n"), .encoding, "the text was signed in lines, with a line break after"
        ),
        Case(Array(padded(signed(header, payload)).utf8), .encoding, "the text was signed in padded base64url"),
        Case(
            Array(signed(header, payload).utf8.flatMap { [$0, 0] }), .signedText, "UTF-16, little-endian"),
        // The digest.
        Case(SHA256.hash(Array(signed(header, payload).utf8)), .encoding, "the digest itself was signed"),
        // The header.
        Case(
            signed(#"{"kid":"acme.adattributionkit","alg":"ES256"}"#, payload), .header,
            #"the header {"kid":"acme.adattributionkit","alg":"ES256"} was signed"#),
        Case(
            signed(#"{"typ":"JWT","alg":"ES256","kid":"acme.adattributionkit"}"#, payload), .header, #""typ":"JWT""#),
        Case(
            signed(#"{"alg":"ES256","typ":"JWT","kid":"acme.adattributionkit"}"#, payload), .header, #""typ":"JWT""#),
        Case(signed(#"{"alg": "ES256", "kid": "acme.adattributionkit"}"#, payload), .header, #"{"alg": "ES256""#),
        Case(signed(#"{"alg":"ES256"}"#, payload), .header, #"the header {"alg":"ES256"} was signed"#),
        // The payload's text.
        Case(
            signed(header, payload.replacing(":", with: ": ").replacing(",", with: ", ")), .json, "with a space after"),
        Case(
            signed(
                header.replacing(":", with: ": ").replacing(",", with: ", "),
                payload.replacing(":", with: ": ").replacing(",", with: ", ")), .json, "with a space after"),
        Case(signed(header, payload + "\n"), .json, "with a line feed at its end"),
        Case(
            signed(header, String(decoding: JSONSpelling.all[2].text(of: value), as: UTF8.self)), .json,
            "with its members sorted"),
        Case(signed(header, payload), .json, "without spaces").of(payload.replacing(":", with: ": ")),
        // The order of members, as of a dictionary that keeps none.
        Case(
            signed(header, reordered(payload, [0, 1, 2, 4, 3, 5, 6, 7])), .json,
            #""ad-network-identifier" and "source-identifier" changed places"#),
        Case(
            signed(header, reordered(payload, [0, 1, 2, 3, 6, 4, 5, 7])), .json,
            #""advertised-item-identifier" is value 5; they must be in the order of the token"#),
        Case(signed(header, reordered(short, [4, 0, 6, 2, 5, 1, 3])), .json, #"the values are in the order "source"#)
            .of(short),
        Case(signed(header, reordered(spaced, [6, 2, 0, 1, 5, 4, 3])), .json, #"in the order "advertised"#).of(spaced),
        Case(
            signed(#"{"kid":"acme.adattributionkit","typ":"JWT","alg":"ES256"}"#, payload), .header,
            #"{"kid":"acme.adattributionkit","typ":"JWT""#),
        // Letters.
        Case(
            with("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C", "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c"), .identifierCase,
            "\"impression-identifier\" was signed in lowercase"),
        Case(
            with("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C", "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", in: postback),
            .identifierCase, "\"postback-identifier\" was signed in lowercase"
        ).of(postback),
        Case(
            with("acme.adattributionkit", "ACME.ADATTRIBUTIONKIT"), .networkCase,
            "\"ad-network-identifier\" was signed in uppercase"),
        Case(
            signed(
                header.replacing("acme", with: "Acme"), payload.replacing("acme", with: "Acme")), .networkCase,
            "\"kid\" was signed with a capital"),
        Case(
            with("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C", "aEg-9gZ4Twig0S1emg1qfA"), .identifierCase,
            "was signed in base64url, as aEg-9gZ4Twig0S1emg1qfA"),
        // Literals.
        Case(with("1108187390", "1.10818739E9"), .boolean, "with an exponent"),
        Case(with(":true", ":1"), .boolean, "was signed as 1 or 0"),
        Case(with(":5239,", ":\"5239\","), .boolean, #""source-identifier" was signed in quotes"#),
        Case(with("true", "\"true\""), .boolean, #""eligible-for-re-engagement" was signed as "true""#),
        Case(with("1108187390", "1108187390.0"), .boolean, #""advertised-item-identifier" was signed with a fraction"#),
        Case(with("\"39\"", "39", in: postback), .boolean, #""source-identifier" was signed as 39; it must be "39""#)
            .of(postback),
        // Timestamps.
        Case(with("1767268800123", "1767268800"), .timestamp, "in seconds"),
        Case(with("1767268800123", "1767268800123456"), .timestamp, "in microseconds"),
        Case(with("1767268800123", "1767268800130"), .timestamp, "with another reading of the clock"),
        Case(
            with("1767268800", "1767268800123", in: payload.replacing("1767268800123", with: "1767268800")), .timestamp,
            "in milliseconds"
        )
        .of(payload.replacing("1767268800123", with: "1767268800")),
        // Changes.
        Case(
            with("5239", "5240"), nil,
            "\"source-identifier\" was signed as 5240 and is 5239 here: it was changed after signing"
        ),
        Case(with("\"39\"", "\"5239\"", in: postback), nil, #"was signed as "5239" and is "39" here"#).of(postback),
        Case(with("1108187390", "1108187391"), nil, "\"advertised-item-identifier\" was signed as 1108187391"),
        Case(with("284882215", "0"), nil, "\"publisher-item-identifier\" was signed as 0"),
        Case(with("284882215", "1108187390"), nil, "\"publisher-item-identifier\" was signed as 1108187390"),
        Case(with("true}", "false}"), nil, "\"eligible-for-re-engagement\" was signed as false"),
        Case(with(",\"eligible-for-re-engagement\":true", ""), nil, "was added after"),
        Case(with("\"did-win\":true", "\"did-win\":false", in: postback), nil, "\"did-win\" was signed as false")
            .of(postback),
        Case(with("download", "re-engagement", in: postback), nil, #""conversion-type" was signed as "re-engagement""#)
            .of(postback),
        Case(with("index\":0", "index\":2", in: postback), nil, "\"postback-sequence-index\" was signed as 2")
            .of(postback),
        Case(
            with("}", ",\"marketplace-identifier\":\"com.apple.AppStore\"}", in: postback), nil,
            "\"marketplace-identifier\" was signed as \"com.apple.AppStore\" and is missing here"
        ).of(postback),
    ]

    private static func mistake(
        _ token: String, _ keys: TrustedKeys, _ budget: SearchBudget = SearchBudget()
    ) -> SignatureMistake? {
        var budget = budget
        return Array(token.utf8).withBytes {
            SignatureMistake.inToken($0, keys: keys, within: &budget)
        }
    }

    private static func keys(_ key: P256PrivateKey) -> TrustedKeys {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.add(key.publicKey, keyID: nil)
        return keys
    }

    @Test(arguments: cases) func mistakesAreNamed(_ example: Case) throws {
        let key = newKey()
        let token = Self.signed(Self.header, example.payload) + "." + Self.url(key.sign(example.signed))
        let mistake = try #require(Self.mistake(token, Self.keys(key)))
        expect(mistake.category, example.cause, "\(mistake)")
        #expect(mistake.difference?.contains(example.words) == true, "\(mistake)")
        #expect(!mistake.isCutShort)
    }

    @Test func noCaseVanishes() {
        let named = Set(Self.cases.compactMap(\.cause))
        expect(named.union([.key]), Set(SignatureMistake.Cause.ofTokens))
    }

    @Test func whatHoldsHasNoMistake() throws {
        let key = newKey()
        let text = Self.signed(Self.header, Self.payload)
        let token = text + "." + Self.url(key.sign(Array(text.utf8)))
        #expect(Self.mistake(token, Self.keys(key)) == nil)
        for text in ["", ".", "a.b", "a.b.c.d", "{}"] { #expect(Self.mistake(text, Self.keys(key)) == nil) }
        // The signed text is unknown, and cannot be found.
        let other = try #require(Self.mistake(text + "." + Self.url(key.sign([1])), Self.keys(key)))
        #expect(other.category == nil && other.difference == nil && !other.isCutShort)
        #expect((1000..<SearchBudget.texts).contains(other.triedCount))
        let none = try #require(Self.mistake(text + ".AA", Self.keys(key)))
        #expect(none.triedCount == 0 && !none.isCutShort)
        let short = try #require(
            Self.mistake(text + "." + Self.url(key.sign([1])), Self.keys(key), SearchBudget(9)))
        #expect(short.triedCount == 9 && short.isCutShort)
        let long = text.replacing(".", with: "." + String(repeating: "A", count: 9000))
        #expect(Self.mistake(long + "." + Self.url(key.sign([1])), Self.keys(key))?.isCutShort == true)
    }

    /// Encodings of the signature, and the words that name them.
    static let encodings: [(encode: @Sendable (_ raw: [UInt8]) -> String, words: String)] = [
        ({ url(ECDSASignature.derRepresentation(ofRaw: $0) ?? []) }, "the signature is DER; it must be r then s"),
        ({ hexadecimal($0) }, "hexadecimal"), ({ "0x" + hexadecimal($0).uppercased() }, "hexadecimal"),
        (
            { $0.map { hexadecimal([$0]) }.joined(separator: ":") }, "hexadecimal"
        ),
        ({ "vault:v1:" + url($0) }, #"after "vault:v1:"; it must be"#),
        ({ "EC-SHA256(stdin)= " + hexadecimal($0) }, "after"),
        ({ "\"\(url($0))\"" }, "in quotes; it must be"), ({ url($0) + "%3D%3D" }, "percent-encoded, padded"),
        ({ #"{"KeyId":"1","Signature":"\#(url($0))"}"# }, #"in the member "Signature" of a JSON object; it must be"#),
        ({ #"{"data":{"signature":"vault:v1:\#(url($0))"}}"# }, #"JSON object, after "vault:v1:"; it must be"#),
        ({ url(ECDSASignature.derRepresentation(ofRaw: Array($0[32...] + $0[..<32])) ?? []) }, "DER, s before r"),
        ({ hexadecimal(ECDSASignature.derRepresentation(ofRaw: $0) ?? []) }, "hexadecimal, DER"),
        ({ url(Array(url($0).utf8)) }, "encoded twice"),
        ({ url($0) + "==" }, "padded"),
        ({ url(Array($0[32...] + $0[..<32])) }, "s before r"),
        ({ url($0[..<32].reversed() + $0[32...].reversed()) }, "in reverse"),
        ({ url($0 + [27]) }, "a recovery ID at the end"), ({ url([28] + $0) }, "a recovery ID at the beginning"),
    ]

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// r and s as Java's `BigInteger` writes them, with a zero byte before a number with a high bit. It was called a recovery
    /// ID.
    @Test(arguments: [[true, false], [false, true], [true, true]]) func signBytesAreNamed(_ signs: [Bool]) throws {
        let key = newKey()
        let text = Self.signed(Self.header, Self.payload)
        func halves(_ raw: [UInt8]) -> [[UInt8]] { [Array(raw[..<32]), Array(raw[32...])] }
        let raw = try #require(
            (0..<400).lazy.map { _ in halves(key.sign(Array(text.utf8)).rawRepresentation) }.first { raw in
                raw.map { $0[0] >= 0x80 } == signs
            })
        let signed = Self.url(raw.flatMap { ($0[0] >= 0x80 ? [0] : []) + $0 })
        let mistake = try #require(Self.mistake(text + "." + signed, Self.keys(key)))
        #expect(mistake.category == .encoding && mistake.difference?.contains("with a sign byte") == true, "\(mistake)")
    }

    @Test(arguments: encodings.indices) func encodingsAreNamed(_ index: Int) throws {
        let key = newKey()
        let text = Self.signed(Self.header, Self.payload)
        let raw = key.sign(Array(text.utf8)).rawRepresentation
        let mistake = try #require(Self.mistake(text + "." + Self.encodings[index].encode(raw), Self.keys(key)))
        expect(mistake.category, .encoding, "\(mistake)")
        #expect(mistake.difference?.contains(Self.encodings[index].words) == true, "\(mistake)")
        // It is also named in addition to another mistake.
        let both =
            text + "." + Self.encodings[index].encode(key.sign(Array(Self.payload.utf8)).rawRepresentation)
        let second = try #require(Self.mistake(both, Self.keys(key)))
        expect(second.category, .signedText)
        #expect(second.difference?.contains("; also, the signature is") == true, "\(second)")
    }

    /// Signatures from which a library omitted leading zero bytes of r or s.
    @Test(arguments: [0, 32]) func numbersWithoutTheirZeros(_ half: Int) throws {
        let key = newKey()
        let text = Self.signed(Self.header, Self.payload)
        var raw: [UInt8]
        repeat { raw = key.sign(Array(text.utf8)).rawRepresentation } while raw[half] != 0
        raw.remove(at: half)
        let mistake = try #require(Self.mistake(text + "." + Self.url(raw), Self.keys(key)))
        expect(mistake.category, .encoding)
        #expect(mistake.difference?.contains("63 bytes, r and s without the zeros") == true, "\(mistake)")
    }

    @Test func otherKeysAreNamed() throws {
        let (own, other) = (newKey(), newKey())
        let text = Self.signed(Self.header, Self.payload)
        let token = text + "." + Self.url(other.sign(Array(text.utf8)))
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(own.publicKey, keyID: "acme.adattributionkit")
        #expect(Self.mistake(token, keys)?.category == nil)
        try keys.add(other.publicKey, keyID: "other.adattributionkit")
        let mistake = try #require(Self.mistake(token, keys))
        expect(mistake.category, .key)
        #expect(
            mistake.difference
                == #"signed by the key of the kid "other.adattributionkit"; it must be signed by the key of the kid "acme.adattributionkit""#
        )
        let example = text + "." + Self.url(ExampleKey.privateKey.sign(Array(text.utf8)))
        #expect(Self.mistake(example, keys)?.difference?.hasPrefix("signed by the published example key") == true)
        // It is also named in addition to another mistake.
        let both = text + "." + Self.url(ExampleKey.privateKey.sign(Array(Self.payload.utf8)))
        expect(Self.mistake(both, keys)?.category, .signedText)
        #expect(Self.mistake(both, keys)?.difference?.contains("; also, signed by the published example key") == true)
        // The key of the `kid` itself is not a mistake, although it is not trusted.
        let examples = Self.signed(#"{"alg":"ES256","kid":"example.adattributionkit"}"#, Self.payload)
        let right = examples + "." + Self.url(ExampleKey.privateKey.sign(Array(examples.utf8)))
        #expect(Self.mistake(right, TrustedKeys(.productionAndDevelopment)) == nil)
    }
}
