import AttributionBase
import AttributionCrypto
import Dispatch

/// The greatest number of inputs that are processed together.
let inputsAtOnce = 512
/// The greatest number of requests that a task inspects together, so that this takes a few milliseconds at most.
private let requestsAtOnce = 64
/// The total length at which no more inputs are added to those that are processed together.
let bytesAtOnce = 1 << 22

/// Inspects inputs on all cores, with several workers, each of which has its own engine.
///
/// Arrays and streams are inspected on separate threads, so that a server stays responsive. A single request is inspected by the task that
/// makes it, without waking a thread: the task takes a free worker, inspects the requests of other tasks together with its own, because
/// checking signatures together is cheaper, and then passes the worker on.
final class InspectionWorkers: Sendable {
    /// A request for a verdict. The lock protects everything except its text.
    private final class Request: @unchecked Sendable {
        let text: [UInt8]
        /// Resumes the request's task; nil while the task itself inspects requests.
        var continuation: CheckedContinuation<Void, any Error>?
        var verdict: Verdict?
        /// The worker that was given to the request's task, which must pass it on.
        var worker: Int?
        var progress = Progress.new
        var isCancelled = false

        enum Progress { case new, queued, inspected }

        init(_ text: [UInt8]) { self.text = text }
    }

    /// A batch of inputs, for whose results a caller waits.
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
        var idle: [Int] = []
        /// The number of requests that are currently being inspected.
        var inspected = 0

        /// Takes the requests that one worker inspects together: an equal share of all, including those that are currently being inspected.
        /// If only waiting requests were counted, each worker would get a smaller share than the one before.
        mutating func takeShare(of workers: Int) -> [Request] {
            let fair = (requests.count + inspected + workers - 1) / workers
            let share = Array(requests.prefix(min(fair, requestsAtOnce)))
            requests.removeFirst(share.count)
            for request in share { request.progress = .inspected }
            inspected += share.count
            return share
        }
    }

    private final class Worker: @unchecked Sendable {
        let queue: DispatchQueue
        // The queue is serial, so only one thread at a time uses the engine. The engine is created on first use.
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

    /// The number of batches that are needed to keep all threads busy.
    var batchesAtOnce: Int { 2 * workers.count }

    init(_ makeEngine: @escaping @Sendable () -> InspectionEngine) {
        workers = (0..<processorCount).map { Worker($0, makeEngine) }
        state.withLock { $0.idle = Array(workers.indices) }
    }

    // MARK: - Asking

    /// Verifies an input together with other concurrent requests. If it contains several signed objects, the result is the worst verdict.
    /// Among equally bad ones, it is the first.
    func verdict(on text: [UInt8]) async throws -> Verdict {
        try LibCrypto.require()
        try Task.checkCancellation()
        let request = Request(text)
        while true {
            try await turn(of: request)
            let (worker, verdict) = state.withLock { _ in (request.worker.take(), request.verdict) }
            if let worker {
                // Let other tasks make their requests first.
                await Task.yield()
                inspect(for: request, by: worker)
            } else if let verdict {
                return verdict
            }
        }
    }

    /// Enqueues the request, and waits until it is answered or its task is given a worker.
    private func turn(of request: Request) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if request.verdict != nil { return .success(()) }
                    guard !request.isCancelled else { return .failure(CancellationError()) }
                    if request.progress == .new {
                        state.requests.append(request)
                        request.progress = .queued
                    }
                    // Once a worker inspects the request, its task needs none.
                    if request.progress == .queued {
                        request.worker = state.idle.popLast()
                        if request.worker != nil { return .success(()) }
                    }
                    request.continuation = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                request.isCancelled = true
                state.requests.removeAll { $0 === request }
                return request.continuation.take()
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Inspects requests until this one is answered or taken by another worker, then passes the worker on.
    private func inspect(for request: Request, by worker: Int) {
        while true {
            let share = state.withLock { state in
                // If another worker has taken the request, let others have this worker.
                request.progress == .queued && !request.isCancelled ? state.takeShare(of: workers.count) : []
            }
            if share.isEmpty { break }
            workers[worker].withEngine { answer(share, &$0) }
        }
        passOn(worker)
    }

    /// Gives the worker to a waiting task, or to its thread if there is other work.
    private func passOn(_ worker: Int) {
        let (continuation, isNeeded) = state.withLock { state -> (CheckedContinuation<Void, any Error>?, Bool) in
            if let next = state.requests.first(where: { $0.continuation != nil }) {
                next.worker = worker
                return (next.continuation.take(), false)
            }
            if !state.requests.isEmpty || !state.batches.isEmpty { return (nil, true) }
            state.idle.append(worker)
            return (nil, false)
        }
        continuation?.resume()
        if isNeeded { start(worker) }
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
            results = results.inOrder { $0.start < $1.start }
            var all: [Element] = []
            all.reserveCapacity(results.reduce(0) { $0 + $1.elements.count })
            for result in results { all += result.elements }
            return all
        }
    }

    /// Inspects inputs on one thread.
    ///
    /// - Parameter view: Returns the results for the inputs. `first` is the number of the first one.
    func batch<Element: Sendable>(
        _ inputs: ArraySlice<[UInt8]>, _ first: Int,
        _ view: @escaping @Sendable (inout InspectionEngine, ArraySlice<[UInt8]>, _ first: Int) -> [Element]
    ) async throws -> [Element] {
        try LibCrypto.require()
        try Task.checkCancellation()
        let pending = Locked<Batch?>(nil)
        // The results are passed on under a lock for the same reason as verdicts, below.
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
                // The task may have been cancelled before the batch existed.
                if Task.isCancelled { giveUp(batch) }
            }
        } onCancel: {
            if let batch = pending.withLock({ $0 }) { giveUp(batch) }
        }
        guard let elements = results.withLock({ $0.take() }) else { throw CancellationError() }
        return elements
    }

    /// Cancels a batch that no worker has started.
    private func giveUp(_ batch: Batch) {
        let isPending = state.withLock { state in
            guard let index = state.batches.firstIndex(where: { $0 === batch }) else { return false }
            state.batches.remove(at: index)
            return true
        }
        if isPending { batch.giveUp() }
    }

    // MARK: - Working

    private func start(_ worker: Int) { workers[worker].queue.async { self.run(worker) } }

    private func run(_ worker: Int) {
        while true {
            let (requests, batch): ([Request], Batch?) = state.withLock { state in
                if !state.requests.isEmpty { return (state.takeShare(of: workers.count), nil) }
                if !state.batches.isEmpty { return ([], state.batches.removeFirst()) }
                state.idle.append(worker)
                return ([], nil)
            }
            if !requests.isEmpty {
                workers[worker].withEngine { answer(requests, &$0) }
            } else if let batch {
                workers[worker].withEngine(batch.work)
            } else {
                return
            }
        }
    }

    private func answer(_ requests: [Request], _ engine: inout InspectionEngine) {
        engine.removeAll()
        for (number, request) in requests.enumerated() {
            engine.add(request.text, input: number, at: nil)
        }
        engine.check()
        var index = 0
        let verdicts = requests.enumerated().map { number, request in
            engine.batch.verdict(from: &index, ofInput: number, request.text)
        }
        // Verdicts and workers are passed on under the lock. A continuation may resume a task that is not suspended yet, and the thread
        // sanitizer does not recognise that as synchronisation.
        let continuations = state.withLock { state in
            state.inspected -= requests.count
            return zip(requests, verdicts).map { request, verdict in
                request.verdict = verdict
                return request.continuation.take()
            }
        }
        for continuation in continuations { continuation?.resume() }
    }
}
