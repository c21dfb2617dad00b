import AttributionBase
import Testing

/// No proper prefix of a JSON text is valid.
struct TruncationTests {
    static let documents = [
        #"{"impression-identifier":"7aa9f8cc-5689-4c02-b963-22ca22136015","publisher-item-identifier":0,"a":[]}"#,
        #"[true,false,null,-12.5e+10,"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00",{"":{}},[[]]]"#,
        "\"\u{e9}\u{20ac}\u{1f600} a longer run of plain text \u{1f600}\"",
        " { \"a\" : [ 1 , { \"b\" : \"c\" } ] }",
    ]

    @Test(arguments: documents) func everyProperBeginningIsRefused(_ document: String) {
        let bytes = Array(document.utf8)
        #expect(fault(in: bytes) == nil)
        for count in 0..<bytes.count {
            let error = fault(in: Array(bytes[..<count]))
            #expect(error != nil, "the first \(count) bytes")
            #expect((error?.offset ?? .max) <= count, "the first \(count) bytes")
        }
    }
}
