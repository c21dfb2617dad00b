import AttributionBase

/// The results for a sequence of inputs, in order, computed on all cores.
///
/// All inputs that are available are processed together. If inputs arrive slowly, each one is processed immediately. At most a few thousand
/// inputs are held at a time, so that reading the results slowly also slows down the inputs.
///
/// If the inputs throw an error, the iterator throws it after the results of all earlier inputs. If the task is cancelled, it throws
/// `CancellationError`, even while it waits for inputs.
struct InputResults<Inputs: AsyncSequence & Sendable, Element: Sendable>: AsyncSequence
where Inputs.Element == [UInt8] {
    let inputs: Inputs
    let workers: InspectionWorkers
    /// Returns the results for some inputs. `first` is the number of the first one.
    let view: @Sendable (inout InspectionEngine, ArraySlice<[UInt8]>, _ first: Int) -> [Element]

    func makeAsyncIterator() -> InputResultsIterator<Inputs, Element> { InputResultsIterator(self) }
}

/// The iterator. It reads ahead from the first call until it is destroyed.
final class InputResultsIterator<Inputs: AsyncSequence & Sendable, Element: Sendable>: AsyncIteratorProtocol
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

    /// Returns the next result; nil after the last one.
    ///
    /// - Throws: The error of the inputs, after the results of all earlier inputs; `CancellationError` if the task is cancelled.
    func next() async throws -> Element? {
        // Results that are ready already are dropped, so that none comes after the task was cancelled.
        try Task.checkCancellation()
        while ready.isEmpty {
            while running.count < results.workers.batchesAtOnce {
                // If results are pending, take only the inputs that are already there.
                let inputs = running.isEmpty ? await queue.take(inputsAtOnce) : queue.takeNow(inputsAtOnce)
                guard !inputs.isEmpty else { break }
                let (workers, view, first) = (results.workers, results.view, nextInput)
                nextInput += inputs.count
                running.append(Task { try await workers.batch(inputs[...], first, view) })
            }
            try Task.checkCancellation()
            guard !running.isEmpty else {
                if let failure = queue.failure { throw failure }
                return nil
            }
            let batch = running.removeFirst()
            ready = try await withTaskCancellationHandler {
                try await batch.value[...]
            } onCancel: {
                batch.cancel()
            }
        }
        return ready.popFirst()
    }
}

/// A bounded queue between the task that reads inputs and the task that processes them.
private final class InputQueue: Sendable {
    private struct State {
        var inputs: [[UInt8]] = []
        var byteCount = 0
        var isEnded = false
        var isClosed = false
        var failure: (any Error)?
        /// The task that waits for an input, and the task that waits for room.
        var taker: CheckedContinuation<Void, Never>?
        var putter: CheckedContinuation<Void, Never>?

        /// Whether the reader must wait. The limit of bytes is for long inputs, a few of which take as much memory as many short ones.
        var isFull: Bool { inputs.count >= 4 * inputsAtOnce || byteCount >= 4 * bytesAtOnce }
    }

    private let state = Locked(State())

    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Adds an input, and waits until there is room for another. Returns false if no more inputs are wanted.
    func put(_ input: [UInt8]) async -> Bool {
        let (taker, isFull, isClosed) = state.withLock { state in
            state.inputs.append(input)
            state.byteCount += input.count
            return (state.taker.take(), state.isFull, state.isClosed)
        }
        taker?.resume()
        guard !isClosed else { return false }
        if isFull {
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    if state.isClosed || !state.isFull { return true }
                    state.putter = continuation
                    return false
                }
                if hasRoom { continuation.resume() }
            }
        }
        return !state.withLock { $0.isClosed }
    }

    func end(_ failure: (any Error)?) {
        state.withLock { state in
            state.isEnded = true
            state.failure = failure
        }
        wakeTaker()
    }

    func close() {
        let putter = state.withLock { state in
            state.isClosed = true
            defer { state.putter = nil }
            return state.putter
        }
        putter?.resume()
    }

    /// Waits for inputs and returns them. Returns none at the end, or if the task is cancelled.
    func take(_ count: Int) async -> [[UInt8]] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isEnded || !state.inputs.isEmpty { return true }
                    state.taker = continuation
                    return false
                }
                if isReady {
                    continuation.resume()
                } else if Task.isCancelled {
                    // The task may have been cancelled before it began to wait.
                    wakeTaker()
                }
            }
        } onCancel: {
            wakeTaker()
        }
        return takeNow(count)
    }

    private func wakeTaker() { state.withLock { $0.taker.take() }?.resume() }

    func takeNow(_ count: Int) -> [[UInt8]] {
        let (taken, putter) = state.withLock { state in
            var bytes = 0
            let taken = Array(
                state.inputs.prefix(count).prefix { input in
                    defer { bytes += input.count }
                    return bytes < bytesAtOnce
                })
            state.inputs.removeFirst(taken.count)
            state.byteCount -= taken.reduce(0) { $0 + $1.count }
            defer { state.putter = nil }
            return (taken, state.putter)
        }
        putter?.resume()
        return taken
    }
}
