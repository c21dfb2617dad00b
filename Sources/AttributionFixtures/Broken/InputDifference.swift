import AttributionBase
import AttributionInspection
import AttributionModel

extension BrokenInput {
    /// The members that only the broken or only the sound input has, at any depth, each as `"name": value`. They are empty
    /// unless there are only a few.
    package var difference: (broken: [String], sound: [String]) {
        let first = Self.members(of: text) + (request.map(Self.members) ?? [])
        let second = (soundText.map(Self.members) ?? []) + (soundRequest.map(Self.members) ?? [])
        let broken = first.filter { !second.contains($0) }
        let sound = second.filter { !first.contains($0) }
        // A few differences show the fault; if there are many, the input itself is clearer.
        guard max(broken.count, sound.count) <= 3, !first.isEmpty, !second.isEmpty else { return ([], []) }
        return (broken, sound)
    }

    /// Returns the members of the header, the payload and the surrounding object, each as `"name": value`; none if
    /// they cannot be read.
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
