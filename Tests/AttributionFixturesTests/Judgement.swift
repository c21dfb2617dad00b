import AdAttribution
import AttributionFixtures
import JOSE
import Rules
import StrictJSON
import Testing

/// What the library says of an input: the first step that refuses it, and all rules that it breaks.
struct Judgement {
    var stage = BrokenInput.Stage.rules
    var findings: [Finding] = []
    /// The rules that are broken, in the order found.
    var rules: [Rule] { findings.map(\.rule) + faults }
    private var faults: [Rule] = []

    /// Judges an input with the fixtures' key known for their network, at the beginning of 2026.
    init(_ text: String, _ fixtures: Fixtures) throws {
        guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
            try judge(token: text, body: nil, fixtures)
            return
        }
        if value["jws-string"] != nil || value["ad-interaction-type"] != nil {
            guard case .string(let token)? = value["jws-string"] else {
                var examiner = Examiner()
                findings = try #require(value.withView { examiner.findings(postback: nil, body: $0).list })
                return
            }
            try judge(token: token, body: value, fixtures)
        } else {
            findings = try #require(value.withView { Examiner().findings(configuration: $0).list })
        }
    }

    private mutating func judge(token: String, body: JSONValue?, _ fixtures: Fixtures) throws {
        let jws: UnverifiedJWS
        do throws(JWSError) {
            jws = try UnverifiedJWS(compact: token)
        } catch {
            stage = try #require(BrokenInput.Stage(rawValue: error.stage.rawValue))
            faults = [error.brokenRule]
            return
        }
        var keys = TrustedKeys()
        try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
        if !keys.candidates(for: jws.header.keyID).isEmpty, keys.verify(jws) == nil {
            stage = .signature
            faults = [TokenRules.signature]
        }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let header = try JSONValue(parsing: Base64URL.decode(Array(parts[0].utf8)))
        let payload = try JSONValue(parsing: Base64URL.decode(Array(parts[1].utf8)))
        guard case .object = payload else {
            stage = .payload
            faults = [TokenRules.payloadObject]
            return
        }
        let keyID = JSONValue.string(jws.header.keyID)
        var examiner = Examiner()
        findings = header.withView { examiner.findings(header: $0).list } ?? []
        let now = Timestamp(milliseconds: 1_767_225_600_000)
        findings +=
            payload.withView { payload in
                keyID.withView { keyID in
                    guard let body else {
                        return payload.member("did-win") == nil
                            ? examiner.findings(impression: payload, keyID: keyID, now: now).list
                            : examiner.findings(postback: payload, keyID: keyID).list
                    }
                    return body.withView { examiner.findings(postback: payload, keyID: keyID, body: $0).list } ?? []
                } ?? []
            } ?? []
    }
}
