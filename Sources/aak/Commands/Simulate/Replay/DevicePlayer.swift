import AttributionBase
import AttributionModel
import AttributionSchema
import AttributionSimulator

struct DeviceJob: Sendable {
    enum Output: Sendable {
        case lines(TimelineWriter.Selection, explains: Bool)
        case summary
        case crowd(countsPublisher: Bool)
    }

    let world: World
    /// The population to play; nil for a log.
    let population: Population?
    let judgement: TokenJudgement
    let signingKey: PostbackKey
    let output: Output
}

/// Plays successive devices: those of a log, or those of a population by their numbers.
struct DevicePlayer: LineProcessor, ~Copyable {
    let context: LineContext
    private let job: DeviceJob
    private let total: DeviceTotal
    /// Whether lines are events. It is stored, because reading `population` would copy it for every line.
    private let isLog: Bool
    private var player: LogPlayer
    private var writer: TimelineWriter
    private var counts: DeviceCounts

    /// The maximum number of timeline entries that are held before they are written.
    private static let mostEntries = 128

    init(_ context: LineContext, _ job: DeviceJob, _ total: DeviceTotal) {
        self.context = context
        self.job = job
        self.total = total
        isLog = job.population == nil
        counts = DeviceCounts(job.world)
        let judgement = job.judgement
        player = LogPlayer(job.world) { judgement.impression($0) }
        let explains = if case .lines(_, let explains) = job.output { explains } else { false }
        if case .summary = job.output { player.takeTally(&counts.tally) }
        writer = TimelineWriter(signer: job.signingKey.signer(), keyID: job.signingKey.keyID, explains: explains)
    }

    // Faults are not thrown, because the results of the previous device must be kept.
    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        guard isLog else { return play(line.number, &result) }
        do throws(Problems) {
            if try player.read(line.bytes) {
                endDevice(&result)
                player.beginDevice()
                counts.tally.addDevice()
                counts.begun.append((player.deviceHash, result.file, line.number))
            }
            try player.play()
            if player.entries.count > Self.mostEntries { drain(&result) }
        } catch {
            if player.endsDevice { endDevice(&result) }
            let problems = error.list.map { Diagnostic($0) }
            if let fault = Diagnostic(all: problems, more: error.more) { context.reject(line, fault, in: &result) }
        }
    }

    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) {
        guard isLast else { return }
        if result.endsRun { drain(&result) } else { endDevice(&result) }
        if case .summary = job.output { player.takeTally(&counts.tally) }
        result.inOrder = { [counts, total] in total.add(counts, to: $0) }
        counts = DeviceCounts(job.world)
    }

    private mutating func play(_ number: Int, _ result: inout BatchResult) {
        guard let population = job.population else { return }
        player.beginDevice(named: Population.name(of: number), in: population.country(of: number))
        counts.tally.addDevice()
        for event in population.events(of: number) {
            player.play(event)
            if player.entries.count > Self.mostEntries { drain(&result) }
        }
        endDevice(&result)
    }

    private mutating func endDevice(_ result: inout BatchResult) {
        player.finishDevice()
        drain(&result)
    }

    /// Writes or counts the pending entries.
    private mutating func drain(_ result: inout BatchResult) {
        switch job.output {
        // Entries are counted instead of being kept.
        case .summary: break
        case .crowd(let countsPublisher):
            for entry in player.entries { counts.crowd.add(entry, countsPublisher: countsPublisher) }
        case .lines(let selection, _):
            let entries = player.entries
            for entry in entries { counts.tally.schemas.add(entry) }
            for entry in entries where selection.includes(entry.fact) {
                player.withDevice { device in
                    writer.append(entry, device: device, to: &result.output.bytes)
                }
                result.output.endLine(as: .json)
            }
        }
        player.removeEntries()
    }
}

struct DeviceCounts: Sendable {
    var tally: Tally
    var crowd = CrowdCounts()
    /// The devices of a log, each by a hash of its name, with their first lines.
    fileprivate var begun: [(hash: Int, file: String, line: Int)] = []

    init(_ world: World) { tally = Tally(world.schemas, countsPeople: world.countsPeople) }
}

/// The total counts of all batches. Only the thread that commits batches uses it.
final class DeviceTotal: @unchecked Sendable {
    private(set) var counts: DeviceCounts
    /// Hashes of the devices that were played. To bound the memory, only the first 100,000 are kept.
    private var remembered = Set<Int>()
    private var mayMeetAgain: Bool
    private static let maxRemembered = 100_000

    /// - Parameter warns: whether to warn about a device that occurs again after others.
    init(warns: Bool, _ world: World) {
        counts = DeviceCounts(world)
        mayMeetAgain = warns
    }

    /// Adds the counts of batches, of which `batch` is the last. They must come in the order of the input.
    func add(_ kept: DeviceCounts, to batch: Batch) {
        counts.tally.add(kept.tally)
        counts.crowd.add(kept.crowd)
        guard mayMeetAgain, let apart = kept.begun.first(where: { hasOccurred($0.hash) }) else { return }
        mayMeetAgain = false
        remembered = []
        var warning = Diagnostic(
            .sentence(
                "this device appeared earlier, before other devices; its state starts over",
                hint: "sort the log by device, and a device's lines by time"
            ).breaking(RunRules.deviceApart), severity: .warning, file: apart.file)
        warning.line = apart.line
        batch.result.messages.append(warning, number: nil)
    }

    /// Returns whether a device has occurred before, and keeps it.
    private func hasOccurred(_ device: Int) -> Bool {
        if remembered.contains(device) { return true }
        if remembered.count < Self.maxRemembered { remembered.insert(device) }
        return false
    }
}
