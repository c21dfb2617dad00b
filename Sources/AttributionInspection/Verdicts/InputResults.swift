import AttributionBytes

/// What comes of a sequence of inputs, in their order, worked out on all cores.
///
/// As many inputs as are there are worked on together: all that came in the meantime where they come fast, and each at once
/// where they come one by one. No more than a few thousand are held at a time: who takes results slowly slows the inputs.
public struct InputResults<Inputs: AsyncSequence & Sendable, Element: Sendable>: AsyncSequence
where Inputs.Element == [UInt8] {
    let inputs: Inputs
    let workers: InspectionWorkers
    /// Gives the results of some inputs, the first of which has this number.
    let view: @Sendable (inout InspectionEngine, ArraySlice<[UInt8]>, _ first: Int) -> [Element]

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Gives the results one by one. Inputs are read ahead from the first call on, until it goes away.
    public struct Iterator: AsyncIteratorProtocol {
        private let state: IteratorState<Inputs, Element>

        init(_ results: InputResults) { state = IteratorState(results) }

        /// The next result; nil after the last input's.
        ///
        /// - Throws: what the inputs threw, after the results of those before; `CancellationError` if the task is cancelled.
        public mutating func next() async throws -> Element? { try await state.next() }
    }
}

private final class IteratorState<Inputs: AsyncSequence & Sendable, Element: Sendable>
where Inputs.Element == [UInt8] {
    private let results: InputResults<Inputs, Element>
    private let queue = InputQueue()
    private let reading: Task<Void, Never>
    private var running: [Task<[Element], any Error>] = []
    private var ready: ArraySlice<Element> = []
    private var nextInput = 0

    init(_ results: InputResults<Inputs, Element>) {
        self.results = results
        let (inputs, queue) = (results.inputs, queue)
        reading = Task {
            do {
                for try await input in inputs {
                    guard await queue.put(input) else { return }
                }
                queue.end(nil)
            } catch {
                queue.end(error)
            }
        }
    }

    deinit {
        reading.cancel()
        queue.close()
        for task in running { task.cancel() }
    }

    func next() async throws -> Element? {
        while ready.isEmpty {
            while running.count < results.workers.batchesAtOnce {
                // Waits for inputs only where there is nothing else to wait for.
                let inputs = running.isEmpty ? await queue.take(inputsAtOnce) : queue.takeNow(inputsAtOnce)
                guard !inputs.isEmpty else { break }
                let (workers, view, first) = (results.workers, results.view, nextInput)
                nextInput += inputs.count
                running.append(Task { try await workers.batch(inputs[...], first, view) })
            }
            guard !running.isEmpty else {
                if let failure = queue.failure { throw failure }
                return nil
            }
            try Task.checkCancellation()
            ready = try await running.removeFirst().value[...]
        }
        return ready.popFirst()
    }
}

/// Inputs on their way from who reads them to who works on them.
private final class InputQueue: Sendable {
    private struct State {
        var inputs: [[UInt8]] = []
        var isEnded = false
        var isClosed = false
        var failure: (any Error)?
        /// Who waits for an input, and who for room.
        var taker: CheckedContinuation<Void, Never>?
        var putter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private static let limit = 4 * inputsAtOnce

    /// Why the inputs ended, if not by themselves.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Adds an input, as soon as there is room; false when nobody wants any more.
    func put(_ input: [UInt8]) async -> Bool {
        let (taker, isFull, isClosed) = state.withLock { state in
            state.inputs.append(input)
            let taker = state.taker
            state.taker = nil
            return (taker, state.inputs.count >= Self.limit, state.isClosed)
        }
        taker?.resume()
        guard !isClosed else { return false }
        if isFull {
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    if state.isClosed || state.inputs.count < Self.limit { return true }
                    state.putter = continuation
                    return false
                }
                if hasRoom { continuation.resume() }
            }
        }
        return !state.withLock { $0.isClosed }
    }

    func end(_ failure: (any Error)?) {
        let taker = state.withLock { state in
            state.isEnded = true
            state.failure = failure
            defer { state.taker = nil }
            return state.taker
        }
        taker?.resume()
    }

    func close() {
        let putter = state.withLock { state in
            state.isClosed = true
            defer { state.putter = nil }
            return state.putter
        }
        putter?.resume()
    }

    /// Inputs as soon as there are any; none when they have ended.
    func take(_ count: Int) async -> [[UInt8]] {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isEnded || !state.inputs.isEmpty { return true }
                state.taker = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return takeNow(count)
    }

    /// The inputs that are there.
    func takeNow(_ count: Int) -> [[UInt8]] {
        let (taken, putter) = state.withLock { state in
            let taken = Array(state.inputs.prefix(count))
            state.inputs.removeFirst(taken.count)
            defer { state.putter = nil }
            return (taken, state.putter)
        }
        putter?.resume()
        return taken
    }
}
