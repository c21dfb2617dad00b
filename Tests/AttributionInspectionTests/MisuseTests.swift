import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// What users of the library get wrong, and what stops each: the table of the article on receiving postbacks, row by row. A
/// test bears the name of its row.
struct MisuseTests {
    private static let fixtures = Samples.fixtures
    private static let now = Timestamp(milliseconds: 1_767_268_800_000)

    // MARK: - What the compiler stops

    /// Guards the states that are types: what was not verified has nothing to read, and only verification makes what has.
    @Test("you trust a postback before it is verified")
    func unverified() throws {
        try Misuses.compiled.expect(
            "value of type 'UnverifiedPostback' has no member 'signed'", of: "believes a body of AdAttributionKit")
        try Misuses.compiled.expect(
            "value of type 'UnverifiedSKAdNetworkPostback' has no member 'signed'", of: "believes a body of SKAdNetwork"
        )
        try Misuses.compiled.expect(
            "'payload' is inaccessible due to 'private' protection level", of: "believes a token")
        try Misuses.compiled.expect(
            "initializer is inaccessible due to 'package' protection level", of: "makes a postback")
    }

    /// Guards `FieldValue`: what a postback says of the auction is compared, and what cannot be read was not won.
    @Test("a conversion that another network won counts as yours")
    func lost() throws {
        try Misuses.compiled.expect(
            "cannot convert value of type 'FieldValue<Bool>' to expected condition type 'Bool'",
            of: "takes what came for won")
        var outcomes: [Bool: Int] = [:]
        for (place, cell) in PostbackCell.all.enumerated() {
            let postback = try UnverifiedPostback(parsing: Self.fixtures.postback(at: place)).verified(by: Samples.keys)
            expect(postback.signed.didWin == true, cell.didWin)
            outcomes[cell.didWin, default: 0] += 1
        }
        expect(outcomes.count, 2)
        let odd = try Samples.token(
            .object([.init("did-win", .string("true")), .init("ad-network-identifier", .null)]))
        let postback = try UnverifiedPostback(parsing: #"{"jws-string":"\#(odd)"}"#).verified(by: Samples.keys)
        #expect(postback.signed.didWin != true && postback.signed.didWin != false)
    }

    /// Guards ``ReceivedPostback/Unsigned``.
    @Test("you pay for a value that nobody signed")
    func unsigned() throws {
        try Misuses.compiled.expect(
            "value of type 'ReceivedPostback' has no dynamic member 'conversionValue'",
            of: "pays for what nobody signed")
    }

    /// Guards `KeyScope`, and that the keys of Apple and the environment are always said.
    @Test("you trust a key for more or less than you think")
    func scopes() throws {
        try Misuses.compiled.expect("missing argument for parameter #1 in call", of: "says not which of Apple's keys")
        try Misuses.compiled.expect("expected '_:for:'", of: "says not for what")
        try Misuses.compiled.expect(
            "missing argument for parameter 'in' in call", of: "says not in which environment")
    }

    /// Guards that an `Acceptance` of nobody, which refuses every postback, is not made in silence.
    @Test("a wrong ID leaves nobody whose postbacks are accepted")
    func nobody() throws {
        try Misuses.compiled.expect("no exact matches in call to initializer", of: "drops the name that is wrong")
        try Misuses.compiled.expect("'networks' setter is inaccessible", of: "accepts nobody later")
        #expect(throws: Problem.self) { try Acceptance.postbacks(forNetworks: []) }
        #expect(throws: Problem.self) { try Acceptance.postbacks(forApps: []) }
        #expect(throws: Problem.self) { try Acceptance.postbacks(forApps: [1], environments: []) }
        #expect(throws: Problem.self) { try AdNetworkIdentifier(parsing: "acme.adattributionkit ") }
    }

    /// Guards that `.counted` is signed, first and within the rules.
    @Test("a postback that breaks a rule counts")
    func againstRules() async throws {
        var body = Samples.four()
        body[name: "conversion-value"] = .number("64")
        let receiver = PostbackReceiver(
            keys: try Samples.keys, accepting: .everything, store: SeenIdentifiers())
        try await expect(words(receiver.receive(body.bytes)), "skan-postback-conversion-value-range")
    }

    /// Guards the others of these tests: what is right compiles with the same modules.
    @Test func whatIsRightCompiles() throws {
        #expect(try Misuses.right.errors.isEmpty)
        try expect(Misuses.compiled.errors.count, 12)
    }

    // MARK: - Whose keys

    /// Guards that no `Acceptance` for networks or apps takes what a key of one's own signed.
    @Test("you trust the published example key in production")
    func exampleKey() async throws {
        let body = Array(Fixtures().postback(at: 0).utf8)
        let network = Set([ExampleKey.adNetworkIdentifier])
        let apples = PostbackReceiver(keys: TrustedKeys(.production), accepting: .everything, store: SeenIdentifiers())
        try await expect(words(apples.receive(body)), "unknown-key")
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.addExampleKey()
        let trusting = PostbackReceiver(
            keys: keys, accepting: try .postbacks(forNetworks: network), store: SeenIdentifiers())
        try await expect(words(trusting.receive(body)), "environment-not-accepted")
        // A test says that it is one.
        let test = PostbackReceiver(keys: keys, accepting: .everything, store: SeenIdentifiers())
        try await expect(words(test.receive(body)), "counted")
    }

    /// Guards `TrustedKeys(.production)`, also by default: a key that is added there by habit would sign conversions.
    @Test("you add a key of your own to the production keys")
    func productionSet() {
        for keyID in [nil, "acme.adattributionkit", ExampleKey.keyID] as [String?] {
            var keys = TrustedKeys(.production)
            #expect(throws: Problem.self) {
                try keys.add(ExampleKey.privateKey.publicKey, keyID: keyID)
            }
            #expect(keys.keyIndices(for: keyID ?? "x").isEmpty)
        }
        var all = TrustedKeys(.productionAndDevelopment)
        #expect(throws: Problem.reserved(keyID: "apple-cas-identifier/1")) {
            try all.add(ExampleKey.privateKey.publicKey, keyID: "apple-cas-identifier/1")
        }
    }

    /// Guards the environments of an `Acceptance`: a device in developer mode makes as many postbacks as somebody likes.
    @Test("development postbacks count")
    func development() async throws {
        let ours = try Acceptance.postbacks(forNetworks: [ExampleKey.adNetworkIdentifier])
        expect(ours.environments, [.production])
        try expect(Acceptance.postbacks(forApps: [1]).environments, [.production])
        // The default set of keys has none of development, so that their `kid` is unknown.
        let keyID = try #require(AppleKey.all.first { $0.environment == .development }).keyID
        #expect(TrustedKeys(.production).keyIndices(for: keyID).isEmpty)
        expect(TrustedKeys(.production).absence(of: keyID), .developmentRefused)
    }

    // MARK: - Once

    /// Guards `RepeatKey`, and the identifiers of a postback as types: a repeat in capitals is one.
    @Test("an identifier that is repeated in capitals counts again")
    func capitals() async throws {
        let lower = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        let bodies = [lower, lower.uppercased()].map { Samples.four(("transaction-id", .string($0))).bytes }
        let receiver = PostbackReceiver(
            keys: try Samples.keys, accepting: .everything, store: SeenIdentifiers())
        try await expect(words(receiver.receive(bodies[0])), "counted")
        try await expect(words(receiver.receive(bodies[1])), "repeated-identifier-differs")
    }

    /// Guards the one step of `insert`: of many deliveries at once one counts.
    @Test("a body that arrives twice counts twice")
    func twice() async throws {
        let body = Samples.four().bytes
        let receiver = PostbackReceiver(
            keys: try Samples.keys, accepting: .everything, store: SeenIdentifiers())
        let found = try await withThrowingTaskGroup(of: Reception.self) { group in
            for _ in 0..<16 { group.addTask { try await receiver.receive(body) } }
            return try await group.reduce(into: []) { $0.append(words($1)) }
        }
        expect(found.count { $0 == "counted" }, 1)
        expect(found.count { $0 == "repeated-identifier" }, 15)
    }

    /// Guards the findings that a screen shows or a log keeps: no list is empty of an input that does not count.
    @Test("a list of faults is empty although the input cannot be read")
    func unreadable() async throws {
        let verifier = InputVerifier.inspector(keys: Self.fixtures.trustedKeys, checksRules: true)
        for text in ["", "{", "{}", "eyJ.a.b", "[]", Self.fixtures.impression(at: 0) + "A"] {
            let report = InputValidator(keys: Self.fixtures.trustedKeys).report(on: Array(text.utf8), now: Self.now)
            #expect(report.hasErrors && report.findings.hasErrors, "\(text)")
            guard case .failure(let refusal) = try await verifier.verdict(on: Array(text.utf8)).result else {
                Issue.record("\(text) is valid")
                continue
            }
            #expect(refusal.findings.hasErrors && refusal.findings.first?.rule == refusal.rule, "\(text)")
        }
    }

    // MARK: - What is signed

    /// Guards the moments of both frameworks: a device drops an ad of 1970 without a word.
    @Test("a timestamp is in seconds")
    func seconds() async throws {
        let moment = Timestamp(milliseconds: Self.now.milliseconds / 1000)
        let payload = try #require(DecodedInput(unverified: Self.fixtures.impression(at: 0)).payload)
        var impression = try Impression(payload)
        impression.timestamp = moment
        let refused = #expect(throws: Findings.self) {
            try impression.signed(by: Self.fixtures.key, now: Self.now)
        }
        #expect(refused?.map(\.rule.id).contains("impression-timestamp-seconds") == true)
        let ad = try Self.ad(nonce: "68483ef6-0678-40f9-a9e1-8bdbe5a1b3de", at: moment)
        let refusal = #expect(throws: Findings.self) {
            try ad.signed(by: Self.fixtures.key, now: Self.now)
        }
        #expect(refusal?.map(\.rule.id).contains("skan-ad-timestamp-seconds") == true)
    }

    /// Guards the nonces of one bid: a device takes the second ad with a nonce for a replay of the first.
    @Test("two fidelity types get the same nonce")
    func oneNonce() async throws {
        let ads = try FidelityType.allCases.map {
            try Self.ad($0, nonce: "68483ef6-0678-40f9-a9e1-8bdbe5a1b3de", at: Self.now)
        }
        #expect(throws: Problem.self) {
            try SKAdNetworkImpression.signed(ads, by: Self.fixtures.key, now: Self.now)
        }
        let other = try Self.ad(.viewThrough, nonce: "68483ef6-0678-40f9-a9e1-8bdbe5a1b3df", at: Self.now)
        try expect(SKAdNetworkImpression.signed([ads[1], other], by: Self.fixtures.key, now: Self.now).count, 2)
    }

    /// Guards that a signer's answer is checked: a key service signs with the key that it was given last.
    @Test("a signer has the wrong key")
    func otherKey() async throws {
        struct Service: MessageSigner {
            let publicKey = MisuseTests.fixtures.key.publicKey
            private let key = newKey()
            func signature(for message: [UInt8]) async -> ECDSASignature { key.sign(message) }
        }
        let payload = try #require(DecodedInput(unverified: Self.fixtures.impression(at: 0)).payload)
        await #expect(throws: WrongSignatureError.self) { try await Impression(payload).signed(by: Service()) }
    }

    /// Guards that the usual mistake with a service that signs digests is named.
    @Test("a service hashes a digest that it should sign")
    func hashedDigest() async throws {
        struct Service: DigestSigner {
            let key = MisuseTests.fixtures.key
            var publicKey: P256PublicKey { key.publicKey }
            // The key hashes what it is given, which is the digest here.
            func signature(forDigest digest: [UInt8]) async -> ECDSASignature { key.sign(digest) }
        }
        let impression = try Impression(#require(DecodedInput(unverified: Self.fixtures.impression(at: 0)).payload))
        let error = await #expect(throws: WrongSignatureError.self) { try await impression.signed(by: Service()) }
        expect(error?.problem.hint, "the digest of the message was hashed again before it was signed")
        // In an asynchronous function too, a key in memory signs at once.
        #expect(try !impression.signed(by: Self.fixtures.key).isEmpty)
        #expect(try await !impression.signed(by: Self.fixtures.key.messageSigner).isEmpty)
    }

    /// Guards that a test of a receiver cannot send by mistake what Apple would not.
    @Test("a test postback has a value that no device would send")
    func impossiblePostback() async throws {
        let impression = try Impression(#require(DecodedInput(unverified: Self.fixtures.impression(at: 0)).payload))
        var request = PostbackRequest(impression)
        (request.tier, request.fine) = (.one, FineConversionValue(rawValue: 1))
        let (key, skan) = (Self.fixtures.key, SKAdNetworkPostbackRequest(request, version: .four))
        for rule in [
            #expect(throws: Problem.self) { try request.body(signedBy: key, keyID: "test/1") },
            await #expect(throws: Problem.self) {
                try await request.body(signedBy: key.messageSigner, keyID: "test/1")
            },
        ] { #expect(rule?.rule == request.refusal && rule?.rule != nil) }
        for rule in [
            #expect(throws: Problem.self) { try skan.body(signedBy: key) },
            await #expect(throws: Problem.self) { try await skan.body(signedBy: key.messageSigner) },
        ] { #expect(rule?.rule == skan.refusal && rule?.rule != nil) }
    }

    private static func ad(
        _ fidelity: FidelityType = .storeKitRendered, nonce: String, at moment: Timestamp
    ) throws -> SKAdNetworkImpression {
        try SKAdNetworkImpression(
            version: .four, adNetworkIdentifier: fixtures.network,
            campaign: .source(SourceIdentifier(clamping: 5239)), advertisedItemIdentifier: 1, publisher: .app(2),
            fidelity: fidelity, nonce: try #require(SKAdNetworkNonce(nonce)), timestamp: moment)
    }

    // MARK: - The store

    /// A store that is away for a while.
    private actor Away: PostbackStore {
        private var failures: Int
        private let seen = SeenIdentifiers()

        struct Failure: Error {}

        init(failures: Int) { self.failures = failures }

        private func fail() throws {
            guard failures > 0 else { return }
            failures -= 1
            throw Failure()
        }

        func insert(_ postback: ReceivedPostback) throws -> Insertion {
            try fail()
            return seen.insert(postback)
        }

        func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) throws { try fail() }
    }

    /// Guards that a failure of the store reaches the answer, whatever the body: the device sends again, and it counts once.
    @Test("a postback is lost because the store fails")
    func failingStore() async throws {
        for (body, words) in [
            (Samples.four().bytes, ["counted", "repeated-identifier"]), (Array("{".utf8), ["json-syntax"]),
        ] {
            let receiver = PostbackReceiver(
                keys: try Samples.keys, accepting: .everything, store: Away(failures: 2))
            for _ in 0..<2 {
                await #expect(throws: Away.Failure.self) { try await receiver.receive(body) }
            }
            for word in words { try await expect(self.words(receiver.receive(body)), word) }
        }
    }

    /// A store that looks a postback up, waits, and writes it, as an actor with a database does.
    private actor Waiting: PostbackStore {
        private var known: Set<RepeatKey> = []
        private(set) var inserted = 0
        private(set) var putAside = 0

        func insert(_ postback: ReceivedPostback) async throws -> Insertion {
            let isNew = !known.contains(postback.key)
            for _ in 0..<3 { await Task.yield() }
            guard isNew else { return .same }
            known.insert(postback.key)
            inserted += 1
            return .new
        }

        func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) async throws {
            for _ in 0..<3 { await Task.yield() }
            putAside += 1
        }
    }

    /// Guards the receiver's turns: other tasks run while an actor waits.
    @Test("copies that arrive together count twice because the store waits")
    func waitingStore() async throws {
        let store = Waiting()
        let receiver = PostbackReceiver(keys: try Samples.keys, accepting: .everything, store: store)
        let bodies = [Samples.four().bytes, Array("{".utf8)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 { group.addTask { _ = try await receiver.receive(bodies[number % 2]) } }
            try await group.waitForAll()
        }
        let counts = await (store.inserted, store.putAside)
        #expect(counts == (1, 1))
    }

    // MARK: - The table

    /// Guards the article: every mistake that it names has a test here, and every test a row there.
    @Test func everyRowHasATest() throws {
        func text(_ path: String) throws -> String { String(decoding: try Repository.bytes(of: path), as: UTF8.self) }
        let article = try text("Sources/AdAttribution/AdAttribution.docc/ReceivePostbacks.md")
        let table = try #require(article.split(separator: "| mistake | what happens |\n|---|---|\n").last)
        let rows = table.split(separator: "\n").compactMap { $0.split(separator: " | ").first?.dropFirst(2) }
        let mark = "    @Test(\""
        let names = try text("Tests/AttributionInspectionTests/MisuseTests.swift").split(separator: "\n")
            .filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count).dropLast(2) }
        expect(Set(rows), Set(names))
        expect(rows.count, 19)
    }

    private func words(_ reception: Reception) -> String {
        switch reception {
        case .counted: "counted"
        case .repeated(_, let isSame): isSame == true ? "repeated-identifier" : "repeated-identifier-differs"
        case .refused(let refusal): refusal.fault.rule.id
        }
    }
}
