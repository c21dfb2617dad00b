import Testing

@testable import AttributionCommandModel
@testable import AttributionProgram

@Suite struct ProblemTests {
    @Test func fixtureHasNone() {
        #expect(Fixture.tool.problems() == [])
    }

    /// Parsing, help, manual pages and completions are correct only for a description without problems.
    @Test func theProgramHasNone() { #expect(Program.root.problems() == []) }

    /// A change to a valid description, and the only problem that it causes.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let problem: String
        let change: @Sendable (inout Command) -> Void

        init(_ problem: String, _ change: @escaping @Sendable (inout Command) -> Void) {
            self.problem = problem
            self.change = change
        }

        var testDescription: String { problem }
    }

    private static func option(_ name: String = "x-y", value: Option.Value? = nil, summary: String = "do it") -> Option
    {
        Option(name, value: value, summary: summary)
    }

    static let flaws: [Flaw] = [
        Flaw("aak: the summary is empty") { $0.summary = " " },
        Flaw("aak: the summary ends with a period") { $0.summary = "do it." },
        Flaw("aak: the summary starts with a capital") { $0.summary = "Do it" },
        Flaw("aak: the summary is more than one line") { $0.summary = "do\nit" },
        Flaw("aak: a paragraph is empty") { $0.makeDiscussion = { "a\n\n \n\nb" } },
        Flaw("aak: two subcommands are named sign") { $0.subcommands.append(Command(name: "sign", summary: "sign")) },
        Flaw("aak: help is a command already") { $0.subcommands.append(Command(name: "help", summary: "help")) },
        Flaw("aak: it has both subcommands and an operand") { $0.operand = Operand("X", summary: "it") },
        Flaw("aak: all its subcommands are hidden") { tool in
            for index in tool.subcommands.indices { tool.subcommands[index].isHidden = true }
        },
        Flaw("aak S: the name 'S' is not lower-case letters, digits and hyphens") {
            $0.subcommands.append(Command(name: "S", summary: "do it"))
        },
        Flaw("aak: two options are spelled --color") { $0.options.append(option("color")) },
        Flaw("aak: two options are spelled -c") {
            $0.options += [Option("one", short: "c", summary: "do it"), Option("two", short: "c", summary: "do it")]
        },
        Flaw("aak: option --version is built in") { $0.options.append(option("version")) },
        Flaw("aak: option -h is built in") { $0.options.append(Option("host", short: "h", summary: "do it")) },
        Flaw("aak: option --x-y: the summary starts with a capital") { $0.options.append(option(summary: "Do it")) },
        Flaw("aak: option --Xy: the name is not lower-case letters, digits and hyphens") {
            $0.options.append(option("Xy"))
        },
        Flaw("aak: option --x: the name is as short as a short option") { $0.options.append(option("x")) },
        Flaw("aak: option --xy: the short form '-' is not a letter or digit") {
            $0.options.append(Option("xy", short: "-", summary: "do it"))
        },
        Flaw("aak: option --xy: the details are empty") {
            $0.options.append(Option("xy", summary: "do it", details: ""))
        },
        Flaw("aak: option --xy: the group is empty") { $0.options.append(Option("xy", summary: "do it", group: "")) },
        Flaw("aak: option --x-y: 'file' is not one upper-case word") {
            $0.options.append(option(value: .init("file")))
        },
        Flaw("aak: option --x-y: '' is not one upper-case word") { $0.options.append(option(value: .init(""))) },
        Flaw("aak: option --x-y: 'FILE|' is not one upper-case word") {
            $0.options.append(option(value: .init("FILE|")))
        },
        Flaw("aak: option --x-y: there is no choice") { $0.options.append(option(value: .init("X", .choice([])))) },
        Flaw("aak: option --x-y: a choice is not one plain word") {
            $0.options.append(option(value: .init("X", .choice(["a b"]))))
        },
        Flaw("aak: option --x-y: the choice a is there twice") {
            $0.options.append(option(value: .init("X", .choice(["a", "a"]))))
        },
        Flaw("aak sign: operand Payload: 'Payload' is not one upper-case word") {
            $0.subcommands[0].operand?.name = "Payload"
        },
        Flaw("aak key jwk: the summary ends with a period") { $0.subcommands[1].subcommands[1].summary += "." },
        Flaw("aak: two sections are titled FILES") { $0.sections.append(Section("files", .paragraph("a"))) },
        Flaw("aak: section SEE ALSO is generated") { $0.sections.append(Section("See also", .paragraph("a"))) },
        Flaw("aak: section Rules: it is empty") { $0.sections.append(Section("Rules")) },
        Flaw("aak: section Rules: a paragraph is empty") { $0.sections.append(Section("Rules", .paragraph(""))) },
        Flaw("aak: section Rules: a literal is empty") { $0.sections.append(Section("Rules", .literal("\n"))) },
        Flaw("aak: section Rules: a list is empty") { $0.sections.append(Section("Rules", .items([]))) },
        Flaw("aak: section Rules: an item is empty") {
            $0.sections.append(Section("Rules", .items([.init("a", "")])))
        },
        Flaw("aak: section Rules: the term a is there twice") {
            $0.sections.append(Section("Rules", .items([.init("a", "b"), .init("a", "c")])))
        },
        Flaw("aak: an example has no caption") { $0.examples.append(("", "aak help")) },
        Flaw("aak: the caption 'Do it:' ends with punctuation") { $0.examples.append(("Do it:", "aak help")) },
        Flaw("aak: the example 'Do it' does not call aak") { $0.examples.append(("Do it", "aakx help")) },
        Flaw("aak: the example 'Do it' is refused: unknown command \"sgin\"") {
            $0.examples.append(("Do it", "cat a |\n  aak sgin > b"))
        },
        Flaw("aak: the example 'Do it' is refused: option --key needs a value (FILE)") {
            $0.examples.append(("Do it", "aak sign \\\n  --key 2>/dev/null && echo"))
        },
    ]

    @Test(arguments: flaws) func finds(_ flaw: Flaw) {
        var tool = Fixture.tool
        flaw.change(&tool)
        #expect(tool.problems() == [flaw.problem])
    }

    @Test func tableIsWhole() {
        #expect(Self.flaws.count == 41)
    }

    @Test(arguments: [
        "x=$(aak sign --nonsense)", "aak sign \"$FILE\"", "sh -c 'aak sign'", "# first\naak sign a; aak help | less",
    ])
    func allowsWhatOnlyAShellCanRead(_ command: String) {
        var tool = Fixture.tool
        tool.examples = [("Do it", command)]
        #expect(tool.problems() == [])
    }
}
