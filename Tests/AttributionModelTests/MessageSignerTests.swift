import AttributionModel
import AttributionTestSupport
import Testing

/// Signers of a caller's own: whatever is signed, each answer is checked before anything is made of it.
struct MessageSignerTests {
    /// A key service, which answers in DER. What it is asked to sign may be changed.
    private struct Service: MessageSigner {
        let key = newKey()
        var answering: P256PrivateKey?
        var change: @Sendable ([UInt8]) throws -> [UInt8] = { $0 }
        var publicKey: P256PublicKey { key.publicKey }

        func signature(for message: [UInt8]) async throws -> ECDSASignature {
            await Task.yield()
            return try ECDSASignature(
                derRepresentation: (answering ?? key).sign(change(message)).derRepresentation)
        }
    }

    private struct Unavailable: Error {}

    /// Everything that a signer signs.
    private static func everything(_ signer: some MessageSigner) throws -> [@Sendable () async throws -> Void] {
        let now = Timestamp(milliseconds: 1_767_268_800_000)
        let (network, source) = (ExampleKey.adNetworkIdentifier, SourceIdentifier(clamping: 5239))
        let impression = Impression(
            publisherItemIdentifier: 1, adNetworkIdentifier: network, sourceIdentifier: source, timestamp: now,
            advertisedItemIdentifier: 2)
        let key = signer.publicKey
        let trusted = try TrustedKeys(adding: key, keyID: nil)
        let keys = SKAdNetworkKeys(trusted)
        return [
            {
                let token = try await impression.signed(by: signer)
                let verified = try UnverifiedJWS(parsing: token).verified(by: key)
                try expect(Impression(parsing: verified.payload), impression)
            },
            { [keys] in
                let ads = try FidelityType.allCases.map {
                    try SKAdNetworkImpression(
                        version: .four, adNetworkIdentifier: network, campaign: .source(source),
                        advertisedItemIdentifier: 2, publisher: .app(1), fidelity: $0, nonce: SKAdNetworkNonce(),
                        timestamp: now)
                }
                for ad in try await SKAdNetworkImpression.signed(ads, by: signer) + [ads[0].signed(by: signer)] {
                    let explanation = try #require(try SignatureExplanation(ad.json(as: .json), keys: keys))
                    #expect(explanation.holds)
                }
            },
            {
                let body = try await PostbackRequest(impression).body(signedBy: signer, keyID: "test/1")
                _ = try UnverifiedPostback(parsing: body.text).verified(
                    by: TrustedKeys(adding: key, keyID: "test/1"))
            },
            { [keys] in
                let body = try await SKAdNetworkPostbackRequest(
                    version: .four, adNetworkIdentifier: network, sourceIdentifier: source, advertisedItemIdentifier: 2,
                    identifier: AttributionUUID()
                ).body(signedBy: signer)
                _ = try UnverifiedSKAdNetworkPostback(parsing: body.text.utf8).verified(by: keys)
            },
            {
                let token = try await signer.compactJWS(payload: Array("{}".utf8), keyID: "a")
                try expect(UnverifiedJWS(parsing: token).verified(by: key).payload, Array("{}".utf8))
            },
        ]
    }

    @Test func everythingIsSigned() async throws {
        for step in try Self.everything(Service()) + Self.everything(newKey().messageSigner) {
            try await step()
        }
    }

    /// Guards test postbacks: what a device would never send is not signed, whatever the fault is.
    @Test func whatNoDeviceSendsIsNotSigned() throws {
        let base = SKAdNetworkPostbackRequest(
            version: .three, adNetworkIdentifier: ExampleKey.adNetworkIdentifier, sourceIdentifier: 5239,
            advertisedItemIdentifier: 2, identifier: AttributionUUID())
        let changes: [(String, (inout SKAdNetworkPostbackRequest) -> Void)] = [
            ("skan-postback-campaign-id-missing", { $0.campaignIdentifier = CampaignIdentifier(rawValue: 101) }),
            ("skan-postback-source-domain-version", { $0.publisher = .domain("example.com") }),
            ("skan-postback-coarse-conversion-value-version", { $0.coarse = .low }),
            ("skan-postback-sequence-index-version", { $0.window = .second }),
        ]
        let key = newKey()
        _ = try base.body(signedBy: key)
        for (rule, change) in changes {
            var request = base
            change(&request)
            let problem = #expect(throws: Problem.self) { try request.body(signedBy: key) }
            expect(problem?.rule?.id, rule, "\(String(describing: problem))")
        }
        var literal = base
        (literal.fine, literal.campaignIdentifier) = (63, 100)
        try expect(literal.body(signedBy: key)["conversion-value"], .number("63"))
    }

    @Test func aWrongAnswerMakesNothing() async throws {
        let wrong = [
            Service(answering: newKey()), Service(change: { $0 + [0x0a] }), Service(change: { _ in [] }),
            Service(change: { Array(String(decoding: $0, as: UTF8.self).uppercased().utf8) }),
        ]
        for step in try wrong.flatMap(Self.everything) {
            await #expect(throws: WrongSignatureError.self) { try await step() }
        }
        for step in try Self.everything(Service(change: { _ in throw Unavailable() })) {
            await #expect(throws: Unavailable.self) { try await step() }
        }
    }

