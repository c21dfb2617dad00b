import Rules

/// What an input is, before the rules of what it holds can be asked.
public enum InputRules {
    public static let lineLength = rule(
        "line-length", "a line is not beyond what is held in memory", "at most 1048576 bytes")
    public static let encoding = rule(
        "encoding", "an input is UTF-8 without a byte order mark, and not compressed", "UTF-8 text", .json)
    public static let jsonSyntax = rule("json-syntax", "what begins like JSON is JSON", "JSON", .json)
    public static let jsonObject = rule("json-object", "an input is one object or one token", "an object or a token")
    public static let unsupported = rule(
        "unsupported", "an input is of a kind that the command knows", "an AdAttributionKit input")
    public static let propertyListSyntax = rule(
        "plist-syntax", "what begins like a property list is one, in XML", "an XML property list with a <dict>",
        .configuringAttributionRules)
    public static let tokenType = rule(
        "jws-string-type", "a postback's token is a string", "a string with a compact JWS",
        .identifyingPostbackParameters, field: BodyField.token.text)
    public static let bidTokenType = rule(
        "jwt-type", "a bid's token is a string", "a string with a compact JWS", field: "jwt")
    public static let tokenMissing = rule(
        "jws-missing", "what is verified has a signature", "a compact JWS or a body with jws-string")

    public static let nested = rule(
        "nested-input", "an input is not inside another object", "the object or token alone, or --at PATH")
    public static let memberMissing = rule(
        "at-missing", "each line has the member that --at names", "a member that holds an input")
    public static let memberType = rule(
        "at-type", "the member that --at names is an object or a string", "an object or a string that holds an input")

    static let all = [
        lineLength, encoding, jsonSyntax, jsonObject, unsupported, propertyListSyntax, tokenType, bidTokenType,
        tokenMissing, nested, memberMissing, memberType,
    ]

    private static func rule(
        _ id: StaticString, _ summary: String, _ wanted: String, _ article: Article = .commandLine,
        field: String = "*"
    ) -> Rule {
        Rule(id, .error, .input, field: field, summary, wanted: wanted, article: article)
    }
}

/// What a command demands of its inputs as a whole, and what it says of itself.
public enum RunRules {
    public static let unknownKey = rule(
        "unknown-key", .error, "the key of the kid is trusted", "the kid of a trusted key", .verifyingAPostback,
        field: HeaderField.keyID.text)
    public static let missingIdentifier = rule(
        "missing-identifier", .error, "what must come once has an identifier", "an identifier that is a string",
        .verifyingAPostback)
    public static let repeatedIdentifier = rule(
        "repeated-identifier", .error, "each identifier comes once", "each identifier once", .verifyingAPostback)
    public static let exampleKey = rule(
        "example-key", .note, "signatures by the published example key prove nothing", "a key of your own")
    public static let unverified = rule(
        "unverified", .note, "what is decoded was not verified", "aak verify before it is believed")
    public static let thumbprint = rule(
        "thumbprint", .note, "a key has an RFC 7638 thumbprint by which it can be told from others", "nothing")
    public static let summary = rule(
        "summary", .note, "a run with bad lines ends with their number", "no bad lines")

    public static let pastedText = rule(
        "pasted-text", .note, "what is pasted as an argument is cleaned", "the text alone")
    public static let emptyInput = rule(
        "empty-input", .note, "an input has at least one line; with --fail-empty it must", "a line")
    public static let more = rule(
        "more", .note, "an input has no more findings than are told", "at most 100 findings")

    static let all = [
        unknownKey, missingIdentifier, repeatedIdentifier, exampleKey, unverified, thumbprint, summary, pastedText,
        emptyInput, more,
    ]

    private static func rule(
        _ id: StaticString, _ severity: Rule.Severity, _ summary: String, _ wanted: String,
        _ article: Article = .commandLine, field: String = "*"
    ) -> Rule {
        Rule(id, severity, .run, field: field, summary, wanted: wanted, article: article)
    }
}
