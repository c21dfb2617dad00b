import AttributionBase
import AttributionCrypto
import AttributionModel

/// Inputs that cannot be read, or that are not of the requested kind.
extension BrokenInputs {
    private func line(
        _ words: String, _ rule: Rule, remedy: String? = nil, at stage: BrokenInput.Stage = .input,
        _ values: (FixtureValues) -> (text: String, sound: JSONValue)
    ) -> BrokenInput {
        let name = "line: " + words
        return input(.line, name, rule, at: stage, remedy: remedy) {
            let (text, sound) = values(fixtures.values(of: name))
            return .init(broken: .string(text), sound: sound)
        }
    }

    private func payload(
        _ words: String, _ rule: Rule, remedy: String? = nil, at stage: BrokenInput.Stage = .input,
        _ text: (JSONValue) -> String
    ) -> BrokenInput {
        line(words, rule, remedy: remedy, at: stage) { (text($0.impressionPayload), $0.impressionPayload) }
    }

    private func impression(
        _ words: String, _ rule: Rule, remedy: String, at stage: BrokenInput.Stage = .input, _ text: (String) -> String
    ) -> BrokenInput {
        line(words, rule, remedy: remedy, at: stage) {
            let token = fixtures.token(payload: $0.impressionPayload)
            return (text(token), .string(token))
        }
    }

    /// A payload of which a value has another type.
    private func mended(
        _ words: String, _ field: Field, _ remedy: String, _ change: (JSONValue) -> JSONValue
    ) -> BrokenInput {
        payload(words, ImpressionRules.type(of: field) ?? ImpressionRules.typeValue, remedy: remedy, at: .rules) {
            payload in
            payload.setting(field.text, change(payload[field] ?? .bool(true))).text
        }
    }

    private func postback(
        _ words: String, _ rule: Rule, remedy: String? = nil, _ text: (JSONValue) -> String
    ) -> BrokenInput {
        line(words, rule, remedy: remedy) {
            let body = fixtures.body($0.postbackRequest.build())
            return (text(body), body)
        }
    }

