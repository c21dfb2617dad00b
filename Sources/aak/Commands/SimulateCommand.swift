import AdAttribution
import AttributionSimulator
import Bytes
import CommandModel
import StrictJSON

/// `aak simulate`: plays Apple's rules on a virtual clock.
enum SimulateCommand {
    static let command = Command(
        name: "simulate",
        summary: "play ads, installs and updates on a virtual clock, and see which postbacks leave",
        discussion: [
            """
            Plays the published rules of AdAttributionKit, and of SKAdNetwork beside it, for one device: what is \
            recorded of ads, who wins a conversion and why the others do not, which windows open, lock and close, which \
            postbacks leave when, for whom, and with what left out. It is a model of what Apple documents; it does not \
            claim that a device accepts an impression.
            """,
            """
            A scenario is a JSON document: the world (apps, data tiers, servers) and its events, each with a time; aak \
            help scenario tells what stands in it, and aak help campaign what stands in a campaign. The timeline is one JSON object a line. The same scenario and seed give the same bytes everywhere. Where Apple \
            is silent and the choice is ours, --explain says so.
            """,
            """
            A log has one event a line, each with its device; a device's lines stand together, in the order of their \
            times. A campaign is a world with a population: app, publisher, days; networks and countries, each with a \
            weight; rates, in a million, of view, tap, install, organic, launch and update, and of ads that are eligible for \
            re-engagement; and values, each with fine, coarse, lock and weight.
            """,
            """
            Postbacks are signed by --key, else AAK_KEY, else the published example key, under a kid that is not \
            Apple's. Impressions given as tokens are checked with --network-key and the example key; one without a \
            known key counts as valid, with a warning.
            """,
        ],
        operand: Operand(
            "SCENARIO", summary: "a scenario: a file, - or JSON text; with --world, files of a log", isRepeating: true,
            value: .file),
        options: [
            Option(
                "example", value: .init("NAME", .choice(ExampleScenario.all.map(\.name))),
                summary: "play a worked scenario", group: "Scenario"),
            Option("list-examples", summary: "list the worked scenarios, each with its lesson", group: "Scenario"),
            Option("show-scenario", summary: "write the scenario instead of playing it", group: "Scenario"),
            Option(
                "delays", value: .init("HOW", .choice(World.Delays.allCases.map(\.rawValue))),
                summary: "take the delays of postbacks from the ends of their ranges, or none; drawn by default",
                group: "Scenario"),
            Option("developer-mode", summary: "turn Developer Mode on at the start", group: "Scenario"),
            CommonOptions.seed,
            Option(
                "world", value: .init("FILE", .file),
                summary: "play a log of many devices, one event a line, in the world of FILE", group: "Many devices"),
            Option(
                "input", short: "i", value: .init("FILE", .file), isRepeatable: true,
                summary: "read the log, or the scenario, from FILE; - is standard input", group: "Many devices"),
            Option(
                "devices", value: .init("N", .integer(1...1_000_000_000)),
                summary: "play N devices of --campaign", group: "Many devices"),
            Option(
                "campaign", value: .init("FILE", .file),
                summary: "draw devices by the rates in FILE", group: "Many devices"),
            Option(
                "count-crowd", value: .init("FILE", .file),
                summary: "write how many conversions each ad and country had to FILE, and no timeline",
                group: "Many devices"),
            Option(
                "crowd", value: .init("FILE", .file), isRepeatable: true,
                summary: "take the crowd's counts from FILE; those of several files are added", group: "Many devices"),
            Option(
                "jobs", short: "j", value: .init("N", .integer(1...1024)),
                summary: "work on N threads; all processors by default",
                details: "The order of the results is that of the log, whatever N is.", group: "Many devices"),
            Option("fail-fast", summary: "stop at the first bad line of the log", group: "Many devices"),
            Option(
                "fail-empty", summary: "end with status 1 where the log has not a single line", group: "Many devices"),
            Option(
                "rejects", value: .init("FILE", .file),
                summary: "keep the bad lines of the log, byte for byte, in FILE",
                details: "Those that are too long to be an input are told and not kept.", group: "Many devices"),
            Option(
                "only", value: .init("LINES", .choice(TimelineWriter.Selection.allCases.map(\.rawValue))),
                summary: "write only these lines of the timeline", group: "Timeline"),
            Option("summary", summary: "write counts of what became of everything, as one object", group: "Timeline"),
            Option("explain", summary: "add to each line why it is so", group: "Timeline"),
            Option(
                "timeline", value: .init("FORM", .choice(["text", "svg"])),
                summary: "draw the timeline for a terminal, or as a picture of its own", group: "Timeline"),
            Option(
                "columns", value: .init("N", .integer(40...400)),
                summary: "the width of a drawing as text; that of the terminal, or 80, by default", group: "Timeline"),
            Option(
                "key", short: "k", value: .init("FILE", .file), summary: "sign with the private key in FILE",
                group: "Keys"),
            Option("kid", value: .init("ID"), summary: "the kid of postbacks; local/0 by default", group: "Keys"),
            Option(
                "network-key", value: .init("FILE", .file), isRepeatable: true,
                summary: "check impressions with the public key in FILE", group: "Keys"),
        ] + CommonOptions.output + CommonOptions.diagnostics,
        sections: [
            Section(
                "Exit status",
                [
                    .items([
                        .init("0", "The scenario or the log was played, whatever came of it."),
                        .init(
                            "1",
                            "The scenario or a line of the log is wrong, or a host breaks a guideline that is an error."
                        ),
                        .init("2", "Usage, a file, a key or the output failed."),
                    ])
                ]),
            Section(
                "Worked scenarios", [.items(ExampleScenario.all.map { .init($0.name, $0.lesson) })]),
            Section("Environment", [.items([.init("AAK_KEY", "The key file, where --key is not given.")])]),
        ],
        examples: [
            Example("Who wins, and why", "aak simulate --example view-against-click --only conversions --explain"),
            Example("Draw a scenario", "aak simulate --example account-created --timeline text"),
            Example(
                "What a population sends, counted",
                "aak simulate --devices 1000 --campaign campaign.json --only postbacks | aak report"),
            Example(
                "The postbacks of a scenario of your own",
                "aak simulate --example tiers --show-scenario > scenario.json; aak simulate --only postbacks scenario.json"
            ),
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        if invocation.flag("list-examples") {
            try console.write(listOfExamples(width: console.outputIsTerminal ? console.helpWidth : Int.max))
            return .good
        }
        if try isOfManyDevices(invocation) { return try ReplayCommand(invocation, console).run() }
        try RunFiles.check(invocation, inputs: ScenarioSource.inputs(invocation))
        let judgement = try TokenJudgement(invocation, console)
        let (text, file) = try ScenarioSource.text(invocation, console)
        if invocation.flag("show-scenario") {
            var buffer = ByteBuffer(capacity: text.count)
            buffer.append(text)
            try unsafe console.write(buffer.bytes)
            return .good
        }
        guard var scenario = ScenarioFile.read(text, file: file, console, judgement) else { return .bad }
        scenario.world.apply(invocation)
        if let thresholds = scenario.thresholds {
            let crowd = CrowdSource(invocation, console)
            scenario.world.crowd = CrowdTiers(
                thresholds: thresholds,
                counts: try crowd.given() ?? scenario.crowd(countsPublisher: thresholds.countsPublisher))
        }
        let entries = scenario.timeline()
        switch invocation.value("timeline") {
        case "text"?:
            let width = invocation.integer("columns") ?? Descriptor.output.columns ?? 80
            try console.write(TimelineText(entries, start: scenario.world.start, columns: width).text)
        case "svg"?: try console.write(TimelinePicture(entries, start: scenario.world.start).text)
        default: try write(entries, invocation, console)
        }
        return tellHostErrors(in: entries, file: file, console)
    }

    /// The worked scenarios in two columns: the name, and what it shows, which goes on in its own column where it is too long.
    private static func listOfExamples(width: Int) -> String {
        let longest = ExampleScenario.all.map(\.name.count).max() ?? 0
        var page = HelpPage(width: width)
        for example in ExampleScenario.all {
            let space = String(repeating: " ", count: longest - example.name.count + 2)
            page.paragraph(example.lesson, lead: example.name + space)
        }
        return page.text
    }

    /// Whether a log or a population is played, and not a scenario.
    private static func isOfManyDevices(_ invocation: Invocation) throws(Diagnostic) -> Bool {
        for (option, form, others) in [
            ("timeline", "a picture", ["only", "summary", "explain"]), ("summary", "one object", ["only", "explain"]),
            ("count-crowd", "no timeline", ["output", "only", "summary", "explain", "crowd"]),
        ] where invocation.flag(option) {
            for name in others where invocation.flag(name) {
                throw invocation.usage("--\(option) writes \(form), so --\(name) is without effect")
            }
        }
        guard !invocation.flag("columns") || invocation.value("timeline") == "text" else {
            throw invocation.usage("--columns is given without --timeline text, and is without effect")
        }
        let hasWorld = invocation.value("world") != nil
        let hasCampaign = invocation.value("campaign") != nil
        guard !(hasWorld && hasCampaign) else {
            throw invocation.usage("both --world and --campaign are given, want one of them")
        }
        guard hasCampaign == (invocation.value("devices") != nil) else {
            throw invocation.usage("--devices and --campaign go together")
        }
        guard hasWorld || hasCampaign else {
            for name in ["count-crowd", "jobs", "fail-fast", "fail-empty", "rejects"] where invocation.flag(name) {
                throw invocation.usage("--\(name) is for many devices, want --world or --campaign with it")
            }
            guard invocation.operands.count + invocation.values("input").count <= 1 else {
                throw invocation.usage("more than one scenario is given")
            }
            return false
        }
        for name in ["timeline", "columns", "example", "show-scenario"] where invocation.flag(name) {
            throw invocation.usage("--\(name) is for a scenario, not for many devices")
        }
        if hasCampaign {
            guard invocation.operands.isEmpty, !invocation.flag("input") else {
                throw invocation.usage("--campaign takes no log")
            }
            for name in ["fail-fast", "fail-empty", "rejects"] where invocation.flag(name) {
                throw invocation.usage("--\(name) is for a log, want --world with it")
            }
        }
        return true
    }

    private static func write(
        _ entries: [TimelineEntry], _ invocation: Invocation, _ console: Console
    ) throws(Diagnostic) {
        if invocation.flag("summary") {
            var tally = Tally()
            tally.addDevice()
            for entry in entries { tally.add(entry) }
            return try console.write(tally.json)
        }
        let sealing = try Sealing(invocation)
        let selection = invocation.value("only").flatMap(TimelineWriter.Selection.init) ?? .timeline
        let isSealed = entries.contains { entry in
            if case .postback = entry.fact { selection.includes(entry.fact) } else { false }
        }
        if isSealed { sealing.key.announce(on: console) }
        var writer = TimelineWriter(
            sealer: sealing.sealer(), selection: selection, explains: invocation.flag("explain"))
        var lines = ResultLines()
        var scratch = ByteBuffer()
        for entry in entries where selection.includes(entry.fact) {
            unsafe writer.append(
                entry, device: UnsafeRawBufferPointer(start: nil, count: 0), scratch: &scratch, to: &lines.bytes)
            lines.endLine(as: .json)
        }
        try console.write(&lines)
    }
}