    /// Guards the strictness of the one type for signatures: no bytes that no key can have made become one.
    @Test func signaturesAreInRange() throws {
        let signature = newKey().sign([1])
        let raw = signature.rawRepresentation
        let zero = [UInt8](repeating: 0, count: 32)
        let most = [UInt8](repeating: 0xff, count: 32)
        for (bytes, error) in [
            ([], .wrongLength(0)), (Array(raw.dropLast()), .wrongLength(63)), (raw + [0], .wrongLength(65)),
            (zero + raw[32...], .outOfRange(.r)), (raw[..<32] + most, .outOfRange(.s)),
        ] as [([UInt8], ECDSASignatureError)] {
            #expect(throws: error.problem) { try ECDSASignature(rawRepresentation: bytes) }
        }
        #expect(throws: Problem.self) { try ECDSASignature(derRepresentation: raw) }
        try expect(ECDSASignature(derRepresentation: signature.derRepresentation), signature)
    }

    /// A service that signs digests needs no hash of its own.
    @Test func aServiceMaySignDigests() async throws {
        struct DigestService: DigestSigner {
            let key = newKey()
            var publicKey: P256PublicKey { key.publicKey }
            func signature(forDigest digest: [UInt8]) async throws -> ECDSASignature {
                #expect(digest == SHA256.hash(Array("message".utf8)) || digest.count == 32)
                return key.sign(Array("message".utf8))
            }
        }
        let service = DigestService()
        let signature = try await service.signature(for: Array("message".utf8))
        #expect(
            service.publicKey.isValidSignature(
                derRepresentation: signature.derRepresentation, for: Array("message".utf8)))
        // What is signed in place of the digest is found out.
        await #expect(throws: WrongSignatureError.self) {
            try await service.compactJWS(payload: Array("{}".utf8), keyID: "a")
        }
    }

    /// Keys go in as they come out, and in whatever holds bytes.
    @Test func keysGoInAsTheyComeOut() throws {
        let key = newKey()
        for again in [
            try P256PrivateKey(pemRepresentation: key.pemRepresentation),
            try P256PrivateKey(pemRepresentation: key.pemRepresentation.revealed[...]),
            try P256PrivateKey(derRepresentation: key.derRepresentation),
            try P256PrivateKey(derRepresentation: ContiguousArray(key.derRepresentation.revealed)),
        ] { expect(again.publicKey, key.publicKey) }
        let open = key.publicKey
        for again in [
            try P256PublicKey(pemRepresentation: open.pemRepresentation),
            try P256PublicKey(pemRepresentation: Array(open.pemRepresentation.utf8)),
            try P256PublicKey(derRepresentation: open.derRepresentation[...]),
            try P256PublicKey(rawRepresentation: ContiguousArray(open.rawRepresentation)),
            try P256PublicKey(x963Representation: open.x963Representation[...]),
        ] { expect(again, open) }
        #expect(throws: Problem.self) { try P256PrivateKey(pemRepresentation: Array("x".utf8)) }
        #expect(throws: Problem.self) { try P256PrivateKey(derRepresentation: [1, 2]) }
    }

    /// A key in memory signs without waiting, what a signer would sign, and refuses the same.
    @Test func aKeyInMemorySignsAtOnce() throws {
        let (key, moment) = (newKey(), Timestamp(milliseconds: 1_767_268_800_000))
        var impression = Impression(
            publisherItemIdentifier: 1, adNetworkIdentifier: "acme.adattributionkit", sourceIdentifier: 5239,
            timestamp: moment, advertisedItemIdentifier: 2)
        let token = try UnverifiedJWS(parsing: impression.signed(by: key, now: moment))
        try expect(token.verified(by: key.publicKey).payload, Array(impression.json.text.utf8))
        let ad = try SKAdNetworkImpression(
            version: .four, adNetworkIdentifier: "acme.skadnetwork", campaign: .source(5239),
            advertisedItemIdentifier: 1, publisher: .app(2), fidelity: .storeKitRendered, nonce: SKAdNetworkNonce(),
            timestamp: moment)
        let one = try ad.signed(by: key, now: moment)
        #expect(throws: Problem.self) { try SKAdNetworkImpression.signed([ad, ad], by: key, now: moment) }
        try expect(SKAdNetworkImpression.signed([ad], by: key, now: moment).map(\.impression), [ad])
        var keys = TrustedKeys(.productionAndDevelopment)
        for scope in [KeyScope.keyID("acme-test/1"), .skAdNetwork] { try keys.add(key.publicKey, for: scope) }
        #expect(try SignatureExplanation(one.json(as: .json), keys: SKAdNetworkKeys(keys))?.holds == true)
        let request = PostbackRequest(impression)
        let body = try request.body(signedBy: key, keyID: "acme-test/1").text
        try expect(UnverifiedPostback(parsing: body).verified(by: keys, in: [.local]).environment, .local)
        let signed = try SKAdNetworkPostbackRequest(request, version: .four).body(signedBy: key).text
        try expect(UnverifiedSKAdNetworkPostback(parsing: signed).verified(by: keys, in: [.local]).environment, .local)
        // Seconds are refused, and nothing is signed.
        impression.timestamp = Timestamp(milliseconds: moment.milliseconds / 1000)
        #expect(throws: Findings.self) { try impression.signed(by: key, now: moment) }
    }
}