    var lines: [BrokenInput] {
        func propertyList(
            _ words: String, _ text: String, breaking rule: Rule = InputRules.propertyListSyntax,
            at stage: BrokenInput.Stage = .input, remedy: String? = nil
        ) -> BrokenInput {
            line(words, rule, remedy: remedy, at: stage) { _ in
                (text, .string("<plist><dict></dict></plist>"))
            }
        }
        return [
            payload("it begins with a byte order mark", InputRules.encoding, remedy: "mark") { "\u{feff}" + $0.text },
            payload("the object breaks off", InputRules.jsonSyntax) { String($0.text.dropLast()) },
            payload("two objects are on one line", InputRules.jsonSyntax) { $0.text + $0.text },
            payload("a name is there twice", InputRules.jsonSyntax) { $0.text.dropLast() + #","timestamp":1}"# },
            payload("it is an array", InputRules.jsonObject) { "[\($0.text)]" },
            propertyList("it is a property list that breaks off", "<plist><dict>"),
            propertyList("it is a property list without a dictionary", "<plist><string>a</string></plist>"),
            propertyList("it is a property list without its frame", "<dict></dict>", remedy: "frame"),
            propertyList(
                "it is a property list in other XML", "<add><dict></dict></add>", remedy: "element,frame"),
            propertyList(
                "a key of a property list is repeated",
                "<plist><dict><key>AdNetworkIdentifiers</key><array/><key>AdNetworkIdentifiers</key><array/></dict></plist>",
                breaking: ConfigurationRules.repeatedKey, at: .rules),
            propertyList(
                "it is a part of a property list", "<key>AdNetworkIdentifiers</key><array/>",
                breaking: ConfigurationRules.part, at: .rules),
            line("a bid's token is a number", InputRules.bidTokenType) {
                let token = JSONValue.string(fixtures.token(payload: $0.impressionPayload))
                let bid = JSONValue.object([.init("\(BidName.token)", token)])
                return (#"{"adattributionkit":{"jwt":7}}"#, .object([.init("\(BidName.attribution)", bid)]))
            },
            line("a request for a web ad has a member too many", InputRules.webAdRequest, at: .rules) { _ in
                (Self.webAdRequest.setting("campaign", .number("7")).text, Self.webAdRequest)
            },
            postback("a postback is inside a log line", InputRules.nested, remedy: "place") {
                #"{"request":{"body":\#($0.text)}}"#
            },
            postback("a postback body is also a SKAdNetwork postback", InputRules.twoMessages) { body in
                body.text.dropLast() + #","\#(SignedField.signature)":"MEUC"}"#
            },
        ]
    }
}

extension BrokenInputs {
    fileprivate static let webAdRequest = JSONValue.object([
        .init("\(SignedForm.ad(.web).name(of: .sourceDomain))", .string("example.com")),
        .init("source_engagement_type", .string("click_to_App_Store")),
        .init("source_nonce", .string("aEg-9gZ4Twig0S1emg1qfA")), .init("version", .string("4.0")),
    ])
}

/// Lines as logs, databases and people change them, one for each remedy that `aak` offers.
extension BrokenInputs {
    var remediedLines: [BrokenInput] {
        [
            postback("a postback is in the text of a log line", InputRules.unrecognised, remedy: "text,prefix") {
                #"{"log":\#(JSONValue.string("INFO got " + $0.text).text)}"#
            },
            postback("a postback is as DynamoDB has it", InputRules.nested, remedy: "types,place") {
                #"{"Item":\#($0.typed.text)}"#
            },
            postback("the names of a postback have underscores", InputRules.nested, remedy: "names") {
                $0.underscored.text
            },
            impression("a token is in the JSON form of a JWS", InputRules.unrecognised, remedy: "compact") {
                token in
                let parts = token.split(separator: ".")
                return #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#
            },
            line("the skadn of a bid is without its name", InputRules.unrecognised, remedy: "wrapper") { _ in
                let skadn = BidFixtures(fixtures, otherSigner, fixtures.values(of: "line: skadn")).skadn()
                return (skadn.text, .object([.init("\(BidName.skadn)", skadn)]))
            },
            payload(
                "a record separator is before each object", InputRules.unrecognised, remedy: "separators"
            ) { String(repeating: "\u{1e}" + $0.text, count: 3) },
            postback("the quotes are escaped as nginx does", InputRules.jsonSyntax, remedy: "nginx") {
                $0.text.replacingEach("\"", by: "\\x22")
            },
            postback("the quotes are written as in HTML", InputRules.jsonSyntax, remedy: "html") {
                $0.text.replacingEach("\"", by: "&quot;")
            },
            payload("the time of a log is before the object", InputRules.unrecognised, remedy: "prefix") {
                "10.0.0.1 2026-01-01T00:00:00Z INFO " + $0.text
            },
            postback("a status is behind the object", InputRules.jsonSyntax, remedy: "suffix") { $0.text + " 200 12" },
            postback("a comma is behind the last member", InputRules.jsonSyntax, remedy: "syntax") {
                $0.text.dropLast() + ",}"
            },
            impression("the parts of a token are JSON", InputRules.jsonSyntax, remedy: "encode") { token in
                let parts = token.split(separator: ".").map(String.init)
                let texts = parts.prefix(2).map { Base64URL.decodeLeniently(Array($0.utf8)) ?? [] }
                return (texts.map { String(decoding: $0, as: UTF8.self) } + [parts[2]]).joined(separator: ".")
            },
            postback("a comma is behind the object", InputRules.jsonSyntax, remedy: "pasted") { $0.text + "," },
            impression("a log split the token", TokenRules.components, remedy: "stamps", at: .components) {
                "\($0.prefix(200))2026-01-02T03:04:05.678Z stderr P \($0.dropFirst(200))"
            },
            impression("a token is twice on a line", TokenRules.components, remedy: "tokens", at: .components) {
                "\($0) \($0)"
            },
            postback("a form's parser took a postback for a name", InputRules.unrecognised, remedy: "content") {
                JSONValue.object([.init($0.text, .string(""))]).text
            },
            postback(
                "the quotes of a postback in a log are not escaped", InputRules.jsonSyntax, remedy: "body"
            ) {
                #"{"time":1,"body":"\#($0.text)","status":200}"#
            },
            payload("the fields of a form", InputRules.unrecognised, remedy: "form") {
                "\($0.form)&campaign=1.2.3"
            },
            payload("a cell of a table", InputRules.unrecognised, remedy: "cell") {
                "1.2.3;\"\($0.text.replacingEach("\"", by: "\"\""))\""
            },
            postback("Ruby printed a postback", InputRules.jsonSyntax, remedy: "printed") {
                $0.text.replacingEach("\":", by: "\"=>").replacingEach(",\"", by: ", \"")
            },
            impression(
                "the signature of a token has padding", TokenRules.signatureBase64URL, remedy: "base64url",
                at: .signature
            ) { $0 + "==" },
            payload("the members of an object have no braces", InputRules.unrecognised, remedy: "braces") {
                String($0.text.dropFirst().dropLast()) + ","
            },
            postback("the names of a postback have a prefix", InputRules.nested, remedy: "names") { $0.prefixed.text },
            postback("a list has postbacks in members of two names", InputRules.jsonObject, remedy: "places") {
                #"[{"body":\#($0.text)},{"request":{"body":\#($0.text)}}]"#
            },
            payload("a line is base64", TokenRules.components, remedy: "base64", at: .components) { body in
                var output = ByteBuffer()
                Array(body.text.utf8).withBytes { Base64.encode($0, to: &output) }
                return output.text
            },
            payload("a line is hexadecimal", TokenRules.components, remedy: "hex", at: .components) {
                String(decoding: ASCII.hexDigits(of: Array($0.text.utf8)), as: UTF8.self)
            },
            payload("a line is percent-encoded", InputRules.unrecognised, remedy: "percent") {
                $0.text.replacingEach("{", by: "%7B").replacingEach("\"", by: "%22").replacingEach("}", by: "%7D")
            },
            payload("an object is in quotation marks", InputRules.unrecognised, remedy: "quotes") { "'\($0.text)'" },
            postback("the quotes are escaped as in a string", InputRules.jsonSyntax, remedy: "escapes") {
                $0.text.replacingEach("\"", by: "\\\"")
            },
            payload("a row is inside a record", InputRules.unrecognised, remedy: "inside,names") {
                #"{"time":1,"row":\#($0.underscored.text)}"#
            },
            mended("an integer is in quotes", ImpressionField.sourceIdentifier, "integers") { .string($0.line) },
            mended("a word is in quotes", ImpressionField.eligibleForReEngagement, "booleans") { .string($0.line) },
            mended("an absent value is an empty text", ImpressionField.eligibleForReEngagement, "absent") { _ in
                .string("")
            },
            payload(
                "an ad network's ID has blanks", ImpressionRules.adNetworkIdentifierForm, remedy: "identifiers",
                at: .rules
            ) { payload in
                let name = ImpressionField.adNetworkIdentifier
                return payload.setting(name.text, .string(" \(payload[name]?.line ?? "")")).text
            },
            payload(
                "the time of a payload is in seconds", ImpressionRules.timestampInSeconds, remedy: "milliseconds",
                at: .rules
            ) {
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

    /// The object in the form of an export with types: each value inside an object whose member is named after its type.
    fileprivate var typed: JSONValue {
        mapped { member in
            let (type, text) =
                if case .number(let text) = member.value { ("N", text) } else { ("S", member.value.line) }
            return .init(member.name, .object([.init(type, .string(text))]))
        }
    }

    fileprivate var underscored: JSONValue { mapped { .init($0.name.replacingEach("-", by: "_"), $0.value) } }

    fileprivate var prefixed: JSONValue { mapped { .init("body_" + $0.name.replacingEach("-", by: "_"), $0.value) } }

    /// The members as a URL-encoded form. Booleans are left out, and no other value has a character that would need escaping.
    fileprivate var form: String {
        guard case .object(let members) = self else { return "" }
        return members.filter { if case .bool = $0.value { false } else { true } }
            .map { "\($0.name)=\($0.value.line)" }.joined(separator: "&")
    }
}
