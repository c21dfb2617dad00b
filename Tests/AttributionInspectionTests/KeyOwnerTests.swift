import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// SKAdNetwork signatures do not name their key. The signed network and the key's own name determine the signer.
struct KeyOwnerTests {
    private static let own = newKey()
    private static let other = newKey()

    /// Two keys, each for one network.
    private static let named: TrustedKeys = {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.add(own.publicKey, keyID: "own.skadnetwork")
        try? keys.add(other.publicKey, keyID: "other.skadnetwork")
        return keys
    }()

    /// Returns an ad of a network, and a test postback for it.
    private static func inputs(_ network: String, signedBy key: P256PrivateKey) throws -> [JSONValue] {
        let network = AdNetworkIdentifier(unchecked: network)
        let nonce = try #require(SKAdNetworkNonce("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c"))
        let ad = try SKAdNetworkImpression(
            version: .four, adNetworkIdentifier: network,
            campaign: .source(SourceIdentifier(clamping: 5239)), advertisedItemIdentifier: 525_463_029,
            publisher: .app(7),
            fidelity: .storeKitRendered, nonce: nonce, timestamp: Timestamp(milliseconds: 1_700_000_000_000)
        ).signedWhateverItSays(by: key)
        let postback = SKAdNetworkPostbackRequest(
            version: .four, adNetworkIdentifier: network, sourceIdentifier: SourceIdentifier(clamping: 5239),
            advertisedItemIdentifier: 7,
            identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
        return [
            try ad.json(as: .json), .object([.init("skadn", SkadnObject.value(of: [ad]))]),
            try postback.body(signedBy: key),
        ]
    }

    private func outcomes(_ inputs: [JSONValue], _ keys: TrustedKeys) -> [Verdict.Outcome] {
        inputs.map {
            InputVerifier(keys: keys, accepting: .everything, checksRules: false).verdictNow(on: $0.bytes).outcome
        }
    }

    @Test func aKeyWithANameSignsForTheNetworkOfThatName() throws {
        let sound = try Self.inputs("own.skadnetwork", signedBy: Self.own)
        expect(outcomes(sound, Self.named), [.valid, .valid, .valid])
        for validator in [InputValidator(keys: Self.named)] {
            #expect(
                sound.allSatisfy {
                    validator.report(on: $0.bytes, now: Timestamp(milliseconds: .max)).stage != .signature
                })
        }
    }

    @Test func andForNoOther() throws {
        let forged = try Self.inputs("own.skadnetwork", signedBy: Self.other)
        expect(outcomes(forged, Self.named), [.invalid, .invalid, .invalid])
        let validator = InputValidator(keys: Self.named)
        for input in forged {
            expect(validator.report(on: input.bytes, now: Timestamp(milliseconds: .max)).stage, .signature)
        }
        // The same holds if it is the only key, or if the network in its name is a prefix of the other.
        for name in ["other.skadnetwork", "own.skadnetwor", "own.skadnetwork\u{301}", ""] {
            var keys = TrustedKeys(.productionAndDevelopment)
            try keys.add(Self.other.publicKey, keyID: name)
            expect(outcomes(forged, keys), [.unknownKey, .unknownKey, .invalid], "\(name)")
        }
    }

    @Test func aKeyWithoutANameSignsForAll() throws {
        var keys = Self.named
        try keys.add(Self.other.publicKey, keyID: nil)
        let inputs = try Self.inputs("own.skadnetwork", signedBy: Self.other)
        expect(outcomes(inputs, keys), [.valid, .valid, .valid])
    }

