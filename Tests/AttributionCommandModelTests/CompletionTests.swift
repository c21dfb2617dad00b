import AttributionCommandModel
import Testing

@Suite struct CompletionTests {
    private static let bash = Fixture.tool.completions(for: .bash)
    private static let zsh = Fixture.tool.completions(for: .zsh)
    private static let fish = Fixture.tool.completions(for: .fish)

    static let fragments: [(Shell, String)] = [
        (.bash, "        'aak sign -k' | 'aak sign --key') kind='file' ;;\n"),
        (.bash, "        'aak sign --format') kind='list' list='jws pem' ;;\n"),
        (.bash, "            commands='sign key inspect convert help'\n"),
        (.bash, "        elif [[ -z $helping && \"$path $word\" == 'aak help' ]]; then\n"),
        (.bash, "    for index in \"${!COMPREPLY[@]}\"; do\n"),
        (.bash, "\ncomplete -F _aak 'aak'\n"),
        (.zsh, "#compdef aak\n"),
        (.zsh, "        '(-k --key)-k+[sign with the private key in FILE]:FILE:_files' \\\n"),
        (.zsh, "        '*--field=[set a field]:NAME=VALUE: ' \\\n"),
        (.zsh, "        '(-o --out)--out=[write into DIR]:DIR:_files -/' \\\n"),
        (
            .zsh,
            "--part=[show one part\\: it'\\''s \\[a\\] choice]:PART:(header payload signature everything-at-once)' \\\n"
        ),
        (.zsh, "        '1::FORMAT:(jws json)'\n"),
        (.zsh, "            'key') _aak__key && ret=0 ;;\n"),
        (.zsh, "        'public:extract the public key'\n"),
        (.fish, "complete -c 'aak' -f\n"),
        (.fish, "-n '__aak_at \\'aak key\\'' -a 'public' -d 'extract the public key'\n"),
        (.fish, "-n '__aak_at \\'aak sign\\'' -s 'k' -l 'key' -r -F -d 'sign with the private key in FILE'\n"),
        (.fish, "-l 'out' -x -a '(__fish_complete_directories)' -d 'write into DIR'\n"),
        (.fish, "-d 'show one part: it\\'s [a] choice'\n"),
    ]

    @Test(arguments: fragments) func contains(_ shell: Shell, _ fragment: String) {
        #expect(Fixture.tool.completions(for: shell).contains(fragment))
    }

    @Test func tableIsWhole() {
        #expect(Self.fragments.count == 19)
        #expect(Shell.allCases.map(\.rawValue) == ["bash", "zsh", "fish"])
    }

    @Test(arguments: Shell.allCases) func keepsHiddenCommandsOutOfLists(_ shell: Shell) {
        let lines = Fixture.tool.completions(for: shell).split(separator: "\n")
        #expect(!lines.contains { $0.contains("commands=") && $0.contains("debug-dump") })
        #expect(!lines.contains { $0.contains("-a 'debug-dump'") })
        #expect(!lines.contains { $0.contains("'debug-dump:") })
        #expect(lines.contains { $0.contains("deterministic") })
    }

    @Test(arguments: Shell.allCases.filter { Script.has($0.rawValue) }) func isAcceptedByTheShell(_ shell: Shell) throws
    {
        let script = Fixture.tool.completions(for: shell)
        let (status, output) = try Script.run(shell.rawValue, ["-n", "script"], files: ["script": script])
        #expect(status == 0)
        #expect(output == "")
        let (broken, _) = try Script.run(shell.rawValue, ["-n", "script"], files: ["script": script + "\nif ((\n"])
        #expect(broken != 0)
    }

