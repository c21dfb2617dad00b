import AttributionBase

@testable import AttributionProgram

/// Runs of the whole program. The results do not depend on how the input arrives or on the number of threads; there
/// is one for each line, in order. Rejects are lines of the input, and pretty output has the same contents as compact
/// output. With `--lines`, there are as many lines of output as of input.
///
/// The first four bytes of an input choose the command and its options; the rest is the standard input.
enum RunFuzz {
    private static let commands: [[String]] = [
        ["verify", "--key", keyPath], ["verify", "--key", keyPath, "--unique"],
        ["verify", "--pass", "valid", "--key", keyPath],
        ["decode"], ["decode", "--payload"], ["decode", "--field", "timestamp"], ["decode", "--field", "x"],
        ["validate", "--now", "2026-01-01T00:00:00Z"], ["validate", "--strict", "--now", "2026-01-01T00:00:00Z"],
        ["sign", "--deterministic", "--seed", "7", "--now", "2026-01-01T00:00:00Z"],
        [
            "sign", "--no-validate", "--deterministic", "--seed", "7", "--now", "2026-01-01T00:00:00Z", "--format",
            "openrtb",
        ],
        ["verify", "--lines", "--key", keyPath], ["verify", "--lines", "--unique", "--validate", "--key", keyPath],
    ]

    private static let keyPath = ProgramRun.file("key.pem", Array(ExampleKeyFile.publicPEM.utf8))

    static func test(_ input: ByteView) {
        guard input.count >= 4 else { return }
        let command = commands[Int(input[0]) % commands.count]
        let flags = input[1]
        let jobs = Int(input[2] % 4) + 1
        let piece = 1 + Int(input[3]) * Int(input[3])
        let text = [UInt8](input[4...])
        var common = command + ["--compact"]
        let answersLines = command.contains("--lines")
        if flags & 1 != 0, !answersLines { common += ["--fail-fast"] }
        if flags & 2 != 0 { common += ["--diagnostics", "json"] }
        if flags & 4 != 0 { common += ["--rejects", ProgramRun.rejectsPath] }

        let whole = ProgramRun.outcome(common + ["-j1"], text)
        let pieces = ProgramRun.outcome(common + ["-j\(jobs)"], text, piece: piece)
        demand(
            whole == pieces, "\(common): the same results from a file and from a pipe in pieces of \(piece), -j\(jobs)")
        if whole.status == .good { demand(whole.rejects.isEmpty, "a good run rejects nothing") }
        let lines = Set(text.split(separator: ASCII.newline, omittingEmptySubsequences: false).map(Array.init))
        for reject in whole.rejects.split(separator: ASCII.newline) {
            demand(lines.contains(Array(reject)), "\(common): rejects are lines of the input")
        }
        if answersLines {
            let ends = text.count { $0 == ASCII.newline } + (text.isEmpty || text.last == ASCII.newline ? 0 : 1)
            demand(whole.output.count { $0 == ASCII.newline } == ends, "\(common): a line for each line")
            return
        }
        guard flags & 8 != 0, !command.contains("--field"), !command.contains("--pass"), command[0] != "sign" else {
            return
        }
        let spread = ProgramRun.outcome(
            command + (flags & 1 != 0 ? ["--fail-fast"] : []) + ["--pretty"], text)
        guard whole.output.allSatisfy({ $0 < 0x7f }) else { return }
        var compacted = ByteBuffer()
        compacted.append(spread.output)
        JSONText.compact(&compacted, from: 0)
        demand(
            compacted.array() == whole.output.filter { $0 != ASCII.newline },
            "\(command): what is pretty compacts to what it was")
    }
}
