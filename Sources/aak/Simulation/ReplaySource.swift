import AttributionInspection
import AttributionSimulator
import Bytes
import StrictJSON

/// Cuts a log into pieces of whole devices, so that each can be played by itself.
///
/// The inputs of a run are one log: a device may begin in one and end in the next.
final class ReplaySource {
    enum Origin: Sendable {
        case inputs([Input])
        case population(Int)
    }

    private static let pieceSize = 256 * 1024
    private static let devicesAtOnce = 64

    private var inputs: ArraySlice<Input>
    private var current: Descriptor?
    /// Whether the first bytes of the current input were looked at.
    private var isRecognised = false
    private var devices: Range<Int>
    private var isEnded: Bool
    /// Whether the log ended before its end: nobody knows then what else the last device did, or the rest of its line.
    private var isCutOff = false
    private var nextSequence = 0
    private var failure: Diagnostic?
    private var index = JSONIndex()

    /// Bytes read and not handed out, which begin with a line.
    private var rest = ByteBuffer(capacity: 4096)
    private var parts: [ReplayPiece.Part] = []
    private var oversized: [(offset: Int, length: Int)] = []
    /// How much of the line was dropped that is being read, because it is too long.
    private var dropped = 0

    init(_ origin: Origin) {
        switch origin {
        case .inputs(let given):
            inputs = given[...]
            devices = 0..<0
            isEnded = false
        case .population(let count):
            inputs = []
            devices = 0..<count
            isEnded = true
        }
    }

    deinit { close() }

    /// Fills a piece; false when there is nothing more.
    func fill(_ piece: ReplayPiece) -> Bool {
        piece.prepare()
        if !devices.isEmpty {
            let end = min(devices.upperBound, devices.lowerBound + Self.devicesAtOnce)
            piece.devices = devices.lowerBound..<end
            devices = end..<devices.upperBound
            return number(piece)
        }
        var wanted = Self.pieceSize
        while !isEnded {
            read(upTo: wanted)
            guard rest.count >= wanted || isEnded else { continue }
            if !isEnded, let cut = unsafe LogPlayer.lastDeviceStart(in: rest.bytes, &index) {
                handOut(cut, piece)
                return number(piece)
            }
            wanted = rest.count * 2
        }
        if isCutOff {
            rest.truncate(to: unsafe LogPlayer.lastDeviceStart(in: rest.bytes, &index) ?? 0)
            isCutOff = false
        }
        if rest.count > 0 {
            handOut(rest.count, piece)
            return number(piece)
        }
        guard let failure else { return false }
        self.failure = nil
        piece.failure = failure
        return number(piece)
    }

    private func number(_ piece: ReplayPiece) -> Bool {
        piece.sequence = nextSequence
        nextSequence += 1
        return true
    }

    // MARK: - Reading

    private func close() {
        if let current, current.number > 2 { try? current.close() }
        current = nil
    }

    /// Reads on until so much is there, or the log ends.
    private func read(upTo wanted: Int) {
        while rest.count < wanted {
            guard let descriptor = current ?? openNext() else {
                isEnded = true
                return
            }
            while !descriptor.isReadable(within: 0.1) {
                guard !Interruption.isRequested else {
                    (isEnded, isCutOff) = (true, true)
                    return
                }
            }
            let start = rest.count
            rest.reserve(Self.pieceSize)
            do throws(SystemError) {
                let room = unsafe UnsafeMutableRawBufferPointer(start: rest.end, count: Self.pieceSize)
                rest.advance(by: try unsafe descriptor.read(into: room))
            } catch {
                fail("cannot read \(parts.last?.name ?? ""): \(error.words)")
                return
            }
            if rest.count == start {
                endFile()
            } else {
                recognise()
                dropLongLine(from: start)
            }
        }
    }

    private func fail(_ message: String) {
        failure = .trouble(message)
        close()
        inputs = []
        (isEnded, isCutOff) = (true, true)
    }

    /// Opens the next file, after the arguments before it that are texts themselves.
    private func openNext() -> Descriptor? {
        while let input = inputs.popFirst() {
            let part = ReplayPiece.Part(
                offset: rest.count, input: inputs.startIndex - 1, name: input.name, firstLine: 1)
            parts.append(part)
            isRecognised = false
            switch input {
            case .standardInput:
                current = .input
                return current
            case .file(let path):
                do throws(SystemError) {
                    guard !System.isDirectory(path) else { throw SystemError.isADirectory }
                    current = try Descriptor.open(path, .read)
                } catch {
                    fail("cannot read \(path.concealed): \(error.words)")
                }
                return current
            case .arguments(let texts, let first):
                parts[parts.count - 1].firstLine = first
                for text in texts {
                    rest.append(text)
                    rest.append(ASCII.newline)
                }
            case .numbers: break
            }
        }
        return nil
    }

    /// Looks at the first bytes of an input.
    private func recognise() {
        guard !isRecognised, let part = parts.last else { return }
        let text = unsafe rest.bytes(from: part.offset)
        guard unsafe text.count >= ForeignFormat.prefixLength || text.contains(ASCII.newline) else { return }
        isRecognised = true
        parts[parts.count - 1].fault = unsafe ForeignFormat(text).map { Diagnostic(.foreign($0)) }
        parts[parts.count - 1].tellsFault = true
    }

    /// The last line of a file needs no end of its own.
    private func endFile() {
        close()
        if dropped > 0 {
            noteDropped()
        } else if rest.count > 0, unsafe rest.bytes.last != ASCII.newline {
            rest.append(ASCII.newline)
        }
    }

    /// Keeps no line in memory that is longer than a line may be.
    private func dropLongLine(from start: Int) {
        if dropped > 0 {
            guard let end = unsafe rest.bytes.firstOffset(of: ASCII.newline, from: start) else {
                dropped += rest.count - start
                rest.truncate(to: start)
                return
            }
            dropped += end - start
            var kept = ByteBuffer(capacity: rest.count - end)
            unsafe kept.append(rest.bytes.part(end + 1..<rest.count))
            rest.truncate(to: start)
            noteDropped()
            unsafe rest.append(kept.bytes)
        }
        let lineStart = unsafe rest.bytes.lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
        guard rest.count - lineStart > Batch.longestLine else { return }
        dropped = rest.count - lineStart
        rest.truncate(to: lineStart)
    }

    private func noteDropped() {
        oversized.append((rest.count, dropped))
        rest.append(ASCII.newline)
        dropped = 0
    }

    // MARK: - Cutting

    /// Hands out all before an offset, and keeps what comes after it.
    private func handOut(_ cut: Int, _ piece: ReplayPiece) {
        swap(&piece.bytes, &rest)
        rest.removeAll()
        unsafe rest.append(piece.bytes.bytes(from: cut))
        piece.bytes.truncate(to: cut)
        piece.parts = parts.filter { $0.offset < cut }
        piece.oversized = oversized.filter { $0.offset < cut }
        oversized = oversized.filter { $0.offset >= cut }.map { ($0.offset - cut, $0.length) }
        var kept = parts.filter { $0.offset >= cut }
        for place in kept.indices { kept[place].offset -= cut }
        if let inside = piece.parts.last, kept.first?.offset != 0 {
            let lines = unsafe piece.bytes.bytes(from: inside.offset).occurrences(of: ASCII.newline)
            kept.insert(
                .init(
                    offset: 0, input: inside.input, name: inside.name, firstLine: inside.firstLine + lines,
                    fault: inside.fault), at: 0)
        }
        parts = kept
    }
}
