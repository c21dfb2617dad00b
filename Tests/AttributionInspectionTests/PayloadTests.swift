import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

struct PayloadTests {
    /// Whether an object counts as a payload, said by looking up each name by itself.
    private static func isPayload(_ object: JSONView) -> Bool {
        let shape = object.messageKind == .postback ? PostbackField.shape : ImpressionField.shape
        let own = shape.fields.count { field in object.members.contains { $0.name.isString(field.name) } }
        let signed = SignedField.allCases.count { object.member($0.name) != nil }
        return own >= 3 && own > signed
    }

    @Test(arguments: [PostbackField.shape, ImpressionField.shape], 0...8)
    func aPayloadHasMoreMembersOfItsOwnThanOfSKAdNetwork(shape: ObjectShape, own: Int) throws {
        let identifier = shape === PostbackField.shape ? PostbackField.identifier : ImpressionField.identifier
        let fields = ([identifier] + shape.fields.filter { $0 != identifier }).filter {
            $0 != PostbackField.impressionIdentifier || shape !== PostbackField.shape
        }
        var seen = Set<Bool>()
        for signed in 0...SignedField.allCases.count {
            for value in ["1", "null"] {
                let names = fields.prefix(own + 1).map(\.text)
                let others = SignedField.allCases.prefix(signed).map(\.description).filter { !names.contains($0) }
                // A name may be written with escapes.
                let escaped = others.map { name in "\\u00" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
                }
                for others in [others, escaped] {
                    let members = names.map { "\"\($0)\":1" } + others.map { "\"\($0)\":\(value)" }
                    let text = Array("{\(members.joined(separator: ","))}".utf8)
                    try text.withBytes { text in
                        var index = JSONIndex()
                        let object = try unsafe index.read(text)
                        let expected = Self.isPayload(object)
                        expect(MessageMembers(of: object).payloadKind != nil, expected, "\(text.text)")
                        seen.insert(expected)
                    }
                }
            }
        }
        #expect(seen.contains(false) && (own < 2 || seen.contains(true)))
    }
}
