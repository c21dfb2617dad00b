import AdAttribution
import StrictJSON

/// Inputs of which nothing can be read, or not what was asked for.
extension BrokenInputs {
    var lines: [BrokenInput] {
        let token = fixtures.impression(at: 0)
        let payload = fixtures.impressionPayload(at: 0)
        let parts = fixtures.postbackRequest(at: 0).build()
        let postback = body(parts.payload, parts.unsigned)
        func line(_ name: String, _ rule: String, _ text: String, sound: JSONValue) -> BrokenInput {
            BrokenInput("line: " + name, rule, at: .input, .string(text), sound: sound)
        }
        return [
            line("it begins with a byte order mark", "encoding", "\u{feff}" + payload.text, sound: payload),
            line("the object breaks off", "json-syntax", String(payload.text.dropLast()), sound: payload),
            line("two objects stand in one line", "json-syntax", payload.text + payload.text, sound: payload),
            line(
                "a name is there twice", "json-syntax", payload.text.dropLast() + #","timestamp":1}"#, sound: payload),
            line("it is an array", "json-object", "[\(payload.text)]", sound: payload),
            line(
                "it is a property list that breaks off", "plist-syntax", "<plist><dict>",
                sound: .string("<plist><dict></dict></plist>")),
            line(
                "it is a property list without a dictionary", "plist-syntax", "<plist><string>a</string></plist>",
                sound: .string("<plist><dict></dict></plist>")),
            line(
                "a bid's token is a number", "jwt-type", #"{"adattributionkit":{"jwt":7}}"#,
                sound: .object([.init("adattributionkit", .object([.init("jwt", .string(token))]))])),
            line(
                "a postback stands inside a log line", "nested-input", #"{"request":{"body":\#(postback.text)}}"#,
                sound: postback),
        ]
    }
}
