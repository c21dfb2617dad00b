import AdAttribution
import AttributionInspection
import AttributionJSON

/// The few members in which a broken input and its sound counterpart differ, wherever in them they stand: each as
/// `"name": value`.
package struct InputDifference: Sendable {
    /// Those of the broken input alone.
    package private(set) var broken: [String] = []
    /// Those of the sound one alone.
    package private(set) var sound: [String] = []

    fileprivate init(_ input: BrokenInput) {
        let first = Self.members(of: input.text) + (input.request.map(Self.members) ?? [])
        let second = (input.soundText.map(Self.members) ?? []) + (input.soundRequest.map(Self.members) ?? [])
        let broken = first.filter { !second.contains($0) }
        let sound = second.filter { !first.contains($0) }
        // Where little differs it shows what is wrong; where much does, the input itself is clearer.
        guard max(broken.count, sound.count) <= 3, !first.isEmpty, !second.isEmpty else { return }
        self.broken = broken
        self.sound = sound
    }

    /// Each member of the header, the payload and the object around them, as `"name":value`; none of what cannot be read.
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

    /// The members of a bid request or response that hold no others, however deep.
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

extension BrokenInput {
    /// What is wrong with the input; empty where too much differs from a sound one, or nothing can be compared with.
    package var difference: InputDifference { InputDifference(self) }
}
