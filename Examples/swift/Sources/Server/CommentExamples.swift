import AdAttribution
import AttributionFoundation
import AttributionReport
import AttributionTesting
import Foundation

// The examples in the comments of the public symbols, each with what it takes for granted. They are compiled, not run.
enum CommentExamples {
    static func values() -> JSONValue {
        let app: JSONValue = ["bundle": "1108187390", "ext": ["hours": 24, "sandbox": true]]
        return app
    }

    struct Client { func sign(_ message: [UInt8]) async throws -> [UInt8] { message } }
    static let client = Client()

    enum Service {
        struct KeyService: MessageSigner {
            let publicKey: P256PublicKey
            func signature(for message: [UInt8]) async throws -> ECDSASignature {
                try ECDSASignature(derRepresentation: await client.sign(message))
            }
        }
    }

    enum OfDigests {
        struct DigestService: DigestSigner {
            let publicKey: P256PublicKey
            func signature(forDigest digest: [UInt8]) async throws -> ECDSASignature {
                try ECDSASignature(derRepresentation: await client.sign(digest))
            }
        }
    }

    static func fixtures() throws {
        let fixtures = Fixtures(seed: 7)
        let keys = fixtures.trustedKeys
        for position in 0..<100 {
            let body = try UnverifiedPostback(parsing: Array(fixtures.postback(at: position).utf8))
            _ = try body.verified(by: keys, in: [.local])
        }
    }

    static func dates(_ impression: Impression, _ key: P256PrivateKey) throws {
        let token = try impression.signed(by: key, now: Timestamp(Date()))
        _ = token
    }

    static func validator(_ token: [UInt8], _ now: Timestamp) {
        let validator = InputValidator(keys: TrustedKeys(.productionAndDevelopment))
        for finding in validator.report(on: token, now: now).findings { print(finding.rule.id, finding.field) }
    }

    static func acceptance() throws -> [Acceptance] {
        let network = try Acceptance.postbacks(forNetworks: ["acme.adattributionkit", "acme.skadnetwork"])
        let developer = try Acceptance.postbacks(forApps: [1_108_187_390])
        return [network, developer]
    }

    static func verifier(_ body: [UInt8], _ log: (String, String, String) -> Void) async throws {
        let verifier = InputVerifier.inspector(keys: TrustedKeys(.productionAndDevelopment), checksRules: false)
        switch try await verifier.verdict(on: body).result {
        case .success(let input): print(input.kind, input.environment)
        case .failure(let refusal): log(refusal.outcome.rawValue, refusal.rule?.id ?? "-", refusal.description)
        }
    }

