import AttributionCommandModel
import AttributionSimulator

enum SimulateOptions {
    private static let scenarioAlone = Relation.excludes([world, population]) { option, _ in
        "\(option) is for a scenario, not for many devices"
    }
    private static let manyDevices = Relation.requires([world, population]) {
        "\($0) is for many devices and requires \($1)"
    }
    private static let logAlone = Relation.requires([world]) { "\($0) is for a log and requires \($1)" }

    // MARK: - Scenario

    static let example = TypedOption.value(
        "example",
        .choice("NAME", ExampleScenario.all, by: \.name).hinting("aak simulate --list-examples shows them all"),
        summary: "simulate a sample scenario", group: "Scenario",
        relations: [scenarioAlone, .excludes([LineOptions.inputs("a scenario")])])
    static let listExamples = TypedOption.flag(
        "list-examples", summary: "list the sample scenarios, and what each shows", group: "Scenario")
    static let showScenario = TypedOption.flag(
        "show-scenario", summary: "write the scenario instead of simulating it", group: "Scenario",
        relations: [scenarioAlone])
    static let delays = TypedOption.value(
        "delays", .choice("HOW", World.Delays.self),
        summary:
            "how long postbacks are delayed: not at all (none), the shortest or the longest time that Apple "
            + "allows (least, most), or a random time (drawn, the default)",
        group: "Scenario")
    static let developerMode = TypedOption.flag(
        "developer-mode", summary: "turn Developer Mode on at the start", group: "Scenario")

    // MARK: - Many devices

    static let world = TypedOption.value(
        "world", .file("FILE"),
        summary: "replay an event log of many devices, one event per line, in the world that FILE describes",
        group: "Many devices", relations: [.excludes([population])])
    static let devices: TypedOption<Int?> = .value(
        "devices", .integer("N", 1...1_000_000_000),
        summary: "simulate N devices of the population given by --population", group: "Many devices",
        relations: [.requires([population]) { "\($0) requires \($1)" }])
    static let population: TypedOption<String?> = .value(
        "population", .file("FILE"), summary: "simulate a population, with the rates in the population file FILE",
        group: "Many devices",
        relations: [
            .requires([devices]) { "\($0) requires \($1)" },
            .excludes([LineOptions.inputs("a log")]) { option, _ in "\(option) takes no log" },
        ])
    static let countCrowd = TypedOption.value(
        "count-crowd", .resultFile("FILE"),
        summary: "write to FILE how many conversions each ad and country had, and write no timeline",
        group: "Many devices",
        relations: [
            .excludes([CommonOptions.outputFile, only, summary, explain, crowd]) {
                "\($1) cannot be combined with \($0), which writes no timeline"
            }, manyDevices,
        ])
    static let crowd = TypedOption.values(
        "crowd", .file("FILE"), summary: "read the counts of crowds from FILE; if repeated, the counts are added up",
        group: "Many devices", relations: [manyDevices])

    // MARK: - Schemas

    static let schemas = TypedOption.values(
        "schema", .file("FILE"),
        summary: "turn launches and app-events into updates with the conversion schema in FILE",
        group: "Events")

    static let compare = TypedOption.values(
        "compare", .file("FILE"),
        summary: "compare what postbacks disclose under the conversion schema in FILE with what happened",
        details: """
            Under each schema, the same devices are simulated once at each data tier, and once more with the tiers that \
            the population file gives or that follow from its crowds.
            """, group: "Events",
        relations: [
            .requires([population]) { "\($0) is for a population and requires \($1)" },
            .excludes([schemas, only, summary, explain, countCrowd]),
        ])

    enum ComparisonForm: String, CaseIterable {
        case table, json
    }

    static let comparisonForm = TypedOption.value(
        "format", .choice("FORM", ComparisonForm.self), default: .table,
        summary: "write the comparison as a table, which is the default, or as JSON", group: "Events",
        relations: [
            .requires([compare]) { "\($0) is for a comparison and requires \($1)" }
        ])

    // MARK: - Timeline

    enum Drawing: String, CaseIterable {
        case text, svg
    }

    static let only = TypedOption.value(
        "only", .choice("LINES", TimelineWriter.Selection.self), default: .timeline,
        summary: "write only these lines of the timeline; timeline means all of them", group: "Timeline")
    static let summary = TypedOption.flag(
        "summary", summary: "write counts of all outcomes, as one object", group: "Timeline",
        relations: [.excludes([only, explain]) { "\($1) cannot be combined with \($0), which writes one object" }])
    static let explain = TypedOption.flag("explain", summary: "add the reason to each line", group: "Timeline")
    static let timeline = TypedOption.value(
        "timeline", .choice("FORM", Drawing.self),
        summary: "draw the timeline as text for a terminal, or as an SVG picture",
        group: "Timeline",
        relations: [
            .excludes([only, summary, explain]) {
                "\($1) cannot be combined with \($0), which draws the timeline instead of writing lines"
            },
            .excludes([world, population]) { option, _ in "\(option) is for a scenario, not for many devices" },
        ])
    static let columns = TypedOption.value(
        "columns", .integer("N", 40...400),
        summary: "the width of a text drawing; by default, the width of the terminal, or 80", group: "Timeline",
        relations: [.requires([timeline.being(.text)]) { "\($0) needs \($1)" }])

    // MARK: - Keys

    static let networkKeys = TypedOption.values(
        "network-key", .file("FILE"),
        summary: "check impressions with the public key in FILE, and reject those signed by unknown keys", group: "Keys"
    )

    static let all: [any DeclaredOption] =
        [
            example.essential, listExamples.essential, showScenario, delays, developerMode, CommonOptions.seed,
            CommonOptions.reproducible,
            schemas,
            world,
            LineOptions.input.worded(
                "read the log, or the scenario, from FILE; - is standard input", group: "Many devices"),
            devices.essential, population.essential, countCrowd, crowd, compare.essential, comparisonForm,
            LineOptions.jobs.worded(
                "use N threads; by default, one per processor",
                details: "The results are in the order of the log or of the devices, regardless of N.",
                group: "Many devices"
            ).related(manyDevices),
            LineOptions.failFast.worded("stop at the first bad line of the log", group: "Many devices")
                .related(logAlone),
            LineOptions.failEmpty.worded(
                "end with status 1 if the log is empty", group: "Many devices"
            ).related(logAlone),
            LineOptions.rejects.worded(
                "write the bad lines of the log to FILE, byte for byte",
                details: "Lines that are too long to be an input are reported but not written.", group: "Many devices"
            ).related(logAlone),
            LineOptions.allMessages.related(logAlone, .excludes([CommonOptions.quiet])),
            only.essential, summary, explain.essential, timeline.essential, columns,
            SigningOptions.key.worded("sign with the private key in FILE", group: "Keys").related(),
            KeyFiles.passwordFile,
            SigningOptions.keyID.worded("the kid of postbacks; \(PostbackRequest.testKeyID) by default", group: "Keys"),
            networkKeys,
        ] + CommonOptions.output + CommonOptions.diagnostics
}

extension World {
    /// Applies the options of the command line, which take precedence over the scenario.
    mutating func apply(_ invocation: Invocation) {
        if let seed = invocation.seed { self.seed = UInt64(seed) }
        if invocation[SimulateOptions.developerMode] { developerMode = true }
        if let delays = invocation[SimulateOptions.delays] { self.delays = delays }
    }
}
