import AdAttribution
import AttributionInspection

/// The members of lines with results, which tell verdicts from lines of a timeline and both from postbacks.
enum LineField {
    // Of timelines.
    static let event = Field(8, "event", .string)
    static let to = Field(9, "to", .string)
    static let status = Field(10, "status", .integer)
    static let body = Field(11, "body", .object)
    // Of earnings, the last lines of a timeline.
    static let app = Field(12, "app", .integer)
    static let day = Field(13, "day", .string)
    static let requests = Field(14, "requests", .integer)
    static let fills = Field(15, "fills", .integer, isRequired: false)
    static let impressions = Field(16, "impressions", .integer)
    static let testImpressions = Field(17, "test-impressions", .integer, isRequired: false)
    static let clicks = Field(18, "clicks", .integer)
    static let revenue = Field(19, "revenue", .string)
    static let currency = Field(20, "currency", .string)
    // What makes a line a postback. Neither verdicts nor timelines have these in their outermost object.
    static let token = BodyField.token
    static let signature = Field(33, BodyField.skAdNetworkSignature, .string)

    static let shape = ObjectShape(
        VerdictField.shape.fields + [
            event, to, status, body, app, day, requests, fills, impressions, testImpressions, clicks, revenue, currency,
            token, signature,
        ])
}
