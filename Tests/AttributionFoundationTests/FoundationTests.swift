import AttributionFixtures
import AttributionFoundation
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Foundation
import Testing

/// What Foundation's types and those of the library are to each other.
struct FoundationTests {
    /// Guards milliseconds on the way: a moment that is read from a date is that which was signed.
    @Test(arguments: [0, 1, -1, 999, 1_767_225_600_123, -62_135_596_800_000, 253_402_300_799_999] as [Int64])
    func momentsAreDatesAndBack(_ milliseconds: Int64) {
        let moment = Timestamp(milliseconds: milliseconds)
        expect(Timestamp(Date(moment)), moment)
        #expect(abs(Date(moment).timeIntervalSince1970 - Double(milliseconds) / 1000) < 0.000_1)
    }

    @Test func nowIsNow() { #expect(abs(Date(Timestamp.now).timeIntervalSinceNow) < 60) }

    /// Guards against a trap: dates reach further than 64 bits of milliseconds.
    @Test func noDateTraps() {
        #expect(Timestamp(Date.distantFuture).milliseconds > 0 && Timestamp(Date.distantPast).milliseconds < 0)
        expect(Timestamp(Date(timeIntervalSince1970: 1e300)).milliseconds, .max)
        expect(Timestamp(Date(timeIntervalSince1970: -.infinity)).milliseconds, .min)
        expect(Timestamp(Date(timeIntervalSince1970: .nan)).milliseconds, 0)
    }

    @Test func identifiersAreUUIDs() throws {
        let uuid = UUID()
        expect(UUID(AttributionUUID(uuid)), uuid)
        expect(AttributionUUID(uuid), AttributionUUID(uuid.uuidString.lowercased()))
        let made = AttributionUUID()
        expect(UUID(made)?.uuidString.lowercased(), made.description)
    }

    /// Guards inputs: the bytes that Foundation has are read as they are.
    @Test func dataIsRead() throws {
        let fixtures = Fixtures(seed: 3)
        let keys = fixtures.trustedKeys
        let body = Data(fixtures.postback(at: 0).utf8)
        // A slice of data does not begin at 0.
        let slice = (Data([0, 0]) + body).dropFirst(2)
        for data in [body, slice] {
            let postback = try UnverifiedPostback(parsing: data).verified(by: keys)
            #expect(!postback.findings.hasErrors)
            expect(DecodedInput(unverified: data).kind, .postback)
            #expect(!InputValidator(keys: keys).report(on: data, now: Timestamp(Date())).hasErrors)
        }
        let token = Data(fixtures.impression(at: 0).utf8)
        let verified = try UnverifiedJWS(parsing: token).verified(by: fixtures.key.publicKey)
        #expect(
            try Impression(parsing: Data(verified.payload)).isDevelopment
                == Impression(parsing: verified.payload).isDevelopment)
    }

    /// Guards what a log shows of a failure: a sentence of what was found and wanted, and not a number.
    @Test func failuresAreSentences() throws {
        var errors: [any Error] = []
        func failing(_ body: () throws -> Void) { do { try body() } catch { errors.append(error) } }
        failing { _ = try UnverifiedPostback(parsing: Data("{".utf8)) }
        failing { _ = try UnverifiedPostback(parsing: "{}") }
        failing { _ = try Impression(parsing: Data("{}".utf8)) }
        failing {
            var keys = TrustedKeys(.production)
            try keys.add(ExampleKey.privateKey.publicKey, keyID: nil)
        }
        failing { _ = try AttributionConfiguration(parsing: Data("<plist>".utf8)) }
        failing { _ = try P256PrivateKey(pemRepresentation: "-----BEGIN CERTIFICATE-----") }
        failing { _ = try UnverifiedJWS(parsing: "a.b") }
        failing { _ = try JSONValue(parsing: Data("[1,".utf8)) }
        failing { _ = try UnverifiedSKAdNetworkPostback(parsing: Data("{}".utf8)) }
        failing { _ = try NetworkList(.object([])) }
        let ad = {
            (version: SKAdNetworkVersion, source: Publisher?, fidelity: FidelityType?, item: ItemIdentifier) in
            _ = try SKAdNetworkImpression(
                version: version, adNetworkIdentifier: ExampleKey.adNetworkIdentifier,
                campaign: version == .four
                    ? .source(SourceIdentifier(clamping: 5239))
                    : .campaign(try #require(CampaignIdentifier(rawValue: 1))),
                advertisedItemIdentifier: item, publisher: source, fidelity: fidelity,
                nonce: try #require(SKAdNetworkNonce("68483ef6-0678-40f9-a9e1-8bdbe5a1b3de")),
                timestamp: Timestamp(Date()))
        }
        failing { try ad(.four, nil, .viewThrough, 1) }
        failing { try ad(.four, .app(1), nil, 1) }
        failing { try ad(.four, .app(1), .viewThrough, 0) }
        failing { try ad(.four, .domain("https://example.com"), .storeKitRendered, 1) }
        failing { try ad(.four, .domain("example.com"), .viewThrough, 1) }
        failing { try ad(.three, .domain("example.com"), .storeKitRendered, 1) }
        failing { try ad(.two, .app(1), .viewThrough, 1) }
        failing { try ad(.one, .app(1), nil, 1) }
        let request = try BidRequest(.object([.init("imp", .array([]))]))
        failing { _ = try BidCheck(request: request, keys: nil).reports(on: Data("[".utf8), now: Timestamp(Date())) }
        expect(errors.count, 19, "\(errors.map { $0.localizedDescription })")
        for error in errors {
            let words = error.localizedDescription
            #expect(!words.contains("could not be completed") && !words.contains("(\(type(of: error))"), "\(words)")
            for line in words.split(separator: "\n") {
                #expect(line.first?.isLowercase == false && line.last == ".", "\(line)")
            }
        }
    }

    @Test func whatIsRefusedSaysWhatToDo() async throws {
        let receiver = PostbackReceiver(
            keys: TrustedKeys(.production), accepting: try .postbacks(forApps: [1]), store: SeenIdentifiers())
        guard case .refused(let refusal) = try await receiver.receive(Data("[]".utf8)) else {
            Issue.record("an array is no postback")
            return
        }
        #expect(refusal.localizedDescription.hasPrefix("This is"))
    }

    /// Guards the promise that nothing but this module needs Foundation.
    @Test func nothingElseImportsFoundation() throws {
        let importing = try Repository.paths(below: "Sources", ending: ".swift").filter {
            String(decoding: try Repository.bytes(of: "Sources/" + $0), as: UTF8.self).contains("import Foundation")
        }
        expect(importing.map { $0.split(separator: "/").first }, ["AttributionFoundation", "AttributionFoundation"])
    }
}
