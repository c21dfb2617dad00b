import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

/// The messages about a document that cannot be checked.
struct SKAdNetworkFaultTests {
    static let cases: [(fault: SKAdNetworkFault, description: String, hint: String?)] = [
        (.notObject(.array), "this is an array; it must be an object", nil),
        (
            .version("5.0"),
            "\"version\" is 5.0; it must be \"1.0\", \"2.0\", \"2.1\", \"2.2\", \"3.0\" or \"4.0\"", nil
        ),
        (.missing(field: "nonce", .two), "\"nonce\" is missing; signatures of version 2.0 cover it", nil),
        (
            .type(field: "app-id", found: "\"7\"", wanted: .integer, hint: "write the number without quotes"),
            "\"app-id\" is \"7\"; it must be an integer",
            "write the number without quotes"
        ),
        (
            .type(field: "app-id", found: "true", wanted: .integer, hint: nil),
            "\"app-id\" is true; it must be an integer", nil
        ),
        (
            .type(field: "version", found: "4.0", wanted: .string, hint: "write the number in quotes"),
            "\"version\" is 4.0; it must be a string",
            "write the number in quotes"
        ),
        (
            .type(field: "version", found: "true", wanted: .string, hint: nil),
            "\"version\" is true; it must be a string", nil
        ),
        (
            .type(field: "did-win", found: "1", wanted: .boolean, hint: nil),
            "\"did-win\" is 1; it must be true or false", nil
        ),
        (
            .bothSources(field: "source-domain"),
            "\"source-domain\" is present together with a source app; only one of them may be present", nil
        ),
        (
            .separator(field: "nonce"),
            "\"nonce\" is a string that contains U+2063; it must be a string without it, since it separates signed values",
            nil
        ),
    ]

    @Test(arguments: cases)
    func words(fault: SKAdNetworkFault, description: String, hint: String?) {
        expect(fault.description, description)
        expect(fault.problem.hint, hint)
    }
}
