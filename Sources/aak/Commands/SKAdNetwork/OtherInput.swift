import AdAttribution
import AttributionBase
import AttributionInspection

/// What an input is that a command does not take, and the command that does.
struct OtherInput {
    let name: String
    /// The right command, and what it does.
    let hint: String

    private init(_ name: String, _ hint: String) { (self.name, self.hint) = (name, hint) }

    private static func signed(_ name: String) -> OtherInput {
        OtherInput(name, "aak verify --explain says why its signature does not hold")
    }

    /// A line that is no JSON object; nil for what no command knows.
    init?(_ text: ByteView) {
        guard text.beginsLikeToken else { return nil }
        self = Self.signed("a token of AdAttributionKit")
    }

    /// Nil for what no command knows.
    init?(_ object: JSONView) {
        guard object.kind == .object else { return nil }
        if object.member(BodyField.token.name) != nil {
            self = Self.signed("a postback body of AdAttributionKit")
        } else if object.member("adattributionkit")?.member("jwt") != nil || object.member("jwt") != nil {
            self = Self.signed("a bid with a token of AdAttributionKit")
        } else if object.member("verdict") != nil {
            self.init("a verdict", "aak report counts verdicts; explain takes what was verified")
        } else if object.member("seatbid") != nil {
            self = Self.signed("a bid response without a signed ad of SKAdNetwork")
        } else if object.isPayload, object.messageKind == .impression {
            self.init("an impression of AdAttributionKit without a signature", "aak sign signs it")
        } else if object.isPayload || object.messageKind == .postbackBody {
            self.init("a postback of AdAttributionKit without a signature", "aak validate checks its fields")
        } else if object.isConfiguration {
            self.init("an app's attribution rules", "aak validate checks them")
        } else if let kind = DocumentKind(object) {
            self.init(kind.name, kind.hint)
        } else {
            return nil
        }
    }
}