    static func server(
        _ scenario: AttributionScenario, _ receiver: PostbackReceiver<SeenIdentifiers>, _ key: P256PrivateKey
    ) async throws -> AttributionTimeline {
        let timeline = try await scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1") { postback in
            do { return try await receiver.receive(postback.body.utf8).httpStatus } catch { return 500 }
        }
        return timeline
    }

    static func mistakes(_ verifier: InputVerifier, _ token: [UInt8]) throws {
        for mistake in try verifier.mistakes(in: token) { print(mistake.difference ?? "no known mistake") }
    }

    struct Request: Sendable { var body: [UInt8] }
    struct Response: Sendable { var status: Int }

    static func receiver(_ database: some PostbackStore) throws -> Any {
        let receiver = PostbackReceiver(
            keys: TrustedKeys(.production), accepting: try .postbacks(forNetworks: ["acme.adattributionkit"]),
            store: database)

        func post(_ request: Request) async -> Response {
            do {
                return Response(status: try await receiver.receive(request.body).httpStatus)
            } catch {
                return Response(status: 500)
            }
        }
        return post
    }

    static func records(_ verifier: InputVerifier, _ record: PostbackRecord) async throws {
        let verdict = try await verifier.verdict(on: record.body.utf8)
        _ = verdict
    }

    static func receivedPostbacks(
        _ receiver: PostbackReceiver<SeenIdentifiers>, _ body: [UInt8],
        _ count: (FieldValue<AdCampaign>, FieldValue<ConversionWindow>?, FieldValue<ConversionValue>?) -> Void
    ) async throws {
        guard case .counted(let postback) = try await receiver.receive(body), postback.didWin == true else { return }
        count(postback.campaign, postback.window, postback.unsigned.conversionValue)
    }

    static func errors(_ report: PostbackReport, _ line: [UInt8], _ log: (String?, String?, any Error) -> Void) throws {
        do {
            try report.add(unverified: line, receivedAt: nil)
        } catch let error as any AttributionError {
            log(error.rule?.id, error.field, error)
        }
    }

    static func impressions(
        _ network: AdNetworkIdentifier, _ source: SourceIdentifier, _ key: P256PrivateKey
    ) throws {
        let impression = Impression(
            identifier: AttributionUUID(), publisherItemIdentifier: 1_108_187_390,
            adNetworkIdentifier: network, sourceIdentifier: source,
            timestamp: Timestamp(milliseconds: 1_679_790_422_446), advertisedItemIdentifier: 10_738_027_756)
        let token = try impression.signed(by: key)
        _ = token
    }

    static func nextKey(_ published: String) throws {
        let next = try AppleKey(keyID: "apple-cas-identifier/1", publicKey: P256PublicKey(pemRepresentation: published))
        let keys = TrustedKeys(.production, alsoFromApple: [next])
        _ = keys
    }

    static func trustedKeys(_ published: P256PublicKey, _ network: P256PrivateKey) throws -> [TrustedKeys] {
        let production = TrustedKeys(.production)
        let later = try TrustedKeys(
            .production, alsoFromApple: [AppleKey(keyID: "apple-cas-identifier/1", publicKey: published)])
        var tests = TrustedKeys(.productionAndDevelopment)
        try tests.add(network.publicKey, for: .network("acme.adattributionkit"))
        return [production, later, tests]
    }

    static func bids(_ requestText: [UInt8], _ responseText: [UInt8], _ keys: TrustedKeys, _ now: Timestamp) throws {
        let request = try BidRequest(parsing: requestText)
        let check = BidCheck(request: request, keys: keys)
        for report in try check.reports(on: responseText, now: now) where report.hasErrors {
            print(report.path, report.findings)
        }
    }

    static func postbacks(_ request: [UInt8], _ count: (FieldValue<AttributionUUID>, FieldValue<Bool>) -> Void) throws {
        let body = try UnverifiedPostback(parsing: request)
        let postback = try body.verified(by: TrustedKeys(.production), in: [.production])
        if !postback.findings.hasErrors { count(postback.signed.identifier, postback.signed.didWin) }
    }

    static func ads(
        _ network: AdNetworkIdentifier, _ source: SourceIdentifier, _ nonce: SKAdNetworkNonce, _ now: Timestamp,
        _ key: P256PrivateKey
    ) throws {
        let ad = try SKAdNetworkImpression(
            version: .four, adNetworkIdentifier: network, campaign: .source(source),
            advertisedItemIdentifier: 525_463_029, publisher: .app(880_047_117), fidelity: .storeKitRendered,
            nonce: nonce, timestamp: now)
        let parameters = try ad.signed(by: key).json(as: .storeKit)
        _ = parameters
    }

    static func skAdNetworkPostbacks(
        _ request: [UInt8], _ count: (FieldValue<AttributionUUID>, FieldValue<Bool>?) -> Void
    ) throws {
        let body = try UnverifiedSKAdNetworkPostback(parsing: request)
        let postback = try body.verified(by: TrustedKeys(.production), in: [.production])
        if !postback.findings.hasErrors { count(postback.signed.identifier, postback.signed.didWin) }
    }

    static func identifiers(_ postback: VerifiedPostback) throws {
        let mine = AttributionUUID()  // a new one
        let other = try AttributionUUID(parsing: "85546eb7-fd39-44bc-8990-c98a4ac36a49")
        if postback.signed.identifier == other { print("received") }
        _ = mine
    }

    static func fieldValues(_ postback: VerifiedPostback, _ count: (SourceIdentifier) -> Void) {
        if postback.signed.didWin == true, case .known(let source) = postback.signed.sourceIdentifier { count(source) }
    }

    static func campaigns(_ source: SourceIdentifier) throws {
        let spring = CampaignList.Campaign(.source(source), name: "Spring", spend: try Money("8.00"))
        let report = try PostbackReport(
            groupedBy: [.campaignName], refusingRepeats: true, campaigns: CampaignList([spring]))
        _ = report
    }

    static func reports(_ verifier: InputVerifier, _ bodies: [[UInt8]]) async throws {
        let report = PostbackReport(groupedBy: [.sourceIdentifier, .tiers], refusingRepeats: true)
        for verdict in try await verifier.verdicts(on: bodies) { report.add(verdict, receivedAt: nil) }
        for group in report.groups { print(try group[.sourceIdentifier]?.description ?? "none", group.counts.won) }
    }

    static func windows() throws {
        let report = PostbackReport(groupedBy: [.sourceIdentifier, .window], refusingRepeats: true)
        for group in report.groups where try group[.window] == .first { print(group.counts.won) }
    }

    static func schemas(_ document: String) throws {
        let schema = try ConversionSchema(parsing: document.utf8)
        let hour = Duration.seconds(3600)
        let purchase = try ConversionSchema.Event("purchase", revenue: Money("4.99"), after: hour)
        for value in schema.values(after: [purchase]) { print(value.window, value.fine ?? "-", value.name ?? "-") }
    }

    static func scenarios(_ text: String, _ keys: TrustedKeys, _ key: P256PrivateKey, _ send: (String) -> Void) throws {
        let scenario = try AttributionScenario(parsing: Array(text.utf8), keys: keys)
        let timeline = try scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1")
        for postback in timeline.counted { send(postback.body) }
    }

    static func events(_ impression: Impression, _ app: ItemIdentifier, _ value: FineConversionValue) {
        let events: [AttributionScenario.Event] = [
            .tap(impression, at: .zero), .install(app, at: .seconds(3600)),
            .update(app, at: .seconds(7200), through: .skAdNetwork, fine: 12, coarse: .low, locks: true),
        ]
        _ = events
    }
}
