import AdAttribution

// Sign an impression. Types keep values within Apple's ranges, and what breaks a rule is not signed.
let key = P256PrivateKey()  // or P256PrivateKey(pemRepresentation:)
guard let network = AdNetworkIdentifier("acme.adattributionkit"), let source = SourceIdentifier(5239),
    let moment = Timestamp("2026-01-01T12:00:00Z")
else { fatalError("not what Apple accepts") }
let impression = Impression(
    publisherItemIdentifier: 284_882_215, adNetworkIdentifier: network, sourceIdentifier: source, timestamp: moment,
    advertisedItemIdentifier: 1_108_187_390)
print(try await impression.signed(by: key, now: moment))

// Make a test postback: exactly the fields that the tier and the window allow.
var request = PostbackRequest(
    adNetworkIdentifier: network, advertisedItemIdentifier: impression.advertisedItemIdentifier,
    sourceIdentifier: source)
request.tier = .two
request.fine = FineConversionValue(rawValue: 42)
if let refusal = request.refusal { fatalError("\(refusal.id): \(refusal.summary)") }
let posted = try await request.body(signedBy: key, keyID: "acme-test/1").text

// Verify it. A test trusts its own key in addition to Apple's. To count conversions, use TrustedKeys(.production): you can
// add further keys of Apple's to it, but no others.
let trusted = try TrustedKeys(adding: key.publicKey, keyID: "acme-test/1")
do throws(Problem) {
    let postback = try UnverifiedPostback(parsing: posted).verified(by: trusted)
    // What was signed, and what anyone may have changed.
    print(postback.environment.rawValue, postback.signed.identifier, postback.signed.sourceIdentifier)
    if let value = postback.unsigned.conversionValue { print("unsigned value: \(value)") }
    // The rules that the postback breaks, of the rules known today.
    for finding in postback.findings { print(finding) }
} catch {
    // Malformed, signed by an unknown key, or badly signed.
    print("refused: \(error)")
}
for apple in AppleKey.all { print(apple.keyID, apple.environment.rawValue) }
