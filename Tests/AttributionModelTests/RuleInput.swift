import AttributionBase
import AttributionModel

/// A valid input of one subject with changes to a few members.
enum RuleInput: Sendable {
    /// The members to replace, remove (nil) or add. Values are JSON text.
    typealias Changes = [String: String?]

    case impression(Changes, keyID: String = "example.adattributionkit")
    /// The signed payload of a postback, and its body.
    case postback(Changes, body: Changes = [:], keyID: String = "apple-cas-identifier/0")
    case header(String)
    case configuration(String)

    /// Returns the findings at 2023-03-26T00:27:03Z.
    func findings() throws -> [Finding] {
        let now = Timestamp(milliseconds: 1_679_790_423_000)
        switch self {
        case .impression(let changes, let keyID):
            return try Self.withView(Self.impression, changes) { payload in
                try Self.withView(keyID) { keyID in
                    var examiner = Examiner()
                    return examiner.findings(impression: payload, keyID: keyID, now: now).list
                }
            }
        case .postback(let changes, let bodyChanges, let keyID):
            return try Self.withView(Self.postback, changes) { payload in
                try Self.withView(Self.body, bodyChanges) { body in
                    try Self.withView(keyID) { keyID in
                        var examiner = Examiner()
                        return examiner.findings(postback: payload, keyID: keyID, body: body).list
                    }
                }
            }
        case .header(let text):
            return try Self.withView(text: text) { header in
                var examiner = Examiner()
                return examiner.findings(header: header).list
            }
        case .configuration(let text):
            return try Self.withView(text: text) { configuration in
                Examiner().findings(configuration: configuration).list
            }
        }
    }

    // MARK: - Valid inputs

    private static let impression: KeyValuePairs = [
        "impression-identifier": #""7aa9f8cc-5689-4c02-b963-22ca22136015""#, "publisher-item-identifier": "1108187390",
        "impression-type": #""app-impression""#, "ad-network-identifier": #""example.adattributionkit""#,
        "source-identifier": "5239", "timestamp": "1679790422446", "advertised-item-identifier": "10738027756",
        "eligible-for-re-engagement": "true",
    ]

    private static let postback: KeyValuePairs = [
        "postback-identifier": #""85546EB7-FD39-44BC-8990-C98A4AC36A49""#,
        "ad-network-identifier": #""example.adattributionkit""#, "advertised-item-identifier": "10738027756",
        "impression-type": #""app-impression""#, "conversion-type": #""download""#, "source-identifier": #""5239""#,
        "did-win": "true", "postback-sequence-index": "0", "publisher-item-identifier": "1108187390",
        "marketplace-identifier": #""com.apple.AppStore""#,
    ]

    private static let body: KeyValuePairs = [
        "jws-string": #""e30.e30.AA""#, "ad-interaction-type": #""click""#, "conversion-value": "42",
        "country-code": #""US""#,
    ]

    // MARK: - JSON text

    private static func withView<Result: Sendable>(
        _ members: KeyValuePairs<String, String>, _ changes: Changes, _ body: (JSONView) throws -> Result
    ) throws -> Result {
        var texts: [String] = []
        for (name, value) in members {
            if let value = changes.keys.contains(name) ? changes[name].flatMap({ $0 }) : value {
                texts.append("\"\(name)\":\(value)")
            }
        }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) where !members.contains(where: { $0.key == name })
        {
            if let value { texts.append("\"\(name)\":\(value)") }
        }
        return try withView(text: "{" + texts.joined(separator: ",") + "}", body)
    }

    private static func withView<Result: Sendable>(
        _ string: String, _ body: (JSONView) throws -> Result
    ) throws -> Result {
        var text = ByteBuffer()
        JSONText.appendString(string, to: &text)
        return try withView(text: text.text, body)
    }

    private static func withView<Result: Sendable>(text: String, _ body: (JSONView) throws -> Result) throws -> Result {
        let bytes = Array(text.utf8)
        var index = JSONIndex()
        return try bytes.withBytes { bytes in
            try index.scan(bytes)
            guard let root = unsafe index.root(of: bytes) else { preconditionFailure("a scanned text has a value") }
            return try body(root)
        }
    }
}
