import AttributionBase
import AttributionTestSupport
import Testing

struct RulerTests {
    private let ruler = Ruler.font(size: 10, isBold: false)

    /// The widest of DejaVu Sans, Liberation Sans and others, which no character may exceed.
    @Test(
        arguments: [
            ("W", 1.0355, 1.103), ("m", 0.9741, 1.042), ("i", 0.2778, 0.3428), ("0", 0.6362, 0.6958),
            ("@", 1.0151, 1.0305), (".", 0.3179, 0.3799), ("%", 0.987, 1.013), ("…", 1.0, 1.008), ("→", 1.0, 1.0),
            ("ä", 0.6128, 0.6748), ("漢", 1.0, 1.0), ("😀", 1.275, 1.275), ("\u{fdfd}", 7.5, 7.88),
        ] as [(Unicode.Scalar, Double, Double)])
    func isAnUpperBound(scalar: Unicode.Scalar, regular: Double, bold: Double) {
        #expect(Double(Ruler.hundredths(of: scalar, isBold: false)) >= regular * 100)
        #expect(Double(Ruler.hundredths(of: scalar, isBold: true)) >= bold * 100)
    }

    @Test func bold() {
        for value in 0x20..<0x7f as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let (regular, bold) = (
                Ruler.hundredths(of: scalar, isBold: false), Ruler.hundredths(of: scalar, isBold: true)
            )
            #expect(regular > 20 && regular <= bold, "\(scalar)")
        }
    }

    @Test func widths() {
        // The width is rounded up only once, at the end.
        expect(ruler.width(""), 0)
        expect(ruler.width("i"), 3)
        expect(ruler.width("iiii"), 12)
        expect(Ruler.terminal.width("ab…"), 3)
        expect(Ruler.terminal.width("漢字"), 4)
        expect(Ruler.terminal.width("e\u{301}"), 1)
    }

    private static let room = 20

    @Test(
        arguments: [
            ("short", TextKind.words, "short"),
            ("a sentence that is too long", .words, "a sentence that is…"),
            ("example.adattributionkit", .name, "example…"),
            ("su67r6k2v3.skadnetwork.", .name, "su67r6k2v3.…network."),
            ("com.company.long-name.alpha.adattributionkit", .name, "com.company…me.alpha"),
            ("com.company.long-name.omega.adattributionkit", .name, "com.company…me.omega"),
            ("https://example.com/o", .url, "example.com/o"),
            ("https://example.com/offer?item=7&Open=12", .url, "example.com…&Open=12"),
            ("a\u{202e}b", .name, "a\\u{202e}b"),
        ])
    func fits(text: String, kind: TextKind, shown: String) {
        let fitted = Ruler.terminal.fitted(text, kind, room: Self.room)
        expect(fitted.shown, shown)
        #expect(Ruler.terminal.width(fitted.shown) <= Self.room)
        expect(fitted.full, shown == VisibleText.of(text) ? nil : VisibleText.of(text))
    }

    @Test func fitsAnyRoom() {
        for text in ["example.adattributionkit", "https://example.com/offer", "広告ネットワーク", "a b c d e f g h"] {
            for room in 0..<200 {
                for kind in [TextKind.words, .name, .url] {
                    #expect(ruler.width(ruler.fitted(text, kind, room: room).shown) <= room)
                    let phrase = Phrase("fine 42, tier 3 → ", name: text, kind)
                    #expect(ruler.width(ruler.fitted(phrase, room: room).shown) <= room)
                }
            }
        }
    }

    @Test func phrases() {
        let phrase = Phrase("ad 12 ", name: "example.adattributionkit", .name)
        expect(Ruler.terminal.fitted(phrase, room: 40).shown, "ad 12 example.adattributionkit")
        expect(Ruler.terminal.fitted(phrase, room: 14).shown, "ad 12 example…")
        expect(Ruler.terminal.fitted(phrase, room: 13).shown, "ad 12 exa…ple")
        expect(Ruler.terminal.fitted(phrase, room: 8).shown, "ad 12 e…")
    }
}

struct ScaleTests {
    @Test func places() {
        let scale = Scale(1000...2000, from: 10, to: 110)
        expect([0, 1000, 1500, 2000, 3000].map { scale.position($0) }, [10, 10, 60, 110, 110])
        expect(Scale(5...5, from: 0, to: 9).position(5), 0)
        expect(Scale(5...9, from: 7, to: 3).position(9), 7)
        let widest = Scale(Int64.min...Int64.max, from: 0, to: 100)
        expect([Int64.min, 0, Int64.max].map { widest.position($0) }, [0, 50, 100])
    }
}

struct TableColumnsTests {
    private static func lines(_ rows: [(String, String)], room: Int) -> [String] {
        let phrases = rows.map { (second: Phrase("", name: $0, .name), third: Phrase($1)) }
        let columns = TableColumns(phrases, .terminal, room: room, gap: 2)
        return phrases.map { row in
            let cells = columns.row(row.second, row.third)
            return TerminalText.trimmed(TerminalText.padded(cells.second.shown, cells.thirdAt) + cells.third.shown)
        }
    }

    @Test func alignsWhatItCan() {
        let rows = [("one", "first"), ("three", "a longer one"), ("alone, and as long as it likes", ""), ("", "third")]
        expect(
            Self.lines(rows, room: 30),
            [
                "one    first", "three  a longer one", "alone, and as long as it likes", "       third",
            ])
        // A result that is too long first moves to the left on its own, and then the text before it is shortened.
        expect(
            Self.lines([("one", "first"), ("example.adattributionkit", "a longer result")], room: 30),
            [
                "one                 first", "example…       a longer result",
            ])
    }
}

struct MarkupTests {
    @Test func escapes() {
        expect(Markup.escaped("a<b>&\"'\u{1b}\u{ffff}"), "a&lt;b&gt;&amp;&quot;&#39;\\u{1b}\\u{ffff}")
        var markup = Markup()
        markup.append("text", [("class", "a\"b")], FittedText(shown: "a…", full: "a<b"))
        expect(markup.text, "<text class=\"a&quot;b\"><title>a&lt;b</title>a…</text>")
    }

    @Test func hidesOnce() {
        let shown = VisibleText.of("a\u{202e}b\u{200b}")
        #expect(shown == "a\\u{202e}b\\u{200b}" && VisibleText.of(shown) == shown)
    }
}
