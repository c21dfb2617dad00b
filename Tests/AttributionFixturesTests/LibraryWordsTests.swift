import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

/// What the library says is for those who call it: they have neither options nor the commands of `aak`.
struct LibraryWordsTests {
    private static let fixtures = Fixtures(seed: 3)
    private static let now = Fixtures.now

    /// Inputs of no fixture, which users pass all the same.
    private static let junk = [
        "not a token", "{}", "", "[]", "7", "eyJ", "a.b.c", "<plist/>", "-----BEGIN PRIVATE KEY-----",
        "{\"verdict\":\"valid\"}",
        "id,body", "key: value", #"{"log":{"jws-string":"a.b.c"}}"#,
        #"{"payload":{"x":"eyJhbGciOiJFUzI1NiJ9.e30.AA"}}"#,
        #"{"events":[]}"#, #"{"networks":["a.skadnetwork"]}"#,
    ]

    private static let texts = part(of: allTexts)
    private static let allTexts =
        fixtures.broken.flatMap { [$0.text, $0.request].compactMap(\.self) } + fixtures.sequence.map(\.text)
        + fixtures.sound.map(\.text) + (0..<24).map { fixtures.postback(at: $0) }
        + (0..<24).map { fixtures.skAdNetwork(at: $0) } + [fixtures.impression(at: 0)] + junk

    /// What a user sees of an error.
    private static func words(_ error: any AttributionError) -> [String] {
        ["\(error)", error.hint, error.found, error.wanted].compactMap(\.self)
    }

    private static func words(_ findings: Findings) -> [String] {
        findings.flatMap { ["\($0)", $0.message, $0.hint, $0.wanted].compactMap(\.self) }
    }

    private static func failure(_ body: () throws -> Void) -> [String] {
        do { try body() } catch let error as Findings {
            return words(error) + words(error as any AttributionError)
        } catch {
            return (error as? any AttributionError).map(words) ?? []
        }
        return []
    }

    /// No hint and no message names an option or a command, of the inputs of all kinds and all that reads them.
    @Test func nothingNamesTheProgram() async throws {
        let production = TrustedKeys(.production)
        var own = TrustedKeys(.productionAndDevelopment)
        try own.add(Self.fixtures.key.publicKey, for: .keyID("acme-test/1"))
        let keys = [production, own, Self.fixtures.trustedKeys]
        let ours = try Acceptance.postbacks(forNetworks: ["acme.adattributionkit"])
        var seen: [String: String] = [:]
        func see(_ words: [String], _ text: String) {
            for word in words where Advice.namesProgram(word) { seen[word] = String(text.prefix(160)) }
        }
        for keys in keys {
            let validator = InputValidator(keys: keys)
            for acceptance in [Acceptance.everything, ours] {
                let verifier = InputVerifier(keys: keys, accepting: acceptance, checksRules: true)
                for verdict in try await verifier.verdicts(on: Self.texts.map { Array($0.utf8) }) {
                    guard case .failure(let refusal) = verdict.result else { continue }
                    see(Self.words(refusal) + Self.words(refusal.findings), Self.texts[verdict.inputIndex])
                }
            }
            for text in Self.texts {
                for report in validator.reports(on: text.utf8, now: Self.now) {
                    see(Self.words(report.findings) + (report.problem.map(Self.words) ?? []), text)
                }
                see(
                    Self.failure { _ = try UnverifiedPostback(parsing: text).verified(by: keys, in: [.production]) },
                    text)
                see(Self.failure { _ = try UnverifiedJWS(parsing: text).verified(by: keys, in: [.production]) }, text)
                see(
                    Self.failure {
                        _ = try UnverifiedSKAdNetworkPostback(parsing: text).verified(by: keys, in: [.production])
                    }, text)
            }
        }
        for text in Self.texts {
            see(DecodedInput(unverified: text).problems.flatMap(Self.words), text)
            see(Self.failure { _ = try Impression(parsing: text) }, text)
            see(Self.failure { _ = try JSONValue(parsing: text) }, text)
            see(Self.failure { _ = try BidRequest(parsing: text) }, text)
            see(Self.failure { _ = try BidResponse(parsing: text) }, text)
            see(Self.failure { _ = try AttributionConfiguration(parsing: text) }, text)
            see(Self.failure { _ = try ConversionSchema(parsing: text) }, text)
            see(Self.failure { _ = try P256PrivateKey(pemRepresentation: text) }, text)
        }
        for input in Self.fixtures.broken {
            guard let request = input.request, let offered = try? BidRequest(parsing: request) else { continue }
            let check = BidCheck(request: offered, keys: Self.fixtures.trustedKeys)
            for report in (try? check.reports(on: input.text.utf8, now: Self.now)) ?? [] {
                see(Self.words(report.findings) + Self.words(report.requestErrors), input.text)
            }
        }
        #expect(seen.isEmpty, "\(seen.map { "\($0.key)  <<  \($0.value)" }.sorted().joined(separator: "\n"))")
    }
}
