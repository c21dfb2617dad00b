/// The pending tasks of a device, earliest first.
///
/// At the same time, tasks are ordered by phase: spans and timers end first, so that events see the results. Then come the events, then
/// deadlines expire, and finally postbacks are sent.
struct Agenda {
    enum Action: Equatable {
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

    struct Task: Comparable {
        var at: Int64
        var phase: Phase
        /// The order among tasks of the same time and phase.
        var order: UInt64
        var action: Action

        /// The order of insertion, which breaks ties.
        var sequence: Int

        @inline(__always)
        static func < (left: Task, right: Task) -> Bool {
            if left.at != right.at { return left.at < right.at }
            if left.phase != right.phase { return left.phase.rawValue < right.phase.rawValue }
            if left.order != right.order { return left.order < right.order }
            return left.sequence < right.sequence
        }
    }

    private var tasks = Heap<Task>()
    private var sequence = 0

    mutating func removeAll() {
        tasks.removeAll()
        sequence = 0
    }

    mutating func add(_ action: Action, at time: Int64, _ phase: Phase, order: UInt64) {
        tasks.insert(Task(at: time, phase: phase, order: order, action: action, sequence: sequence))
        sequence += 1
    }

    /// Removes and returns the earliest task that is due before `time`, or at `time` in a phase for which `phases` returns true.
    mutating func next(before time: Int64, atIt phases: (Phase) -> Bool) -> Task? {
        guard let first = tasks.first, first.at < time || first.at == time && phases(first.phase) else { return nil }
        return tasks.popFirst()
    }

    mutating func next() -> Task? { tasks.popFirst() }
}

/// A binary heap: the least value is looked at and removed first.
struct Heap<Element: Comparable> {
    private var elements: [Element] = []

    var first: Element? { elements.first }

    mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { break }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    @discardableResult
    mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < elements.count else { break }
            let right = left + 1
            let child = right < elements.count && elements[right] < elements[left] ? right : left
            guard elements[child] < elements[parent] else { break }
            elements.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
