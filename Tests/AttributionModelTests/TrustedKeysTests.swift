import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

struct TrustedKeysTests {
    private static let local = newKey()
    private static let other = newKey()

    /// Returns a token that a local key signed under a `kid`.
    private static func token(_ keyID: String, by key: P256PrivateKey = local) throws -> UnverifiedJWS {
        try UnverifiedJWS(parsing: key.signedText { $0.appendToken(of: Array("{}".utf8), keyID: keyID, to: &$1) })
    }

    private static func postback() throws -> UnverifiedJWS {
        try UnverifiedJWS(parsing: Repository.line(ofVector: "apple-postback.jws"))
    }

    // MARK: - Apple's keys

    @Test func eachKeyOfAppleAnswersToItsOwnNameOnly() {
        let keys = TrustedKeys(.productionAndDevelopment)
        for key in AppleKey.all {
            expect(keys.keyIndices(for: key.keyID).map { keys.all[$0].publicKey }, [key.publicKey])
            expect(keys.keyIndices(for: key.keyID).map { keys.all[$0].environment }, [key.environment])
        }
        for keyID in ["", "apple-cas-identifier", "apple-cas-identifier/00", "apple-cas-identifier\\/0", "x"] {
            #expect(keys.keyIndices(for: keyID).isEmpty, "\(keyID)")
        }
    }

    @Test func postbackOfAppleIsADevelopmentOne() throws {
        let (verified, environment) = try #require(TrustedKeys(.productionAndDevelopment).verify(Self.postback()))
        expect(environment, .development)
        expect(verified.header.keyID, "apple-development-identifier/1")
    }

    @Test func productionOnlyLeavesDevelopmentKeysOut() throws {
        let keys = TrustedKeys(.production)
        #expect(try keys.verify(Self.postback()) == nil)
        expect(keys.keyIndices(for: "apple-cas-identifier/0").count, 1)
        for keyID in ["apple-development-identifier/0", "apple-development-identifier/1"] {
            #expect(keys.keyIndices(for: keyID).isEmpty)
            expect(keys.absence(of: keyID), .developmentRefused)
        }
    }

    @Test func absenceTellsWhy() {
        expect(TrustedKeys(.productionAndDevelopment).absence(of: "apple-cas-identifier/7"), .unknownApple)
        expect(TrustedKeys(.production).absence(of: "apple-cas-identifier/7"), .unknownApple)
        expect(TrustedKeys(.production).absence(of: "apple-development-identifier/7"), .unknownApple)
        expect(TrustedKeys(.productionAndDevelopment).absence(of: "example.adattributionkit"), .unknown)
    }

    // MARK: - Unnamed keys, as from PEM

