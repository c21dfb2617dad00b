import AdAttribution
import AttributionSimulator
import Bytes
import Dispatch

/// Plays many devices on several threads, in constant memory, with the results in the order of the log.
///
/// Every thread takes the next piece of whole devices, plays it and hands it in; whoever hands in the piece that is next
/// in order writes it and those that waited for it.
final class ReplayRun: Sendable {
    struct Summary {
        var lines = 0
        var rejected = 0
        /// How many lines broke each rule.
        var rules = RuleCounts()
        var counts = ReplayCounts()
        /// The inputs that had a line.
        var inputsWithLines = Set<Int>()
        /// Whether the inputs were not all read.
        var isCutShort = false
        /// An input could not be read, or standard output could not be written.
        var failure: Diagnostic?
    }

    private struct Order {
        var waiting: [Int: ReplayPiece] = [:]
        var next = 0
        var isWriting = false
        var isOver = false
        var free: [ReplayPiece]
        var summary = Summary()
    }

    /// The hints that were given, and the devices that were met. Whoever writes has them alone.
    private final class Told: @unchecked Sendable {
        var hints = Set<BatchMessages.Told>()
        var devices = MetDevices()
    }

    private let job: ReplayJob
    private let console: Console
    private let rejects: Descriptor?
    private let told = Told()
    private let jobs: Int
    private let progress: Progress?
    private let source: Locked<ReplaySource>
    private let order: Locked<Order>
    /// Counts the free pieces.
    private let room: DispatchSemaphore

    /// - Parameter rejects: where bad lines are kept.
    init(
        _ job: ReplayJob, _ origin: ReplaySource.Origin, jobs: Int, rejects: Descriptor?, _ console: Console
    ) {
        self.job = job
        self.rejects = rejects
        self.console = console
        self.jobs = jobs
        progress = Descriptor.diagnostics.isTerminal && !console.outputIsTerminal ? Progress() : nil
        source = Locked(ReplaySource(origin))
        let count = jobs == 1 ? 1 : jobs * 2 + 1
        order = Locked(Order(free: (0..<count).map { _ in ReplayPiece() }))
        room = DispatchSemaphore(value: count)
    }

    func run() -> Summary {
        Interruption.watch()
        var threads: [Thread] = []
        while threads.count < jobs - 1, let thread = Thread({ self.work() }) { threads.append(thread) }
        work()
        for thread in threads { thread.join() }
        progress?.end()
        Interruption.passOn()
        return order.withLock { $0.summary }
    }

    private func work() {
        var worker = ReplayWorker(job)
        while true {
            room.wait()
            guard let piece = order.withLock({ $0.isOver ? nil : $0.free.popLast() }) else {
                room.signal()
                break
            }
            guard source.withLock({ $0.fill(piece) }) else {
                order.withLock { $0.free.append(piece) }
                room.signal()
                break
            }
            worker.play(piece)
            handIn(piece)
        }
    }

    private func handIn(_ piece: ReplayPiece) {
        order.withLock { $0.waiting[piece.sequence] = piece }
        while true {
            let next: ReplayPiece? = order.withLock { order in
                guard !order.isWriting, let piece = order.waiting.removeValue(forKey: order.next) else { return nil }
                order.isWriting = true
                return piece
            }
            guard let next else { return }
            // What comes after the end of the run is dropped, so that it is the same on any number of threads.
            let wasOver = order.withLock { $0.isOver }
            let failure = wasOver ? nil : write(next)
            order.withLock { order in
                order.isWriting = false
                order.next += 1
                if !wasOver {
                    order.summary.add(next)
                    order.summary.failure = failure
                    order.isOver = failure != nil || next.endsRun
                }
                order.free.append(next)
            }
            room.signal()
        }
    }

    private func write(_ piece: ReplayPiece) -> Diagnostic? {
        progress?.hide()
        let messages = piece.messages.take(told: &told.hints, continues: false)
        if !messages.isEmpty { try? unsafe Descriptor.diagnostics.write(messages.bytes) }
        warnOfDevicesApart(piece)
        if let rejects, !piece.rejects.isEmpty {
            do throws(SystemError) {
                try unsafe rejects.write(lines: piece.rejects.bytes)
            } catch {
                return .trouble("cannot write the rejects: \(error.words)")
            }
        }
        do throws(Diagnostic) {
            try console.write(&piece.output)
        } catch {
            return error
        }
        progress?.add(lines: piece.lineCount, rejected: piece.rejectedCount)
        return piece.failure
    }
}

extension ReplayRun {
    /// Says once that a log is not sorted by device, as far as memory reaches.
    private func warnOfDevicesApart(_ piece: ReplayPiece) {
        guard !job.style.isQuiet, let apart = told.devices.firstMetBefore(piece.begun) else { return }
        var messages = BatchMessages()
        messages.append(
            Diagnostic(
                severity: .warning, rule: RunRules.deviceApart,
                message: "the device of this line was there before others, and begins anew",
                hint: "sort the log by device, and a device's lines by time"),
            job.style, file: apart.file, line: apart.line)
        let text = messages.take(told: &told.hints, continues: false)
        try? unsafe Descriptor.diagnostics.write(text.bytes)
    }
}

/// Devices that were played, as far as constant memory reaches: the first 100,000 of a log.
private struct MetDevices {
    private static let limit = 100_000
    private var hashes = Set<Int>()
    private var isOver = false

    /// The first device that was met before; nil once one was told.
    mutating func firstMetBefore(_ begun: [ReplayPiece.Begun]) -> ReplayPiece.Begun? {
        guard !isOver else { return nil }
        for device in begun {
            if hashes.contains(device.hash) {
                isOver = true
                hashes = []
                return device
            }
            if hashes.count < Self.limit { hashes.insert(device.hash) }
        }
        return nil
    }
}

extension ReplayRun.Summary {
    fileprivate mutating func add(_ piece: ReplayPiece) {
        lines += piece.lineCount
        rejected += piece.rejectedCount
        rules.add(piece.messages.counts)
        counts.tally.add(piece.counts.tally)
        counts.crowd.add(piece.counts.crowd)
        inputsWithLines.formUnion(piece.inputsWithLines)
        if piece.endsRun { isCutShort = true }
    }
}
