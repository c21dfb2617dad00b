import AttributionBase
import AttributionInspection
import AttributionModel

/// An input that breaks a rule, with that rule. It must be rejected if the severity of the rule is `error`.
public struct BrokenInput: FixtureInput, LabelledInput {
    /// The kind of the input before it was broken.
    public let kind: FixtureKind
    /// A description of the fault, unique among the broken inputs.
    public let name: String
    /// The input: a compact JWS or JSON text.
    public var text: String { value.line }
    /// The first step that must reject it.
    package let stage: Stage
    /// The rule that the input breaks. It breaks no other rule of the same or a higher severity.
    public let rule: Rule
    /// Whether a receiver counts the input if it trusts ``Fixtures/trustedKeys`` and accepts the postbacks of
    /// ``Fixtures/network`` from the environment `local`.
    public var counts: Bool {
        (kind == .postback || kind == .skAdNetworkPostback) && rule.severity != .error
            && rule != PostbackRules.developmentNetwork && rule != PostbackRules.publishedKey
    }
    /// An input of the same kind that ``rule`` must not reject, in most cases the same input without the fault; nil if
    /// there is none. It can have the same identifier as ``text``, so do not give both to the same store.
    public var soundText: String? { sound?.line }
    /// The bid request to which the input responds, if it is a bid response; nil for all other inputs.
    public var request: String? { requestValue?.text }
    /// The bid request to which ``soundText`` responds.
    public var soundRequest: String? { soundRequestValue?.text }

    /// The name of the remedy that makes the input readable, as in the messages of `aak`; nil if there is none.
    package let remedy: String?

    package var value: JSONValue { values.broken }
    var sound: JSONValue? { values.sound }
    var requestValue: JSONValue? { values.request }
    private var soundRequestValue: JSONValue? { values.soundRequest }
    private let values: Values

    /// The input and its counterpart; for a bid response, with the requests that they answer.
    struct Values {
        let broken: JSONValue
        let sound: JSONValue?
        var request: JSONValue?
        var soundRequest: JSONValue?
    }

    /// The steps in which an input is read, in order [RFC 7515 §5.2].
    package typealias Stage = Report.Stage

    init(_ kind: FixtureKind, _ name: String, _ rule: Rule, at stage: Stage, remedy: String?, _ values: Values) {
        self.kind = kind
        self.name = name
        self.rule = rule
        self.stage = stage
        self.remedy = remedy
        self.values = values
    }
}

extension BrokenInput {
    /// The members that differ, at any depth, each as `"name": value`: those that only the broken input has, and those that only the sound
    /// one has. Both are empty if there are more than a few.
    package var difference: (broken: [String], sound: [String]) {
        let first = Self.members(of: text) + (request.map(Self.members) ?? [])
        let second = (soundText.map(Self.members) ?? []) + (soundRequest.map(Self.members) ?? [])
        let broken = first.filter { !second.contains($0) }
        let sound = second.filter { !first.contains($0) }
        // Many differences would explain less than the input itself.
        guard max(broken.count, sound.count) <= 3, !first.isEmpty, !second.isEmpty else { return ([], []) }
        return (broken, sound)
    }

    /// Returns the members of the header, the payload and the surrounding object, each as `"name": value`; none if the text cannot be read.
    private static func members(of text: String) -> [String] {
        if let value = try? JSONValue(parsing: Array(text.utf8)) {
            guard case .object(let members) = value else { return [] }
            if value["seatbid"] != nil || value["imp"] != nil { return leaves(value) }
            return members.flatMap { member in
                if member.name == BodyField.token.text, case .string(let token) = member.value {
                    return parts(of: token)
                }
                return [line(member)]
            }
        }
        return parts(of: text)
    }

    /// Returns the members of a bid request or response that contain no other members, at any depth.
    private static func leaves(_ value: JSONValue) -> [String] {
        switch value {
        case .object(let members):
            members.flatMap { member -> [String] in
                let inside = leaves(member.value)
                return inside.isEmpty ? [line(member)] : inside
            }
        case .array(let elements): elements.flatMap(leaves)
        default: []
        }
    }

    private static func parts(of token: String) -> [String] {
        let decoded = DecodedInput(unverified: token)
        return [decoded.header, decoded.payload].flatMap { part -> [String] in
            guard case .object(let members)? = part else { return [] }
            return members.map(line)
        }
    }

    private static func line(_ member: JSONValue.Member) -> String {
        "\(JSONValue.string(member.name).text): \(member.value.text)"
    }
}