    @Test func unnamedKeyAnswersToEveryNameButApples() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, keyID: nil)
        try expect(keys.verify(Self.token("example.adattributionkit"))?.1, .local)
        try expect(keys.verify(Self.token(""))?.1, .local)
        for keyID in AppleKey.all.map(\.keyID) + ["apple-cas-identifier/1", "apple-development-identifier"] {
            #expect(try keys.verify(Self.token(keyID)) == nil, "\(keyID)")
            #expect(!keys.keyIndices(for: keyID).map { keys.all[$0].publicKey }.contains(Self.local.publicKey))
        }
    }

    /// Only one key is trusted for counting conversions. No other key can be added without a name, in particular not
    /// the published example key.
    @Test func noKeyJoinsThatOfProduction() throws {
        var keys = TrustedKeys(.production)
        expect(keys.appleKeys, .production)
        let count = keys.all.count
        let others = AppleKey.all.map(\.publicKey) + [ExampleKey.privateKey.publicKey, Self.local.publicKey]
        for key in others {
            for keyID in [nil, "example.adattributionkit"] {
                #expect(throws: Problem.self) { try keys.add(key, keyID: keyID) }
            }
        }
        #expect(keys.all.count == count && count == 1)
        #expect(try keys.verify(Self.postback()) == nil)
        #expect(keys.keyIndices(for: "example.adattributionkit").isEmpty)
    }

    /// Apple's development key given as a PEM file is still Apple's.
    @Test func unnamedKeyOfAppleChangesNothing() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        let count = keys.all.count
        for key in AppleKey.all { try keys.add(key.publicKey, keyID: nil) }
        #expect(keys.all.count == count && keys.keyIndices(for: "example.adattributionkit").isEmpty)
    }

    // MARK: - The example key

    /// Under any other `kid` the published key could sign for a network whose own key is trusted beside it.
    @Test func exampleKeyAnswersToItsTwoNamesOnly() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.addExampleKey()
        for keyID in ["local/0", "example.adattributionkit"] {
            try expect(keys.verify(Self.token(keyID, by: ExampleKey.privateKey))?.1, .local, "\(keyID)")
        }
        for keyID in ["acme.adattributionkit", "example.skadnetwork", "local/1", "local", ""] {
            #expect(try keys.verify(Self.token(keyID, by: ExampleKey.privateKey)) == nil, "\(keyID)")
        }
        var production = TrustedKeys(.production)
        #expect(throws: Problem.self) { try production.addExampleKey() }
    }

    /// SKAdNetwork's objects name no key, so that a `kid` stands for the network.
    @Test func keysServeTheNetworkOfTheirNameOrAll() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, keyID: "Acme.skadnetwork")
        try keys.add(Self.other.publicKey, keyID: nil)
        try keys.add(Self.other.publicKey, keyID: "other.skadnetwork")
        try keys.addExampleKey()
        let names = keys.networkKeys.map { $0.network.map { String(decoding: $0, as: UTF8.self) } }
        expect(names, ["acme.skadnetwork", nil, nil])
        #expect(
            keys.networkKeys.map { keys.all[$0.index].publicKey }
                == [Self.local.publicKey, Self.other.publicKey, ExampleKey.privateKey.publicKey])
    }

    // MARK: - Scopes

    /// Each scope trusts a key for what it names, and for nothing else.
    @Test(arguments: [
        (KeyScope.keyID("acme-test/1"), ["acme-test/1"], []), (.keyID("acme.skadnetwork"), ["acme.skadnetwork"], []),
        (.network("acme.skadnetwork"), ["acme.skadnetwork"], ["acme.skadnetwork"]),
        (.skAdNetwork, [], ["acme.skadnetwork", "other.skadnetwork"]),
        (.anyKeyID, ["acme-test/1", "acme.skadnetwork", "local/0"], []),
    ])
    func aScopeSaysForWhat(_ scope: KeyScope, _ keyIDs: [String], _ networks: [String]) throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, for: scope)
        try keys.add(Self.local.publicKey, for: scope)
        expect(keys.all.count, AppleKey.all.count + 1)
        for keyID in ["acme-test/1", "acme.skadnetwork", "local/0", "apple-cas-identifier/0"] {
            expect(try keys.verify(Self.token(keyID)) != nil, keyIDs.contains(keyID), "\(keyID)")
        }
        let objects = SKAdNetworkKeys(keys)
        for network in ["acme.skadnetwork", "other.skadnetwork"] {
            let places = objects.keyIndices(on: nil, network: Array(network.utf8))
            expect(!places.isEmpty, networks.contains(network), "\(network)")
        }
        // Whoever is refused learns what the key is for.
        let refused = try #require(throws: Problem.self) {
            _ = try Self.token("else/1", by: Self.other).verified(by: keys, in: [.local])
        }
        #expect(scope == .anyKeyID || "\(refused)".contains("trusted only for \(scope.words)"), "\(refused)")
    }

    @Test func aRefusalNamesAFewScopes() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        #expect(keys.scopeWords(without: []) == nil)
        for number in 1...9 { try keys.add(newKey().publicKey, for: .keyID("k\(number)")) }
        expect(keys.scopeWords(without: []), #"the kid "k1", the kid "k2", the kid "k3" and others"#)
        expect(keys.scopeWords(without: Array(keys.all.indices.dropLast())), #"the kid "k9""#)
        // Another scope of a key that is trusted for the message is no reason for a refusal.
        var twice = TrustedKeys(.productionAndDevelopment)
        let key = newKey().publicKey
        try twice.add(key, for: .network("acme.skadnetwork"))
        try twice.add(key, for: .skAdNetwork)
        #expect(twice.scopeWords(without: []) != nil)
        #expect(twice.scopeWords(without: [twice.all.count - 1]) == nil)
    }

    @Test func aKeyOfAnotherEnvironmentIsRefused() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, for: .anyKeyID)
        let token = try Self.token("acme-test/1")
        try expect(token.verified(by: keys, in: [.local]).environment, .local)
        let refused = try #require(throws: Problem.self) { _ = try token.verified(by: keys, in: [.production]) }
        expect(refused.rule?.id, "environment-not-accepted")
    }

    // MARK: - Named keys, as from JWK

    @Test func namedKeyAnswersToItsNameOnly() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, keyID: "example.adattributionkit")
        try expect(keys.verify(Self.token("example.adattributionkit"))?.1, .local)
        for keyID in ["example.skadnetwork", "Example.adattributionkit", "example.adattributionkit ", ""] {
            #expect(try keys.verify(Self.token(keyID)) == nil, "\(keyID)")
        }
        #expect(try keys.verify(Self.token("example.adattributionkit", by: Self.other)) == nil)
    }

    @Test(arguments: [
        "apple-cas-identifier/0", "apple-development-identifier/0", "apple-development-identifier/1",
        "apple-cas-identifier/1", "apple-development-identifier",
    ])
    func nameOfAppleIsRefused(_ keyID: String) throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        #expect(throws: Problem.reserved(keyID: keyID)) {
            try keys.add(Self.local.publicKey, keyID: keyID)
        }
        #expect(try keys.verify(Self.token(keyID)) == nil)
    }

    @Test func namesCompareByBytes() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, keyID: "\u{e9}")
        expect(keys.keyIndices(for: "\u{e9}").count, 1)
        #expect(keys.keyIndices(for: "e\u{301}").isEmpty)
    }

    @Test func severalKeysMayShareAName() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.local.publicKey, keyID: "a")
        try keys.add(Self.other.publicKey, keyID: "a")
        try keys.add(Self.local.publicKey, keyID: nil)
        #expect(try keys.verify(Self.token("a")) != nil)
        #expect(try keys.verify(Self.token("a", by: Self.other)) != nil)
        expect(
            keys.keyIndices(for: "a").map { keys.all[$0].publicKey },
            [
                Self.local.publicKey, Self.other.publicKey, Self.local.publicKey,
            ])
    }

    @Test func keyAddedTwiceIsThereOnce() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        for _ in 0..<2 {
            try keys.add(Self.local.publicKey, keyID: "a")
            try keys.add(Self.local.publicKey, keyID: nil)
        }
        expect(keys.all.count, AppleKey.all.count + 2)
    }
}

extension TrustedKeys {
    /// A token and the environment of the key that signed it; nil if it is refused.
    func verify(_ token: UnverifiedJWS) -> (VerifiedJWS, SigningEnvironment)? {
        do throws(Problem) { return try token.verified(by: self) } catch { return nil }
    }
}
