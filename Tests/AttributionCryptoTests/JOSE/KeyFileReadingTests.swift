import AttributionCrypto
import AttributionTestSupport
import Testing

extension KeyFile {
    init(_ text: String) throws(KeyError) {
        try self.init(bytes: Array(text.utf8))
    }

    init(bytes: [UInt8]) throws(KeyError) {
        var bytes = bytes
        try self.init(reading: SecretBytes(consuming: &bytes))
    }
}

/// One key, that of RFC 7515 Appendix A.3, in every form.
struct KeyFileReadingTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let file: String
        let encoding: KeyFile.Encoding
        let isPrivate: Bool

        init(_ file: String, _ encoding: KeyFile.Encoding, isPrivate: Bool) {
            self.file = file
            self.encoding = encoding
            self.isPrivate = isPrivate
        }

        var testDescription: String { file }
    }

    static let forms: [Form] = [
        Form("sec1.pem", .pem(.sec1), isPrivate: true),
        Form("sec1-crlf.pem", .pem(.sec1), isPrivate: true),
        Form("sec1-parameters-first.pem", .pem(.sec1), isPrivate: true),
        Form("sec1.der", .der(.sec1), isPrivate: true),
        Form("sec1-compressed.der", .der(.sec1), isPrivate: true),
        Form("sec1-without-public-half.der", .der(.sec1), isPrivate: true),
        Form("pkcs8.pem", .pem(.pkcs8), isPrivate: true),
        Form("pkcs8-crlf.pem", .pem(.pkcs8), isPrivate: true),
        Form("pkcs8-leading-text.pem", .pem(.pkcs8), isPrivate: true),
        Form("pkcs8.der", .der(.pkcs8), isPrivate: true),
        Form("pkcs8-curve-inside-too.der", .der(.pkcs8), isPrivate: true),
        Form("pkcs8-without-public-half.der", .der(.pkcs8), isPrivate: true),
        Form("pkcs8-version-1-with-public-half.der", .der(.pkcs8), isPrivate: true),
        Form("pkcs8-with-attributes.der", .der(.pkcs8), isPrivate: true),
        Form("spki.pem", .pem(.spki), isPrivate: false),
        Form("spki-crlf.pem", .pem(.spki), isPrivate: false),
        Form("spki-leading-text.pem", .pem(.spki), isPrivate: false),
        Form("spki.der", .der(.spki), isPrivate: false),
        Form("spki-compressed.der", .der(.spki), isPrivate: false),
        Form("private.jwk", .jwk, isPrivate: true),
        Form("public.jwk", .jwk, isPrivate: false),
        Form("public-with-use.jwk", .jwk, isPrivate: false),
        Form("set.jwks", .jwk, isPrivate: false),
        Form("set-among-foreign-keys.jwks", .jwk, isPrivate: true),
    ]

    private static func read(_ form: Form) throws -> KeyFile {
        try KeyFile(bytes: Repository.vector("keys/good/" + form.file))
    }

    @Test func noFileVanishes() throws {
        try expect(Repository.names(in: "Tests/Vectors/keys/good"), Self.forms.map(\.file).sorted())
    }

    @Test(arguments: forms) func isReadAsTheSameKey(_ form: Form) throws {
        let file = try Self.read(form)
        let entry = try #require(file.entries.first)
        expect(file.entries.count, 1)
        expect(entry.encoding, form.encoding)
        let wanted = try RFC7515Tests.key()
        expect(entry.publicKey, wanted.publicKey)
        if form.isPrivate {
            let key = try file.onlyPrivateKey()
            expect(key.rawRepresentation.revealed, wanted.rawRepresentation.revealed)
            #expect(
                wanted.publicKey.isValidSignature(key.sign([1, 2, 3]).rawRepresentation, for: [1, 2, 3]))
        } else {
            #expect(throws: KeyError.noPrivateKey) { try file.onlyPrivateKey() }
        }
    }

    @Test func keyIDIsThatOfTheJWK() throws {
        try expect(KeyFile(bytes: Repository.vector("keys/good/public-with-use.jwk")).entries.map(\.keyID), ["1"])
        try expect(KeyFile(bytes: Repository.vector("keys/good/public.jwk")).entries.map(\.keyID), [nil])
        try expect(KeyFile(bytes: Repository.vector("keys/good/spki.pem")).entries.map(\.keyID), [nil])
    }

    @Test func keysOfASetKeepTheirOrder() throws {
        let keys = (0..<5).map { _ in newKey().publicKey }
        let members = keys.enumerated().map { String(decoding: $1.jwk(keyID: "k\($0)"), as: UTF8.self) }
        let file = try KeyFile("{\"keys\":[" + members.joined(separator: ", ") + "]}")
        expect(file.entries.map(\.publicKey), keys)
        expect(file.entries.map(\.keyID), ["k0", "k1", "k2", "k3", "k4"])
    }

    @Test func blocksOfAPEMKeepTheirOrder() throws {
        let keys = (0..<3).map { _ in newKey().publicKey }
        let file = try KeyFile(keys.map(\.pemRepresentation).joined(separator: "and then\n"))
        expect(file.entries.map(\.publicKey), keys)
    }

    /// The only key in a file is found, even next to its public key.
    @Test func oneKeyIsFoundInAFile() throws {
        let (one, other) = (newKey(), newKey())
        let secret = String(decoding: one.pemRepresentation.revealed, as: UTF8.self)
        let half = one.publicKey.pemRepresentation
        for text in [secret, secret + half, half + secret, half + secret + secret] {
            let file = try KeyFile(text)
            expect(file.keyCount, 1)
            expect(file.soleKey?.privateKey?.publicKey, one.publicKey, "\(file.entries.count) entries")
        }
        let alone = try KeyFile(half + half).soleKey
        #expect(alone?.publicKey == one.publicKey && alone?.isPrivate == false)
        let several = try KeyFile(half + other.publicKey.pemRepresentation)
        #expect(several.keyCount == 2 && several.soleKey == nil)
    }

    @Test func initializersOfKeysReadPEM() throws {
        let wanted = try RFC7515Tests.key()
        for name in ["sec1.pem", "pkcs8.pem", "sec1-parameters-first.pem"] {
            let pem = try String(decoding: Repository.vector("keys/good/" + name), as: UTF8.self)
            try expect(P256PrivateKey(pem: pem).publicKey, wanted.publicKey)
            try expect(P256PublicKey(pem: pem), wanted.publicKey)
        }
        let jwk = String(decoding: wanted.publicKey.jwk(), as: UTF8.self)
        #expect(throws: KeyError.unrecognized) { try P256PublicKey(pem: jwk) }
        #expect(throws: KeyError.noPrivateKey) {
            try P256PrivateKey(pem: wanted.publicKey.pemRepresentation)
        }
    }
}
