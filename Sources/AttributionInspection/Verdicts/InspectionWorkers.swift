import AttributionBytes
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many inputs are worked on together at most.
let inputsAtOnce = 512

/// Threads that look at inputs, each with an engine of its own, apart from those that tasks run on: a server goes on answering
/// while signatures are checked.
///
/// What is asked about one by one is gathered while the threads are busy, since signatures that are checked together cost less.
final class InspectionWorkers: Sendable {
    /// What somebody waits for. All but its text is for who holds the lock.
    private final class Request: @unchecked Sendable {
        let text: [UInt8]
        var continuation: CheckedContinuation<Verdict, any Error>?
        var isCancelled = false

        init(_ text: [UInt8]) { self.text = text }
    }

    /// A batch of inputs that somebody waits for.
    private final class Batch: Sendable {
        let work: @Sendable (inout InspectionEngine) -> Void
        let giveUp: @Sendable () -> Void

        init(_ work: @escaping @Sendable (inout InspectionEngine) -> Void, giveUp: @escaping @Sendable () -> Void) {
            self.work = work
            self.giveUp = giveUp
        }
    }

    private struct State {
        var requests: [Request] = []
        var batches: [Batch] = []
        /// The workers that have nothing to do.
        var idle: [Int] = []
        /// How many requests are being looked at.
        var looking = 0

        /// The part of all requests that one of so many workers takes. Those that are being looked at count too: a part of what
        /// waits alone would become smaller from one batch to the next, and few signatures at a time cost more each.
        func share(of workers: Int) -> Int {
            let fair = (requests.count + looking + workers - 1) / workers
            return min(inputsAtOnce, fair, requests.count)
        }
    }

    private final class Worker: @unchecked Sendable {
        let queue: DispatchQueue
        // Used by one thread at a time, since its queue is serial. There is none before there is work.
        private var engine: InspectionEngine?
        private let makeEngine: @Sendable () -> InspectionEngine

        init(_ number: Int, _ makeEngine: @escaping @Sendable () -> InspectionEngine) {
            queue = DispatchQueue(label: "aak.inspection.\(number)")
            self.makeEngine = makeEngine
        }

        func withEngine(_ body: (inout InspectionEngine) -> Void) {
            var engine = self.engine.take() ?? makeEngine()
            body(&engine)
            self.engine = consume engine
        }
    }

    private let state = Locked(State())
    private let workers: [Worker]

    /// How many batches keep all threads busy.
    var batchesAtOnce: Int { 2 * workers.count }

    /// How often a thread gives way to others at most while inputs come in.
    private static let yields = 16

    init(_ makeEngine: @escaping @Sendable () -> InspectionEngine) {
        workers = (0..<processorCount).map { Worker($0, makeEngine) }
        state.withLock { $0.idle = Array(workers.indices) }
    }

    // MARK: - Asking

