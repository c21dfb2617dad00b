import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Inputs are identified by all signed values, and by nothing else.
struct IdentityTests {
    private let verifier: InputVerifier

    init() throws { verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false) }

    private func verified(_ text: String) throws -> VerifiedInput {
        try verifier.verdictNow(on: Array(text.utf8)).result.get()
    }

    /// Values of every JSON type, including those of windows.
    private static let values: [JSONValue] = [
        .number("0"), .number("1"), .number("2"), .number("7"), .number("-1"), .number("1e2"), .string("0"),
        .string("1"), .string(""), .string("6AAFB7A5-0170-41B5-BBE4-FE71DEDF1E30"), .bool(true), .bool(false), .null,
        .array([]), .object([.init("transaction-id", .string("x"))]),
    ]

    /// Names of unsigned members: those that relays add, and those similar to signed ones.
    private static let strangers = [
        "ip", "timestamp", "Transaction-ID", "transaction_id", "transaction-id ", "postback-sequence-index\u{200b}",
        "Postback-Sequence-Index", "identifier", "postback-identifier", "impression-identifier",
    ]

    // MARK: - Unsigned members

    /// Checks that an input keeps its identity when unsigned members are added, changed and removed.
    private func hold(_ input: JSONValue, whateverIs names: [String]) async throws {
        let sound = try verified(input.text)
        var changes: [JSONValue] = []
        for name in names {
            for value in Self.values.map({ Optional($0) }) + [nil] {
                var changed = input
                changed[name: name] = value
                changes.append(changed)
            }
        }
        for (change, verdict) in zip(changes, try await verifier.verdicts(on: changes.map(\.bytes))) {
            let other = try verdict.result.get()
            #expect(other.repeatKey == sound.repeatKey && other.repeatKey != nil, "\(change.text)")
            expect(other.payloadText, sound.payloadText, "\(change.text)")
            #expect(other.kind == sound.kind && other.identifier == sound.identifier, "\(change.text)")
        }
    }

    /// Regression: with an unsigned index, a postback of version 3.0 counted once for each value of the index.
    @Test func noUnsignedMemberOfSKAdNetworkChangesAnything() async throws {
        // The cells of a version differ only in values.
        var forms: Set<[String]> = []
        for postback in Samples.skAdNetworkPostbacks {
            let signed = postback.signedFields.map(\.description)
            let form = signed.filter { postback[$0] != nil } + [postback["version"]?.text ?? ""]
            guard forms.insert(form).inserted else { continue }
            let others = SignedField.allCases.map(\.description)
                .filter { !signed.contains($0) && $0 != "attribution-signature" && $0 != "version" }
            try await hold(postback, whateverIs: others + Self.strangers)
        }
        expect(forms.count, 12)
    }

    @Test func noUnsignedMemberOfABodyChangesAnything() async throws {
        let bodies = try Samples.bodies
        for index in stride(from: 0, to: bodies.count, by: 9) {
            guard case .object(let members) = bodies[index] else { continue }
            let names = Set(
                members.map(\.name) + SignedField.allCases.map(\.description) + Self.strangers
                    + ["JWS-String", "jwt", "adattributionkit", "conversion-value"])
            // A SKAdNetwork signature beside the token would make the body two messages.
            let others = names.subtracting(["jws-string", "attribution-signature"])
            try await hold(bodies[index], whateverIs: others.sorted())
        }
    }

    // MARK: - Equal contents

    @Test func howItIsWrittenChangesNothing() throws {
        let inputs = try Samples.skAdNetworkPostbacks + Samples.ads + Samples.bodies
        for input in inputs {
            guard case .object(let members) = input else { continue }
            let sound = try verified(input.text)
            let reversed = JSONValue.object(members.reversed())
            for text in [input.escaped, reversed.text, reversed.escaped, " \t" + input.text + "\r\n"] {
                let other = try verified(text)
                #expect(other.repeatKey == sound.repeatKey && other.repeatKey != nil, "\(text)")
                try expect(other.payload.sorted, sound.payload.sorted)
                expect(other.identifier, sound.identifier)
            }
        }
    }

    /// A repeated name, however it is written, is a fault of the JSON.
    @Test func noNameStandsTwice() throws {
        for postback in Samples.skAdNetworkPostbacks {
            guard case .object(let members) = postback else { continue }
            for member in members {
                for name in [JSONValue.string(member.name).text, JSONValue.string(member.name).escaped] {
                    for text in [
                        "{\(name):1," + String(postback.text.dropFirst()),
                        String(postback.text.dropLast()) + ",\(name):\(member.value.text)}",
                    ] {
                        expect(verifier.verdictNow(on: Array(text.utf8)).outcome, .malformed, "\(text)")
                    }
                }
            }
        }
    }

    @Test func theLetterCaseOfAUUIDIsNoDifference() throws {
        let lower = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        for (one, other) in [
            (Samples.four().text, Samples.four(("transaction-id", .string(lower.uppercased()))).text),
            (Samples.three().text, Samples.three(("transaction-id", .string(lower.uppercased()))).text),
            (try Samples.token(.postback(lower)), try Samples.token(.postback(lower.uppercased()))),
        ] {
            try expect(verified(one).repeatKey, verified(other).repeatKey)
        }
        // An identifier that is not a UUID is compared as it is.
        let texts = ["A", "a", lower + " ", lower.replacing("-", with: ""), "{\(lower)}", ""]
        let keys = try texts.map { try verified(Samples.three(("transaction-id", .string($0))).text).repeatKey }
        #expect(Set(keys).count == texts.count && !keys.contains(nil))
    }

    /// A token is the same input in a body, in a bid, or bare.
    @Test func whatIsAroundATokenIsNoDifference() throws {
        let id = "7aa9f8cc-5689-4c02-b963-22ca22136015"
        for payload in [
            JSONValue.postback(id), .object([.init("impression-identifier", .string(id))]),
            .object([.init("impression-identifier", .string("x")), .init("postback-identifier", .string(id))]),
        ] {
            let token = try Samples.token(payload)
            let bid = #"{"adattributionkit":{"jwt":"\#(token)"}}"#
            // A bid contains an impression, so another token in its place is refused.
            let isOfBid = payload["postback-identifier"] == nil
            expect((try? verified(bid)) != nil, isOfBid)
            let texts =
                [token, #"{"jws-string":"\#(token)"}"#, #"{"jwt":"\#(token)"}"#] + (isOfBid ? [bid] : [])
            let keys = try texts.map { try verified($0).repeatKey }
            #expect(Set(keys).count == 1 && keys[0] != nil, "\(payload.text)")
        }
        try expect(verified(#"{"jws-string":"\#(Samples.fixtures.impression(at: 0))"}"#).kind, .impression)
    }

    // MARK: - Different contents

    @Test func everySignedWindowIsItsOwn() throws {
        let indices = ["0", "1", "2", "3", "7", "-1", "-0", "10", "18446744073709551616"]
        let windows = try indices.map {
            try verified(Samples.four(("postback-sequence-index", .number($0))).text).repeatKey
        }
        let earlier = try verified(Samples.three().text).repeatKey
        #expect(Set(windows + [earlier]).count == indices.count + 1 && !windows.contains(nil))
        // The set of seen identifiers also distinguishes them.
        let seen = SeenIdentifiers()
        let mark = try #require(RepeatMark("00000000000000ff"))
        for key in windows + [earlier] {
            let key = try #require(key)
            #expect(!seen.contains(key))
            #expect(seen.insert(key, mark: mark) == .new && seen.contains(key))
        }
        for key in windows + [earlier] { expect(seen.insert(try #require(key), mark: mark), .same) }
    }

    /// Text that no mark has was read, and came back as another.
    @Test(arguments: [
        ("00000000000000ff", true), ("0000000000000002", true), ("0000000000000000", false),
        ("0000000000000001", false),
        ("00000000000000FF", false), ("0ff", false),
    ])
    func marksComeBackAsTheyWereWritten(text: String, isMark: Bool) {
        expect(RepeatMark(text)?.description, isMark ? text : nil)
    }

    @Test func fieldsAreApart() throws {
        let id = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        let impression = JSONValue.object([.init("impression-identifier", .string(id))])
        let texts = [
            try Samples.token(impression), try Samples.token(.postback(id)), Samples.three().text,
            Samples.ads[0].text,
        ]
        let keys = try texts.map { try #require(try verified($0).repeatKey) }
        #expect(Set(keys.map(\.field)).count == 4 && Set(keys).count == 4)
        let seen = SeenIdentifiers()
        for key in keys { #expect(seen.insert(key)) }
    }

    /// All signed fixtures have different identities.
    @Test func noTwoFixturesAreOne() throws {
        let inputs = try Samples.skAdNetworkPostbacks.dropLast() + Samples.ads + Samples.bodies
        let keys = try inputs.map { try #require(try verified($0.text).repeatKey) }
        expect(Set(keys).count, keys.count)
        expect(Set(keys.map { "\($0.field) \($0)" }).count, keys.count)
    }

    // MARK: - Descriptions

    private static let words: [(identifier: String, index: String?, word: String)] = [
        ("6AAFB7A5-0170-41B5-BBE4-FE71DEDF1E30", nil, "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"),
        ("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30", "0", "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30/0"),
        ("00000000-0000-0000-0000-00000000000f", "2", "00000000-0000-0000-0000-00000000000f/2"),
        ("f0000000-0000-0000-1000-000000000000", "7", "f0000000-0000-0000-1000-000000000000/7"),
        ("T", "-1", "T/-1"), ("T/1", nil, "T%2f1"), ("T", "1", "T/1"), ("T%2f1", nil, "T%252f1"),
        ("a\tb\nc", nil, "a%09b%0ac"), ("a b", nil, "a%20b"), ("é", nil, "%c3%a9"), ("", nil, ""),
        ("6aafb7a5-0170-41b5-bbe4-fe71dedf1e3", nil, "6aafb7a5-0170-41b5-bbe4-fe71dedf1e3"),
        ("6aafb7a5-0170-41b5-bbe4_fe71dedf1e30", nil, "6aafb7a5-0170-41b5-bbe4_fe71dedf1e30"),
        ("6aafb7a5-0170-41b5-bbe4-fe71dedf1e3g", nil, "6aafb7a5-0170-41b5-bbe4-fe71dedf1e3g"),
        ("6aafb7a5-0170-41b5-bbe4-fe71-edf1e30", nil, "6aafb7a5-0170-41b5-bbe4-fe71-edf1e30"),
    ]

    @Test func aKeyIsOneWord() {
        for (identifier, index, word) in Self.words {
            let key = Array(identifier.utf8).withBytes { identifier in
                Array((index ?? "").utf8).withBytes {
                    RepeatKey(.transaction, identifier, index: index == nil ? nil : $0)
                }
            }
            expect("\(key.identity)", word)
        }
        expect(Set(Self.words.map(\.word)).count, Self.words.count)
    }
}

extension JSONValue {
    fileprivate static func postback(_ identifier: String) -> JSONValue {
        .object([.init("postback-identifier", .string(identifier))])
    }

    /// The members of an object, sorted by name.
    fileprivate var sorted: [JSONValue.Member] {
        guard case .object(let members) = self else { return [] }
        return members.sorted { $0.name < $1.name }
    }
}
