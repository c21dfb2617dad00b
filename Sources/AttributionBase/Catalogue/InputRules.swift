/// The rules that an input must follow before rules about its content can be applied.
package enum InputRules {
    package static let lineLength = rule("line-length", "a line must be at most 1 MiB long", "at most 1048576 bytes")
    package static let encoding = rule(
        "encoding", "an input must be UTF-8 without a byte order mark, and not compressed", "UTF-8 text", .json)
    package static let jsonSyntax = rule(
        "json-syntax", "the input must be valid JSON; messages count its bytes from 1", "JSON", .json,
        suspicion: .otherForm)
    package static let jsonObject = rule(
        "json-object", "the input must be one object or one token", "an object or a token", suspicion: .otherForm)
    package static let unsupported = rule(
        "unsupported", "the input must be of a supported kind", "an input of a supported kind", suspicion: .otherForm)
    package static let propertyListSyntax = rule(
        "plist-syntax", "a property list must be valid XML with a <dict>",
        "an XML property list with a <dict>",
        .configuringAttributionRules, suspicion: .otherForm)
    package static let bidTokenType = rule(
        "jwt-type", "a bid's token must be a string", "a string with a token", field: "\(bidToken)")
    package static let tokenMissing = rule(
        "jws-missing", "an input to verify must have a signature", "a token, or a body with jws-string", verifying,
        suspicion: .otherForm)

    package static let nested = rule(
        "nested-input", "the input must not be inside another object",
        "the object or token alone, or read with --at PATH",
        verifying, suspicion: .otherForm)
    package static let twoMessages = rule(
        "two-messages",
        "an object must contain only one input, so that all readers agree on what was verified",
        "the members of one input", verifying)

    package static let memberMissing = rule(
        "at-missing", "each line must have the member that --at names", "an object, or a string that contains an input",
        verifying)
    package static let memberType = rule(
        "at-type", "the member that --at names must be an object or a string that contains an input",
        "an object, or a string that contains an input",
        verifying)

    package static let unrecognised = rule(
        "input-unrecognised", "the input must be of a kind that aak recognises",
        "a token, a postback or another supported input", suspicion: .otherForm)
    package static let webAdRequest = rule(
        "web-ad-request",
        "a device's request for a web ad must have the members that Apple documents, and no others",
        "a request as devices send it",
        Article("SKAdNetwork for Web Ads: Get a Signed Web Ad Impression Payload"),
        effect: "aak does not answer it, and the tap leads to no postback")
    package static let reportInput = rule(
        "report-input",
        "an input of aak report must be a verdict, a line of a timeline or, with --unverified, a postback",
        "a verdict, a line of a timeline, or with --unverified a postback", Article("aak-report(1)"))
    package static let reportEarnings = rule(
        "report-earnings", "a line of earnings must have counts, money and a currency", "a line as in a timeline",
        Article("aak-report(1)"),
        field: "revenue")
    package static let reportTime = rule(
        "report-time", "each postback must have a time at the --time-at path",
        "an RFC 3339 time, or seconds or milliseconds since 1970", Article("aak-report(1)"))

    private static let verifying = Article("aak-verify(1)")

    /// The member of a bid that has its token. The other names of bids are in `BidName`.
    package static let bidToken: StaticString = "jwt"

    package static let all = [
        lineLength, encoding, jsonSyntax, jsonObject, unsupported, propertyListSyntax, bidTokenType,
        tokenMissing, nested, twoMessages, memberMissing, memberType, unrecognised, webAdRequest, reportInput,
        reportEarnings, reportTime,
    ]

    private static func rule(
        _ id: String, _ summary: String, _ wanted: String, _ article: Article = .commandLine,
        field: String = "*", effect: String? = nil, suspicion: Rule.Suspicion = []
    ) -> Rule {
        Rule(
            id, .error, .input, field: field, summary, wanted: wanted, effect: effect, article: article,
            suspicion: suspicion)
    }
}

extension Findings {
    /// Returns the finding about values that cannot be written as JSON and read back, such as an invalid number or an object with a
    /// duplicate name. No other rule can be applied to them.
    package static func unreadable(_ field: String) -> Findings {
        var findings = Findings()
        findings.append(
            Finding(InputRules.jsonSyntax, field: field, found: "a value that is not JSON", ending: .then("")))
        return findings
    }
}

extension Problem {
    /// The problem of an input that is not JSON: `this is not JSON: byte 3 is …`.
    package static func notJSON(_ error: JSONSyntaxError) -> Problem {
        whole(found: "not JSON: \(error)", wanted: error.wanted, .then(""), hint: error.hint)
            .breaking(InputRules.jsonSyntax)
    }

    /// The problem of an object that is two messages at once. Each has one of the two members.
    package static func twoMessages(_ first: String, _ second: String) -> Problem {
        sentence(
            "the object contains two inputs, one with \(JSONValue.string(excerpt(first)).text) and one with "
                + "\(JSONValue.string(excerpt(second)).text)",
            found: "two inputs in one object", wanted: "one input"
        )
        .at(second, breaking: InputRules.twoMessages)
    }

    /// The problem of an input without a token.
    package static var noSignature: Problem {
        .whole("this", "has", found: "no signature", wanted: InputRules.tokenMissing.wanted, .be)
            .breaking(InputRules.tokenMissing)
    }
}

extension Findings {
    package static func notJSON(_ error: JSONSyntaxError) -> Findings {
        var findings = Findings()
        findings.append(
            Finding(InputRules.jsonSyntax, field: "payload", found: "not JSON: \(error)", ending: .then("")))
        return findings
    }
}
