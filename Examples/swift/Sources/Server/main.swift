import AttributionReport
import AttributionTesting
import Foundation

// The articles as a program: it ends with a trap where something is not as it should be.
let refused = try await refusedSoundInputs()
precondition(refused.isEmpty, "\(refused)")
let broken = try await miscountedBrokenInputs()
precondition(broken.isEmpty, "\(broken)")
let miscounted = try await miscountedInputs()
precondition(miscounted.isEmpty, "\(miscounted)")

// A device sends Apple's postbacks. What others sign is kept, and does not count.
let database = Database()
let route = try PostbackRoute(storingIn: database)
let four =
    #"{"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-domain":"example.com","fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequence-index":0,"attribution-signature":"MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="}"#
let foreign = await route.post(Array(four.utf8))
let garbage = await route.post(Array("{".utf8))
let rules = await database.setAside.map(\.rule)
precondition(foreign == 200 && garbage == 200 && rules == ["postback-network-not-ours", "json-syntax"], "\(rules)")

// Ours counts once, and a database that is away loses nothing.
let ours = PostbackReceiver(
    keys: TrustedKeys(.production), accepting: try .postbacks(forApps: [525_463_029]), store: database)
await database.set(isUp: false)
var answers: [Int] = []
for isUp in [false, true, true] {
    await database.set(isUp: isUp)
    do {
        answers.append(try await ours.receive(four.utf8).httpStatus)
    } catch {
        answers.append(500)
    }
}
let rows = await database.postbacks.count
precondition(answers == [500, 200, 200] && rows == 1)

// One row for either framework.
let all = PostbackReceiver(
    keys: TrustedKeys(.production), accepting: try .postbacks(forApps: [525_463_029]), store: SeenIdentifiers())
let seen = try await all.receive(four.utf8)
guard case .counted(let postback) = seen else { preconditionFailure("\(seen)") }
precondition(
    row(postback) == [
        "skadnetwork", "production", "com.example", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30", "525463029", "source 5239",
        "0",
        "true", "download", "click", "63", "example.com", "",
    ])

let keys = fixtures.trustedKeys
let words = (0..<Fixtures.postbackCount).map { describe(Array(fixtures.postback(at: $0).utf8), trusting: keys) }
precondition(words.allSatisfy { !$0.hasPrefix("refused") } && words.contains("another network won"))

// A route of a framework answers as the receiver does, and leaves a body that is too large to the framework.
let router = Router<BasicContext>()
addPostbackRoutes(to: router, receiver: ours)
let paths = Set(
    ["appattribution", "skadnetwork"].flatMap {
        [".well-known/\($0)/report-attribution", ".well-known/\($0)/report-attribution/"]
    })
precondition(Set(router.routes.keys) == paths)
for (path, handler) in router.routes {
    let status = try await handler(Request(body: .init(bytes: Array(four.utf8))), BasicContext())
    precondition(status == .ok, path)
    let large = Request(body: .init(bytes: [UInt8](repeating: 32, count: 20_000)))
    do {
        let status = try await handler(large, BasicContext())
        preconditionFailure("\(status)")
    } catch is Request.Body.TooLarge {}
}
await database.set(isUp: false)
let away = try await router.routes[".well-known/skadnetwork/report-attribution/"]?(
    Request(body: .init(bytes: Array(four.utf8))), BasicContext())
precondition(away == .internalServerError)

// What is signed: a token, and the bids of both frameworks.
let key = try P256PrivateKey()
let pem = String(decoding: key.pemRepresentation.revealed, as: UTF8.self)
let signed = try token(of: 1, in: 2, pem: pem)
precondition(signed.hasPrefix("ey"))
let network: AdNetworkIdentifier = "acme.skadnetwork"
let source: SourceIdentifier = 5239
let moment = try Timestamp(parsing: "2026-01-01T12:00:00Z")
let request = try BidRequest(
    parsing:
        #"{"id":"r","imp":[{"id":"1","ext":{"skadn":{"versions":["4.0"],"sourceapp":"2","skadnetids":["acme.skadnetwork"]},"adattributionkit":{"version":"1.0","sourceapp":"2","skadnetids":["acme.skadnetwork"]}}}]}"#
        .utf8)
