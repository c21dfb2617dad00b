import AttributionTestSupport
import Synchronization
import Testing

@testable import AttributionCommandModel

struct HelpTests {
    static let goldens: [(path: [String], length: HelpLength, width: Int, text: String)] = [
        ([], .short, 80, HelpGoldens.root), (["sign"], .short, 80, HelpGoldens.sign),
        (["inspect"], .short, 80, HelpGoldens.inspect), (["key"], .short, 80, HelpGoldens.family),
        (["sign"], .full, 60, HelpGoldens.signInFull),
    ]

    @Test(arguments: 0..<5) func matches(_ index: Int) throws {
        let golden = Self.goldens[index]
        let path = try #require(Fixture.tool.path(to: golden.path))
        expect(path.help(golden.length, width: golden.width), golden.text)
    }

    static let usages: [([String], String)] = [
        ([], "aak [options] COMMAND ..."), (["sign"], "aak sign [options] [PAYLOAD ...]"),
        (["key"], "aak key COMMAND ..."), (["key", "public"], "aak key public KEY"),
        (["inspect"], "aak inspect [options] TOKEN ..."), (["convert"], "aak convert [FORMAT]"),
        (["debug-dump"], "aak debug-dump"),
    ]

    @Test(arguments: usages) func showsUsage(_ names: [String], _ usage: String) throws {
        let path = try #require(Fixture.tool.path(to: names))
        expect(path.usage, usage)
        #expect(path.help(.short).hasPrefix("usage: \(usage)\n"))
    }

    @Test func knowsNoPathToWhatIsNotThere() {
        #expect(Fixture.tool.path(to: ["sign", "key"]) == nil)
    }

    @Test(arguments: [40, 50, 60, 80, 100, 200]) func fitsTheWidth(_ width: Int) throws {
        let path = try #require(Fixture.tool.path(to: ["sign"]))
        let lines = path.help(.full, width: width).split(separator: "\n", omittingEmptySubsequences: false)
        let tooWide = lines.filter { $0.count > width }
        expect(tooWide, [])
        expect(lines.filter { $0.last == " " }, [])
        #expect(lines.count > 40)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 39]) func survivesAnyWidth(_ width: Int) throws {
        let path = try #require(Fixture.tool.path(to: ["sign"]))
        expect(path.help(.full, width: width), path.help(.full, width: 40))
    }

    @Test func hangsLongUsageAndPutsLongLabelsOnTheirOwnLine() {
        let tool = Command(
            name: "a-rather-long-name-for-a-tool", summary: "do it",
            operand: Operand("PAYLOAD-FILE", summary: "file"),
            options: [Option("an-option-that-is-too-long-for-its-column", summary: "do it quickly")])
        let expected = """
            usage: a-rather-long-name-for-a-tool
                   [options] [PAYLOAD-FILE]

            do it

            Arguments:
              PAYLOAD-FILE   file

            Options:
                  --an-option-that-is-too-long-for-its-column
                             do it quickly

            Help:
              -h             show short help
                  --help     show full help
                  --version  show the version

            """
        expect(CommandPath(tool).help(.full, width: 40), expected)
    }

    /// Short help has a line for each option, with as many clauses of its summary as fit.
    @Test(arguments: [
        ("sign with FILE (PEM, DER or JWK, or all); - is a pipe", "sign with FILE (PEM, DER or JWK, or all)"),
        ("sign with the key in the file FILE (PEM, DER or JWK)", "sign with the key in the file FILE"),
        ("write the token, an object with its parts, or all of it", "write the token, an object with its parts"),
        ("write the token; an object with its parts, or all of it", "write the token"),
        (
            "a summary of one clause that is longer than the line",
            "a summary of one clause that is longer than the line"
        ),
        ("short; all of it", "short; all of it"),
    ]) func cutsSummariesAtClauses(_ summary: String, _ cut: String) {
        expect(TextLayout.clauses(of: summary, width: 41), cut)
    }

    @Test func leavesOutWhatIsHidden() {
        let root = CommandPath(Fixture.tool).help(.full)
        #expect(root.contains("inspect") && !root.contains("debug-dump"))
    }
}

/// Every run makes all commands, and most runs show no help: texts that were made at once were nine tenths of a short run.
struct HelpOnDemandTests {
    private static let made = Mutex(0)

    private static func text() -> String {
        made.withLock { $0 += 1 }
        return "a\n\nb"
    }

    @Test func textsAreMadeWhenTheyAreShown() {
        let command = Command(name: "tool", summary: "do it", discussion: Self.text())
        expect(Self.made.withLock { $0 }, 0)
        expect(command.discussion, ["a", "b"])
        expect(Self.made.withLock { $0 }, 1)
    }
}
