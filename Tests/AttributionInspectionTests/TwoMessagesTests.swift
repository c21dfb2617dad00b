import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// Verifying one message of an object would vouch for another in it, which its reader may use instead.
struct TwoMessagesTests {
    private let verifier: InputVerifier
    private let validator: InputValidator

    init() throws {
        verifier = InputVerifier(keys: try Samples.keys, accepting: .everything, checksRules: false)
        validator = InputValidator(keys: try Samples.keys)
    }

    private func rules(_ input: JSONValue) -> [String] {
        let refused: String =
            switch verifier.verdictNow(on: input.bytes).result {
            case .success: "valid"
            case .failure(let refusal): refusal.fault.rule.id
            }
        let report = validator.report(on: input.bytes, now: Timestamp(milliseconds: 1_800_000_000_000))
        return [refused, report.fault?.rule.id ?? (!report.hasErrors ? "good" : "bad")]
    }

    private static func merged(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
        guard case .object(let left) = first, case .object(let right) = second else { return .null }
        return .object(left + right.filter { member in !left.contains { $0.name == member.name } })
    }

    private static let token = JSONValue.object([.init("jwt", .string(Samples.fixtures.impression(at: 0)))])
    private static let forgedToken = JSONValue.object([
        .init("jwt", .string(String(Samples.fixtures.impression(at: 1).dropLast(4)) + "AAAA"))
    ])

    private static func bid(_ token: JSONValue) -> JSONValue { .object([.init("adattributionkit", token)]) }

    @Test func anObjectIsOneMessage() throws {
        var forged = Samples.four()
        forged[name: "app-id"] = .number("1")
        let body = try #require(try Samples.bodies.first)
        let twice: [JSONValue] = [
            Self.merged(body, forged), Self.merged(body, Self.bid(Self.forgedToken)),
            Self.merged(body, .object([.init("skadn", .object([.init("fidelities", .array([]))]))])),
            Self.merged(Self.token, forged), Self.merged(Self.bid(Self.token), forged),
            Self.merged(Self.token, try #require(Samples.ads.last)),
            Self.merged(Self.bid(Self.token), Self.forgedToken),
            Self.merged(Self.token, .object([.init("ext", Self.bid(Self.forgedToken))])),
            Self.merged(
                Self.token, .object([.init("bid", .array([.object([.init("ext", Self.bid(Self.forgedToken))])]))])),
            Self.merged(Self.token, .object([.init("skadn", .object([.init("signature", .string("x"))]))])),
            Self.merged(body, .object([.init("attribution-signature", .string(""))])),
        ]
        for input in twice { expect(rules(input), ["two-messages", "two-messages"], "\(input.text)") }
        // Each message on its own is valid.
        for input in [body, Self.token, Self.bid(Self.token)] { expect(rules(input)[0], "valid", "\(input.text)") }
        // A member that is null is absent, and no message.
        expect(rules(Self.merged(body, .object([.init("attribution-signature", .null)])))[0], "valid")
        expect(rules(Self.merged(Self.token, .object([.init("jws-string", .null)])))[0], "valid")
        // A member that only resembles a message was added by a relay.
        for (name, value) in [("ext", JSONValue.object([])), ("signature", .string("x")), ("version", .string("4.0"))] {
            expect(rules(Self.merged(Self.token, .object([.init(name, value)])))[0], "valid", "\(name)")
        }
    }

    /// All bid objects are inspected, at any level.
    @Test func everyObjectOfBidsIsLookedAt() {
        let first = Self.bid(Self.token)
        let second = Self.bid(Self.forgedToken)
        for name in ["ext", "bid", "x"] {
            for nested in [second, .array([second]), .object([.init("ext", second)])] {
                expect(rules(Self.merged(first, .object([.init(name, nested)])))[0], "jws-signature", "\(name)")
            }
        }
        expect(rules(Self.bid(Self.merged(Self.token, second)))[0], "jws-signature")
        expect(rules(Self.bid(Self.merged(Self.token, .object([.init("ext", second)]))))[0], "jws-signature")
    }

    @Test(
        "What stands where an object must stand is no bid without one",
        arguments: ["1", #""x""#, "[]", #"[{"jwt":"a.b.c"}]"#])
    func noObject(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        let good = JSONValue.object([.init("ext", Self.bid(Self.token))])
        for name in ["skadn", "adattributionkit"] {
            let bad = JSONValue.object([.init("ext", .object([.init(name, value)]))])
            for bids in [[good, bad], [bad, good], [bad]] {
                let response = JSONValue.object([
                    .init("seatbid", .array([.object([.init("bid", .array(bids))])]))
                ])
                expect(rules(response)[0], "openrtb-member-type", "\(response.text)")
                #expect(validator.report(on: response.bytes, now: Timestamp(milliseconds: .max)).hasErrors)
            }
        }
        // The offers of a request are not part of the signed values in a response next to it.
        let request = JSONValue.object([.init("ext", .object([.init("skadn", value)]))])
        let both = JSONValue.object([
            .init("imp", .array([request])),
            .init("seatbid", .array([.object([.init("bid", .array([good]))])])),
        ])
        expect(rules(both)[0], "valid")
    }
}