    /// Test postbacks may be of any network, so that a key for them is not for one of the name `local/0`.
    @Test func aKeyOfTestPostbacksSignsForAll() throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.own.publicKey, keyID: PostbackRequest.testKeyID)
        let inputs = try Self.inputs("own.skadnetwork", signedBy: Self.own)
        expect(outcomes(inputs, keys), [.valid, .valid, .valid])
        var budget = SearchBudget()
        let holds = inputs[2].withView { view in
            SignatureExplanation(SignedObject(view, as: .postback), keys: SKAdNetworkKeys(keys), within: &budget).holds
        }
        #expect(holds == true)
    }

    /// A key that is not trusted for SKAdNetwork is named by every refusal of what it signed.
    @Test func aRefusalSaysForWhatAKeyIsTrusted() async throws {
        var keys = TrustedKeys(.productionAndDevelopment)
        try keys.add(Self.own.publicKey, for: .keyID("acme-test/1"))
        let inputs = try Self.inputs("own.skadnetwork", signedBy: Self.own)
        let words = #"trusted only for the kid "acme-test/1""#
        let verifier = InputVerifier(keys: keys, accepting: .everything, checksRules: false)
        for input in inputs {
            guard case .failure(let refusal) = try await verifier.verdict(on: input.bytes).result else {
                Issue.record("valid")
                continue
            }
            #expect("\(refusal)".contains(words), "\(refusal)")
        }
        let refused = try #require(throws: Problem.self) {
            _ = try UnverifiedSKAdNetworkPostback(parsing: inputs[2].bytes).verified(by: keys, in: [.local])
        }
        #expect("\(refused)".contains(words) && refused.rule?.id == "skan-postback-signature")
        for scope in [KeyScope.skAdNetwork, .network("own.skadnetwork")] {
            var right = keys
            try right.add(Self.own.publicKey, for: scope)
            expect(outcomes(inputs, right), [.valid, .valid, .valid])
        }
        // A key that was tried is not among those that are for something else.
        try keys.add(Self.other.publicKey, for: .skAdNetwork)
        expect(outcomes(inputs, keys), [.invalid, .invalid, .invalid])
        let tried = verifier.verdictNow(on: inputs[2].bytes)
        if case .failure(let refusal) = tried.result { #expect(!"\(refusal)".contains("for SKAdNetwork")) }
    }

    /// The letter case of a network is a separate fault, which no other fault may hide.
    @Test func theCaseOfANetworkMakesNoOther() throws {
        let inputs = try Self.inputs("Own.SKAdNetwork", signedBy: Self.own)
        expect(outcomes(inputs, Self.named), [.valid, .valid, .valid])
    }

    @Test func anExplanationNamesTheKey() throws {
        let keys = SKAdNetworkKeys(Self.named)
        let forged = try Self.inputs("own.skadnetwork", signedBy: Self.other)
        for input in [forged[0], forged[2]] {
            let mistake = input.bytes.withBytes { text in
                var search = SignatureSearch(in: text, keys: keys, within: SearchBudget())
                return search.mistake(at: nil)
            }
            expect(mistake?.cause, "key")
            expect(mistake?.difference, "signed by the key of the kid other.skadnetwork, which is another network's")
        }
    }

    // MARK: - Tokens

    /// Two keys, each for the tokens of one network.
    private static let ofTokens: TrustedKeys = {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.add(own.publicKey, keyID: "own.adattributionkit")
        try? keys.add(other.publicKey, keyID: "other.adattributionkit")
        return keys
    }()

    /// Returns the outcome of a token that names a network, signed under a `kid`, and the rule that refuses it.
    private func outcome(
        naming network: String, isImpression: Bool = true, _ key: P256PrivateKey, _ keyID: String,
        _ keys: TrustedKeys = ofTokens, for networks: [String]? = nil
    ) throws -> String {
        let item = "\"advertised-item-identifier\":1,\"ad-network-identifier\":\(network)"
        let payload =
            isImpression
            ? #"{"impression-identifier":"7b1a4d3c-2f0e-4a57-9b66-0c1d2e3f4a5b","impression-type":"app-impression",\#(item)}"#
            : #"{"postback-identifier":"7b1a4d3c-2f0e-4a57-9b66-0c1d2e3f4a5b","did-win":true,\#(item)}"#
        let token = key.signedText { $0.appendToken(of: Array(payload.utf8), keyID: keyID, to: &$1) }
        var acceptance = Acceptance.everything
        acceptance.networks = networks.map { Set($0.compactMap { AdNetworkIdentifier(text: $0) }) }
        let verifier = InputVerifier(keys: keys, accepting: acceptance, checksRules: false)
        let verdict = verifier.verdictNow(on: Array(token.utf8))
        // Whoever verifies one token by itself is told the same.
        let unverified = try UnverifiedJWS(parsing: token)
        let alone = Result { () throws(TokenRefusal) in try keys.verified(unverified) }
        switch (verdict.result, alone) {
        case (.success, .success): return "valid"
        case (.failure(let refusal), .failure(let told)):
            #expect(refusal.outcome == .notOurs || refusal.problem.place == told.problem.place)
            #expect(refusal.outcome == .notOurs || refusal.fault.rule == told.rule)
            return "\(refusal.outcome.rawValue) \(refusal.fault.rule.id)"
        case (_, .success): return "valid alone"
        case (.success, _): return "valid in a batch"
        }
    }

    /// Guards the network of a token: the key of one network must not sign for another that is trusted too.
    @Test func aTokenIsOfTheNetworkWhoseKeySignedIt() throws {
        let (own, other) = ("own.adattributionkit", "other.adattributionkit")
        let refused = "invalid impression-ad-network-identifier-kid"
        for name in [#""own.adattributionkit""#, #""Own.AdAttributionKit""#, #""\u006fwn.adattributionkit""#] {
            try expect(outcome(naming: name, Self.own, own), "valid")
            try expect(outcome(naming: name, Self.own, own, for: [own]), "valid")
            try expect(outcome(naming: name, Self.other, other), refused)
            try expect(outcome(naming: name, Self.other, other, for: [own]), "not-ours postback-network-not-ours")
            try expect(outcome(naming: name, Self.other, other, for: [own, other]), refused)
            try expect(outcome(naming: name, isImpression: false, Self.own, own), "valid")
            try expect(outcome(naming: name, isImpression: false, Self.other, other), "invalid jws-signature")
        }
        // Published keys prove nothing, but not for all networks either.
        var example = TrustedKeys(.productionAndDevelopment)
        try example.addExampleKey()
        try expect(outcome(naming: #""own.skadnetwork""#, ExampleKey.privateKey, ExampleKey.keyID, example), refused)
    }

    @Test func aTokenByAKeyOfNoNetworkIsOfAny() throws {
        var keys = Self.ofTokens
        try keys.add(Self.own.publicKey, keyID: PostbackRequest.testKeyID)
        try keys.add(Self.own.publicKey, keyID: "test-1")
        try keys.add(Self.other.publicKey, keyID: nil)
        let name = #""own.adattributionkit""#
        try expect(outcome(naming: name, Self.other, "other.adattributionkit", keys), "valid")
        for keyID in [PostbackRequest.testKeyID, "test-1"] {
            try expect(outcome(naming: name, isImpression: false, Self.own, keyID, keys), "valid")
        }
    }
}
