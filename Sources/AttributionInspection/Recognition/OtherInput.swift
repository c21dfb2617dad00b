import AttributionBase
import AttributionModel

/// Returns what an input is that a command does not take, and the command that does; nil for what no command knows.
package func otherInput(_ text: ByteView) -> (name: String, hint: String)? {
    let explaining = "aak verify --explain says why its signature is invalid"
    var recogniser = InputRecogniser()
    var input = RecognisedInput(.object)
    guard (try? recogniser.recognise(text, as: &input)) != nil else { return nil }
    return switch (input.form, input.object) {
    case (.token, _) where text.beginsLikeToken: ("a token of AdAttributionKit", explaining)
    case (.postbackBody, _) where input.fault != .tokenMissing:
        ("a postback body of AdAttributionKit", explaining)
    case (.openRTB, _): ("a bid with a token of AdAttributionKit", explaining)
    case (.payload, let object?) where object.messageKind == .impression:
        ("an impression of AdAttributionKit without a signature", "aak sign signs it")
    case (.payload, _), (.postbackBody, _):
        ("a postback of AdAttributionKit without a signature", "aak validate checks its fields")
    case (.configuration, _): ("an app's attribution rules", "aak validate checks them")
    case (.document(let kind), _): (kind.name, kind.hint)
    case (.object, let object?) where object.member("verdict") != nil:
        ("a verdict", "aak report counts verdicts; explain takes the inputs that were verified")
    case (.object, let object?) where object.member("seatbid") != nil:
        ("a bid response without a signed ad of SKAdNetwork", explaining)
    default: nil
    }
}