let digests = DigestService(publicKey: key.publicKey) { try key.signature(for: $0).derRepresentation }
let service = KeyService(publicKey: key.publicKey) { try key.signature(for: $0).derRepresentation }
let answer = try await bidExtension(
    answering: request.offers[0], with: 1, of: network, source: source, signedBy: service, now: moment)
do {
    let other = try KeyService(publicKey: P256PrivateKey().publicKey, sign: service.sign)
    let token = try await other.compactJWS(payload: Array("{}".utf8), keyID: "acme")
    preconditionFailure(token)
} catch is WrongSignatureError {}
let unlisted = try await bidExtension(
    answering: request.offers[0], with: 1, of: Fixtures.exampleNetwork, source: source,
    signedBy: key.messageSigner, now: moment)
precondition(unlisted == .object([]))
func response(_ answer: JSONValue) -> [UInt8] {
    Array(#"{"id":"r","seatbid":[{"bid":[{"id":"b","impid":"1","price":1,"ext":\#(answer.text)}]}]}"#.utf8)
}
var acme = TrustedKeys(.productionAndDevelopment)
for scope in [KeyScope.anyKeyID, .skAdNetwork] { try acme.add(key.publicKey, for: scope) }
let good = try faults(of: response(answer), answering: request, trusting: acme, now: moment)
precondition(good.isEmpty, "\(good)")
let unsigned = try faults(of: response(answer), answering: request, trusting: keys, now: moment)
precondition(unsigned.count == 2 && unsigned.allSatisfy { $0.contains("216:") || $0.contains("214:") }, "\(unsigned)")

// Postbacks of SKAdNetwork, and why a signature does not hold.
let example: AdNetworkIdentifier = "example.skadnetwork"
precondition(describeSKAdNetwork(Array(four.utf8), to: example) == "not ours")
precondition(describeSKAdNetwork([], to: example).hasPrefix("refused: "))
let test = SKAdNetworkPostbackRequest(
    version: .four, adNetworkIdentifier: network, sourceIdentifier: source, advertisedItemIdentifier: 1,
    identifier: AttributionUUID())
let body = Array(try test.body(signedBy: key).text.utf8)
let none = try mistake(in: body, signedBy: key.publicKey)
precondition(none == nil)
let found = try mistake(in: body, signedBy: P256PrivateKey().publicKey)
precondition(found != nil)

// An Info.plist, verdicts, and the postbacks of all windows.
let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>AdAttributionKitConfigurations</key><dict>
    <key>AttributionWindows</key><dict><key>global</key><dict><key>install</key><dict><key>click</key><integer>7</integer>
    <key>view</key><integer>99</integer></dict></dict></dict></dict></dict></plist>
    """
let checked = try settings(in: Array(plist.utf8), for: network)
precondition(checked.click == .seconds(7 * 86_400) && checked.findings.count == 1, "\(checked)")
let wrong = try await complaints(about: [Array(four.utf8), Array("{".utf8), body], trusting: acme)
precondition(wrong.count == 1 && wrong[0].hasPrefix("line 2: "), "\(wrong)")
let impression = Impression(
    identifier: AttributionUUID(), publisherItemIdentifier: 2, adNetworkIdentifier: network, sourceIdentifier: source,
    timestamp: moment, advertisedItemIdentifier: 1)
for (tier, count) in [(DataTier.zero, 1), (.one, 3), (.two, 3), (.three, 3)] {
    let made = try postbacks(
        tier: tier, from: impression, fine: tier > .one ? 42 : nil, coarse: tier > .zero ? .high : nil, signedBy: key)
    precondition(made.count == count, "\(tier): \(made.count)")
}

for version in SKAdNetworkVersion.allCases {
    let old = try skAdNetworkPostback(of: PostbackRequest(impression), version: version, campaign: 39, signedBy: key)
    precondition(old["campaign-id"] == (version == .four ? nil : .number("39")), old.text)
}

// What an app sends, and what the server reads of it.
let schema = """
    {"app": 1108187390, "windows": [{"window": 1, "values": [
      {"fine": 0, "name": "installed"},
      {"fine": [10, 19], "name": "small purchases", "event": "purchase", "revenue": ["0.01", "10.01"]}]}]}
    """
let value = try valueOfPurchase(by: schema)
precondition(value.sent?.fine?.rawValue == 14 && value.says?.revenue.least.description == "4.01", "\(value)")

// The next key of Apple's, all that is wrong with an input, an ad, and what campaigns earn.
let next = try productionKeys(and: "apple-cas-identifier/1", pem: key.publicKey.pemRepresentation)
let nextRequest = PostbackRequest(impression)
let nextBody = try nextRequest.body(signedBy: key, keyID: "apple-cas-identifier/1").text
let nextPostback = try UnverifiedPostback(parsing: nextBody).verified(by: next, in: [.production])
precondition(nextPostback.environment == .production)
precondition(faults(of: Array(four.utf8), trusting: keys).isEmpty && faults(of: [], trusting: keys).count == 1)
let bad = faults(of: Array(four.replacingOccurrences(of: ":63,", with: ":64,").utf8), trusting: keys)
precondition(bad.count == 1 && bad[0].hasPrefix("error skan-postback-conversion-value-range: "), "\(bad)")
let parameters = try await productPageParameters(of: 1, in: 2, for: network, source: source, signedBy: service)
precondition(parameters["SKStoreProductParameterAdNetworkVersion"] == "4.0", parameters.text)
do {
    let parameters = try await productPageParameters(
        of: 1, in: 2, for: network, source: source, signedBy: digests)
    preconditionFailure(parameters.text)
} catch let error as WrongSignatureError { precondition(error.problem.hint?.contains("hashed again") == true) }
var bodies: [[UInt8]] = []
for value in FineConversionValue.range {
    var request = PostbackRequest(impression)
    request.fine = FineConversionValue(rawValue: value)
    bodies.append(Array(try request.body(signedBy: key, keyID: "acme").text.utf8))
}
let prices = try ConversionSchema(parsing: schema.replacingOccurrences(of: "1108187390", with: "1"))
let spring = CampaignList.Campaign(.source(source), name: "Spring", spend: try Money("10"))
let own = InputVerifier(
    keys: acme, accepting: try .postbacks(forNetworks: [impression.adNetworkIdentifier], environments: [.local]),
    checksRules: true)
let (schemas, campaigns) = try pricesAndSpend(schema: schema)
_ = try PostbackReport(groupedBy: [.campaignName], refusingRepeats: true, schemas: schemas, campaigns: campaigns)
let earned = try await earnings(of: bodies, by: own, schema: prices, campaigns: [spring])
let looking = InputVerifier.inspector(keys: acme, checksRules: false)
let counted = try await earnings(of: bodies, by: looking, schema: prices, campaigns: [spring])
precondition(counted["Spring"]?.revenue?.least.description == "0.00", "\(counted)")
precondition(earned["Spring"]?.revenue?.least.description == "45.10", "\(earned)")
let first = try await own.verdict(on: bodies[0])
let days = try postbacksByDay([PostbackRecord(first.result.get().postback!, receivedAt: moment)])
precondition(days == ["2026-01-01": 1], "\(days) \(first.result)")
let log = FileManager.default.temporaryDirectory.appendingPathComponent("aak-example-\(UUID()).ndjson")
try (bodies + [[123]]).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    .write(to: log, atomically: true, encoding: .utf8)
let outcomesOfLog = try await outcomes(of: [log.path, log.path], trusting: acme)
try FileManager.default.removeItem(at: log)
precondition(outcomesOfLog == [.valid: 128, .malformed: 2], "\(outcomesOfLog)")

let advertised = impression.advertisedItemIdentifier
let served = try AttributionScenario(
    [
        .tap(impression, at: .zero), .install(advertised, at: .seconds(3600)),
        .update(advertised, at: .seconds(7200), through: .adAttributionKit, fine: 12, coarse: .low),
    ], keys: keys)
var testKeys = TrustedKeys(.productionAndDevelopment)
try testKeys.add(key.publicKey, for: .keyID("acme-test/1"))
let server = PostbackReceiver(
    keys: testKeys,
    accepting: try .postbacks(forNetworks: [impression.adNetworkIdentifier], environments: [.local]),
    store: SeenIdentifiers())
let countedByServer = try await counted(in: served, by: server, signedBy: key)
precondition(countedByServer > 0)

let shown = contents(of: Array(four.utf8))
precondition(shown.hasPrefix("skadnetwork-postback: {"), shown)
precondition(contents(of: Array("eyJ".utf8)).contains("3 (header.payload.signature)"))

let told = try story(of: impression, signedBy: key)
precondition(told.count { $0.contains(" postback delivered ") } == 1, "\(told)")

print("counted \(words.count), and refused all that is broken")
