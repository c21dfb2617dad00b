import AdAttribution
import AttributionFixtures
import ECDSA
import JOSE

// The article "Test with fixtures", as a program: it ends with a trap where something is not as it should be.
let fixtures = Fixtures(seed: 7)
var receiver = Receiver()
try receiver.keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
for position in PostbackCell.all.indices {
    precondition(receiver.receive(Array(fixtures.postback(at: position).utf8)) == 200, "postback \(position)")
}
precondition(receiver.counted.count == PostbackCell.all.count)

var refused = 0
for input in fixtures.broken where input.rule.severity == .error {
    precondition(receiver.receive(Array(input.text.utf8)) == 400, "\(input.name), want \(input.rule.id)")
    refused += 1
}

// An impression of one's own, signed and read back.
let key = P256PrivateKey()
let token = try UnverifiedJWS(compact: signedImpression(by: key))
precondition(token.verified(by: key.publicKey) != nil)
precondition(token.verified(by: P256PrivateKey().publicKey) == nil)

// A label is read back as it was written.
for input in fixtures.broken {
    let label = try FixtureLabel(parsing: Array(input.label.utf8))
    precondition(label.agrees(with: [input.rule], at: input.stage))
}
print("counted \(receiver.counted.count), refused \(refused)")
