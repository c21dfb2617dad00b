import AttributionBytes
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The maximum number of inputs that are processed together.
let inputsAtOnce = 512
/// The number of bytes of inputs after which no more are added to those that are processed together.
let bytesAtOnce = 1 << 22

/// A pool of threads that inspect inputs, each with its own engine. They are separate from the threads of tasks, so
/// that a server responds while signatures are checked.
///
/// Single requests are collected while the threads are busy, since signatures that are checked together cost less.
final class InspectionWorkers: Sendable {
    /// A request for a verdict. The lock protects everything except its text.
    private final class Request: @unchecked Sendable {
        let text: [UInt8]
        var continuation: CheckedContinuation<Void, any Error>?
        var verdict: Verdict?
        var isCancelled = false

        init(_ text: [UInt8]) { self.text = text }
    }

    /// A batch of inputs whose results somebody awaits.
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
        /// The idle workers.
        var idle: [Int] = []
        /// The number of requests that are being processed.
        var looking = 0

        /// Returns the number of requests that one worker takes: half of its fair part, so that there is work left for it
        /// while those that it answered ask again. Few requests are not halved, because signatures in small batches cost
        /// more. Requests that are being processed count too. Otherwise, each share of the waiting requests would be
        /// smaller than the last.
        func share(of workers: Int) -> Int {
            let fair = (requests.count + looking + workers - 1) / workers
            let share = max((fair + 1) / 2, min(fair, Self.enoughTogether))
            return min(inputsAtOnce, share, requests.count)
        }

        /// The number of requests beyond which checking more of them together saves almost nothing.
        static let enoughTogether = 16
    }

    private final class Worker: @unchecked Sendable {
        let queue: DispatchQueue
        // The queue is serial, so only one thread at a time uses the engine. The engine is made when there is work.
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

    /// The number of batches that keeps all threads busy.
    var batchesAtOnce: Int { 2 * workers.count }

    /// The maximum number of times a thread yields to others while requests arrive.
    private static let yields = 16

    init(_ makeEngine: @escaping @Sendable () -> InspectionEngine) {
        workers = (0..<processorCount).map { Worker($0, makeEngine) }
        state.withLock { $0.idle = Array(workers.indices) }
    }

    // MARK: - Asking

    /// Verifies an input together with other concurrent requests. If it contains several signed objects, the result
    /// is the first verdict that is not valid, or else the first one.
    func verdict(on text: [UInt8]) async throws -> Verdict {
        let request = Request(text)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
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
        guard let verdict = state.withLock({ _ in request.verdict }) else { throw CancellationError() }
        return verdict
    }

    /// Inspects inputs on all threads, and returns the results in order.
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

    /// Inspects inputs on one thread.
    ///
    /// - Parameter view: returns the results of the inputs, where `first` is the number of the first input.
    func batch<Element: Sendable>(
        _ inputs: ArraySlice<[UInt8]>, _ first: Int,
        _ view: @escaping @Sendable (inout InspectionEngine, ArraySlice<[UInt8]>, _ first: Int) -> [Element]
    ) async throws -> [Element] {
        try Task.checkCancellation()
        let pending = Locked<Batch?>(nil)
        // Passed on under a lock for the same reason as verdicts.
        let results = Locked<[Element]?>(nil)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let batch = Batch { engine in
                    let elements = view(&engine, inputs, first)
                    results.withLock { $0 = elements }
                    continuation.resume()
                } giveUp: {
                    continuation.resume(throwing: CancellationError())
                }
                pending.withLock { $0 = batch }
                let idle = state.withLock { state in
                    state.batches.append(batch)
                    return state.idle.popLast()
                }
                if let idle { start(idle) }
                // The task was cancelled before there was a batch to cancel.
                if Task.isCancelled { giveUp(batch) }
            }
        } onCancel: {
            if let batch = pending.withLock({ $0 }) { giveUp(batch) }
        }
        guard let elements = results.withLock({ $0.take() }) else { throw CancellationError() }
        return elements
    }

    /// Cancels a batch that no worker has begun.
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

    /// Processes requests and batches until there are none.
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

    /// Lets callers that were just answered make new requests before the next batch, since signatures in small
    /// batches cost more.
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
        var place = 0
        let verdicts = requests.enumerated().map { number, request in
            engine.batch.verdict(from: &place, ofInput: number, request.text)
        }
        // Verdicts are passed on under the lock, because the thread sanitizer does not see that a continuation may resume a
        // task that was not suspended yet.
        let continuations = state.withLock { state in
            state.looking -= requests.count
            return zip(requests, verdicts).map { request, verdict in
                request.verdict = verdict
                defer { request.continuation = nil }
                return request.continuation
            }
        }
        for continuation in continuations { continuation?.resume() }
    }
}
