import AttributionSimulator
import Bytes
import CommandModel
import StrictJSON

/// `aak simulate` over many devices: a log under a world, or a population of a campaign.
struct ReplayCommand {
    private let invocation: Invocation
    private let console: Console
    private let files: [String]

    init(_ invocation: Invocation, _ console: Console) {
        self.invocation = invocation
        self.console = console
        let given = invocation.operands + invocation.values("input")
        files = given.isEmpty ? ["-"] : given
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
            let name = ScenarioFile.name(of: path)
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
                countsPublisher: thresholds?.countsPublisher ?? false, style: console.style)
        }
        if let path = invocation.value("count-crowd") {
            let summary = try play(job(world, .crowd))
            try write(summary.counts.crowd, to: path)
            return try report(summary)
        }
        var played = world
        if let thresholds { played.crowd = try crowd(thresholds, job(world, .crowd)) }
        if invocation.flag("summary") {
            let summary = try play(job(played, .summary))
            try console.write(summary.counts.tally.json)
            return try report(summary)
        }
        let selection = invocation.value("only").flatMap(TimelineWriter.Selection.init) ?? .timeline
        if selection != .conversions { sealing.key.announce(on: console) }
        return try report(play(job(played, .lines(selection, explains: invocation.flag("explain")))))
    }

    private func readCampaign(_ path: String) throws(Diagnostic) -> Campaign? {
        let text = try ScenarioFile.contents(path)
        do throws(Scenario.ReadingError) {
            return try Campaign(parsing: text)
        } catch {
            ScenarioFile.report(error, file: ScenarioFile.name(of: path), console)
            return nil
        }
    }

    private func play(_ job: ReplayJob) throws(Diagnostic) -> ReplayRun.Summary {
        let origin: ReplaySource.Origin =
            job.campaign == nil ? .files(files) : .population(invocation.integer("devices") ?? 0)
        let run = ReplayRun(job, origin, jobs: invocation.integer("jobs") ?? System.processorCount, console)
        let summary = run.run()
        if let failure = summary.failure { throw failure }
        return summary
    }

    private func report(_ summary: ReplayRun.Summary) throws(Diagnostic) -> ExitStatus {
        guard summary.rejected > 0 else { return .good }
        console.reportSummary(
            "\(counted(summary.lines, "line")), \(summary.lines - summary.rejected) ok, \(summary.rejected) rejected")
        return .bad
    }

    // MARK: - The crowd

    /// The counts of `--crowd`, else those of a first pass over the log.
    private func crowd(
        _ thresholds: CrowdTiers.Thresholds, _ counting: ReplayJob
    ) throws(Diagnostic) -> CrowdTiers {
        if let counts = try CrowdSource(invocation, console).given() {
            return CrowdTiers(thresholds: thresholds, counts: counts)
        }
        guard counting.campaign != nil || !files.contains("-") else {
            throw invocation.usage(
                "a crowd takes two passes over the log, and standard input cannot be read twice",
                hint: "count it first with --count-crowd FILE, then pass --crowd FILE")
        }
        // What is wrong with the log is told by the second pass.
        var style = counting.style
        style.isQuiet = true
        let job = ReplayJob(
            world: counting.world, campaign: counting.campaign, judgement: counting.judgement,
            sealing: counting.sealing, wish: .crowd, countsPublisher: counting.countsPublisher, style: style)
        return CrowdTiers(thresholds: thresholds, counts: try play(job).counts.crowd)
    }

    private func write(_ counts: CrowdCounts, to path: String) throws(Diagnostic) {
        if path == "-" { return try console.write(counts.text) }
        do throws(SystemError) {
            let file = try Descriptor.open(path, .createOrEmpty(permissions: 0o666))
            var text = ByteBuffer()
            text.append(text: counts.text)
            try unsafe file.write(text.bytes)
            try file.close()
        } catch {
            throw .trouble("cannot write \(path): \(error.words)")
        }
    }
}
