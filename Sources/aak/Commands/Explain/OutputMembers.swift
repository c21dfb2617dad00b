import AttributionModel
import AttributionReport

// The members of results, with their meanings, apart from those of a `Record`, which has them itself, and those of verdicts and
// findings, which have a JSON Schema.
// Names that come from an input, such as those of fields, are explained by the rules about them. `members.test` runs all commands, and
// names each member that lacks a meaning here.
extension OutputWords {
    typealias Words = [(word: String, meaning: String)]

    static let ofDecoding: Words = [
        ("header", "The header of the token."), ("payload", "What the token claims. It was not verified."),
        ("unsigned", "The fields outside the token, which are not signed: anyone can write them."),
        ("path", "The path of the object in its line."), ("log", "The members of the line that --keep copied."),
    ]

    static let ofSigning: Words = [
        ("jws", "The signed token."), ("header", "The header of the token."),
        ("payload", "The payload that was signed."),
        ("adattributionkit", "The object of a bid response with the token, as OpenRTB defines it."),
    ]

    static let ofExplanations: Words = SignatureExplanation.words + [("key", "Which key signed the input.")]

    static let ofMessages: Words = [
        ("severity", "Error, warning, hint or note."), ("file", "The file that the message is about."),
        ("line", "The number of the line that the message is about."), ("rule", "The rule that is broken."),
        ("field", "The field at fault."), ("found", "What was found, in words."),
        ("wanted", "What is required, in words."),
        ("hint", "What to do about it."),
        ("message", "The message in words, which may change between versions."),
        ("try", "A command that mends the fault; it has been tried."),
        ("remedy", "The names of the changes that mend the fault."),
    ]
}
