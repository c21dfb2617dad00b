import AttributionBase
import AttributionCrypto
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
            postback("a postback body is also a SKAdNetwork postback", InputRules.twoMessages) { body in
                body.text.dropLast() + #","\#(SignedField.signature)":"MEUC"}"#
            },
        ]
    }
}

/// Lines as logs, databases and people hand inputs on, one for each remedy that `aak` offers.
extension BrokenInputs {
    var remediedLines: [BrokenInput] {
        func line(
            _ remedy: String, _ words: String, _ rule: Rule, at stage: BrokenInput.Stage = .input, _ text: String,
            sound: JSONValue
        ) -> BrokenInput {
            BrokenInput(.line, "line: " + words, rule, at: stage, .string(text), sound: sound, remedy: remedy)
        }
        func postback(
            _ remedy: String, _ words: String, _ rule: Rule, at stage: BrokenInput.Stage = .input,
            _ text: (JSONValue) -> String
        ) -> BrokenInput {
            let body = fixtures.body(fixtures.values(of: "line: " + words).postbackRequest.build())
            return line(remedy, words, rule, at: stage, text(body), sound: body)
        }
        func impression(
            _ remedy: String, _ words: String, _ rule: Rule, at stage: BrokenInput.Stage = .input,
            _ text: (String) -> String
        ) -> BrokenInput {
            let token = fixtures.token(payload: fixtures.values(of: "line: " + words).impressionPayload)
            return line(remedy, words, rule, at: stage, text(token), sound: .string(token))
        }
        func payload(
            _ remedy: String, _ words: String, _ rule: Rule, at stage: BrokenInput.Stage,
            _ text: (JSONValue) -> String
        ) -> BrokenInput {
            let payload = fixtures.values(of: "line: " + words).impressionPayload
            return line(remedy, words, rule, at: stage, text(payload), sound: payload)
        }
        let skadn = BidFixtures(fixtures, otherSigner, fixtures.values(of: "line: skadn")).skadn()
        return [
            postback("text-place+prefix", "a postback is in the text of a log line", InputRules.unrecognised) {
                #"{"log":\#(JSONValue.string("INFO got " + $0.text).text)}"#
            },
            postback("typed-values+place", "a postback is as DynamoDB has it", InputRules.nested) {
                #"{"Item":\#($0.typed.text)}"#
            },
            postback("names", "the names of a postback have underscores", InputRules.nested) { $0.underscored.text },
            impression("token-parts", "a token is in the JSON form of a JWS", InputRules.unrecognised) { token in
                let parts = token.split(separator: ".")
                return #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#
            },
            line(
                "wrapper", "the skadn of a bid is without its name", InputRules.unrecognised, skadn.text,
                sound: .object([.init("skadn", skadn)])),
            payload(
                "record-separator", "a record separator is before each object", InputRules.unrecognised, at: .input
            ) { String(repeating: "\u{1e}" + $0.text, count: 3) },
            postback("hex-escapes", "the quotes are escaped as nginx does", InputRules.jsonSyntax) {
                $0.text.replacingEach("\"", by: "\\x22")
            },
            payload("prefix", "the time of a log is before the object", InputRules.unrecognised, at: .input) {
                "10.0.0.1 2026-01-01T00:00:00Z INFO " + $0.text
            },
            postback("tail", "a status is behind the object", InputRules.jsonSyntax) { $0.text + " 200 12" },
            postback("trailing-comma", "a comma is behind the last member", InputRules.jsonSyntax) {
                $0.text.dropLast() + ",}"
            },
            impression("json-parts", "the parts of a token are JSON", InputRules.jsonSyntax) { token in
                let parts = token.split(separator: ".").map(String.init)
                let texts = parts.prefix(2).map { Base64URL.decodeLeniently(Array($0.utf8)) ?? [] }
                return (texts.map { String(decoding: $0, as: UTF8.self) } + [parts[2]]).joined(separator: ".")
            },
            postback("pasted", "a comma is behind the object", InputRules.jsonSyntax) { $0.text + "," },
            impression("time-inside", "a log split the token", TokenRules.components, at: .components) {
                "\($0.prefix(200))2026-01-02T03:04:05.678Z stderr P \($0.dropFirst(200))"
            },
            impression("tokens", "a token is twice on a line", TokenRules.components, at: .components) {
                "\($0) \($0)"
            },
            postback("member-name", "a form's parser took a postback for a name", InputRules.unrecognised) {
                JSONValue.object([.init($0.text, .string(""))]).text
            },
            postback("unescaped-body", "the quotes of a postback in a log are not escaped", InputRules.jsonSyntax) {
                #"{"time":1,"body":"\#($0.text)","status":200}"#
            },
            payload("form", "the fields of a form", InputRules.unrecognised, at: .input) {
                "\($0.form)&campaign=1.2.3"
            },
            payload("table", "a cell of a table", InputRules.unrecognised, at: .input) {
                "1.2.3;\"\($0.text.replacingEach("\"", by: "\"\""))\""
            },
            postback("printed", "Ruby printed a postback", InputRules.jsonSyntax) {
                $0.text.replacingEach("\":", by: "\"=>").replacingEach(",\"", by: ", \"")
            },
            impression(
                "base64url", "the signature of a token has padding", TokenRules.signatureBase64URL, at: .signature
            ) { $0 + "==" },
            payload("braces", "the members of an object have no braces", InputRules.unrecognised, at: .input) {
                String($0.text.dropFirst().dropLast()) + ","
            },
            postback("names", "the names of a postback have a prefix", InputRules.nested) { $0.prefixed.text },
            postback("places", "a list has postbacks in members of two names", InputRules.jsonObject) {
                #"[{"body":\#($0.text)},{"request":{"body":\#($0.text)}}]"#
            },
            payload("values", "the time of a payload is in seconds", ImpressionRules.timestampInSeconds, at: .rules) {
                guard case .number(let text)? = $0[ImpressionField.timestamp] else { return $0.text }
                return $0.setting(ImpressionField.timestamp.text, .number(String(text.dropLast(3)))).text
            },
        ]
    }
}

extension JSONValue {
    private func mapped(_ change: (Member) -> Member) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map(change))
    }

    /// The object with the type of each value around it.
    fileprivate var typed: JSONValue {
        mapped { member in
            let (type, text) =
                if case .number(let text) = member.value { ("N", text) } else { ("S", member.value.line) }
            return .init(member.name, .object([.init(type, .string(text))]))
        }
    }

    fileprivate var underscored: JSONValue { mapped { .init($0.name.replacingEach("-", by: "_"), $0.value) } }

    fileprivate var prefixed: JSONValue { mapped { .init("body_" + $0.name.replacingEach("-", by: "_"), $0.value) } }

    /// The members as the fields of a form, of which none has a character that a form escapes, without booleans.
    fileprivate var form: String {
        guard case .object(let members) = self else { return "" }
        return members.filter { if case .bool = $0.value { false } else { true } }
            .map { "\($0.name)=\($0.value.line)" }.joined(separator: "&")
    }
}
