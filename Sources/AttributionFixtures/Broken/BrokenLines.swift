import AdAttribution
import AttributionJSON
import AttributionRules
import SKAdNetwork

/// Inputs that cannot be read, or that are not of the requested kind.
extension BrokenInputs {
    var lines: [BrokenInput] {
        let token = fixtures.impression(at: 0)
        let payload = fixtures.impressionPayload(at: 0)
        let parts = fixtures.postbackRequest(at: 0).build()
        let postback = body(parts.payload, parts.unsigned)
        func line(_ name: String, _ rule: Rule, _ text: String, sound: JSONValue) -> BrokenInput {
            BrokenInput(.line, "line: " + name, rule, at: .input, .string(text), sound: sound)
        }
        return [
            line("it begins with a byte order mark", InputRules.encoding, "\u{feff}" + payload.text, sound: payload),
            line("the object breaks off", InputRules.jsonSyntax, String(payload.text.dropLast()), sound: payload),
            line("two objects are on one line", InputRules.jsonSyntax, payload.text + payload.text, sound: payload),
            line(
                "a name is there twice", InputRules.jsonSyntax, payload.text.dropLast() + #","timestamp":1}"#,
                sound: payload),
            line("it is an array", InputRules.jsonObject, "[\(payload.text)]", sound: payload),
            line(
                "it is a property list that breaks off", InputRules.propertyListSyntax, "<plist><dict>",
                sound: .string("<plist><dict></dict></plist>")),
            line(
                "it is a property list without a dictionary", InputRules.propertyListSyntax,
                "<plist><string>a</string></plist>",
                sound: .string("<plist><dict></dict></plist>")),
            line(
                "a bid's token is a number", InputRules.bidTokenType, #"{"adattributionkit":{"jwt":7}}"#,
                sound: .object([.init("adattributionkit", .object([.init("jwt", .string(token))]))])),
            line(
                "a postback is inside a log line", InputRules.nested, #"{"request":{"body":\#(postback.text)}}"#,
                sound: postback),
            line(
                "a postback's body is one of SKAdNetwork too", InputRules.twoMessages,
                postback.with(SignedField.signature.member(.string("MEUC"))).text, sound: postback),
        ]
    }
}

extension JSONValue {
    /// Returns the object with one more member.
    fileprivate func with(_ member: Member) -> JSONValue {
        if case .object(let members) = self { .object(members + [member]) } else { self }
    }
}
