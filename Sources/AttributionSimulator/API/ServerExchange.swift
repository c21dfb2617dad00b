import AttributionBase
import AttributionCrypto
import AttributionModel
import Dispatch

/// Passes postbacks from a run, which never suspends, to the task that answers them, and the answers back.
///
/// The run has a thread of its own, which waits for each answer. The task never waits for a thread.
final class ServerExchange: Sendable {
    /// What a run needs an answer to, or its result.
    enum Step: Sendable {
        case postback(SimulatedPostback)
        case end(Result<AttributionTimeline, Problem>)
    }

    private struct State {
        var step: Step?
        var task: CheckedContinuation<Void, Never>?
        var answer = 0
    }

    private let state = Locked(State())
    private let answered = DispatchSemaphore(value: 0)

    func start(_ run: @escaping @Sendable () -> Result<AttributionTimeline, Problem>) {
        DispatchQueue(label: "aak.scenario").async { self.put(.end(run())) }
    }

    // MARK: - The thread of the run

    private func put(_ step: Step) {
        let task = state.withLock { state in
            state.step = step
            return state.task.take()
        }
        task?.resume()
    }

    /// Waits until the task has answered a postback.
    func answer(to postback: SimulatedPostback) -> Int {
        put(.postback(postback))
        answered.wait()
        return state.withLock { $0.answer }
    }

    // MARK: - The task

    nonisolated(nonsending) func next() async -> Step {
        while true {
            if let step = state.withLock({ $0.step.take() }) { return step }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.step != nil { return true }
                    state.task = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    func give(_ status: Int) {
        state.withLock { $0.answer = status }
        answered.signal()
    }
}

/// Signs the bodies of postbacks before they are answered.
final class PostbackBodies {
    private let signer: TextSigner
    private var writer: TimelineWriter

    init(_ key: P256PrivateKey, keyID: String) {
        signer = TextSigner(key.deterministic)
        writer = TimelineWriter(signer: signer, keyID: keyID)
    }

    /// Returns the postback that is sent; nil if it cannot be signed.
    func postback(_ attempt: DeviceSimulator.Attempt) -> SimulatedPostback? {
        let entry = TimelineEntry(at: attempt.at, fact: .postback(attempt.fact(0, .retry)))
        var line = ByteBuffer()
        writer.append(entry, device: .empty, to: &line)
        guard signer.failure == nil else { return nil }
        return AttributionEvent(entry, line: line, body: writer.writtenBody).postback
    }
}
