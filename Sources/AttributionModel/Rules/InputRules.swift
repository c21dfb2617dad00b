import AttributionBase

/// The rules that an input must follow before the rules for its content can be applied.
package enum InputRules {
    package static let lineLength = rule("line-length", "a line is at most 1 MiB long", "at most 1048576 bytes")
    package static let encoding = rule(
        "encoding", "an input is UTF-8 without a byte order mark, and not compressed", "UTF-8 text", .json)
    package static let jsonSyntax = rule("json-syntax", "the input is valid JSON", "JSON", .json)
    package static let jsonObject = rule("json-object", "the input is one object or one token", "an object or a token")
    package static let unsupported = rule(
        "unsupported", "this kind of input is supported", "an input of a supported kind")
    package static let propertyListSyntax = rule(
        "plist-syntax", "a property list is valid XML with a <dict>",
        "an XML property list with a <dict>",
        .configuringAttributionRules)
    package static let bidTokenType = rule(
        "jwt-type", "a bid's token is a string", "a string with a compact JWS", field: "jwt")
    package static let tokenMissing = rule(
        "jws-missing", "an input to verify has a signature", "a compact JWS or a body with jws-string", verifying)

    package static let nested = rule(
        "nested-input", "the input is not inside another object", "the object or token alone, or read with --at PATH",
        verifying)
    package static let twoMessages = rule(
        "two-messages",
        "an object contains one message, so that all readers agree on what was verified",
        "the members of one message", verifying)

    package static let memberMissing = rule(
        "at-missing", "each line has the member that --at names", "an object or a string with an input", verifying)
    package static let memberType = rule(
        "at-type", "the member that --at names is an object or a string", "an object or a string with an input",
        verifying)

    package static let unrecognised = rule(
        "input-unrecognised", "the input is a message that aak recognises",
        "a token, a postback or another supported message")
    package static let reportInput = rule(
        "report-input", "aak report counts verdicts, lines of timelines and, with --unverified, postbacks",
        "a verdict, a line of a timeline, or with --unverified a postback", Article("aak-report(1)"))
    package static let reportEarnings = rule(
        "report-earnings", "a line of earnings has counts, money and a currency", "a line as in a timeline",
        Article("aak-report(1)"),
        field: "revenue")
    package static let reportTime = rule(
        "report-time", "each postback has a time at the path of --time-at",
        "an RFC 3339 time, or seconds or milliseconds since 1970", Article("aak-report(1)"))

    private static let verifying = Article("aak-verify(1)")

    static let all = [
        lineLength, encoding, jsonSyntax, jsonObject, unsupported, propertyListSyntax, bidTokenType,
        tokenMissing, nested, twoMessages, memberMissing, memberType, unrecognised, reportInput, reportEarnings,
        reportTime,
    ]

    private static func rule(
        _ id: String, _ summary: String, _ wanted: String, _ article: Article = .commandLine,
        field: String = "*"
    ) -> Rule {
        Rule(id, .error, .input, field: field, summary, wanted: wanted, article: article)
    }
}

extension Findings {
    /// Returns the finding for values that cannot be read back as JSON, such as an invalid number or an object with a
    /// duplicate name. No other rule can be applied to them.
    package static func unreadable(_ field: String) -> Findings {
        Findings(Finding(InputRules.jsonSyntax, field: field, found: "a value that is not JSON"))
    }
}

