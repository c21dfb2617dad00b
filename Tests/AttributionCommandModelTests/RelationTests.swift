import AttributionCommandModel
import AttributionTestSupport
import Testing

/// Relations between options.
struct RelationTests {
    private enum Form: String, CaseIterable {
        case pem, jwk
    }

    private static let input = TypedOption.values("input", .file("FILE"), summary: "read it")
    private static let form = TypedOption.value("form", .choice("FORM", Form.self), default: .pem, summary: "form it")
    private static let name = TypedOption.value(
        "name", .text("NAME"), summary: "name it", relations: [.requires([form.being(.jwk)])])
    private static let quick = TypedOption.flag(
        "quick", summary: "do it quickly",
        relations: [.excludes([slow, form.being(.jwk)]), .requires([first, second]) { "\($0) wants \($1)" }])
    private static let slow = TypedOption.flag("slow", summary: "do it slowly")
    private static let first: TypedOption<Bool> = .flag(
        "first", summary: "begin", relations: [.requires([second]) { "\($0) and \($1) go together" }])
    private static let second: TypedOption<Bool> = .flag(
        "second", summary: "end", relations: [.requires([first]) { "\($1) and \($0) go together" }])
    private static let list = TypedOption.flag(
        "list", summary: "list it",
        relations: [
            .excludes([Condition.anyGiven("something to read", options: [input])]),
            .excludes([slow], isDescribed: false) { option, _ in "\(option) is never slow" },
        ])

    private static let tool = Command(
        name: "tool", summary: "do it", operand: Operand("FILE", summary: "a file"),
        options: [input, form, name, quick, slow, first, second, list])

    @Test(arguments: [
        (["--slow"], "tool slow |"),
        (["--name", "x"], "tool: --name requires --form jwk"),
        (["--name", "x", "--form", "pem"], "tool: --name requires --form jwk"),
        (["--name", "x", "--form", "jwk"], "tool form=jwk name=x |"),
        (["--slow", "--quick"], "tool: --quick and --slow cannot be combined"),
        (["--quick", "--form", "jwk"], "tool: --quick and --form jwk cannot be combined"),
        (["--quick"], "tool: --quick wants --first or --second"),
        (["--quick", "--first"], "tool: --first and --second go together"),
        (["--second"], "tool: --first and --second go together"),
        (["--quick", "--first", "--second"], "tool quick first second |"),
        (["--list", "x"], "tool: --list and something to read cannot be combined"),
        (["--list", "--input", "x"], "tool: --list and something to read cannot be combined"),
        (["--list", "--slow"], "tool: --list is never slow"),
        (["--list"], "tool list |"),
        (["--list", "--slow", "--nonsense"], "tool: unknown option \"--nonsense\""),
    ])
    func reads(_ line: [String], _ wanted: String) {
        expect(Reading.read(line, Self.tool), wanted)
    }

    @Test func standInFullHelpAlone() {
        let full = CommandPath(Self.tool).help(.full, width: 100)
        #expect(full.contains("name it (needs --form jwk)\n"))
        #expect(full.contains("do it quickly (not with --slow or --form jwk; needs --first or --second)\n"))
        #expect(full.contains("list it (not with something to read)\n"))
        #expect(!CommandPath(Self.tool).help(.short, width: 100).contains("not with"))
    }

    @Test func standInTheManual() {
        let page = CommandPath(Self.tool).manualPage(date: "January 1, 2026").split(separator: "\n").joined(
            separator: " ")
        #expect(page.contains(#"It cannot be combined with \-\-slow or \-\-form jwk."#))
        #expect(page.contains(#"It requires \-\-first or \-\-second."#))
    }
}
