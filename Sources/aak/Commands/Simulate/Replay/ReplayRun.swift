import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionSchema
import AttributionSimulator

/// Runs `aak simulate` with many devices: those of a log, or those of a population.
struct ReplayRun {
    private let invocation: Invocation
    private let console: Console
    /// The lines of the log; empty for a population.
    private let lines: LineCommand

    /// - Throws: ``Diagnostic/nothingToRead`` if there is no log and standard input is a terminal.
    init(_ invocation: Invocation, _ console: Console) throws(Diagnostic) {
        self.invocation = invocation
        self.console = console
        lines = try LineCommand(invocation, console, reading: invocation.has(SimulateOptions.devices) ? [] : nil)
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let judgement = try TokenJudgement(invocation, console)
        let signingKey = try PostbackKey(invocation)
        var population: Population?
        let world: World
        let thresholds: CrowdTiers.Thresholds?
        var compared: [(name: String, schema: ConversionSchema)] = []
        if let path = invocation[SimulateOptions.population] {
            let found = try DocumentFile.read(path, as: DocumentKind.population.name, invocation, console) {
                text throws(Problems) in
                try Population(parsing: text)
            }
            guard var read = found else { return .bad }
            read.world.apply(invocation)
            let wanted = (Set([read.app]), "\(read.app), the app of the population")
            guard try DocumentFile.readSchemas(invocation, into: &read.world, for: wanted, console) else {
                return .trouble
            }
            if let problem = read.problem(isCompared: invocation.has(SimulateOptions.compare)) {
                console.report(Diagnostic(problem).of(file: Input(path: path).name))
                return .bad
            }
            guard let schemas = try comparedSchemas(of: read) else { return .trouble }
            compared = schemas
            (population, world, thresholds) = (read, read.world, read.world.thresholds)
        } else {
            let path = invocation[SimulateOptions.world] ?? "-"
            let text = try DocumentFile.text(path)
            let read = DocumentFile.read(
                text, file: Input(path: path).name, as: DocumentKind.world.name, DocumentKind.scenario.name,
                for: invocation, console: console
            ) { text throws(Problems) in
                try Scenario(parsing: text, hasEvents: false, judge: judgement.impression)
            }
            guard var changed = read?.world else { return .bad }
            changed.apply(invocation)
            // A log may have apps that its world does not describe.
            guard try DocumentFile.readSchemas(invocation, into: &changed, for: nil, console) else { return .trouble }
            (world, thresholds) = (changed, changed.thresholds)
        }
        func job(_ world: World, _ output: DeviceJob.Output) -> DeviceJob {
            DeviceJob(
                world: world, population: population, judgement: judgement, signingKey: signingKey, output: output)
        }
        let counting = job(world, .crowd(countsPublisher: thresholds?.countsPublisher ?? false))
        if invocation.has(SimulateOptions.countCrowd) {
            let (status, counts) = try play(counting)
            if status != .trouble { try console.write(counts.crowd.text) }
            return status
        }
        var played = world
        if let thresholds {
            guard let crowd = try crowd(thresholds, counting) else { return .trouble }
            played.crowd = crowd
        } else if invocation.has(SimulateOptions.crowd) {
            throw invocation.usage(
                "\(SimulateOptions.crowd.spelling) requires \"crowd\" in the world or population file",
                hint: "its thresholds say which tier a count gives; see aak help scenario")
        }
        let assumptions = played.assumptions(isDrawn: population != nil)
        if invocation.has(SimulateOptions.compare) {
            return try compare(compared, played, assumptions) { job($0, .summary) }
        }
        if invocation[SimulateOptions.summary] {
            let (status, counts) = try play(job(played, .summary))
            if status != .trouble { try console.write(counts.tally.json(assuming: assumptions)) }
            return status
        }
        let selection = invocation[SimulateOptions.only]
        if selection != .conversions, let note = signingKey.key.note { console.report(note) }
        return try play(job(played, .lines(selection, explains: invocation[SimulateOptions.explain]))).status
    }

