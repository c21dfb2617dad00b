/// The pending tasks of a device, earliest first.
///
/// Within one instant, spans and timers end first, so that their results are available to the events. Events follow,
/// then deadlines expire, then postbacks are sent.
struct Agenda {
    enum Action {
        case modeEnd(Int)
        case windowEnd(conversion: Int, track: Int, window: Int)
        case timerEnd(conversion: Int, track: Int, end: Int64)
        case sheetView(SheetKey, opening: Int)
        case updateDeadline(conversion: Int, track: Int)
        case send(postback: Int, PostbackFact.Recipient, attempt: Int)
    }

    enum Phase: UInt8 {
        case spans, deadlines, postbacks
    }

    struct Task {
        var at: Int64
        var phase: Phase
        /// The order among tasks with the same time and phase.
        var order: UInt64
        var action: Action

        /// The order of insertion, which breaks ties.
        var sequence: Int

        @inline(__always)
        fileprivate static func < (left: Task, right: Task) -> Bool {
            if left.at != right.at { return left.at < right.at }
            if left.phase != right.phase { return left.phase.rawValue < right.phase.rawValue }
            if left.order != right.order { return left.order < right.order }
            return left.sequence < right.sequence
        }
    }

    /// A binary heap.
    private var tasks: [Task] = []
    private var sequence = 0

    mutating func removeAll() {
        tasks.removeAll(keepingCapacity: true)
        sequence = 0
    }

    mutating func add(_ action: Action, at time: Int64, _ phase: Phase, order: UInt64) {
        tasks.append(Task(at: time, phase: phase, order: order, action: action, sequence: sequence))
        sequence += 1
        var child = tasks.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard tasks[child] < tasks[parent] else { break }
            tasks.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the earliest task that is due before `time`, or due at `time` in a phase that `phases`
    /// accepts.
    mutating func next(before time: Int64, atIt phases: (Phase) -> Bool) -> Task? {
        guard let first = tasks.first, first.at < time || first.at == time && phases(first.phase) else { return nil }
        return removeFirst()
    }

    mutating func next() -> Task? { tasks.isEmpty ? nil : removeFirst() }

    private mutating func removeFirst() -> Task {
        let first = tasks[0]
        let last = tasks.removeLast()
        guard !tasks.isEmpty else { return first }
        tasks[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < tasks.count else { break }
            let right = left + 1
            let child = right < tasks.count && tasks[right] < tasks[left] ? right : left
            guard tasks[child] < tasks[parent] else { break }
            tasks.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