/// The rules for a command's inputs as a whole, and the notes of a command about itself.
package enum RunRules {
    package static let unknownKey = rule(
        "unknown-key", .error, "the kid names a trusted key", "the kid of a trusted key", .verifyingAPostback,
        field: HeaderField.keyID.text)
    package static let kindNotAccepted = rule(
        "kind-not-accepted", .error, "the kind of an input is accepted", "an input of an accepted kind",
        .verifyingAPostback)
    package static let missingIdentifier = rule(
        "missing-identifier", .error, "an input that is checked for repeats has an identifier",
        "an identifier that is a string",
        .verifyingAPostback)
    package static let repeatedIdentifier = rule(
        "repeated-identifier", .error, "each identifier comes once", "unique", .verifyingAPostback)
    package static let repeatedIdentifierDiffers = rule(
        "repeated-identifier-differs", .error,
        "a repeat makes the same claims; otherwise its unsigned fields were changed",
        "the claims of the first", .verifyingAPostback)
    package static let networkNotOurs = rule(
        "postback-network-not-ours", .error, "the ad network of a message is accepted",
        "an accepted ad network", .verifyingAPostback, field: PostbackField.adNetworkIdentifier.text)
    package static let appNotOurs = rule(
        "postback-app-not-ours", .error, "the app of a message is accepted", "an accepted app",
        .verifyingAPostback, field: PostbackField.advertisedItemIdentifier.text)
    package static let environmentNotAccepted = rule(
        "environment-not-accepted", .error, "the environment of the signing key is accepted",
        "a key of an accepted environment", .verifyingAPostback, field: HeaderField.keyID.text)
    package static let exampleKey = rule(
        "example-key", .note, "signatures by the published example key prove nothing", "a key of your own", signing)
    package static let exampleKeyRefused = rule(
        "example-key-refused", .error, "the example key signs for its own ad network, and for others only if asked to",
        "example.adattributionkit, or a key of your own", signing)
    package static let uncheckedSignature = rule(
        "signature-unchecked", .note, "each signature has a key to check it with",
        "the signer's public key", validating)
    package static let unverified = rule(
        "unverified", .note, "decoded inputs are not verified", "verified by aak verify before it is trusted", decoding)
    package static let thumbprint = rule(
        "thumbprint", .note, "the RFC 7638 thumbprint of a key identifies it", "nothing",
        Article("aak-keygen(1)"))
    package static let writtenFiles = rule(
        "written-files", .note, "files that a command writes beside its results are named",
        "nothing", Article("aak-keygen(1)"))
    package static let summary = rule(
        "summary", .note, "a run with bad lines ends with a count of them", "no bad lines")

    package static let pastedText = rule("pasted-text", .note, "pasted arguments are cleaned", "only the text")
    package static let keyForm = rule(
        "key-form", .note, "a key in an unusual form is read, with a note that names the form",
        "PEM, DER or JWK", Article("aak-key(1)"))
    package static let encodedMember = rule(
        "at-base64", .note, "base64 at --at is read as the text that it encodes", "the text, or base64 of it",
        Article("aak-verify(1)"))
    package static let nullCharacter = rule(
        "null-character", .note, "no text of a table has U+0000, which databases refuse", "a text without U+0000",
        Article("aak-verify(1)"))
    package static let seenUnfinished = rule(
        "seen-unfinished", .note, "no run writes to a folder of --seen while it is read", "one run at a time",
        Article("aak-verify(1)"))
    package static let emptyInput = rule(
        "empty-input", .note, "an input has at least one line; with --fail-empty, an empty input is an error", "a line",
        Article("aak-verify(1)"))
    package static let oneInput = rule(
        "one-input", .error, "with --lines, each line has one input, since it gets one answer", "one input",
        Article("aak-verify(1)"))
    package static let unknownField = rule(
        "unknown-field", .note, "a requested field occurs in the inputs", "the name of a field",
        decoding)
    package static let crowdModel = rule(
        "crowd-model", .note, "tiers from counted crowds are aak's own model, since Apple publishes no formula",
        "tiers of your own in the scenario", Article("aak-simulate(1)"))
    package static let deviceApart = rule(
        "device-apart", .warning, "a log keeps the lines of a device together, since one device is played at a time",
        "a device's lines together", Article("aak-scenario(5)"))
    package static let schemaEvent = rule(
        "schema-event", .note, "a conversion schema of the app names each of its events",
        "the name of an event in a schema of the app", Article("aak-simulate(1)"))
    package static let schemaLate = rule(
        "schema-late", .note, "a conversion schema takes effect before the app's last event",
        "an earlier \"from\"", Article("aak-simulate(1)"))
    package static let networkNotListed = rule(
        "network-missing", .error, "an app lists each network in the list given by --networks",
        "each network in the list given by --networks", validating, field: ConfigurationField.skAdNetworkItems.text)
    package static let networkMisspelt = rule(
        "network-misspelt", .error, "an app misspells no network in the list given by --networks",
        "the ID as it is in the list given by --networks", validating, field: ConfigurationField.skAdNetworkItems.text)
    package static let more = rule(
        "more", .note, "at most 100 findings are reported per input", "at most 100 findings", validating)

    private static let signing = Article("aak-sign(1)")
    private static let decoding = Article("aak-decode(1)")
    private static let validating = Article("aak-validate(1)")

    static let all = [
        unknownField, unknownKey, kindNotAccepted, missingIdentifier, repeatedIdentifier,
        repeatedIdentifierDiffers, networkNotOurs, appNotOurs, environmentNotAccepted, exampleKey,
        exampleKeyRefused, uncheckedSignature, unverified, thumbprint, writtenFiles, summary,
        pastedText, keyForm,
        encodedMember, nullCharacter, seenUnfinished, emptyInput, oneInput, crowdModel, deviceApart, schemaEvent,
        schemaLate, networkNotListed, networkMisspelt, more,
    ]

    private static func rule(
        _ id: String, _ severity: Rule.Severity, _ summary: String, _ wanted: String,
        _ article: Article = .commandLine, field: String = "*"
    ) -> Rule {
        Rule(id, severity, .run, field: field, summary, wanted: wanted, article: article)
    }
}

extension Problem {
    /// An input that is not JSON: `this is not JSON: byte 3 is …`.
    package static func notJSON(_ error: JSONSyntaxError) -> Problem {
        whole(found: "not JSON: \(error.found)", wanted: error.wanted).at("", breaking: InputRules.jsonSyntax)
    }

    /// An object that is two messages at once, with a member of each.
    package static func twoMessages(_ first: String, _ second: String) -> Problem {
        whole(
            found:
                "two messages in one object (\(JSONValue.string(excerpt(first)).text) and \(JSONValue.string(excerpt(second)).text))",
            wanted: "one message"
        )
        .at(second, breaking: InputRules.twoMessages)
    }

    /// An input without a token.
    package static var noSignature: Problem {
        .whole("this", "has", found: "no signature", wanted: "a compact JWS or a body with \(BodyField.token.name)")
            .breaking(InputRules.tokenMissing)
    }
}

extension Findings {
    /// The finding that a payload is not JSON.
    package static func notJSON(_ error: JSONSyntaxError) -> Findings {
        Findings(Finding(InputRules.jsonSyntax, field: "payload", found: "not JSON: \(error)"))
    }
}