    /// Has an input verified, together with others that are asked about now. What has several signed objects inside is as good
    /// as the worst.
    func verdict(on text: [UInt8]) async throws -> Verdict {
        let request = Request(text)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, idle) = state.withLock { state -> (Bool, Int?) in
                    guard !request.isCancelled else { return (true, nil) }
                    request.continuation = continuation
                    state.requests.append(request)
                    return (false, state.idle.popLast())
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                if let idle { start(idle) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                request.isCancelled = true
                state.requests.removeAll { $0 === request }
                defer { request.continuation = nil }
                return request.continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Has inputs looked at on all threads, and gives the results in their order.
    func all<Element: Sendable>(
        _ inputs: [[UInt8]],
        _ view: @escaping @Sendable (inout InspectionEngine, ArraySlice<[UInt8]>, _ first: Int) -> [Element]
    ) async throws -> [Element] {
        var starts = Array(stride(from: 0, to: inputs.count, by: inputsAtOnce)).makeIterator()
        return try await withThrowingTaskGroup(of: (Int, [Element]).self) { group in
            func addNext() {
                guard let start = starts.next() else { return }
                let batch = inputs[start..<min(start + inputsAtOnce, inputs.count)]
                group.addTask { (start, try await self.batch(batch, start, view)) }
            }
            for _ in 0..<batchesAtOnce { addNext() }
            var results: [(start: Int, elements: [Element])] = []
            for try await (start, elements) in group {
                results.append((start, elements))
                addNext()
            }
            results.sort { $0.start < $1.start }
            var all: [Element] = []
            all.reserveCapacity(results.reduce(0) { $0 + $1.elements.count })
            for result in results { all += result.elements }
            return all
        }
    }

    /// Has inputs looked at by one thread.
    ///
    /// - Parameter view: gives the results of the inputs, the first of which has this number.
    func batch<Element: Sendable>(
        _ inputs: ArraySlice<[UInt8]>, _ first: Int,
        _ view: @escaping @Sendable (inout InspectionEngine, ArraySlice<[UInt8]>, _ first: Int) -> [Element]
    ) async throws -> [Element] {
        try Task.checkCancellation()
        let pending = Locked<Batch?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[Element], any Error>) in
                let batch = Batch {
                    continuation.resume(returning: view(&$0, inputs, first))
                } giveUp: {
                    continuation.resume(throwing: CancellationError())
                }
                pending.withLock { $0 = batch }
                let idle = state.withLock { state in
                    state.batches.append(batch)
                    return state.idle.popLast()
                }
                if let idle { start(idle) }
                // Cancelled before there was a batch to be given up.
                if Task.isCancelled { giveUp(batch) }
            }
        } onCancel: {
            if let batch = pending.withLock({ $0 }) { giveUp(batch) }
        }
    }

    /// Takes back a batch that no worker has begun.
    private func giveUp(_ batch: Batch) {
        let isPending = state.withLock { state in
            guard let place = state.batches.firstIndex(where: { $0 === batch }) else { return false }
            state.batches.remove(at: place)
            return true
        }
        if isPending { batch.giveUp() }
    }

    // MARK: - Working

    private func start(_ worker: Int) { workers[worker].queue.async { self.run(worker) } }

    /// Works until there is nothing to do.
    private func run(_ worker: Int) {
        var answered = 0
        while true {
            gather(after: answered)
            let (requests, batch): ([Request], Batch?) = state.withLock { state in
                if !state.requests.isEmpty {
                    let share = state.share(of: workers.count)
                    state.looking += share
                    let taken = Array(state.requests.prefix(share))
                    state.requests.removeFirst(share)
                    return (taken, nil)
                }
                if !state.batches.isEmpty { return ([], state.batches.removeFirst()) }
                state.idle.append(worker)
                return ([], nil)
            }
            if !requests.isEmpty {
                workers[worker].withEngine { look(at: requests, &$0) }
            } else if let batch {
                workers[worker].withEngine(batch.work)
            } else {
                return
            }
            answered = requests.count
        }
    }

    /// Lets those who were answered ask again before the next batch is begun: few signatures at a time cost more each.
    private func gather(after answered: Int) {
        guard answered > 1 else { return }
        for _ in 0..<Self.yields {
            let pending = state.withLock { $0.batches.isEmpty ? $0.requests.count : Int.max }
            if pending >= answered { return }
            sched_yield()
        }
    }

    private func look(at requests: [Request], _ engine: inout InspectionEngine) {
        engine.removeAll()
        for (number, request) in requests.enumerated() {
            unsafe request.text.withUnsafeBytes { unsafe engine.add($0, input: number, at: nil) }
        }
        engine.check()
        let continuations = state.withLock { state in
            state.looking -= requests.count
            return requests.map { request in
                defer { request.continuation = nil }
                return request.continuation
            }
        }
        var place = 0
        for (number, request) in requests.enumerated() {
            let verdict = engine.batch.verdict(from: &place, ofInput: number, request.text)
            continuations[number]?.resume(returning: verdict)
        }
    }
}
