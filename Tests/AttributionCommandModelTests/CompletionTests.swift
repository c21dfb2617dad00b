import AttributionCommandModel
import AttributionTestSupport
import Testing

struct CompletionTests {
    /// The words up to the cursor, of which the last is incomplete; and what is offered of what it begins, or the kind of path and
    /// where the path begins.
    static let cases: [Reading] = [
        Reading([], "convert help inspect key sign"),
        Reading([""], "convert help inspect key sign"),
        Reading(["s"], "sign"),
        Reading(["--c"], "--color"),
        Reading(["--color", ""], "always never"),
        Reading(["--color", "never", "k"], "key"),
        Reading(["nothing", "k"], "key"),
        Reading(["--", "k"], "key"),
        Reading(["--help", "k"], "key"),
        Reading(["key", ""], "jwk public"),
        Reading(["help", "k"], "key"),
        Reading(["help", "help", "s"], "sign"),
        Reading(["help", "key", ""], "jwk public"),
        Reading(["help", "sign", ""], ""),
        Reading(["help", "--"], "--help --version"),
        Reading(["sign", "--d"], "--deterministic"),
        Reading(["sign", "-v", "--f"], "--field --format"),
        Reading(["sign", "-v", "--v"], "--verbose"),
        Reading(["sign", "--deterministic", "--d"], ""),
        Reading(["sign", "--format", ""], "jws pem"),
        Reading(["sign", "--format", "p"], "pem"),
        Reading(["sign", "--format=p"], "--format=pem"),
        Reading(["sign", "--count", ""], "1 2 3 4 5 6 7 8 9"),
        Reading(["sign", "--nothing=p"], ""),
        Reading(["sign", "--verbose=p"], ""),
        Reading(["sign", "--field", ""], ""),
        Reading(["sign", "--key", "ke"], "file 0"),
        Reading(["sign", "--key", "-"], "file 0"),
        Reading(["sign", "--key=ke"], "file 6"),
        Reading(["sign", "-vk", "ke"], "file 0"),
        Reading(["sign", "-vkke"], "file 3"),
        Reading(["sign", "-kx", "ke"], "file 0"),
        Reading(["sign", "-kx", "--out=ke"], "directory 6"),
        Reading(["sign", "--out", "ke"], "directory 0"),
        Reading(["sign", "ke"], "file 0"),
        Reading(["sign", "a", "ke"], "file 0"),
        Reading(["sign", "--", "-"], "file 0"),
        Reading(["sign", "--", "--d"], "file 0"),
        Reading(["sign", "-o", "key", "--format", ""], "jws pem"),
        Reading(["sign", "-"], "--count --deterministic --field --format --help --key --out --verbose -f -h -k -o -v"),
        Reading(["sign", "-v"], "-v -vf -vh -vk -vo"),
        Reading(["sign", "-vk"], "-vk"),
        Reading(["inspect", "ke"], ""),
        Reading(["convert", ""], "json jws"),
        Reading(["convert", "jws", ""], ""),
        Reading(["key", "public", "a", ""], ""),
        Reading(["key", "jwk", "--curve", "p3"], "p384"),
        Reading(["--vers"], "--version"),
        Reading(["debug"], ""),
        Reading(["debug-dump", "--vers"], ""),
        Reading(["debug-dump", "--h"], "--help"),
    ]

    @Test(arguments: cases) func offers(_ reading: Reading) {
        let lines = Fixture.tool.answer(to: reading.line).split(separator: "\n").map(String.init)
        let word = reading.line.last ?? ""
        let terms = lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }.filter { $0.hasPrefix(word) }
        let isPath = lines.first?.hasPrefix("words ") != true
        expect((isPath ? lines : terms.sorted()).joined(separator: " "), reading.result)
    }

    @Test func saysWhatCandidatesAre() {
        expect(
            Fixture.tool.answer(to: ["key", ""]), "words 0\npublic\textract the public key\njwk\twrite a key as JWK\n")
        expect(Fixture.tool.answer(to: ["convert", "--h"]), "words 0\n-h\tshow short help\n--help\tshow full help\n")
        expect(Fixture.tool.answer(to: ["convert", ""]), "words 0\njws\njson\n")
        expect(Fixture.tool.answer(to: ["sign", "--format=p"]), "words 9\n--format=jws\n--format=pem\n")
    }

    @Test(arguments: Shell.allCases.filter { Script.has($0.rawValue) }) func isAcceptedByTheShell(_ shell: Shell) throws
    {
        let script = Fixture.tool.completions(for: shell)
        let (status, output) = try Script.run(shell.rawValue, ["-n", "script"], files: ["script": script])
        expect(status, 0)
        expect(output, "")
        let (broken, _) = try Script.run(shell.rawValue, ["-n", "script"], files: ["script": script + "\nif ((\n"])
        #expect(broken != 0)
    }

    /// A root command with a short option that takes a value and precedes the name of the subcommand.
    private static let short = Command(
        name: "aak", summary: "go",
        options: [
            Option("color", short: "c", value: .init("WHEN", .choice(["always", "never"])), summary: "color"),
            Option("quiet", short: "q", summary: "say less"),
        ],
        subcommands: [Command(name: "go", summary: "go", options: [Option("fast", summary: "go fast")])])

    @Test(arguments: ["-cnever", "-qcnever", "-c never", "-qc go"])
    func readsClustersBeforeACommand(_ cluster: String) throws {
        let words = cluster.split(separator: " ").map(String.init) + ["go", "--f"]
        #expect(Self.short.answer(to: words).contains("\n--fast\tgo fast\n"))
    }
}
