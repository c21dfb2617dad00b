import AttributionFixtures
import AttributionInspection

// The articles as a program: it ends with a trap where something is not as it should be.
let statuses = try statusesOfPostbacks()
let accepted = try acceptedBrokenInputs()
precondition(statuses.allSatisfy { $0 == 200 } && accepted.isEmpty)

var trusted = TrustedKeys()
try trusted.add(fixtures.key.publicKey, keyID: fixtures.keyID)
let bodies = PostbackCell.all.indices.map { Array(fixtures.postback(at: $0).utf8) }

// Many at once: each is counted once, whoever sends it again.
let receiver = Receiver(trusting: trusted)
let first = await receiver.receive(bodies)
precondition(first.allSatisfy { $0 != nil } && Set(first.compactMap { $0?.signed.identifier }).count == bodies.count)
let repeats = await receiver.receive([bodies[0]])
precondition(repeats.allSatisfy { $0 == nil })

// As they come.
let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
for body in bodies { continuation.yield(body) }
continuation.finish()
var counted = 0
try await Receiver(trusting: trusted).receive(stream) { _ in counted += 1 }
precondition(counted == bodies.count)

let pem = P256PrivateKey().pemRepresentation.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
let signed = try token(
    "7aa9f8cc-5689-4c02-b963-22ca22136015", of: 1, in: 2, at: Timestamp(milliseconds: 1_767_225_600_000), pem: pem)
precondition(signed != nil)

// A label is read back as it was written.
for input in fixtures.broken {
    let label = try FixtureLabel(parsing: Array(input.label.utf8))
    precondition(label.agrees(with: [input.rule], at: input.stage))
}
print("counted \(counted), and refused all that is broken")
