import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

/// Keys are read in the forms in which environments, forms, editors and secret stores hand them on, and every other one is refused.
struct KeyWrappingTests {
    private static let key = newKey()

    /// The forms that are read as they are.
    private static var forms: [[UInt8]] {
        [
            key.pemRepresentation.revealed, key.sec1PEMRepresentation.revealed, key.jwk(keyID: "a").revealed,
            Array(key.publicKey.pemRepresentation.utf8), key.publicKey.jwk(),
        ]
    }

    private static var binaryForms: [[UInt8]] {
        [key.derRepresentation.revealed, key.sec1Representation.revealed, key.publicKey.derRepresentation]
    }

    private static func base64(_ bytes: [UInt8], url: Bool, wrap: Int) -> [UInt8] {
        var output = ByteBuffer()
        if url { return Base64URL.encode(bytes) }
        bytes.withBytes { Base64.encode($0, to: &output) }
        guard wrap > 0 else { return output.array() }
        return Array(output.array().enumerated().map { $0 > 0 && $0 % wrap == 0 ? [10, $1] : [$1] }.joined())
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The lines of a text; nil if it is none, or has one alone.
    private static func lines(_ bytes: [UInt8]) -> [Substring]? {
        guard bytes.contains(10), let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.split(separator: "\n")
    }

    /// A text with something else for its line breaks.
    private static func breaking(_ bytes: [UInt8], with sign: String) -> [UInt8]? {
        lines(bytes).map { Array($0.map { $0 + sign }.joined().utf8) }
    }

    private static func percent(_ bytes: [UInt8], space: String) -> [UInt8]? {
        guard lines(bytes) != nil else { return nil }
        return bytes.flatMap { byte -> [UInt8] in
            if byte == 32 { return Array(space.utf8) }
            let isPlain = ASCII.isDigit(byte) || ASCII.isUppercase(byte & ~0x20) || byte == 45
            return isPlain ? [byte] : [37] + ASCII.hexDigits(of: [byte])
        }
    }

    private typealias Wrapping = (name: String, wrap: @Sendable ([UInt8]) -> [UInt8]?)

    /// What wraps a text, and a text that it cannot wrap.
    private static let wrappings: [Wrapping] = [
        ("mark", { [0xef, 0xbb, 0xbf] + $0 }),
        ("UTF-16 LE", { [0xff, 0xfe] + $0.flatMap { [$0, 0] } }),
        ("UTF-16 BE", { [0xfe, 0xff] + $0.flatMap { [0, $0] } }),
        ("CR", { $0.contains(10) ? $0.map { $0 == 10 ? 13 : $0 } : nil }),
        ("escaped", { $0.contains(10) ? Array(text($0).replacing("\n", with: "\\n").utf8) : nil }),
        ("escaped twice", { $0.contains(10) ? Array(text($0).replacing("\n", with: "\\\\r\\\\n").utf8) : nil }),
        ("blanks", { $0.contains(10) ? $0.map { $0 == 10 ? 32 : $0 } : nil }),
        ("joined", { $0.contains(10) ? $0.filter { $0 != 10 } : nil }),
        ("name", { $0.contains(45) ? Array("SIGNING_KEY=\"\(text($0))\"".utf8) : nil }),
        ("bytes", { $0.contains(45) ? Array("b'\(text($0))'".utf8) : nil }),
        ("indented", { Array(("key: |\n" + text($0)).replacing("\n", with: "\n    ").utf8) }),
        ("quoted", { lines($0).map { Array($0.map { "> \($0)\n" }.joined().utf8) } }),
        ("patch", { lines($0).map { Array($0.map { "+\($0)\n" }.joined().utf8) } }),
        ("numbers", { lines($0).map { Array($0.enumerated().map { "\($0 + 9): \($1)\n" }.joined().utf8) } }),
        ("lost backslashes", { breaking($0, with: "n") }),
        ("slashes", { breaking($0, with: "/n") }),
        ("references", { breaking($0, with: "&#10;") }),
        ("markup", { breaking($0, with: "<br>") }),
        ("PowerShell", { breaking($0, with: "`n") }),
        ("hexadecimal escapes", { breaking($0, with: "\\x0a") }),
        ("percent", { percent($0, space: "%20") }),
        ("form", { percent($0, space: "+") }),
        ("bytes of Go", { Array("[]byte{\($0.map { "0x" + String($0, radix: 16) }.joined(separator: ", "))}".utf8) }),
        ("bytes of Java", { Array("\($0.map { Int8(bitPattern: $0) })".utf8) }),
        ("base64", { base64($0, url: false, wrap: 0) }),
        ("base64 in lines", { base64($0, url: false, wrap: 76) }),
        ("base64url", { base64($0, url: true, wrap: 0) }),
        ("hex of C", { Array(("0x" + text(ASCII.hexDigits(of: $0))).utf8) }),
        ("hex", { Array($0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().utf8) }),
        (
            "JSON",
            {
                String(validating: $0, as: UTF8.self).map {
                    Array(#"{"data":{"private_key":"#.utf8) + Array(JSONValue.string($0).text.utf8) + Array("}}".utf8)
                }
            }
        ),
        (
            "array",
            {
                String(validating: $0, as: UTF8.self).map {
                    Array("[7,[".utf8) + Array(JSONValue.string($0).text.utf8) + Array("]]".utf8)
                }
            }
        ),
    ]

    /// Every form in every wrapping, alone and in another one: where a key is read, it is the key.
    @Test func wrappedKeysAreReadAsThemselves() {
        let nothing: Wrapping = ("nothing", { $0 })
        var read = 0
        for form in Self.forms + Self.binaryForms {
            for outer in Self.wrappings {
                for inner in [nothing] + Self.wrappings {
                    guard let once = inner.wrap(form), let twice = outer.wrap(once),
                        let file = try? KeyFile(bytes: twice)
                    else { continue }
                    #expect(file.keyCount == 1 && file.entries.allSatisfy { $0.publicKey == Self.key.publicKey })
                    #expect(!file.wrappings.isEmpty)
                    read += 1
                }
            }
        }
        #expect(read > 1500, "\(read)")
    }

    @Test func eachWrappingAloneIsRead() throws {
        for outer in Self.wrappings {
            let pem = try #require(outer.wrap(Self.key.pemRepresentation.revealed))
            let file = try KeyFile(bytes: pem)
            expect(file.entries.first?.publicKey, Self.key.publicKey, "\(outer.name)")
            expect(file.wrappings.count, 1, "\(outer.name)")
        }
    }

    @Test(arguments: ["EC PUBLIC KEY", "CERTIFICATE", "RSA PUBLIC KEY"])
    func theStructureSaysMoreThanTheLabel(_ label: String) throws {
        let pem = Self.key.publicKey.pemRepresentation.replacing("PUBLIC KEY", with: label)
        let file = try KeyFile(pem)
        expect(file.entries.first?.publicKey, Self.key.publicKey)
        expect(file.wrappings, ["a PEM with the label \"\(label)\""])
    }

    /// A secret that is called public may have been given away.
    @Test func aPrivateKeyThatIsLabelledPublicIsNoted() throws {
        let file = try KeyFile(Self.text(Self.key.pemRepresentation.revealed).replacing("PRIVATE", with: "PUBLIC"))
        #expect(file.entries.first?.isPrivate == true)
        expect(file.wrappings, ["a PEM with the label \"PUBLIC KEY\""])
        let sec1 = Self.text(Self.key.sec1PEMRepresentation.revealed).replacing("EC PRIVATE", with: "PRIVATE")
        try expect(KeyFile(sec1).wrappings, [])
    }

    @Test(arguments: [
        (#""kty":"EC""#, #""kty":"EC-HSM""#, "a JWK with the \"kty\" \"EC-HSM\""),
        (#""kty":"EC""#, #""kty":"ec""#, "a JWK with the \"kty\" \"ec\""),
        (#""crv":"P-256""#, #""crv":"prime256v1""#, "a JWK with the \"crv\" \"prime256v1\""),
        (#"","y""#, #"=","y""#, "a JWK with padded or standard base64"),
    ])
    func aJWKWithOtherNamesIsRead(_ member: String, _ other: String, _ remark: String) throws {
        let file = try KeyFile(Self.text(Self.key.publicKey.jwk()).replacing(member, with: other))
        expect(file.entries.first?.publicKey, Self.key.publicKey)
        expect(file.wrappings, [remark])
    }

    /// One thing that is undone does not hide another, and none is told twice.
    @Test func eachThingThatIsUndoneInAJWKIsNoted() throws {
        let jwk = Self.text(Self.key.publicKey.jwk()).replacing(#""kty":"EC""#, with: #""kty":"EC-HSM""#)
            .replacing(#""crv":"P-256""#, with: #""crv":"prime256v1""#).replacing(#"","y""#, with: #"=","y""#)
        let remarks = [
            "a JWK with the \"kty\" \"EC-HSM\"", "a JWK with the \"crv\" \"prime256v1\"",
            "a JWK with padded or standard base64",
        ]
        try expect(KeyFile(jwk).wrappings, remarks)
        try expect(KeyFile(#"{"keys":[\#(jwk),\#(jwk)]}"#).wrappings, remarks)
    }

    /// The private number of a JWK is read in the same forms as the public ones.
    @Test(arguments: ["x", "y", "d"])
    func eachNumberOfAJWKIsReadInTheSameForms(_ name: String) throws {
        // A key with both characters in which the alphabets differ, in each number.
        var (key, values) = (newKey(), [String: String]())
        repeat {
            key = newKey()
            let jwk = try JSONValue(parsing: key.jwk().revealed)
            for name in ["x", "y", "d"] { if case .string(let text)? = jwk[name] { values[name] = text } }
        } while !values.values.allSatisfy { $0.contains("-") && $0.contains("_") }
        let strict = try #require(values[name])
        let standard = strict.replacing("-", with: "+").replacing("_", with: "/")
        let digits = Base64URL.decodeLeniently(Array(strict.utf8))!
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let forms: [(text: String, remark: String?)] = [
            (strict, nil), (strict + "=", "a JWK with padded or standard base64"),
            (standard, "a JWK with padded or standard base64"),
            (standard + "=", "a JWK with padded or standard base64"),
            (digits, "a JWK with numbers in hexadecimal digits"),
        ]
        for (text, remark) in forms {
            let file = try KeyFile(Self.text(key.jwk().revealed).replacing(strict, with: text))
            #expect(file.entries.first?.isPrivate == true && file.entries.first?.publicKey == key.publicKey)
            expect(file.wrappings, remark.map { [$0] } ?? [], "\(name)")
        }
        for text in [strict + "==", strict + "A=", "=" + strict, strict + "A", strict + " ", " " + strict + "="] {
            let jwk = Self.text(key.jwk().revealed).replacing(strict, with: text)
            let fault = #expect(throws: KeyError.self, "\(name)") { try KeyFile(jwk) }
            // What is secret is not shown, not even the character at fault.
            if name == "d", let fault { #expect(!"\(fault)".contains("malformed (")) }
        }
    }

    @Test func keysOfSSHAreRead() throws {
        func field(_ bytes: [UInt8]) -> [UInt8] { [0, 0, 0, UInt8(bytes.count)] + bytes }
        let name = Array("ecdsa-sha2-nistp256".utf8)
        let blob = field(name) + field(Array("nistp256".utf8)) + field([4] + Self.key.publicKey.rawRepresentation)
        let body = Self.text(Self.base64(blob, url: false, wrap: 0))
        let lines = Self.text(Self.base64(blob, url: false, wrap: 70))
        for text in [
            "ecdsa-sha2-nistp256 \(body)", "ecdsa-sha2-nistp256 \(body) somebody@host\n",
            "---- BEGIN SSH2 PUBLIC KEY ----\nComment: \"256-bit ECDSA\"\n\(lines)\n---- END SSH2 PUBLIC KEY ----\n",
        ] {
            try expect(KeyFile(text).entries.first?.publicKey, Self.key.publicKey)
        }
    }

    /// A file with two keys is not narrowed to one, a broken one is not passed over, and no key is made of what is none.
    @Test func nothingIsGuessed() throws {
        let pem = Self.key.publicKey.pemRepresentation
        let other = newKey().publicKey
        let both = JSONValue.object([
            .init("a", .string(pem)), .init("b", .string(other.pemRepresentation)),
        ])
        try expect(KeyFile(both.text).keyCount, 2)
        let indented = (pem + other.pemRepresentation).replacing("\n", with: "\n  ")
        #expect(throws: KeyError.self) { try KeyFile("key:\n  " + indented) }
        let broken = Self.text(Self.key.publicKey.jwk()).replacing(#"","y""#, with: #"A","y""#)
        #expect(throws: KeyError.self) { try KeyFile(#"{"keys":[\#(broken),\#(Self.text(other.jwk()))]}"#) }
        for text in ["hello, world", String(repeating: "A", count: 44), String(repeating: "0", count: 64)] {
            #expect(throws: KeyError.self) { try KeyFile(text) }
        }
    }
}