    /// The words before the cursor, of which the last is incomplete, and what both shells must suggest.
    static let cases: [Reading] = [
        Reading([""], "convert help inspect key sign"),
        Reading(["s"], "sign"),
        Reading(["--c"], "--color"),
        Reading(["--color", ""], "always never"),
        Reading(["--color", "never", "k"], "key"),
        Reading(["key", ""], "jwk public"),
        Reading(["help", "k"], "key"),
        Reading(["help", "key", ""], "jwk public"),
        Reading(["sign", "--d"], "--deterministic"),
        Reading(["sign", "-v", "--f"], "--field --format"),
        Reading(["sign", "--format", ""], "jws pem"),
        Reading(["sign", "--format", "p"], "pem"),
        Reading(["sign", "--format=p"], "--format=pem"),
        Reading(["sign", "--key", "ke"], "key.pem keys/"),
        Reading(["sign", "-vk", "ke"], "key.pem keys/"),
        Reading(["sign", "-kx", "ke"], "key.pem keys/"),
        Reading(["sign", "--out", "ke"], "keys/"),
        Reading(["sign", "ke"], "key.pem keys/"),
        Reading(["sign", "-o", "key", "--format", ""], "jws pem"),
        Reading(["inspect", "ke"], ""),
        Reading(["convert", ""], "json jws"),
        Reading(["key", "jwk", "--curve", "p3"], "p384"),
        Reading(["--vers"], "--version"),
        Reading(["debug-dump", "--vers"], ""),
    ]
    private static let files = ["key.pem": "", "keys/a": "", "other": ""]

    @Test func casesAreWhole() {
        #expect(Self.cases.count == 24)
    }

    @Test(.enabled(if: Script.has("bash")), arguments: cases) func completesInBash(_ reading: Reading) throws {
        let words = reading.line.map { "'\($0)'" }.joined(separator: " ")
        let driver = """
            source ./aak.bash
            COMP_WORDS=(aak \(words)); COMP_CWORD=\(reading.line.count)
            _aak
            printf '%s\\n' "${COMPREPLY[@]}" | LC_ALL=C sort
            """
        let files = Self.files.merging(["aak.bash": Self.bash, "driver": driver]) { $1 }
        let (_, output) = try Script.run("bash", ["driver"], files: files)
        #expect(output.split(whereSeparator: \.isNewline).joined(separator: " ") == reading.result)
    }

    /// By default, Bash splits words at the equals sign.
    static let brokenWords: [Reading] = [
        Reading(["sign", "--format", "="], "jws pem"),
        Reading(["sign", "--format", "=", "p"], "pem"),
        Reading(["sign", "--format", "=", "pem", "--d"], "--deterministic"),
        Reading(["--color", "=", "never", "k"], "key"),
    ]

    @Test(.enabled(if: Script.has("bash")), arguments: brokenWords)
    func completesBrokenWordsInBash(_ reading: Reading) throws {
        try completesInBash(reading)
        #expect(Self.brokenWords.count == 4)
    }

    @Test(.enabled(if: Script.has("fish")), arguments: cases) func completesInFish(_ reading: Reading) throws {
        let line = (["aak"] + reading.line).joined(separator: " ")
        // Without the completions of an aak that is installed on this machine.
        let driver = "set -g fish_complete_path; source ./aak.fish; complete -C '\(line)'"
        let files = Self.files.merging(["aak.fish": Self.fish]) { $1 }
        let (_, output) = try Script.run("fish", ["--no-config", "-c", driver], files: files)
        let offered = output.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != "\t" } }
        #expect(offered.sorted().joined(separator: " ") == reading.result)
    }

    /// A root command with a short option that takes a value and precedes the name of the subcommand.
    private static let short = Command(
        name: "aak", summary: "go",
        options: [
            Option("color", short: "c", value: .init("WHEN", .choice(["always", "never"])), summary: "color"),
            Option("quiet", short: "q", summary: "say less"),
        ],
        subcommands: [Command(name: "go", summary: "go", options: [Option("fast", summary: "go fast")])])

    @Test(
        arguments: [Shell.bash, .fish].filter { Script.has($0.rawValue) },
        ["-cnever", "-qcnever", "-c never", "-qc go"])
    func readsClustersBeforeACommand(_ shell: Shell, _ cluster: String) throws {
        let driver =
            shell == .fish
            ? "set -g fish_complete_path; source ./script; complete -C 'aak \(cluster) go --f'"
            : "source ./script; COMP_WORDS=(aak \(cluster) go --f); "
                + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _aak; echo $COMPREPLY"
        let files = ["script": Self.short.completions(for: shell)]
        let (_, output) = try Script.run(shell.rawValue, ["-c", driver], files: files)
        #expect(output.hasPrefix("--fast"))
    }
}
