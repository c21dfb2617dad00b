import AttributionBase
import AttributionSimulator

/// Divides the lines of a log into batches of whole devices, so that each batch can be played on its own.
///
/// The inputs of a run form one log, in which a device may begin in one input and end in the next.
final class DeviceSource: BatchSource {
    private let lines: LineSource
    /// The batches that were read but not handed out.
    private var held: [Batch] = []
    /// The device of the last lines.
    private var device: [UInt8]?
    private var free: [Batch] = []
    private var isEnded = false
    private var nextSequence = 0
    private var index = JSONIndex()

    init(_ lines: LineSource) { self.lines = lines }

    func fill(_ batch: Batch) -> Bool {
        free += batch.continuations
        batch.prepare()
        while !isEnded {
            let next = free.popLast() ?? Batch()
            guard lines.fill(next) else {
                isEnded = true
                break
            }
            switch next.content {
            case .lines, .arguments, .numbers, .document, .dropped:
                guard let cut = take(next) else { continue }
                return handOut(cut, to: batch)
            case .oversized(let length):
                // The line may be of any length and is not kept, so its device is unknown.
                next.bytes.removeAll()
                guard let length else {
                    free.append(next)
                    continue
                }
                next.content = .dropped(length: length)
                held.append(next)
            case .unreadable:
                // The remaining events of the last device are unknown, as is the rest of its line.
                dropLastDevice()
                held.append(next)
                isEnded = true
            }
        }
        return held.isEmpty ? false : handOut(held.count, to: batch)
    }

    /// Holds a batch. If it contains the beginning of another device, returns the number of held batches with whole
    /// devices.
    private func take(_ next: Batch) -> Int? {
        let last =
            next.fault == nil
            ? LogPlayer.lastDevice(in: next.text, ends: next.units.ends, &index) : nil
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

    private func dropLastDevice() {
        guard let device else { return held.removeAll() }
        while let last = held.popLast() {
            guard let found = LogPlayer.lastDevice(in: last.text, ends: last.units.ends, &index)
            else { continue }
            guard found.name == device else { return held.append(last) }
            guard found.start > 0 else { continue }
            last.bytes.truncate(to: found.start)
            last.units.split(at: found.start)
            held.append(last)
            if found.followsOther { return }
        }
    }

    /// Hands out the first of the held batches.
    private func handOut(_ count: Int, to batch: Batch) -> Bool {
        let first = held[0]
        batch.takeLines(of: first)
        batch.continuations = Array(held[1..<count])
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
        rest.bytes.append(bytes, from: offset)
        bytes.truncate(to: offset)
        rest.units = units.split(at: offset)
        rest.content = content
        rest.file = file
        rest.firstLine = firstLine + text.occurrences(of: ASCII.newline)
        rest.input = input
        rest.fault = fault
    }

    /// Takes the contents of another batch.
    fileprivate func takeLines(of other: Batch) {
        swap(&bytes, &other.bytes)
        swap(&units, &other.units)
        content = other.content
        file = other.file
        firstLine = other.firstLine
        input = other.input
        fault = other.fault
        reportsFault = other.reportsFault
    }
}