    /// - Parameter isLast: Whether this is the last pass over the log, which reports its faults.
    private func play(
        _ job: DeviceJob, isLast: Bool = true
    ) throws(Diagnostic) -> (status: ExitStatus, counts: DeviceCounts) {
        let total = DeviceTotal(warns: isLast && !console.style.isQuiet, job.world)
        let devices = invocation[SimulateOptions.devices]
        let settings = LineRun(
            isSilent: !isLast,
            source: { if let devices { NumberSource(count: devices) } else { DeviceSource($0) } })
        let (status, _) = try lines.run(settings) { DevicePlayer($0, job, total) }
        if isLast { console.report(total.counts.tally.schemas) }
        return (status, total.counts)
    }

    // MARK: - Comparing schemas

    /// Reads the schemas of `--compare`. If there are faults, reports all of them and returns nil.
    private func comparedSchemas(
        of population: Population
    ) throws(Diagnostic) -> [(name: String, schema: ConversionSchema)]? {
        let paths = invocation[SimulateOptions.compare]
        if let twice = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
            throw invocation.usage("--compare names \(quoted(paths[twice])) twice")
        }
        var schemas: [ConversionSchema] = []
        let isGood = try DocumentFile.readSchemas(paths, invocation, console) { schema in
            guard schema.advertisedItemIdentifier.rawValue == population.app else {
                let wanted = "\(population.app), the app of the population"
                return .value(found: "\(schema.advertisedItemIdentifier)", wanted: wanted).at("app")
            }
            if let problem = schema.problem(after: schemas.lazy.compactMap(\.currency).first) { return problem }
            schemas.append(schema)
            return nil
        }
        guard isGood else { return nil }
        // If schemas lack a name or share one, their files identify them.
        let names = schemas.compactMap(\.name)
        let areNamed = Set(names).count == schemas.count
        return zip(paths, schemas).map { (areNamed ? $1.name ?? $0 : Input(path: $0).name, $1) }
    }

    /// Plays the devices with each schema: once for each tier, and once with the population's own tiers, unless those are the highest.
    private func compare(
        _ schemas: [(name: String, schema: ConversionSchema)], _ world: World, _ assumptions: [String],
        _ job: (World) -> DeviceJob
    ) throws(Diagnostic) -> ExitStatus {
        var comparison = SchemaComparison(
            devices: invocation[SimulateOptions.devices] ?? 0,
            currency: schemas.lazy.compactMap(\.schema.currency).first,
            assumed: assumptions)
        let hasTiers = world.crowd != nil || !world.tiers.isHighest
        for (name, schema) in schemas {
            for tiers in SchemaComparison.Tiers.fixed + (hasTiers ? [.population] : []) {
                var played = world
                played.schemas = SchemaTable()
                _ = played.schemas.add(schema)
                played.countsPeople = true
                if case .all(let tier) = tiers {
                    played.crowd = nil
                    played.tiers = TierTable(tier)
                }
                let isLast = tiers == SchemaComparison.Tiers.fixed.last
                let (status, counts) = try play(job(played), isLast: isLast)
                guard status != .trouble, let known = counts.tally.knowledge(by: schema) else { return status }
                comparison.add(known, name, tiers)
            }
        }
        switch invocation[SimulateOptions.comparisonForm] {
        case .table: try console.write(comparison.table)
        case .json: try console.write(comparison.json)
        }
        return .good
    }

    // MARK: - The crowd

    /// Returns the tiers that result from the counts of `--crowd`, or else from counting in a first pass over the log; nil if the log
    /// cannot be read.
    private func crowd(_ thresholds: CrowdTiers.Thresholds, _ counting: DeviceJob) throws(Diagnostic) -> CrowdTiers? {
        if let counts = try CrowdSource(invocation, console).given() {
            return CrowdTiers(thresholds: thresholds, counts: counts)
        }
        guard !lines.readsStandardInput else {
            throw invocation.usage(
                "counting the crowd takes a first pass over the log, and standard input cannot be read twice",
                hint: "count it first with --count-crowd FILE, then pass --crowd FILE")
        }
        let (status, counts) = try play(counting, isLast: false)
        return status == .trouble ? nil : CrowdTiers(thresholds: thresholds, counts: counts.crowd)
    }
}
