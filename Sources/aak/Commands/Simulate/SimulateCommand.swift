import AttributionBase
import AttributionCommandModel
import AttributionSimulator

/// `aak simulate`: applies Apple's rules to events on a virtual clock.
enum SimulateCommand {
    static let command = Command(
        name: "simulate",
        summary: "simulate devices on a virtual clock, and show their postbacks",
        discussion: """
            Applies the published rules of AdAttributionKit and SKAdNetwork to one or many devices. It shows which ads
            are recorded, who wins a conversion and why the others do not, which windows open, lock and close, which
            postbacks are sent, when and to whom, and which fields each of them lacks. It is a model of what Apple documents; it does
            not prove that a device would accept an impression.

            A scenario is a JSON document: the world (apps, data tiers, servers) and its events, each with a time. aak
            help scenario describes it, and aak help population describes population files. The timeline is one JSON
            object per line. The same scenario and seed give the same bytes on every machine. If Apple does not document
            a rule, aak has to choose one; --explain marks each such choice.

            An event log, for --world, has one event per line, each with its device; the lines of one device must be
            adjacent and in chronological order. A population file, for --population, is a world with a population. To the
            members of a world, it adds app, publisher and days; networks and countries, each with a weight; values,
            each with fine, coarse, lock and weight; events; and rates per million: view, tap, install, organic, launch,
            update, and eligible (for re-engagement).

            --compare FILE simulates the devices of a population file under a conversion schema at each data tier. The
            population file must have events and no rates.update. Next to what happened, the output shows what the
            postbacks disclose: how many conversions certainly belong to one campaign and how many are reported; the
            minimum and maximum revenue; and for each event, in how many conversions it certainly occurred and in how
            many it may have occurred. A value does not always show whether an event occurred: the event may belong to a
            lower-ranked entry, or its entry may set a further condition, such as a count. The bounds do not cover
            events that occur after a lock, in a conversion without a postback, or in a window that has no entry for
            them. If a result depends on an assumption, such as the crowd thresholds, the output says so.

            Postbacks are signed with the key given by --key, otherwise with the one in the file that AAK_KEY names,
            otherwise with the published example key, under a kid that is not one of Apple's. Impressions given as
            tokens are checked with the keys given by --network-key and the example key. Without --network-key, an
            impression signed by an unknown key counts as valid, with a warning.
            """,
        operand: Operand(
            "SCENARIO", summary: "a scenario: a file, - or JSON text; with --world, files of an event log",
            isRepeating: true,
            value: .file),
        options: SimulateOptions.all,
        sections: [
            CommonOptions.ownExitStatus(
                good: "The scenario, log or population was simulated, whatever its outcome.",
                bad: """
                    The scenario, another document or a line of the log is wrong, --fail-empty is given and the log is \
                    empty, or an app host breaks a guideline whose \
                    severity is error.
                    """),
            Section("Sample scenarios", .items(ExampleScenario.all.map { .init($0.name, $0.lesson) })),
            Section("Environment", .items([.init("AAK_KEY", "The key file, if --key is not given.")])),
        ],
        examples: [
            "Show who wins, and why": "aak simulate --example view-against-click --only conversions --explain",
            "Draw a scenario": "aak simulate --example account-created --timeline text",
            "Count the postbacks of a population":
                "aak simulate --devices 1000 --population population.json --only postbacks | aak report",
            "Compare what two conversion schemas disclose":
                "aak simulate --devices 1000 --population population.json --compare schema.json --compare other.json",
            "Write your own scenario, and get its postbacks":
                "aak simulate --example tiers --show-scenario > scenario.json; aak simulate --only postbacks scenario.json",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        if invocation[SimulateOptions.listExamples] {
            try console.write(listOfExamples(width: console.outputIsTerminal ? console.helpWidth : Int.max))
            return .good
        }
        let playsMany = invocation.has(SimulateOptions.world) || invocation.has(SimulateOptions.population)
        return playsMany
            ? try ReplayRun(invocation, console).run() : try ScenarioRun(invocation, console).run()
    }

    /// Returns the example scenarios in two columns: the name, and the lesson, which is wrapped.
    private static func listOfExamples(width: Int) -> String {
        let longest = ExampleScenario.all.map(\.name.count).max() ?? 0
        var page = HelpPage(width: width)
        for example in ExampleScenario.all {
            let space = String(repeating: " ", count: longest - example.name.count + 2)
            page.paragraph(example.lesson, lead: example.name + space)
        }
        return page.text
    }
}
