import AdAttribution

// Sign an impression. Types keep values within Apple's ranges, and what breaks a rule is not signed.
let key = P256PrivateKey()  // or P256PrivateKey(pemRepresentation:)
guard let network = AdNetworkIdentifier("acme.adattributionkit"), let source = SourceIdentifier(5239),
    let moment = Timestamp("2026-01-01T12:00:00Z")
else { fatalError("not what Apple accepts") }
let impression = Impression(
    identifier: "7aa9f8cc-5689-4c02-b963-22ca22136015", publisherItemIdentifier: 284_882_215,
    adNetworkIdentifier: network, sourceIdentifier: source, timestamp: moment,
    advertisedItemIdentifier: 1_108_187_390)
print(try impression.signed(by: key, now: moment))

// Make a test postback: exactly the fields that the tier and the window allow.
var request = PostbackRequest(
    postbackIdentifier: "85546eb7-fd39-44bc-8990-c98a4ac36a49", adNetworkIdentifier: network,
    advertisedItemIdentifier: impression.advertisedItemIdentifier, sourceIdentifier: source)
request.tier = .two
request.fine = FineConversionValue(rawValue: 42)
if let refusal = request.refusal() { fatalError("\(refusal.rule.id): \(refusal.reason)") }
let parts = request.build()
let token = try key.compactJWS(payload: Array(parts.payload.text.utf8), keyID: "acme-test/1")
let posted = JSONValue.object([.init("jws-string", .string(token))] + parts.unsigned).text

// Receive it. Apple's keys are in TrustedKeys from the start; a test adds its own. A real receiver that counts says
// TrustedKeys(productionOnly: true) and adds none.
var trusted = TrustedKeys()
try trusted.add(key.publicKey, keyID: "acme-test/1")
do throws(PostbackBody.Failure) {
    let postback = try PostbackBody(parsing: Array(posted.utf8)).verified(by: trusted)
    // What was signed, and what anyone can have written beside it.
    print(postback.environment.rawValue, postback.signed.identifier, postback.signed.sourceIdentifier)
    if case .fine(let value)? = postback.unsigned.conversionValue { print("claims a value of \(value.rawValue)") }
} catch {
    // The error is one of a few cases: malformed, unknown key, bad signature, or the rules that are broken.
    print("refused: \(error)")
}
for apple in AppleKey.all { print(apple.keyID, apple.environment.rawValue) }
