import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionSchema
import AttributionTestSupport
import Testing

/// Every error of the library can be taken as one type, which says the same as its own description.
struct AttributionErrorTests {
    @Test func everyErrorTellsTheSameFacts() async throws {
        var errors: [any AttributionError] = []
        func failing(_ body: () throws -> Void) {
            do {
                try body()
                Issue.record("nothing was wrong")
            } catch let error as any AttributionError {
                errors.append(error)
            } catch {
                Issue.record("\(type(of: error)) is no AttributionError")
            }
        }
        let verifier = InputVerifier(
            keys: TrustedKeys(.productionAndDevelopment), accepting: .everything, checksRules: false)
        let refused = try await verifier.verdict(on: "{".utf8)
        failing { _ = try JSONValue(parsing: "{".utf8) }
        failing { _ = try P256PublicKey(pemRepresentation: "") }
        failing { _ = try ECDSASignature(derRepresentation: [0]) }
        failing { _ = try UnverifiedJWS(parsing: "a.b") }
        failing { _ = try UnverifiedPostback(parsing: "{}") }
        failing { _ = try UnverifiedSKAdNetworkPostback(parsing: "{}".utf8) }
        failing { _ = try Impression(parsing: "{}".utf8) }
        failing { _ = try BidRequest(parsing: "{}".utf8) }
        failing { _ = try BidResponse(parsing: "[]".utf8) }
        failing { _ = try NetworkList(parsing: "{}".utf8) }
        failing { _ = try AdAttributionKitBid(.object([])) }
        failing { _ = try SKAdNetworkBid([]) }
        failing { _ = try AppleKey(keyID: "acme", publicKey: newKey().publicKey) }
        failing { _ = try TrustedKeys(adding: newKey().publicKey, keyID: "apple-cas-identifier/1") }
        failing { _ = try Money("-1") }
        failing { _ = try ConversionSchema(parsing: "{}".utf8) }
        failing { _ = try AttributionConfiguration(parsing: "<plist".utf8) }
        failing { _ = try refused.result.get() }
        for error in errors {
            #expect(!error.description.isEmpty && !error.problem.description.isEmpty)
            #expect(error.rule == error.problem.rule && error.hint == error.problem.hint)
            #expect(error.wanted == error.problem.wanted && error.found == error.problem.found)
        }
        expect(errors.count, 18)
        let body = try #require(errors.first { $0.rule?.id == "json-syntax" })
        #expect(body.found != nil || !body.description.isEmpty)
    }
}
