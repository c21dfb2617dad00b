import AttributionBase
import AttributionModel

/// What an input is that a command does not take, and the command that does.
package struct OtherInput {
    package let name: String
    /// The right command, and what it does.
    package let hint: String

    private static let explaining = "aak verify --explain says why its signature is invalid"

    /// Nil for what no command knows.
    package init?(_ text: ByteView) {
        var recogniser = InputRecogniser()
        var input = RecognisedInput(.object)
        guard (try? recogniser.recognise(text, as: &input)) != nil else { return nil }
        switch (input.form, input.object) {
        case (.token, _) where text.beginsLikeToken: (name, hint) = ("a token of AdAttributionKit", Self.explaining)
        case (.postbackBody, _) where input.fault != .tokenMissing:
            (name, hint) = ("a postback body of AdAttributionKit", Self.explaining)
        case (.openRTB, _): (name, hint) = ("a bid with a token of AdAttributionKit", Self.explaining)
        case (.payload, let object?) where object.messageKind == .impression:
            (name, hint) = ("an impression of AdAttributionKit without a signature", "aak sign signs it")
        case (.payload, _), (.postbackBody, _):
            (name, hint) = ("a postback of AdAttributionKit without a signature", "aak validate checks its fields")
        case (.configuration, _): (name, hint) = ("an app's attribution rules", "aak validate checks them")
        case (.document(let kind), _): (name, hint) = (kind.name, kind.hint)
        case (.object, let object?) where object.member("verdict") != nil:
            (name, hint) = ("a verdict", "aak report counts verdicts; explain takes the inputs that were verified")
        case (.object, let object?) where object.member("seatbid") != nil:
            (name, hint) = ("a bid response without a signed ad of SKAdNetwork", Self.explaining)
        default: return nil
        }
    }
}
