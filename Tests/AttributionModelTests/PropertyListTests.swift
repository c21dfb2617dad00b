import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

struct PropertyListTests {
    private func value(_ text: String) throws(Problem) -> JSONValue {
        try PropertyList.value(of: Array(text.utf8))
    }

    // MARK: - Documents

    /// A document as Xcode writes it, with one element of every kind.
    static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <!-- a comment with <tags> & more -->
        <plist version="1.0">
        <dict>
            <key>string</key>
            <string> a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos; &#65;&#x42;&#x1F600; </string>
            <!-- <key>string</key> -->
            <key>integer</key>
            <integer>-12</integer>
            <key>real</key>
            <real>1.50</real>
            <key>yes</key>
            <true/>
            <key>no</key>
            <false/>
            <key>date</key>
            <date>2023-11-14T22:13:20Z</date>
            <key>data</key>
            <data>AAEC</data>
            <key>array</key>
            <array>
                <string>one</string>
                <array/>
                <dict/>
                <string/>
                <string></string>
            </array>
            <key>a &amp; b</key>
            <dict>
                <key>nested</key>
                <string><![CDATA[<b> & ]] > c]]>d<!-- e -->f</string>
            </dict>
            <key></key>
            <true></true>
        </dict>
        </plist>
        """

    @Test func readsEveryKindOfElement() throws {
        let wanted: JSONValue = .object([
            .init("string", .string(" a <b> & \"c\" 'd' AB\u{1f600} ")), .init("integer", .number("-12")),
            .init("real", .number("1.50")), .init("yes", .bool(true)), .init("no", .bool(false)),
            .init("date", .string("2023-11-14T22:13:20Z")), .init("data", .string("AAEC")),
            .init(
                "array",
                .array([.string("one"), .array([]), .object([]), .string(""), .string("")])),
            .init("a & b", .object([.init("nested", .string("<b> & ]] > cdf"))])),
            .init("", .bool(true)),
        ])
        try expect(value(Self.document), wanted)
    }

    static let documents: [(String, JSONValue)] = [
        ("<plist><true/></plist>", .bool(true)),
        ("<plist><true></true></plist>", .bool(true)),
        ("<plist><false> </false></plist>", .bool(false)),
        ("<plist><string/></plist>", .string("")),
        ("<plist><data/></plist>", .string("")),
        ("<plist><dict/></plist>", .object([])),
        ("<plist><dict></dict></plist>", .object([])),
        ("<plist><array> <!-- none --> </array></plist>", .array([])),
        ("<plist><dict ><key/><true/></dict ></plist >", .object([.init("", .bool(true))])),
        ("\u{feff}<plist><true/></plist>", .bool(true)),
        ("\r\n\t <plist\n version = '1.0'\tid=\"a>b/c\" ><true/></plist>\r\n", .bool(true)),
        ("<plist version='>'><true/></plist>", .bool(true)),
        ("<plist><true/></plist><!-- the end --> <?more?>", .bool(true)),
        ("<plist><integer> 18446744073709551616\n</integer></plist>", .number("18446744073709551616")),
        ("<plist><real>-1.5e-3</real></plist>", .number("-1.5e-3")),
        ("<plist><real>7</real></plist>", .number("7")),
        ("<plist><real>.5</real></plist>", .string(".5")),
        ("<plist><real>nan</real></plist>", .string("nan")),
        ("<plist><real>+infinity</real></plist>", .string("+infinity")),
        ("<plist><string>\u{e9}\u{1f600}</string></plist>", .string("\u{e9}\u{1f600}")),
        ("<plist><string>&amp;lt;</string></plist>", .string("&lt;")),
        ("<plist><string>&#x10FFFF;&#9;</string></plist>", .string("\u{10ffff}\t")),
        ("<plist><string><![CDATA[]]></string></plist>", .string("")),
        ("<plist><string>a > b ]]&gt; c</string></plist>", .string("a > b ]]> c")),
    ]

    @Test(arguments: documents) func reads(_ text: String, _ wanted: JSONValue) throws {
        try expect(value(text), wanted, "\(text)")
    }

    @Test func keysAreToldApartByTheirCharacters() throws {
        // U+00E9 and e with U+0301 look the same, but are different keys.
        let text = "<plist><dict><key>\u{e9}</key><true/><key>e\u{301}</key><false/></dict></plist>"
        try expect(value(text), .object([.init("\u{e9}", .bool(true)), .init("e\u{301}", .bool(false))]))
    }

    // MARK: - One fault each

    static let faults: [(String, String)] = [
        ("", "line 1: the text ends where an element is expected"),
        (" \n ", "line 2: the text ends where an element is expected"),
        ("plist", "line 1: there is text where an element is expected"),
        ("<", "line 1: \"<\" is not followed by an element name"),
        ("<>", "line 1: \"<\" is not followed by an element name"),
        ("</plist>", "line 1: \"<\" is not followed by an element name"),
        ("<dict/>", "line 1: the outermost element is <dict>; it must be inside <plist>"),
        ("<plist/>", "line 1: <plist> is empty; it must have a value"),
        ("<plist></plist>", "line 1: \"<\" is not followed by an element name"),
        ("<plist", "line 1: <plist is not closed by \">\""),
        ("<plist version=\"1.0", "line 1: a text in quotes is not closed"),
        ("<plist><true/>", "line 1: </plist> is expected"),
        ("<plist><true/><true/></plist>", "line 1: </plist> is expected"),
        ("<plist><true/>text</plist>", "line 1: </plist> is expected"),
        ("<plist>text<true/></plist>", "line 1: there is text where an element is expected"),
        ("<plist><true/></plist>text", "line 1: something follows </plist>"),
        ("<plist><true/></plist><plist><true/></plist>", "line 1: something follows </plist>"),
        ("<plist><true/></dict>", "line 1: </dict> closes <plist>"),
        ("<plist><true></false></plist>", "line 1: </false> closes <true>"),
        ("<plist><true>yes</true></plist>", "line 1: </true> is expected"),
        ("<plist><true id=\"1\"/></plist>", "line 1: <true> has attributes"),
        ("<plist><true / ></plist>", "line 1: <true is not closed by \">\""),
        ("<plist><boolean/></plist>", "line 1: <boolean> is not an element of property lists"),
        ("<plist><True/></plist>", "line 1: <True> is not an element of property lists"),
        ("<plist><integer/></plist>", "line 1: <integer> is not an element of property lists"),
        ("<plist><key>a</key></plist>", "line 1: <key> is not directly in a <dict>; is an end tag missing before it?"),
        (
            "<plist><dict><key>a</key><array>\n<string>b</string>\n<key>c</key><true/></dict></plist>",
            "line 3: <key> is not directly in a <dict>; is an end tag missing before it?"
        ),
        ("<plist><dict><true/></dict></plist>", "line 1: <true> is in a <dict>; it must be <key>"),
        ("<plist><dict>text</dict></plist>", "line 1: there is text where an element is expected"),
        ("<plist><dict><key>a</key></dict></plist>", "line 1: the key \"a\" has no value"),
        (
            "<plist><dict><key>a</key><key>b</key></dict></plist>",
            "line 1: the key \"a\" has no value"
        ),
        (
            "<plist><dict>\n<key>a</key><true/>\n<key>a</key><true/></dict></plist>",
            "line 3: the key \"a\" is repeated"
        ),
        (
            "<plist><dict><key>a</key><true/><key>&#97;</key><true/></dict></plist>",
            "line 1: the key \"a\" is repeated"
        ),
        ("<plist><dict><key>a</key><true/></plist>", "line 1: </plist> closes <dict>"),
        ("<plist><array><true/></dict></plist>", "line 1: </dict> closes <array>"),
        ("<plist><array>text</array></plist>", "line 1: there is text where an element is expected"),
        ("<plist><string>a</plist>", "line 1: </plist> closes <string>"),
        ("<plist><string>a", "line 1: <string> is not closed"),
        ("<plist><string>a<b/></string></plist>", "line 1: </string> is expected"),
        ("<plist><string><![CDATA[a</string></plist>", "line 1: <![CDATA[ is not closed"),
        ("<plist><string><!-- a</string></plist>", "line 1: the text ends where \"-->\" is expected"),
        ("<!-- a", "line 1: the text ends where \"-->\" is expected"),
        ("<?xml", "line 1: the text ends where \"?>\" is expected"),
        ("<!DOCTYPE plist", "line 1: the text ends where \">\" is expected"),
        ("<plist><string>a & b</string></plist>", "line 1: \"&\" does not begin an entity"),
        ("<plist><string>&", "line 1: \"&\" does not begin an entity"),
        ("<plist><string>&;</string></plist>", "line 1: &; is not an entity of property lists"),
        ("<plist><string>&nbsp;</string></plist>", "line 1: &nbsp; is not an entity of property lists"),
        ("<plist><string>&#;</string></plist>", "line 1: &#; is not an entity of property lists"),
        ("<plist><string>&#x;</string></plist>", "line 1: &#x; is not an entity of property lists"),
        ("<plist><string>&#+65;</string></plist>", "line 1: &#+65; is not an entity of property lists"),
        ("<plist><string>&#-1;</string></plist>", "line 1: &#-1; is not an entity of property lists"),
        ("<plist><string>&#0;</string></plist>", "line 1: &#0; is not an entity of property lists"),
        ("<plist><string>&#x1b;</string></plist>", "line 1: &#x1b; is not an entity of property lists"),
        ("<plist><string>&#xD800;</string></plist>", "line 1: &#xD800; is not an entity of property lists"),
        ("<plist><string>&#xFFFF;</string></plist>", "line 1: &#xFFFF; is not an entity of property lists"),
        ("<plist><string>&#x110000;</string></plist>", "line 1: &#x110000; is not an entity of property lists"),
        ("<plist><string>&#99999999999;</string></plist>", "line 1: \"&\" does not begin an entity"),
        ("<plist><integer>x</integer></plist>", "line 1: \"x\" is in <integer>; it must be an integer"),
        ("<plist><integer></integer></plist>", "line 1: \"\" is in <integer>; it must be an integer"),
        ("<plist><integer>1.5</integer></plist>", "line 1: \"1.5\" is in <integer>; it must be an integer"),
        ("<plist><integer>1e3</integer></plist>", "line 1: \"1e3\" is in <integer>; it must be an integer"),
        ("<plist><integer>true</integer></plist>", "line 1: \"true\" is in <integer>; it must be an integer"),
        ("<plist><real>1,5</real></plist>", "line 1: \"1,5\" is in <real>; it must be a number"),
        ("<plist><real>\"1\"</real></plist>", "line 1: \"\"1\"\" is in <real>; it must be a number"),
        (
            "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
            "line 1: the document type has declarations; it must have none"
        ),
    ]

    @Test func noFaultVanishes() { expect(Set(Self.faults.map(\.0)).count, 66) }

    /// Texts that other XML readers refuse or interpret differently.
    static let markupFaults: [(String, String)] = [
        ("<plist><string>\u{0}</string></plist>", "line 1: U+0000 is not allowed in XML"),
        ("<plist>\n<string>\u{1b}[31m</string></plist>", "line 2: U+001B is not allowed in XML"),
        ("<plist><string>\u{ffff}</string></plist>", "line 1: U+FFFF is not allowed in XML"),
        (" <?xml version=\"1.0\"?><plist><true/></plist>", "line 1: \"<?xml\" does not begin a processing instruction"),
        ("<plist><?XML a?><true/></plist>", "line 1: \"<?XML\" does not begin a processing instruction"),
        ("<?xml?><plist><true/></plist>", "line 1: <?xml wants version, encoding and standalone, in this order"),
        ("<?xml version=1.0?><plist><true/></plist>", "line 1: text in quotes is expected"),
        ("<?xml version=\"2.0\"?><plist><true/></plist>", "line 1: the version of XML is \"2.0\"; it must be \"1.0\""),
        (
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><true/></plist>",
            "line 1: the encoding is \"ISO-8859-1\"; it must be \"UTF-8\""
        ),
        (
            "<?xml encoding=\"UTF-8\" version=\"1.0\"?><plist><true/></plist>",
            "line 1: <?xml wants version, encoding and standalone, in this order"
        ),
        ("<?xml version=\"1.0\" a=\"b\"?><plist><true/></plist>", "line 1: <?xml has no a"),
        ("<?1?><plist><true/></plist>", "line 1: \"<?\" does not begin a processing instruction"),
        ("<!-- a -- b --><plist><true/></plist>", "line 1: a comment contains \"--\""),
        ("<plist><!-- a ---><true/></plist>", "line 1: a comment contains \"--\""),
        ("<!DOCTYPE><plist><true/></plist>", "line 1: <!DOCTYPE has no name"),
        ("<!DOCTYPE plist a><plist><true/></plist>", "line 1: \">\" is expected at the end of <!DOCTYPE"),
        ("<!DOCTYPE plist PUBLIC \"a\"><plist><true/></plist>", "line 1: white space is expected in <!DOCTYPE"),
        (
            "<!DOCTYPE plist><!DOCTYPE plist><plist><true/></plist>",
            "line 1: \"<\" is not followed by an element name"
        ),
        ("<plist><!DOCTYPE plist><true/></plist>", "line 1: \"<\" is not followed by an element name"),
        ("<plist version=\"1.0\"version='2'><true/></plist>", "line 1: white space is expected in <plist"),
        ("<plist version=\"1\" version=\"2\"><true/></plist>", "line 1: <plist> has two attributes version"),
        ("<plist version><true/></plist>", "line 1: \"=\" is expected after version"),
        ("<plist version=1><true/></plist>", "line 1: text in quotes is expected"),
        ("<plist version=\"<\"><true/></plist>", "line 1: a text in quotes contains \"<\", which is not allowed there"),
        ("<plist version=\"&a;\"><true/></plist>", "line 1: &a; is not an entity of property lists"),
        ("<plist 1=\"a\"><true/></plist>", "line 1: the name of an attribute is expected in <plist"),
        ("<plist><string>a ]]> b</string></plist>", "line 1: text contains \"]]>\"; it must be \"]]&gt;\""),
    ]

    @Test func noMarkupFaultVanishes() { expect(Set(Self.markupFaults.map(\.0)).count, 27) }

    @Test(arguments: markupFaults) func refusesMarkup(_ text: String, _ description: String) {
        let error = #expect(throws: Problem.self) { try value(text) }
        expect(error?.found, "not an XML property list: " + description, "\(text)")
    }

    /// XML 1.0, 2.11: line ends are normalised.
    @Test func lineEndsAreOneCharacter() throws {
        try expect(value("<plist><string>a\r\nb\rc\n&#13;</string></plist>"), .string("a\nb\nc\n\r"))
    }

    @Test(arguments: faults) func refuses(_ text: String, _ description: String) {
        let error = #expect(throws: Problem.self) { try value(text) }
        expect(error?.found, "not an XML property list: " + description, "\(text)")
    }

    @Test func refusesWhatIsNotUTF8() {
        for bytes: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]] {
            let text = Array("<plist><string>".utf8) + bytes + Array("</string></plist>".utf8)
            let error = #expect(throws: Problem.self) { try PropertyList.value(of: text) }
            #expect(error?.found?.hasSuffix("line 1: the text is not UTF-8") == true)
        }
    }

    // MARK: - Depth, truncation, mutation

    @Test(arguments: [("<array>", "</array>"), ("<dict><key>a</key>", "</dict>")])
    func nestsSoManyLevelsAndNoMore(_ open: String, _ close: String) throws {
        func text(_ levels: Int, _ inner: String) -> String {
            "<plist>" + String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
                + "</plist>"
        }
        _ = try value(text(99, "<true/>"))
        let error = #expect(throws: Problem.self) { try value(text(100, "<true/>")) }
        #expect(error?.found?.hasSuffix("elements nest deeper than 100 levels") == true)
        // Elements that are never closed must not exhaust the stack.
        #expect(throws: Problem.self) {
            try value("<plist>" + String(repeating: open, count: 100_000))
        }
    }

    @Test func everyTruncationIsRefused() {
        let text = Array(Self.document.utf8)
        for count in 0..<text.count {
            #expect(throws: Problem.self, "\(count) bytes") {
                try PropertyList.value(of: Array(text[..<count]))
            }
        }
    }

    /// Messages name the lines of values.
    @Test(arguments: [
        ("", 4), ("string", 6), ("integer", 9), ("array", 21), ("array[0]", 22), ("array[3]", 25), ("array[9]", 21),
        ("missing", 4),
    ]) func namesTheLine(_ path: String, _ breaks: Int) {
        for (text, name) in [
            (Self.document, "LF"),
            (Self.document.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"), "CRLF"),
        ] {
            expect(PropertyListText.lineBreaks(of: Array(text.utf8), beforePaths: [path]), [breaks], "\(name)")
        }
    }

    @Test func whatIsNoPropertyListHasTheLineOfItsFault() {
        let text = "<plist>\n<dict>\n<key>a</key>\n<integer>x</integer>\n</dict></plist>"
        expect(PropertyListText.lineBreaks(of: Array(text.utf8), beforePaths: ["a", ""]), [3, 3])
        expect(PropertyListText.lineBreaks(of: [0xff, 0x0a], beforePaths: ["a"]), [0])
    }

    /// Any text results in either a value or the error.
    @Test func noMutationTraps() {
        var random = SplitMix64(seed: 1)
        let text = Array(Self.document.utf8)
        let pieces = ["<", ">", "/", "&", ";", "<!--", "-->", "<![CDATA[", "]]>", "&#", "</", "\"", "\n", "\u{0}", "é"]
        for _ in 0..<1500 {
            var changed = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.removeSubrange(index..<min(index + 8, changed.count))
                default:
                    changed.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
                }
            }
            _ = try? PropertyList.value(of: changed)
        }
    }
}
