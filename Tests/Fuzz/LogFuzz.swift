import AttributionBase

@testable import AttributionProgram

/// Logs of many devices. The results do not depend on how the log arrives, where it is split, or the number of
/// threads.
///
/// The first four bytes of an input choose the world and the options, the number of threads, the size of the pieces,
/// and the position where empty lines split the log, so that its devices are played in separate pieces.
enum LogFuzz {
    static let crowdedWorld = #"""
        {"start":"2026-01-01T00:00:00Z","seed":3,"country":"US",
         "crowd":{"thresholds":{"1":1,"2":2,"3":3},"country":2}}
        """#

    private static let worlds: [String] = [
        ProgramRun.file("plain-world", Array(#"{"start":"2026-01-01T00:00:00Z","seed":3,"country":"US"}"#.utf8)),
        ProgramRun.file("crowded-world", Array(crowdedWorld.utf8)),
        ProgramRun.file(
            "wide-world",
            Array(
                #"""
                {"start":"2026-01-01T00:00:00Z","seed":9,"tiers":{"default":{"2":2,"3":2,"4":3,"country":1}},
                 "re-engagement-limits":{"app-per-month":2},"receivers":{"example.adattributionkit":[500,500,200]}}
                """#.utf8)),
    ]

    private static let crowd = ProgramRun.file(
        "counted-crowd", Array(#"{"app":1108187390,"country":"US","count":2400}"#.utf8))

    /// Two devices, each with an ad, an installation and a value.
    static let exampleLog = ["a", "b"].map { device in
        [
            #""at":"10s","event":"tap","impression":\#(impression)"#, #""at":"1h","event":"install","app":1108187390"#,
            #""at":"2h","event":"update","app":1108187390,"fine":7,"coarse":"low""#,
        ].map { #"{"device":"\#(device)",\#($0)}"# + "\n" }.joined()
    }.joined()

    private static let impression =
        #"{"impression-identifier":"00000000-0000-4000-8000-000000000001","publisher-item-identifier":5838492,"#
        + #""ad-network-identifier":"example.adattributionkit","source-identifier":5239,"#
        + #""advertised-item-identifier":1108187390}"#

    /// More than fits into a piece of a log.
    private static let filler = [UInt8](repeating: ASCII.newline, count: 300_000)

    /// Returns whether every line of an input's log is played.
    static func accepts(_ input: [UInt8]) -> Bool {
        input.count >= 4
            && ProgramRun.outcome(["simulate", "--world", worlds[0], "--summary"], Array(input[4...])).status == .good
    }

    static func test(_ input: ByteView) {
        guard input.count >= 4 else { return }
        let flags = input[0]
        let jobs = Int(input[1] % 4) + 1
        let piece = 1 + Int(input[2]) * Int(input[2])
        let cut = Int(input[3])
        let text = [UInt8](input[4...])
        var arguments = ["simulate", "--world", worlds[Int(flags) % worlds.count], "--compact"]
        // A crowd without counts requires two passes, which a pipe does not allow.
        if worlds[Int(flags) % worlds.count].hasSuffix("crowded-world") { arguments += ["--crowd", crowd] }
        if flags & 4 != 0 { arguments += ["--explain"] }
        if flags & 8 != 0 { arguments += ["--diagnostics", "json"] }
        if flags & 16 != 0 { arguments += ["--only", "postbacks"] }

        let whole = ProgramRun.outcome(arguments + ["-j1"], text)
        let pieces = ProgramRun.outcome(arguments + ["-j\(jobs)"], text, piece: piece)
        demand(whole == pieces, "\(arguments): the same from a file and from a pipe in pieces of \(piece), -j\(jobs)")
        demand(whole.status != .trouble, "a log is no trouble, whatever is in it")
        TimelineLines.checkJSON(whole.output)
        guard flags & 32 != 0 else { return }
        // Empty lines between others affect only the line numbers.
        var ends = text.indices.filter { text[$0] == ASCII.newline }
        ends.append(text.count - 1)
        let index = max(0, ends[cut % ends.count] + 1)
        guard text.isEmpty || index == text.count || text[max(0, index - 1)] == ASCII.newline else { return }
        let parted = ProgramRun.outcome(
            arguments + ["-j\(jobs)"], Array(text[..<index]) + filler + Array(text[index...]))
        demand(
            parted.output == whole.output && parted.status == whole.status,
            "\(arguments): the same whatever the pieces, -j\(jobs)")
    }
}
