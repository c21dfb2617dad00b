import AttributionBase
import AttributionModel

/// Inputs that cannot be read, or that are not of the requested kind.
extension BrokenInputs {
    var lines: [BrokenInput] {
        func payload(_ name: String, _ rule: Rule, _ text: (String) -> String) -> BrokenInput {
            let payload = fixtures.values(of: "line: " + name).impressionPayload
            return line(name, rule, text(payload.text), sound: payload)
        }
        func postback(
            _ name: String, _ rule: Rule, remedy: String? = nil, _ text: (JSONValue) -> String
        ) -> BrokenInput {
            let body = fixtures.body(fixtures.values(of: "line: " + name).postbackRequest.build())
            return line(name, rule, text(body), sound: body, remedy: remedy)
        }
        func line(
            _ name: String, _ rule: Rule, _ text: String, sound: JSONValue, remedy: String? = nil
        ) -> BrokenInput {
            BrokenInput(.line, "line: " + name, rule, at: .input, .string(text), sound: sound, remedy: remedy)
        }
        let (emptyList, bid) = (JSONValue.string("<plist><dict></dict></plist>"), "a bid's token is a number")
        let token = fixtures.token(payload: fixtures.values(of: "line: " + bid).impressionPayload)
        return [
            payload("it begins with a byte order mark", InputRules.encoding) { "\u{feff}" + $0 },
            payload("the object breaks off", InputRules.jsonSyntax) { String($0.dropLast()) },
            payload("two objects are on one line", InputRules.jsonSyntax) { $0 + $0 },
            payload("a name is there twice", InputRules.jsonSyntax) { $0.dropLast() + #","timestamp":1}"# },
            payload("it is an array", InputRules.jsonObject) { "[\($0)]" },
            line(
                "it is a property list that breaks off", InputRules.propertyListSyntax, "<plist><dict>",
                sound: emptyList),
            line(
                "it is a property list without a dictionary", InputRules.propertyListSyntax,
                "<plist><string>a</string></plist>", sound: emptyList),
            line(
                "it is a property list without its frame", InputRules.propertyListSyntax, "<dict></dict>",
                sound: emptyList, remedy: "plist-frame"),
            line(
                "it is a property list in other XML", InputRules.propertyListSyntax, "<add><dict></dict></add>",
                sound: emptyList, remedy: "outer-element+plist-frame"),
            line(
                bid, InputRules.bidTokenType, #"{"adattributionkit":{"jwt":7}}"#,
                sound: .object([.init("adattributionkit", .object([.init("jwt", .string(token))]))])),
            postback("a postback is inside a log line", InputRules.nested, remedy: "place") {
                #"{"request":{"body":\#($0.text)}}"#
            },
            postback("a postback's body is one of SKAdNetwork too", InputRules.twoMessages) { body in
                body.text.dropLast() + #","\#(SignedField.signature)":"MEUC"}"#
            },
        ]
    }
}
