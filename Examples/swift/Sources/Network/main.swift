import AdAttribution

// Sign an impression. Types keep values within Apple's ranges, and what breaks a rule is not signed.
let key = try P256PrivateKey()  // or P256PrivateKey(pemRepresentation:)
let network: AdNetworkIdentifier = "acme.adattributionkit"  // or AdNetworkIdentifier(parsing:)
let moment = try Timestamp(parsing: "2026-01-01T12:00:00Z")
let impression = Impression(
    publisherItemIdentifier: 284_882_215, adNetworkIdentifier: network, sourceIdentifier: 5239, timestamp: moment,
    advertisedItemIdentifier: 1_108_187_390)
print(try impression.signed(by: key, now: moment))

// Make a test postback: exactly the fields that the tier and the window allow.
var request = PostbackRequest(
    adNetworkIdentifier: network, advertisedItemIdentifier: impression.advertisedItemIdentifier,
    sourceIdentifier: 5239)
request.tier = .two
request.fine = FineConversionValue(rawValue: 42)
if let refusal = request.refusal { fatalError("\(refusal.id): \(refusal.summary)") }
let posted = try request.body(signedBy: key, keyID: "acme-test/1").text

// Verify it. A test trusts its own key in addition to Apple's, and says for what. To count conversions, use
// TrustedKeys(.production): you can add further keys of Apple's to it, but no others.
var trusted = TrustedKeys(.productionAndDevelopment)
try trusted.add(key.publicKey, for: .keyID("acme-test/1"))
do throws(Problem) {
    let postback = try UnverifiedPostback(parsing: posted).verified(by: trusted, in: [.local])
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
