import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

struct AppleKeyTests {
    /// Each key with the file that contains it, in base64 as in Apple's article.
    static let published: [(String, SigningEnvironment, String)] = [
        ("apple-cas-identifier/0", .production, "apple-cas-identifier-0.pem"),
        ("apple-development-identifier/0", .development, "apple-development-identifier-0.pem"),
        ("apple-development-identifier/1", .development, "apple-development-identifier-1.pem"),
    ]

    @Test func allKeysArePublishedOnes() throws {
        expect(AppleKey.all.map(\.keyID), Self.published.map(\.0))
        expect(AppleKey.all.map(\.environment), Self.published.map(\.1))
        expect(Set(AppleKey.all.map(\.publicKey)).count, 3)
        let files = try Repository.names(in: "keys").filter { $0.hasPrefix("apple-") }
        expect(files, Self.published.map(\.2).sorted())
    }

    @Test(arguments: published) func keyIsThatOfItsFile(_ keyID: String, _: SigningEnvironment, _ file: String) throws {
        let key = try #require(AppleKey.all.first { $0.keyID == keyID }).publicKey
        let pem = try Repository.bytes(of: "keys/" + file)
        expect(Array(key.pemRepresentation.utf8), pem)
        let read = try P256PublicKey(pemRepresentation: String(decoding: pem, as: UTF8.self))
        expect(key.derRepresentation, read.derRepresentation)
    }

    @Test func nameSpaceOfAppleIsReserved() {
        for keyID in Self.published.map(\.0) + ["apple-cas-identifier/1", "apple-development-identifier/99"] {
            #expect(AppleKey.isReserved(keyID))
        }
        for keyID in [
            "", "apple", "apple-cas", "example.adattributionkit", "Apple-cas-identifier/0", " apple-cas-identifier/0",
        ] {
            #expect(!AppleKey.isReserved(keyID))
        }
    }

    // MARK: - Keys that Apple publishes later

    /// Guards that only the form of Apple's own names makes a key of Apple's, and of which environment.
    @Test func aLaterKeyIsOfTheEnvironmentThatItsNameSays() throws {
        let key = newKey().publicKey
        try expect(AppleKey(keyID: "apple-cas-identifier/1", publicKey: key).environment, .production)
        try expect(AppleKey(keyID: "apple-development-identifier/20", publicKey: key).environment, .development)
        for keyID in [
            "", "acme", "apple-cas-identifier", "apple-cas-identifier/", "apple-cas-identifier/01",
            "apple-cas-identifier/1 ", "apple-cas-identifier/-1", "apple-cas-identifier/x", "apple-cas-identifiers/1",
            "Apple-cas-identifier/1", "apple-cas-identifier/1234567890", "apple-cas-identifier/1/1",
        ] {
            let problem = #expect(throws: Problem.self, "\(keyID)") { try AppleKey(keyID: keyID, publicKey: key) }
            #expect(problem?.place == "kid" && problem?.wanted?.hasPrefix("apple-cas-identifier/N") == true)
        }
    }

    /// Guards Apple's published keys: none is replaced, none gets another name, and the example key is nobody's.
    @Test func aKnownKeyIsNoLaterOne() throws {
        let published = AppleKey.all
        for key in published {
            try expect(AppleKey(keyID: key.keyID, publicKey: key.publicKey).environment, key.environment)
            #expect(throws: Problem.self) { try AppleKey(keyID: key.keyID, publicKey: newKey().publicKey) }
            #expect(throws: Problem.self) { try AppleKey(keyID: "apple-cas-identifier/1", publicKey: key.publicKey) }
        }
        #expect(throws: Problem.self) {
            try AppleKey(keyID: "apple-cas-identifier/1", publicKey: ExampleKey.publicKey)
        }
    }

    /// Guards what counts: a later production key is trusted under its own name alone, and one of development never in a set
    /// of production.
    @Test func aLaterKeyIsTrustedUnderItsName() throws {
        let (key, other) = (newKey(), newKey())
        let later = [
            try AppleKey(keyID: "apple-cas-identifier/1", publicKey: key.publicKey),
            try AppleKey(keyID: "apple-development-identifier/2", publicKey: other.publicKey), AppleKey.all[0],
        ]
        func token(_ keyID: String, by key: P256PrivateKey) throws -> UnverifiedJWS {
            try UnverifiedJWS(parsing: key.signedText { $0.appendToken(of: Array("{}".utf8), keyID: keyID, to: &$1) })
        }
        let production = TrustedKeys(.production, alsoFromApple: later)
        expect(production.all.count, 2)
        try expect(production.verify(token("apple-cas-identifier/1", by: key))?.1, .production)
        #expect(try production.verify(token("apple-cas-identifier/1", by: other)) == nil)
        #expect(try production.verify(token("apple-cas-identifier/0", by: key)) == nil)
        #expect(try production.verify(token("apple-development-identifier/2", by: other)) == nil)
        // What signs none of production is named as what it is, not as a key that Apple never published.
        let refusal = #expect(throws: Problem.self) {
            try token("apple-development-identifier/2", by: other).verified(by: production)
        }
        let words = "is \"apple-development-identifier/2\", a development key; it must be Apple's production key"
        #expect(refusal?.message.contains(words) == true)
        expect(production.absence(of: "apple-development-identifier/3"), .unknownApple)
        var all = TrustedKeys(.productionAndDevelopment, alsoFromApple: later)
        expect(all.all.count, 5)
        try expect(all.verify(token("apple-development-identifier/2", by: other))?.1, .development)
        #expect(throws: Problem.self) { try all.add(key.publicKey, keyID: "apple-cas-identifier/1") }
        // Without a kid it stays Apple's, so that nothing local is signed by it.
        try all.add(key.publicKey, keyID: nil)
        expect(all.all.count, 5)
    }

    /// Anything may follow Apple's name space, even a secret that was pasted there.
    @Test func messagesConcealSecretsInReservedNames() {
        let secret = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"
        let error = Problem.reserved(keyID: "apple-cas-identifier " + secret)
        #expect(!"\(error)".contains(secret))
        #expect("\(error)".hasPrefix("\"kid\" is \"apple-cas-identifier "))
        #expect("\(error)".hasSuffix("\", which is Apple's; it must be one of your own"))
    }
}

struct ExampleKeyTests {
    private static func secret(_ key: P256PrivateKey) -> [UInt8] {
        key.rawRepresentation.withBytes { Array($0) }
    }

    private static func file(_ bytes: [UInt8]) throws -> KeyFile {
        var bytes = bytes
        return try KeyFile(SecretBytes(consuming: &bytes))
    }

    @Test func keyIsThatOfTheFiles() throws {
        let key = ExampleKey.privateKey
        expect(ExampleKey.publicKey, key.publicKey)
        let read = try Self.file(Repository.bytes(of: "keys/example.adattributionkit.private.pem")).privateKey()
        expect(Self.secret(key), Self.secret(read))
        expect(key.publicKey, read.publicKey)
        let pem = try Repository.bytes(of: "keys/example.adattributionkit.public.pem")
        expect(Array(key.publicKey.pemRepresentation.utf8), pem)
    }

    @Test func keyIsThatOfRFC7515() throws {
        let jwk = """
            {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",\
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}
            """
        try expect(Self.secret(Self.file(Array(jwk.utf8)).privateKey()), Self.secret(ExampleKey.privateKey))
    }

    @Test func keyIsNoneOfApples() {
        #expect(AppleKey.all.allSatisfy { $0.publicKey != ExampleKey.privateKey.publicKey })
        #expect(!AppleKey.isReserved(ExampleKey.keyID))
    }
}
