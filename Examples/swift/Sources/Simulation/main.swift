import AttributionReport
import AttributionTesting

// An ad is tapped; its app is installed and sets a conversion value. The server fails twice: no response, then a 500.
let document = """
    {
      "receivers": {"acme.adattributionkit": [0, 500]},
      "events": [
        {"at": "0s", "event": "tap", "presentation": "custom", "impression": {
          "impression-identifier": "7aa9f8cc-5689-4c02-b963-22ca22136015", "impression-type": "app-impression",
          "ad-network-identifier": "acme.adattributionkit", "source-identifier": 5239, "timestamp": 1767225600000,
          "advertised-item-identifier": 1108187390, "publisher-item-identifier": 284882215}},
        {"at": "1h", "event": "install", "app": 1108187390},
        {"at": "2h", "event": "update", "app": 1108187390, "fine": 12, "coarse": "low", "lock": true}
      ]
    }
    """

// This key takes the place of Apple's.
let key = try P256PrivateKey()
var keys = TrustedKeys(.productionAndDevelopment)
try keys.add(key.publicKey, for: .keyID("acme-test/1"))

let scenario = try AttributionScenario(parsing: document.utf8, keys: keys)
let timeline = try scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1")
print(timeline.drawing(columns: 100))

// Give your receiver what a device would send: three attempts here, because the server fails at first.
let accounts = Accounts()
let ours = try Acceptance.postbacks(forNetworks: ["acme.adattributionkit"], environments: [.local])
let receiver = PostbackReceiver(keys: keys, accepting: ours, store: accounts)
for postback in timeline.postbacks where postback.recipient == .adNetwork {
    _ = try await receiver.receive(postback.body.utf8)
}

// Compare what it counted with what it should have counted.
let groups = await accounts.groups
precondition(groups.reduce(0) { $0 + $1.counts.inputs } == timeline.counted.count && !groups.isEmpty)
for group in groups where try group[.window] == .first {
    print(try group[.sourceIdentifier]?.description ?? "none", group.counts.won)
}

/// This takes the place of a database: it counts each postback once.
actor Accounts: PostbackStore {
    private let seen = SeenIdentifiers()
    private let report = PostbackReport(groupedBy: [.sourceIdentifier, .window], refusingRepeats: true)

    var groups: [PostbackReport.Group] { report.groups }

    func insert(_ postback: ReceivedPostback) -> Insertion {
        let insertion = seen.insert(postback)
        if insertion == .new { report.add(postback, receivedAt: .now) }
        return insertion
    }

    func setAside(_ body: [UInt8], digest: String, _ refusal: RefusedInput) { print("set aside: \(refusal)") }
}
