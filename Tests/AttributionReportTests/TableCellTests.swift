import AttributionTestSupport
import Testing

@testable import AttributionReport

/// No text can widen a table or control a terminal.
struct TableCellTests {
    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static let accent = "\u{301}"

    private static let cells: [(text: String, shown: String, columns: Int)] = [
        ("", "\"\"", 2),
        ("5239", "5239", 4),
        (x(63), x(63), 63),
        (x(64), x(64), 64),
        (x(65), x(63) + "…", 64),
        (x(200_000), x(63) + "…", 64),
        // Control and direction characters are escaped, and an escape is never cut.
        ("a\nb", "a\\u{a}b", 7),
        ("\u{1b}[31m", "\\u{1b}[31m", 10),
        ("\u{202e}", "\\u{202e}", 8),
        ("\u{7f}\u{9b}", "\\u{7f}\\u{9b}", 12),
        (x(58) + "\u{1b}", x(58) + "\\u{1b}", 64),
        (x(59) + "\u{1b}", x(59) + "…", 60),
        (x(62) + "\u{1b}", x(62) + "…", 63),
        (x(63) + "\u{1b}", x(63) + "…", 64),
        (x(64) + "\u{1b}", x(63) + "…", 64),
        // Wide characters take two columns, combining ones none.
        ("大小", "大小", 4),
        (String(repeating: "大", count: 32), String(repeating: "大", count: 32), 64),
        (String(repeating: "大", count: 33), String(repeating: "大", count: 31) + "…", 63),
        ("e\(accent)a", "e\(accent)a", 2),
        (x(64) + accent, x(64) + accent, 64),
        (x(64) + accent + "y", x(63) + "…", 64),
        ("가", "가", 2), ("한", "한", 2), ("Ａ", "Ａ", 2), ("😀", "😀", 2), ("é", "é", 1), ("ж", "ж", 1),
        // Many combining marks on one character.
        ("e" + String(repeating: accent, count: 100_000), "e" + String(repeating: accent, count: 127) + "…", 2),
        ("e" + String(repeating: accent, count: 127), "e" + String(repeating: accent, count: 127), 1),
        ("e" + String(repeating: accent, count: 128), "e" + String(repeating: accent, count: 127) + "…", 2),
        // A byte of an argument that is not UTF-8.
        ("\u{10ffff}", "\\xff", 4),
    ]

    @Test func cells() {
        for (text, shown, columns) in Self.cells {
            let cell = TableCell(text)
            expect(cell.text, shown, "\(text.prefix(80))")
            expect(cell.columns, columns, "\(text.prefix(80))")
        }
    }

    @Test func otherLengths() {
        expect(TableCell("abcdef", mostColumns: 5).text, "abcd…")
        expect(TableCell("abcde", mostColumns: 5).text, "abcde")
        expect(TableCell("大", mostColumns: 1).text, "…")
        expect(TableCell("大大", mostColumns: 2).text, "…")
    }

    @Test func kindsOfCells() {
        expect(ReportCell(.null), .nothing)
        expect(ReportCell(.string("-1")), .text("-1"))
        expect(ReportCell(.number("-1")), .figure("-1"))
        expect(ReportCell(.bool(true)), .figure("true"))
        expect(ReportCell.nothing.shown.text, "-")
        expect(ReportCell.text("").shown.text, "\"\"")
    }
}
