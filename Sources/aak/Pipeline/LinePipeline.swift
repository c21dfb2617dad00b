import AttributionBase
import AttributionInspection
import Dispatch
import Synchronization

/// Runs a command over all lines of its inputs: on several threads, in constant memory, with the results in input
/// order.
///
/// All threads work in the same way: they take turns to read a batch of lines, process it, and hand it in. The thread
/// that hands in the next batch in order writes it, and the batches that waited for it. The number of batches is
/// fixed, so that a slow reader of the output slows down the reading of the input.
final class LinePipeline: Sendable {
    private struct Order {
        /// The finished batches that wait for their turn.
        var waiting: [Int: Batch] = [:]
        var next = 0
        var isWriting = false
        var free: [Batch] = []
        var summary = LinePipelineSummary()
    }

    /// A flag that threads can read without blocking. An interruption sets it too.
    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isSet: Bool { value.load(ordering: .relaxed) || Signals.isRequested }
        func set() { value.store(true, ordering: .relaxed) }
    }

    private let messages: RunMessages
    private let context: LineContext
    private let progress: ProgressLine?
    private let source: Locked<any BatchSource>
    private let order: Locked<Order>
    /// Set when no more lines are needed, because the output failed or `--fail-fast` found a bad line.
    private let isOver: Flag
    /// Counts the free batches.
    private let room: DispatchSemaphore
    private let makeProcessor: ProcessorMaker

    init(_ inputs: [Input], _ context: LineContext, makeProcessor: @escaping ProcessorMaker) {
        self.context = context
        messages = RunMessages(context)
        self.makeProcessor = makeProcessor
        progress = Descriptor.diagnostics.isTerminal && !context.console.outputIsTerminal ? ProgressLine() : nil
        let settings = context.run
        let isOver = Flag()
        self.isOver = isOver
        source = Locked(settings.source(LineSource(inputs, settings, isCancelled: { isOver.isSet })))
        let count = settings.jobs == 1 ? 1 : settings.jobs * 2 + 1
        var start = Order()
        start.free = (0..<count).map { _ in Batch() }
        order = Locked(start)
        room = DispatchSemaphore(value: count)
    }

    func run() -> LinePipelineSummary {
        Signals.watch()
        let first = messages.takeFirst()
        if !first.isEmpty { try? Descriptor.diagnostics.write(first) }
        var others: [Thread] = []
        let jobs = context.run.jobs
        work(startOthers: jobs > 1 ? { others = self.startThreads(jobs - 1) } : nil)
        for thread in others { thread.join() }
        progress?.hide()
        var summary = order.withLock { $0.summary }
        summary.messagesLeftOut = messages.leftOut
        return summary
    }

    /// Starts up to `count` threads, as many as the system allows.
    private func startThreads(_ count: Int) -> [Thread] {
        var threads: [Thread] = []
        while threads.count < count, let thread = Thread({ self.work() }) { threads.append(thread) }
        return threads
    }

    /// The work of one thread. The other threads are started only when there is more than one batch.
    private func work(startOthers: (() -> Void)? = nil) {
        var runner = BatchRunner(makeProcessor(context))
        var startOthers = startOthers
        while true {
            room.wait()
            guard !isOver.isSet, let batch = order.withLock({ $0.free.popLast() }) else {
                room.signal()
                return
            }
            guard source.withLock({ $0.fill(batch) }) else {
                order.withLock { $0.free.append(batch) }
                room.signal()
                return
            }
            if batch.sequence == 1 {
                startOthers?()
                startOthers = nil
            }
            runner.run(batch)
            handIn(batch)
        }
    }

    private func handIn(_ batch: Batch) {
        order.withLock { $0.waiting[batch.sequence] = batch }
        // If no other thread is writing, this one writes until the next batch in order is not available yet.
        while true {
            let next: Batch? = order.withLock { order in
                guard !order.isWriting, let batch = order.waiting.removeValue(forKey: order.next) else { return nil }
                order.isWriting = true
                return batch
            }
            guard let next else { return }
            // Drop everything after the end of the run, so that the output always stops at the same line.
            let wasOver = isOver.isSet
            var failure: Diagnostic?
            if !wasOver {
                let parts = next.parts
                failure = parts.lazy.compactMap { $0.result.failure }.first
                if failure == nil {
                    do throws(Diagnostic) { for part in parts { try write(part) } } catch { failure = error }
                }
                if failure != nil || next.endsRun { isOver.set() }
            }
            order.withLock { order in
                order.isWriting = false
                order.next += 1
                if !wasOver {
                    for part in next.parts { order.summary.add(part) }
                    order.summary.failure = failure
                }
                order.free.append(next)
            }
            room.signal()
        }
    }

    private func write(_ batch: Batch) throws(Diagnostic) {
        batch.result.inOrder.take()?(batch)
        progress?.hide()
        let shown = messages.take(from: batch)
        if !shown.isEmpty { try? Descriptor.diagnostics.write(shown) }
        if let rejects = context.run.rejects, !batch.result.rejects.isEmpty {
            try attempting("write the rejects") { () throws(SystemError) in
                try rejects.file.write(batch.result.rejects)
            }
        }
        let (written, error) = context.console.layOut(&batch.result.output)
        if let notes = context.run.notes {
            let noted = batch.result.output.notes.count(behind: written)
            try attempting("write \(notes.name)") { () throws(SystemError) in
                try batch.result.output.notes.bytes.withBytes { bytes throws(SystemError) in
                    try notes.file.write(bytes.part(0..<noted))
                }
            }
        }
        if let error { throw Console.outputFailure(error) }
        progress?.add(lines: batch.result.lineCount + batch.result.skippedCount, rejected: batch.result.rejectedCount)
    }
}

/// A line on a terminal that shows the progress of a long run. It appears after a second and is redrawn in place.
final class ProgressLine: Sendable {
    private struct State {
        var lines = 0
        var rejected = 0
        var lastDrawn: Double
        var isShown = false
    }

    private let start: Double
    private let state: Locked<State>

    init() {
        start = System.monotonicSeconds
        state = Locked(State(lastDrawn: start + 0.75))
    }

    func add(lines: Int, rejected: Int) {
        let now = System.monotonicSeconds
        state.withLock { state in
            state.lines += lines
            state.rejected += rejected
            guard now - state.lastDrawn >= 0.25 else { return }
            state.lastDrawn = now
            state.isShown = true
            let rate = Int(Double(state.lines) / max(now - start, 0.001))
            try? Descriptor.diagnostics.write(
                "\r\u{1b}[Kaak: \(counted(state.lines, "line")), \(rate)/s, \(state.rejected) rejected")
        }
    }

    /// Erases the line, so that other text can be written.
    func hide() {
        state.withLock { state in
            guard state.isShown else { return }
            state.isShown = false
            try? Descriptor.diagnostics.write("\r\u{1b}[K")
        }
    }
}
