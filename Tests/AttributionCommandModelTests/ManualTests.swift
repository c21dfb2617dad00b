import AttributionTestSupport
import Testing

@testable import AttributionCommandModel

struct ManualTests {
    private static let date = "November 21, 2025"

    @Test func writesOnePageForEachCommand() {
        let pages = Fixture.tool.manualPages(date: Self.date)
        expect(pages.map(\.fileName), ["aak.1", "aak-sign.1", "aak-key.1", "aak-inspect.1", "aak-convert.1"])
    }

    static let proses: [(String, [String])] = [
        ("", []), ("One. Two.", ["One. Two."]),
        (".TH is a macro", ["\\&.TH is a macro"]), ("'tis", ["\\&'tis"]), ("a\\b", ["a\\eb"]),
        ("one-time --key=-1 (-k)", ["one-time \\-\\-key=\\-1 (\\-k)"]), ("a - b", ["a - b"]),
        ("\"q\" `b` ^ ~", ["\\(dqq\\(dq \\(gab\\(ga \\(ha \\(ti"]),
        ("caf\u{E9} \u{1F511}", ["caf\\[u00E9] \\[u1F511]"]),
        ("a\u{1B}[1m", ["a[1m"]),
        (
            String(repeating: "word ", count: 15) + ".etc. more",
            [String(repeating: "word ", count: 14) + "word", "\\&.etc. more"]
        ),
        (
            String(repeating: "word ", count: 14) + "etc. more",
            [String(repeating: "word ", count: 14) + "etc.\\&", "more"]
        ),
        (
            String(repeating: "word ", count: 14) + "(No!) more",
            [String(repeating: "word ", count: 14) + "(No!)\\&", "more"]
        ),
    ]

    @Test(arguments: proses) func escapesProse(_ text: String, _ lines: [String]) {
        expect(ManualText.prose(text), lines)
    }

    @Test func setsWhatIsTypedApart() {
        expect(ManualText.bold("-k it's"), "\\fB\\-k it\\(aqs\\fR")
        expect(ManualText.italic("N\\fB"), "\\fIN\\efB\\fR")
        expect(ManualText.reference("a-b", 5), "\\fBa\\-b\\fR(5)")
        expect(ManualText.heading("say\n\"hi\""), "say \\(dqhi\\(dq")
    }

    @Test(arguments: [
        ("sign tokens", "Sign tokens."), ("JWS of a token", "JWS of a token."), ("iOS version", "iOS version."),
        ("really?", "Really?"), ("sign, then send", "Sign, then send."), ("", ""), ("x", "X."),
    ])
    func makesSentences(_ summary: String, _ sentence: String) {
        expect(summary.asSentence, sentence)
    }

    @Test func putsSectionsInTheirConventionalOrder() {
        let page = CommandPath(Self.hostile).manualPage(date: Self.date)
        let titles = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        expect(
            titles,
            [
                "NAME", "SYNOPSIS", "DESCRIPTION", "BUGS OF OURS", "ENVIRONMENT", "FILES", "EXIT STATUS", "DIAGNOSTICS",
                "SEE ALSO", "STANDARDS", "HISTORY",
            ])
    }

    // MARK: - mandoc

    /// Tools of several shapes: the fixture, a command without subcommands, and a deep one with hostile texts
    /// everywhere.
    static let shapes: [Command] = [Fixture.tool, Fixture.sign, Command(name: "true", summary: "do nothing"), hostile]

    private static let evil = """
        .SH 'NAME' \\fBbold\\fR "Nm" | . ( ) Ar -x --long-option e.g. Ns \u{2014} \u{E9} \\ .. ' .Ed a. b. C! \\" %A
        """
    private static let hostile = Command(
        name: "tool", summary: "do Ar | . , \"x\" \\n -y",
        discussion: [evil, "'" + evil, String(repeating: "etc. \u{E9}-x ", count: 40)].joined(separator: "\n\n"),
        subcommands: [
            Command(
                name: "one", summary: "do one",
                subcommands: [
                    Command(name: "two", summary: "do two", subcommands: [leaf, leaf], sections: sections)
                ],
                sections: sections, examples: ["Do .Bd it": "tool one\n.Ed\n\n'x' \\\n  -y"])
        ],
        sections: sections)
    private static let leaf = Command(
        name: "nm", summary: "do three", operand: Operand("NM", summary: evil, isRepeating: true),
        options: [
            Option(
                "ar", short: "a", value: .init("NM", .choice(["Nm", "Ar", "|"])), isRepeatable: true, summary: evil,
                details: evil, group: evil)
        ])
    private static let sections = [
        "History", "Bugs of ours", "Standards", "Exit status", "Files", "Environment", "Diagnostics",
    ].map {
        Section($0, .paragraph(evil), .items([.init(evil, evil), .init("Nm", "Ar")]), .literal(evil), .paragraph(evil))
    }

    @Test(.enabled(if: Script.has("mandoc")), arguments: 0..<4) func satisfiesMandoc(_ index: Int) throws {
        let tool = Self.shapes[index]
        let pages = tool.manualPages(date: Self.date)
        let files = Dictionary(uniqueKeysWithValues: pages.map { ($0.fileName, $0.text) })
        expect(pages.count, tool.visibleSubcommands.count + 1)
        for page in pages {
            let (status, output) = try Script.run("mandoc", ["-T", "lint", "-W", "style", page.fileName], files: files)
            // Literal lines cannot be wrapped, so their length is the only permitted complaint. Pages that are installed on
            // this machine and not indexed are no fault of these.
            let complaints = output.split(whereSeparator: \.isNewline).filter {
                !$0.contains("longer than 80 bytes") && !$0.contains("outdated mandoc.db")
            }
            expect(complaints, [])
            #expect(status <= 1)
        }
    }

    @Test(.enabled(if: Script.has("mandoc"))) func mandocWouldComplain() throws {
        let page = CommandPath(Fixture.sign).manualPage(date: Self.date) + ".Xx\n"
        let (status, output) = try Script.run(
            "mandoc", ["-T", "lint", "-W", "style", "page.1"], files: ["page.1": page])
        #expect(status > 1)
        #expect(output.contains("unknown macro"))
    }

    @Test(.enabled(if: Script.has("mandoc"))) func comesOutAsTyped() throws {
        let arguments = ["-T", "utf8", "-O", "width=200", "page.1"]
        let (_, sign) = try Script.run(
            "mandoc", arguments, files: ["page.1": CommandPath(Fixture.sign).manualPage(date: Self.date)])
        #expect(sign.contains(Fixture.oddities))
        #expect(sign.contains("           .rule 'a' - b\n\n           \\end\n"))
        let hostile = CommandPath(Self.hostile).manualPage(date: Self.date)
        let (_, output) = try Script.run("mandoc", arguments, files: ["page.1": hostile])
        #expect(output.contains("           \(Self.evil)\n"))
        #expect(output.contains("do Ar | . , \"x\" \\n -y\n"))
    }
}
