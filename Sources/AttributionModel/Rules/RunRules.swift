import AttributionBase
import AttributionCrypto

/// The rules for a command's inputs as a whole, and the notes of a command about itself.
package enum RunRules {
    package static let unknownKey = rule(
        "unknown-key", .error, "the kid must name a trusted key", "the kid of a trusted key", .verifyingAPostback,
        field: HeaderField.keyID.text, suspicion: .otherToken)
    package static let kindNotAccepted = rule(
        "kind-not-accepted", .error, "an input must be of a kind that --accept names", "an input of an accepted kind",
        .verifyingAPostback)
    package static let missingIdentifier = rule(
        "missing-identifier", .error, "an input that is checked for repeats must have an identifier",
        "an identifier that is a string",
        .verifyingAPostback)
    package static let repeatedIdentifier = rule(
        "repeated-identifier", .error, "an identifier must not be repeated", "an identifier that did not occur before",
        .verifyingAPostback)
    package static let repeatedIdentifierDiffers = rule(
        "repeated-identifier-differs", .error,
        "a repeat must have the same signed and unsigned values as the first",
        "the same values as the first", .verifyingAPostback)
    package static let networkNotOurs = rule(
        "postback-network-not-ours", .error, "the ad network must be one that --network names",
        "an accepted ad network", .verifyingAPostback, field: PostbackField.adNetworkIdentifier.text)
    package static let appNotOurs = rule(
        "postback-app-not-ours", .error, "the advertised app must be one that --app names", "an accepted app",
        .verifyingAPostback, field: PostbackField.advertisedItemIdentifier.text)
    package static let environmentNotAccepted = rule(
        "environment-not-accepted", .error, "the signing key must be Apple's production key if --production is given",
        "a key of an accepted environment", .verifyingAPostback, field: HeaderField.keyID.text)
    package static let exampleKey = rule(
        "example-key", .note,
        "the published example key should be used only for tests, since its signatures prove nothing",
        "a key of your own", signing)
    package static let exampleKeyRefused = rule(
        "example-key-refused", .error,
        "the example key must sign only for its own ad network, unless --example-key is given",
        "example.adattributionkit, or a key of your own", signing)
    package static let uncheckedSignature = rule(
        "signature-unchecked", .note, "each signature should have a key to check it with",
        "the signer's public key", validating)
    package static let unverified = rule(
        "unverified", .note, "a decoded input should be verified before it is trusted", "verified by aak verify",
        decoding)
    package static let thumbprint = rule(
        "thumbprint", .note, "the RFC 7638 thumbprint of a key identifies it", "the key that you expect",
        Article("aak-keygen(1)"))
    package static let writtenFiles = rule(
        "written-files", .note, "a note names each file that a command writes besides its results",
        "the files that you expect", Article("aak-keygen(1)"))
    package static let summary = rule(
        "summary", .note, "a run with bad lines ends with a message that counts them", "no bad lines")

    package static let pastedText = rule(
        "pasted-text", .note, "a pasted argument should contain only the input; anything around it is removed",
        "only the input"
    )
    package static let keyForm = rule(
        "key-form", .note, "a key should be PEM, DER or JWK; other forms are read, with a note that names the form",
        "PEM, DER or JWK", Article("aak-key(1)"))
    package static let encodedMember = rule(
        "at-base64", .note, "a base64 string at the --at path is read as the text that it encodes",
        "the text, or its base64 encoding",
        Article("aak-verify(1)"))
    package static let nullCharacter = rule(
        "null-character", .note, "strings in tables should not contain U+0000, which databases reject",
        "a string without U+0000",
        Article("aak-verify(1)"))
    package static let seenUnfinished = rule(
        "seen-unfinished", .note, "no run should write to a --seen folder while another run is reading it",
        "one run at a time", Article("aak-verify(1)"))
    package static let emptyInput = rule(
        "empty-input", .note, "an input should have at least one line; with --fail-empty, an empty input is an error",
        "a line",
        Article("aak-verify(1)"))
    package static let oneInput = rule(
        "one-input", .error,
        "a line must contain at most \(mostInputs) inputs; with --lines, exactly one, because each line gets one answer",
        "at most \(mostInputs) inputs, or one with --lines",
        Article("aak-verify(1)"))
    package static let keptRoom = rule(
        "kept-room", .error,
        "the members that --keep copies must be at most 16 MiB for all inputs of a line, each of which gets a copy",
        "at most 16 MiB in all", Article("aak-verify(1)"))
    /// The greatest number of inputs in a line. What is kept of each, until all are judged, is larger than the input itself.
    package static let mostInputs = 1 << 14
    package static let unknownField = rule(
        "unknown-field", .note, "a requested field should occur in the inputs", "the name of a field",
        decoding)
    package static let crowdModel = rule(
        "crowd-model", .note, "tiers from counted crowds are aak's own model, since Apple publishes no formula",
        "your own tiers in the scenario", Article("aak-simulate(1)"))
    package static let deviceApart = rule(
        "device-apart", .warning,
        "the lines of a device should be adjacent in a log, because one device is simulated at a time",
        "a device's lines together", Article("aak-scenario(5)"))
    package static let schemaEvent = rule(
        "schema-event", .note, "each event of an app should be listed in a conversion schema of that app",
        "the name of an event in a schema of the app", Article("aak-simulate(1)"))
    package static let schemaLate = rule(
        "schema-late", .note, "a conversion schema should take effect before the app's last event",
        "an earlier \"from\"", Article("aak-simulate(1)"))
    package static let networkNotListed = rule(
        "network-missing", .error, "an app must list every network that the list of --network-list contains",
        "a list with each of these networks", validating, field: ConfigurationField.skAdNetworkItems.text,
        suspicion: .otherForm)
    package static let networksNotCompared = rule(
        "network-not-compared", .note,
        "the list of --network-list should have IDs for each list of ad networks in the app, and the app a list for each of them",
        "a list of networks in the app, and IDs for it in the list given by --network-list", validating,
        field: ConfigurationField.networks.text, isAlwaysListed: true)
    package static let networkMisspelt = rule(
        "network-misspelt", .error, "ad network IDs must be spelt as in the list given by --network-list",
        "the ID as it is in the list", validating, field: ConfigurationField.skAdNetworkItems.text)
    package static let tableRow = rule(
        "table-row", .error, "a row of a table must have a cell for each column, and values of the right types",
        "a row that fits the header", Article("aak-repair(1)"))
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
        encodedMember, nullCharacter, seenUnfinished, emptyInput, oneInput, keptRoom, crowdModel, deviceApart,
        schemaEvent, schemaLate, networkNotListed, networksNotCompared, networkMisspelt, tableRow,
        more,
    ]

    private static func rule(
        _ id: String, _ severity: Rule.Severity, _ summary: String, _ wanted: String,
        _ article: Article = .commandLine, field: String = "*", isAlwaysListed: Bool = false,
        suspicion: Rule.Suspicion = []
    ) -> Rule {
        Rule(
            id, severity, .run, field: field, summary, wanted: wanted, article: article,
            isAlwaysListed: isAlwaysListed, suspicion: suspicion)
    }
}
