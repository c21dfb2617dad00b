import AttributionCrypto
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Foundation
import Testing

/// A process that only uses the library goes on if libcrypto lacks something: what needs it throws, and nothing counts as good.
///
/// libcrypto reads its configuration once, so that each of these tests runs in a process of its own.
struct CryptoFailureTests {
    /// Makes libcrypto read a configuration, which must happen before its first use.
    private static func configure(_ sections: String) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("aak-\(UUID().uuidString).cnf")
        try Data("openssl_conf = init\n[init]\n\(sections)\n".utf8).write(to: file)
        _ = unsafe setenv("OPENSSL_CONF", file.path, 1)
    }

    private static func failing(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("\(what) did not throw")
        } catch let error as any AttributionError {
            #expect("\(error)".contains("libcrypto"), "\(what): \(error)")
            #expect(error.hint?.contains("OPENSSL_CONF") == true, "\(what): \(error)")
        } catch {
            Issue.record("\(what): \(error)")
        }
    }

    private static let now = Timestamp(milliseconds: 1_767_268_800_000)

    @Test func withoutAlgorithmsNothingEndsAndNothingIsGood() async {
        let postback = Fixtures(seed: 1).postback(at: 0)
        let other =
            (0...).lazy.map { Fixtures(seed: 1).skAdNetwork(at: $0) }.first { $0.contains("transaction-id") } ?? ""
        let pem = String(decoding: Fixtures.exampleKey.pemRepresentation.revealed, as: UTF8.self)
        await #expect(processExitsWith: .success) {
            [postback = postback as String, other = other as String, pem = pem as String] in
            try Self.configure("alg_section = algorithms\n[algorithms]\ndefault_properties = fips=yes")
            await Self.failing("a new key") { _ = try P256PrivateKey() }
            #expect(throws: Problem.self) { _ = try P256PrivateKey(pemRepresentation: pem) }
            let keys = TrustedKeys(.productionAndDevelopment)
            let verifier = InputVerifier(keys: keys, accepting: .everything, checksRules: true)
            let body = Array(postback.utf8)
            await Self.failing("a verdict") { _ = try await verifier.verdict(on: body) }
            await Self.failing("verdicts") { _ = try await verifier.verdicts(on: [body, body]) }
            await Self.failing("a stream") {
                let inputs = AsyncStream { continuation in
                    continuation.yield(body)
                    continuation.finish()
                }
                for try await _ in verifier.verdicts(on: inputs) {}
            }
            await Self.failing("an explanation") { _ = try verifier.mistakes(in: body) }
            let receiver = PostbackReceiver(keys: keys, accepting: .everything, store: SeenIdentifiers())
            await Self.failing("a receiver") { _ = try await receiver.receive(body) }
            await Self.failing("a postback") {
                _ = try UnverifiedPostback(parsing: postback).verified(by: keys, in: [.local])
            }
            await Self.failing("a SKAdNetwork postback") {
                _ = try UnverifiedSKAdNetworkPostback(parsing: other).verified(by: keys, in: [.local])
            }
            let report = InputValidator(keys: keys).report(on: body, now: Self.now)
            #expect(report.hasErrors && report.problem?.description.contains("libcrypto") == true)
        }
    }

    @Test func withoutRandomnessSigningThrows() async {
        let postback = Fixtures(seed: 1).postback(at: 0)
        await #expect(processExitsWith: .success) { [postback = postback as String] in
            try Self.configure("random = generator\n[generator]\nrandom = NOTHING\nseed = NOTHING")
            await Self.failing("a new key") { _ = try P256PrivateKey() }
            let key = Fixtures.exampleKey
            await Self.failing("a signature") { _ = try key.signature(for: [1]) }
            let impression = Impression(
                publisherItemIdentifier: 1, adNetworkIdentifier: Fixtures.exampleNetwork, sourceIdentifier: 5239,
                timestamp: Self.now, advertisedItemIdentifier: 2)
            await Self.failing("an impression") { _ = try impression.signed(by: key, now: Self.now) }
            let signer: any MessageSigner = key.messageSigner
            await Self.failing("any signer") { _ = try await impression.signed(by: signer, now: Self.now) }
            await Self.failing("a test postback") {
                _ = try PostbackRequest(impression).body(signedBy: key, keyID: PostbackRequest.testKeyID)
            }
            await Self.failing("a SKAdNetwork postback") {
                _ = try SKAdNetworkPostbackRequest(PostbackRequest(impression), version: .four).body(signedBy: key)
            }
            // What needs no randomness works.
            let token = try impression.signed(by: key.deterministic, now: Self.now)
            #expect(!token.isEmpty)
            expect(Fixtures(seed: 1).postback(at: 0), postback)
            let verifier = InputVerifier(
                keys: Fixtures(seed: 1).trustedKeys, accepting: .everything, checksRules: true)
            let verdict = try await verifier.verdict(on: postback.utf8)
            expect(verdict.outcome, .valid)
        }
    }
}
