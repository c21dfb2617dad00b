import AttributionBase
import AttributionModel
import Testing

/// The messages about a document that cannot be checked.
@Suite struct SKAdNetworkFaultTests {
    static let cases: [(fault: SKAdNetworkFault, description: String, hint: String?)] = [
        (.notObject(.array), "this is an array, want an object", nil),
        (
            .version("5.0"),
            "\"version\" is 5.0, want \"1.0\", \"2.0\", \"2.1\", \"2.2\", \"3.0\", \"4.0\"", nil
        ),
        (.missing(field: "nonce", .two), "\"nonce\" is missing, want a value, which version 2.0 signs", nil),
        (
            .type(field: "app-id", found: "\"7\"", wanted: SignedType.integer.rawValue),
            "\"app-id\" is \"7\", want an integer",
            "write the number without quotes"
        ),
        (
            .type(field: "app-id", found: "true", wanted: SignedType.integer.rawValue),
            "\"app-id\" is true, want an integer", nil
        ),
        (
            .type(field: "version", found: "4.0", wanted: SignedType.string.rawValue),
            "\"version\" is 4.0, want a string",
            "write the number in quotes"
        ),
        (
            .type(field: "version", found: "true", wanted: SignedType.string.rawValue),
            "\"version\" is true, want a string", nil
        ),
        (
            .type(field: "did-win", found: "1", wanted: SignedType.boolean.rawValue),
            "\"did-win\" is 1, want true or false", nil
        ),
        (
            .bothSources(field: "source-domain"), "\"source-domain\" is beside a source app, want one of the two", nil
        ),
        (
            .separator(field: "nonce"),
            "\"nonce\" is a text with U+2063 inside, want one without the separator of signed values", nil
        ),
    ]

    @Test(arguments: cases)
    func words(fault: SKAdNetworkFault, description: String, hint: String?) {
        #expect(fault.description == description)
        #expect(fault.hint == hint)
        #expect(Self.cases.count == 10)
    }
}
