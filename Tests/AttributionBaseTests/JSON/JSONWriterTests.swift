import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionBase

@Suite("Writing of JSON")
struct JSONWriterTests {
    private func written(_ write: (inout ByteBuffer) -> Void) -> String {
        var output = ByteBuffer()
        write(&output)
        return output.text
    }

    @Test("members and elements are separated by commas, and the first by none")
    func separates() {
        let text = written { output in
            output.openObject()
            output.member("a", 1)
            output.member("b")
            output.openArray()
            for number in [1, 2] {
                output.separate()
                output.append(number: number)
            }
            output.closeArray()
            output.member("c")
            output.openObject()
            output.closeObject()
            output.member("d", word: "e")
            output.closeObject()
        }
        expect(text, #"{"a":1,"b":[1,2],"c":{},"d":"e"}"#)
    }

    @Test("a member that may be missing leaves no trace, and each kind of text has its quotes")
    func writesTexts() {
        enum Word: String { case good }
        let text = written { output in
            output.openObject()
            output.member("a", ifAny: nil)
            output.member("b", ifAny: "\"")
            output.member("c", word: Word.good)
            output.member("d") { $0.append("1.5") }
            Array("[0]".utf8).withBytes { output.member("e", json: $0) }
            output.closeObject()
        }
        expect(text, #"{"b":"\"","c":"good","d":"1.5","e":[0]}"#)
    }

    // A comma would be omitted after a text that ends in a brace, if not for its quotation mark.
    @Test("values that end like a beginning are separated too")
    func separatesAfterBraces() {
        let text = written { output in
            output.openObject()
            output.member("a", "{")
            output.member("b", "[")
            output.member("c") { $0.append("{") }
            output.member(named: "{\"")
            output.openArray()
            output.closeArray()
            output.member("d", .object([]))
            output.member("e", true)
            output.closeObject()
        }
        expect(text, ##"{"a":"{","b":"[","c":"{","{\"":[],"d":{},"e":true}"##)
        #expect((try? JSONValue(parsing: Array(text.utf8))) != nil)
    }

    @Test("numbers at the ends of their ranges are exact", arguments: [Int.min, -1, 0, 9, 10, Int.max])
    func writesNumbers(number: Int) {
        expect(written { $0.append(number: number) }, String(number))
    }

    @Test("unsigned numbers beyond those with a sign are exact")
    func writesLargeNumbers() {
        let text = written { output in
            output.openObject()
            output.member("a", UInt64.max)
            output.closeObject()
        }
        expect(text, #"{"a":18446744073709551615}"#)
    }
}
