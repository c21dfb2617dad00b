import AttributionFixtures
import AttributionInspection

// The articles as a program: it ends with a trap where something is not as it should be.
let sound = try await countOfSoundPostbacks()
precondition(sound == PostbackCell.all.count, "\(sound)")
let accepted = try await acceptedBrokenInputs()
precondition(accepted.isEmpty, "\(accepted)")

// A device sends Apple's postbacks. What others sign is kept, and does not count.
let database = Database()
let route = PostbackRoute(storingIn: database)
let four =
    #"{"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-domain":"example.com","fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequence-index":0,"attribution-signature":"MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="}"#
let foreign = await route.post(Array(four.utf8))
let garbage = await route.post(Array("{".utf8))
let rules = await database.setAside.map(\.rule)
precondition(foreign == 200 && garbage == 200 && rules == ["postback-network-not-ours", "json-syntax"], "\(rules)")

// Ours counts once, and a database that is away loses nothing.
let ours = PostbackReceiver(accepting: .postbacks(forNetworks: ["com.example"]), store: database)
await database.set(isUp: false)
var answers: [Int] = []
for isUp in [false, true, true] {
    await database.set(isUp: isUp)
    do {
        _ = try await ours.receive(four.utf8)
        answers.append(200)
    } catch {
        answers.append(500)
    }
}
let rows = await database.postbacks.count
precondition(answers == [500, 200, 200] && rows == 1)

var keys = TrustedKeys(.all)
try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
let words = PostbackCell.all.indices.map { describe(Array(fixtures.postback(at: $0).utf8), trusting: keys) }
precondition(words.allSatisfy { !$0.hasPrefix("refused") } && words.contains("another network won"))

let pem = P256PrivateKey().pemRepresentation.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
let signed = try token(
    "7aa9f8cc-5689-4c02-b963-22ca22136015", of: 1, in: 2, at: Timestamp(milliseconds: 1_767_225_600_000), pem: pem)
precondition(signed != nil)

// A label is read back as it was written.
for input in fixtures.broken {
    let label = try FixtureLabel(parsing: Array(input.label.utf8))
    precondition(label.agrees(with: [input.rule], at: input.stage))
}
print("counted \(words.count), and refused all that is broken")
