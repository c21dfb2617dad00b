import AttributionSimulator
import Bytes
import CommandModel
import StrictJSON

/// `aak simulate` over many devices: a log under a world, or a population of a campaign.
struct ReplayCommand {
    private let invocation: Invocation
    private let console: Console
    /// The log; empty for a population.
    private let inputs: [Input]

    /// - Throws: ``Diagnostic/nothingToRead`` if the log would be a terminal with nobody told to type.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        guard invocation.value("campaign") == nil else {
            inputs = []
            try RunFiles.check(invocation)
            return
        }
        let given = try CommandInputs(invocation)
        try RunFiles.check(invocation, inputs: given.arguments)
        for note in given.notes { console.report(note) }
        inputs = given.inputs
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let judgement = try TokenJudgement(invocation, console)
        let sealing = try Sealing(invocation)
        var campaign: Campaign?
        let world: World
        let thresholds: CrowdTiers.Thresholds?
        if let path = invocation.value("campaign") {
            guard var read = try readCampaign(path) else { return .bad }
            read.world.apply(invocation)
            (campaign, world, thresholds) = (read, read.world, read.thresholds)
        } else {
            let path = invocation.value("world") ?? "-"
            let text = try ScenarioFile.contents(path)
            let name = DocumentFile.name(of: path)
            guard let read = ScenarioFile.read(text, file: name, hasEvents: false, console, judgement) else {
                return .bad
            }
            var changed = read.world
            changed.apply(invocation)
            (world, thresholds) = (changed, read.thresholds)
        }
        func job(_ world: World, _ wish: ReplayJob.Wish) -> ReplayJob {
            ReplayJob(
                world: world, campaign: campaign, judgement: judgement, sealing: sealing, wish: wish,
                countsPublisher: thresholds?.countsPublisher ?? false, style: console.style,
                stopsAtFirst: invocation.flag("fail-fast"))
        }
        if invocation.flag("count-crowd") {
            let summary = try playLast(job(world, .crowd))
            try console.write(summary.counts.crowd.text)
            return try report(summary)
        }
        var played = world
        if let thresholds { played.crowd = try crowd(thresholds, job(world, .crowd)) }
        if invocation.flag("summary") {
            let summary = try playLast(job(played, .summary))
            try console.write(summary.counts.tally.json)
            return try report(summary)
        }
        let selection = invocation.value("only").flatMap(TimelineWriter.Selection.init) ?? .timeline
        if selection != .conversions { sealing.key.announce(on: console) }
        return try report(playLast(job(played, .lines(selection, explains: invocation.flag("explain")))))
    }

    private func readCampaign(_ path: String) throws(Diagnostic) -> Campaign? {
        let text = try ScenarioFile.contents(path)
        do throws(Scenario.ReadingError) {
            return try Campaign(parsing: text)
        } catch {
            ScenarioFile.report(error, file: DocumentFile.name(of: path), console)
            return nil
        }
    }

    private func play(_ job: ReplayJob, rejects: Descriptor? = nil) throws(Diagnostic) -> ReplayRun.Summary {
        let origin: ReplaySource.Origin =
            job.campaign == nil ? .inputs(inputs) : .population(invocation.integer("devices") ?? 0)
        let run = ReplayRun(
            job, origin, jobs: invocation.integer("jobs") ?? System.processorCount, rejects: rejects, console)
        let summary = run.run()
        if let failure = summary.failure { throw failure }
        return summary
    }

    /// Plays the pass that tells what is wrong with the log, and keeps its bad lines where that is asked for.
    private func playLast(_ job: ReplayJob) throws(Diagnostic) -> ReplayRun.Summary {
        guard let path = invocation.value("rejects") else { return try play(job) }
        var job = job
        job.keepsRejects = true
        let rejects: Descriptor
        do throws(SystemError) {
            rejects = try Descriptor.open(path, .createOrEmpty(permissions: 0o666))
        } catch {
            throw .trouble("cannot write \(path): \(error.words)")
        }
        let summary = try play(job, rejects: rejects)
        do throws(SystemError) {
            try rejects.close()
        } catch {
            throw .trouble("cannot write the rejects: \(error.words)")
        }
        return summary
    }

    private func report(_ summary: ReplayRun.Summary) throws(Diagnostic) -> ExitStatus {
        var status: ExitStatus = summary.rejected > 0 ? .bad : .good
        for (place, input) in inputs.enumerated()
        where !summary.isCutShort && !summary.inputsWithLines.contains(place) {
            let isFault = invocation.flag("fail-empty")
            console.report(.emptyInput(input.name, isFault: isFault))
            if isFault { status = .bad }
        }
        if summary.rejected > 0 {
            let rules = summary.rules.list
            console.reportSummary(
                "\(counted(summary.lines, "line")), \(summary.lines - summary.rejected) ok, \(summary.rejected) rejected"
                    + (rules.isEmpty ? "" : ": \(rules)"))
        }
        return status
    }

    // MARK: - The crowd

    /// The counts of `--crowd`, else those of a first pass over the log.
    private func crowd(
        _ thresholds: CrowdTiers.Thresholds, _ counting: ReplayJob
    ) throws(Diagnostic) -> CrowdTiers {
        if let counts = try CrowdSource(invocation, console).given() {
            return CrowdTiers(thresholds: thresholds, counts: counts)
        }
        guard counting.campaign != nil || !inputs.contains(.standardInput) else {
            throw invocation.usage(
                "a crowd takes two passes over the log, and standard input cannot be read twice",
                hint: "count it first with --count-crowd FILE, then pass --crowd FILE")
        }
        // What is wrong with the log is told by the second pass.
        var style = counting.style
        style.isQuiet = true
        let job = ReplayJob(
            world: counting.world, campaign: counting.campaign, judgement: counting.judgement,
            sealing: counting.sealing, wish: .crowd, countsPublisher: counting.countsPublisher, style: style,
            stopsAtFirst: counting.stopsAtFirst)
        return CrowdTiers(thresholds: thresholds, counts: try play(job).counts.crowd)
    }
}
