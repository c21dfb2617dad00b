import AttributionTestSupport
import Testing

@testable import AttributionBase

/// Any reader of the format reads back the fields that were written.
struct SeparatedValuesTests {
    private enum Value {
        case nothing
        case text(String)
        case figure(String?)
        case count(Int)
    }

    private static func row(_ form: SeparatedValues.Form, _ values: [Value]) -> String {
        var output = ByteBuffer()
        var row = SeparatedValues(form)
        for value in values {
            switch value {
            case .nothing: row.appendNothing(to: &output)
            case .text(let text): row.append(text: text, to: &output)
            case .figure(let figure): row.append(figure: figure, to: &output)
            case .count(let count): row.append(count: count, to: &output)
            }
        }
        row.endRow(to: &output)
        return unsafe String(decoding: output.bytes, as: UTF8.self)
    }

    private static let texts: [(text: String, csv: String, tsv: String)] = [
        ("", "\"\"", ""),
        ("plain", "plain", "plain"),
        ("two words", "two words", "two words"),
        ("a,b", "\"a,b\"", "a,b"),
        ("\"", "\"\"\"\"", "\""),
        ("a\"b\"c", "\"a\"\"b\"\"c\"", "a\"b\"c"),
        ("a\nb", "\"a\nb\"", "a\\nb"),
        ("a\rb", "\"a\rb\"", "a\\rb"),
        ("a\tb", "a\tb", "a\\tb"),
        ("a\\b\\", "a\\b\\", "a\\\\b\\\\"),
        ("\t\n\r\\", "\"'\t\n\r\\\"", "\\t\\n\\r\\\\"),
        ("Größe 大", "Größe 大", "Größe 大"),
        // Spreadsheets execute fields that begin like this.
        ("=1+1", "'=1+1", "=1+1"),
        ("+1", "'+1", "+1"),
        ("-1", "'-1", "-1"),
        ("@a", "'@a", "@a"),
        ("\ta", "'\ta", "\\ta"),
        ("\ra", "\"'\ra\"", "\\ra"),
        ("=a,\"b\"", "\"'=a,\"\"b\"\"\"", "=a,\"b\""),
        // No other fields are changed.
        (" =1", " =1", " =1"),
        ("'=1", "'=1", "'=1"),
        ("1=1", "1=1", "1=1"),
        ("\n=1", "\"\n=1\"", "\\n=1"),
        ("a@b", "a@b", "a@b"),
    ]

    @Test func textsOfStrangers() {
        for (text, csv, tsv) in Self.texts {
            expect(Self.row(.csv, [.text(text)]), csv + "\n", "\(text)")
            expect(Self.row(.tsv, [.text(text)]), tsv + "\n", "\(text)")
            expect(Self.row(.csv, [.count(1), .text(text), .count(2)]), "1,\(csv),2\n", "\(text)")
            expect(Self.row(.tsv, [.count(1), .text(text), .count(2)]), "1\t\(tsv)\t2\n", "\(text)")
        }
    }

    private static let rows: [(values: [Value], csv: String, tsv: String)] = [
        ([.nothing], "", ""),
        ([.nothing, .nothing, .nothing], ",,", "\t\t"),
        ([.text("a"), .nothing], "a,", "a\t"),
        ([.nothing, .text("")], ",\"\"", "\t"),
        ([.figure("-5"), .figure("1e3"), .figure(nil)], "-5,1e3,", "-5\t1e3\t"),
        ([.figure("[1,\"a\"]")], "\"[1,\"\"a\"\"]\"", "[1,\"a\"]"),
        ([.count(0), .count(12)], "0,12", "0\t12"),
    ]

    @Test func rowsOfAllKinds() {
        for (values, csv, tsv) in Self.rows {
            expect(Self.row(.csv, values), csv + "\n")
            expect(Self.row(.tsv, values), tsv + "\n")
        }
    }

    @Test func rowsFollowEachOther() {
        var output = ByteBuffer()
        var row = SeparatedValues(.csv)
        for number in 0..<3 {
            row.append(count: number, to: &output)
            row.append(text: "x", to: &output)
            row.endRow(to: &output)
        }
        expect(unsafe String(decoding: output.bytes, as: UTF8.self), "0,x\n1,x\n2,x\n")
    }

    /// Databases refuse it, so that one text of a stranger would stop a day's load.
    @Test(arguments: [SeparatedValues.Form.csv, .tsv]) func textsHaveNoNull(_ form: SeparatedValues.Form) {
        var output = ByteBuffer()
        var row = SeparatedValues(form)
        row.append(text: "a", to: &output)
        #expect(!row.leftOutNull)
        row.append(text: "b\0\0c\0", to: &output)
        row.append(text: "\0", to: &output)
        row.endRow(to: &output)
        #expect(row.leftOutNull)
        expect(output.array(), Array((form == .csv ? "a,bc,\"\"\n" : "a\tbc\t\n").utf8))
    }

    /// A strict reader of RFC 4180, section 2, reads back what was written, except for the apostrophe.
    @Test func csvIsReadBack() throws {
        let alphabet = Array("a,\"\n\r\t'=-;é")
        for seed in 0..<2000 {
            var rest = seed
            var text = ""
            while rest > 0 {
                text.append(alphabet[rest % alphabet.count])
                rest /= alphabet.count
            }
            let fields = try #require(Self.read(Self.row(.csv, [.text(text), .text("end")])), "\(text)")
            let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
            expect(fields, [isFormula ? "'" + text : text, "end"], "\(text)")
        }
    }

    /// Returns the fields of a row; nil if the row is invalid.
    private static func read(_ row: String) -> [String]? {
        var scalars = Array(row.unicodeScalars)[...]
        var fields: [String] = []
        while true {
            var field = String.UnicodeScalarView()
            if scalars.first == "\"" {
                scalars.removeFirst()
                while let next = scalars.popFirst() {
                    if next == "\"" {
                        guard scalars.first == "\"" else { break }
                        scalars.removeFirst()
                    }
                    field.append(next)
                }
            } else {
                while let next = scalars.first, next != ",", next != "\n" {
                    guard next != "\"", next != "\r" else { return nil }
                    field.append(scalars.removeFirst())
                }
            }
            fields.append(String(field))
            switch scalars.popFirst() {
            case ",": continue
            case "\n": return scalars.isEmpty ? fields : nil
            default: return nil
            }
        }
    }
}
