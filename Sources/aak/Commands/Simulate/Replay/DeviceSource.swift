import AttributionBytes
import AttributionJSON
import AttributionSimulator

/// Hands out the lines of a log in batches that hold whole devices together, so that each can be played by itself.
///
/// The inputs of a run are one log: a device may begin in one and end in the next.
final class DeviceSource: BatchSource {
    private let lines: LineSource
    /// What was read and not handed out.
    private var held: [Batch] = []
    /// The device that its last lines are of.
    private var device: [UInt8]?
    private var free: [Batch] = []
    private var isEnded = false
    private var nextSequence = 0
    private var index = JSONIndex()

    init(_ lines: LineSource) { self.lines = lines }

    func fill(_ batch: Batch) -> Bool {
        free += batch.followers
        batch.prepare()
        while !isEnded {
            let next = free.popLast() ?? Batch()
            guard lines.fill(next) else {
                isEnded = true
                break
            }
            switch next.content {
            case .lines, .arguments, .document, .dropped:
                guard let cut = take(next) else { continue }
                return handOut(cut, to: batch)
            case .oversized(let length):
                // A line of any length is held in constant memory; its device is not known.
                next.bytes.removeAll()
                guard let length else {
                    free.append(next)
                    continue
                }
                next.content = .dropped(length: length)
                held.append(next)
            case .unreadable:
                // Nobody knows what else the last device did, or the rest of its line.
                dropLastDevice()
                held.append(next)
                isEnded = true
            }
        }
        return held.isEmpty ? false : handOut(held.count, to: batch)
    }

    /// Holds what was read, and gives the count of the batches that hold whole devices, where another begins after them.
    private func take(_ next: Batch) -> Int? {
        let last = next.fault == nil ? unsafe LogPlayer.lastDevice(in: next.bytes.bytes, &index) : nil
        let isOther = last.map { $0.followsOther || device != nil && device != $0.name } ?? false
        held.append(next)
        guard let last else { return nil }
        device = last.name
        guard isOther else { return nil }
        guard last.start > 0 else { return held.count - 1 }
        let rest = free.popLast() ?? Batch()
        rest.prepare()
        next.split(at: last.start, into: rest)
        held.append(rest)
        return held.count - 1
    }

    /// Forgets the lines of the last device that is held.
    private func dropLastDevice() {
        guard let device else { return held.removeAll() }
        while let last = held.popLast() {
            guard let found = unsafe LogPlayer.lastDevice(in: last.bytes.bytes, &index) else { continue }
            guard found.name == device else { return held.append(last) }
            guard found.start > 0 else { continue }
            last.bytes.truncate(to: found.start)
            held.append(last)
            if found.followsOther { return }
        }
    }

    /// Hands out the first of the batches that are held.
    private func handOut(_ count: Int, to batch: Batch) -> Bool {
        let first = held[0]
        batch.takeLines(of: first)
        batch.followers = Array(held[1..<count])
        held.removeFirst(count)
        free.append(first)
        batch.sequence = nextSequence
        nextSequence += 1
        return true
    }
}

extension Batch {
    /// Moves the lines from an offset on to another batch.
    fileprivate func split(at offset: Int, into rest: Batch) {
        unsafe rest.bytes.append(bytes.bytes(from: offset))
        bytes.truncate(to: offset)
        rest.content = content
        rest.file = file
        rest.firstLine = unsafe firstLine + bytes.bytes.occurrences(of: ASCII.newline)
        rest.input = input
        rest.fault = fault
    }

    /// Takes what another batch was filled with.
    fileprivate func takeLines(of other: Batch) {
        swap(&bytes, &other.bytes)
        content = other.content
        file = other.file
        firstLine = other.firstLine
        input = other.input
        fault = other.fault
        tellsFault = other.tellsFault
    }
}
