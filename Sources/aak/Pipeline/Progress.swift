import AttributionBase

/// A line on a terminal that shows the progress of a long run. It appears after a second and is redrawn in place.
final class Progress: Sendable {
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

    /// Counts lines that have been processed.
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
