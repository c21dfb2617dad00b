import AttributionBase
import AttributionFixtures
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// One view of postbacks of both frameworks: each value is the one in the body.
struct ReceivedPostbackTests {
    private static let fixtures = Fixtures(seed: 1)
    private static let verifier = InputVerifier(
        keys: fixtures.trustedKeys, accepting: .everything, checksRules: false)

    private func postback(_ body: String) throws -> ReceivedPostback {
        try #require(try Self.verifier.verdictNow(on: Array(body.utf8)).result.get().postback)
    }

    /// Returns a member as text, as values describe themselves.
    private func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)?, .number(let text)?: text
        case .bool(let value)?: "\(value)"
        default: nil
        }
    }

    @Test(arguments: PostbackCell.all.indices)
    func ofAdAttributionKit(_ position: Int) throws {
        let body = Self.fixtures.postback(at: position)
        let postback = try postback(body)
        guard case .success(let input) = Self.verifier.verdictNow(on: Array(body.utf8)).result else { return }
        let (payload, unsigned) = (try input.payload, try #require(try input.unsigned))
        #expect(postback.framework == .adAttributionKit && postback.environment == .local)
        expect(postback.adNetworkIdentifier.description, text(payload["ad-network-identifier"]))
        expect(postback.identifier.description, text(payload["postback-identifier"]))
        expect(postback.advertisedItemIdentifier.description, text(payload["advertised-item-identifier"]))
        #expect(
            postback.campaign.description.split(separator: " ").last.map(String.init)
                == text(payload["source-identifier"]))
        expect((postback.window?.known?.rawValue).map(String.init), text(payload["postback-sequence-index"]))
        expect(postback.didWin.description, text(payload["did-win"]))
        expect(postback.conversionType?.known?.rawValue, text(payload["conversion-type"]))
        expect(postback.publisher?.description, text(payload["publisher-item-identifier"]))
        expect(postback.unsigned.interaction?.known?.rawValue, text(unsigned["ad-interaction-type"]))
        let value = unsigned["conversion-value"] ?? unsigned["coarse-conversion-value"]
        expect(postback.unsigned.conversionValue?.description, text(value))
        expect(postback.unsigned.country?.description, text(unsigned["country-code"]))
        #expect(postback.findings.isEmpty)
    }

    private static let postbacks = SKAdNetworkCell.all.indices.filter {
        if case .postback = SKAdNetworkCell.all[$0].kind { true } else { false }
    }

    @Test(arguments: postbacks)
    func ofSKAdNetwork(_ position: Int) throws {
        let body = Self.fixtures.skAdNetwork(at: position)
        let postback = try postback(body)
        let json = try JSONValue(parsing: body.utf8)
        let version = SKAdNetworkCell.all[position].version
        expect(postback.framework, .skAdNetwork)
        expect(postback.adNetworkIdentifier.description, text(json["ad-network-id"]))
        expect(postback.identifier.description, text(json["transaction-id"]))
        expect(postback.advertisedItemIdentifier.description, text(json["app-id"]))
        #expect(
            postback.campaign.description.split(separator: " ").last.map(String.init)
                == text(json["source-identifier"] ?? json["campaign-id"]))
        expect((postback.window?.known?.rawValue).map(String.init), text(json["postback-sequence-index"]))
        // Versions that do not say who won inform winners alone.
        expect(postback.didWin.description, text(json["did-win"]) ?? "true")
        expect(json["did-win"] == nil, version < .three)
        let redownload = json["redownload"].map { $0 == true ? ConversionType.redownload : .download }
        #expect(postback.conversionType?.known == redownload && (redownload == nil) == (version == .one))
        let interaction = json["fidelity-type"].map { $0 == 1 ? InteractionType.click : .view }
        expect(postback.unsigned.interaction?.known, interaction)
        expect(postback.publisher?.description, text(json["source-app-id"] ?? json["source-domain"]))
        #expect(
            postback.unsigned.conversionValue?.description
                == text(json["conversion-value"] ?? json["coarse-conversion-value"]))
        expect(postback.unsigned.country?.description, text(json["country-code"]))
    }

    /// Guards a log: what is printed says which input it is and who signed it, and none of its values.
    @Test func aVerdictIsPrintedInALine() throws {
        for (body, words) in [
            (Self.fixtures.postback(at: 0), "postback ID, signed by local/0 (local)"),
            (Self.fixtures.impression(at: 0), "impression ID, signed by example.adattributionkit (local)"),
        ] {
            let input = try Self.verifier.verdictNow(on: Array(body.utf8)).result.get()
            let line = words.replacingEach("ID", by: try #require(input.identifier).description)
            let result = Self.verifier.verdictNow(on: Array(body.utf8)).result
            #expect("\(input)" == line && "\(result)" == "success(\(line))")
            if let postback = input.postback { expect("\(postback)", line) }
        }
    }

    /// A value that is news today is kept as it came.
    @Test func unknownValuesAreKept() {
        let value = FieldValue<Bool>.unknown(.string("maybe"))
        expect(value.map { $0 ? ConversionType.redownload : .download }, .unknown(.string("maybe")))
    }
}
