import Bytes
import StrictJSON

/// The inputs of a command, in the order they were named.
enum Input: Equatable, Sendable {
    /// The command's arguments, each a line of its own.
    case arguments([String])
    case file(String)
    case standardInput
    /// The numbers from 1 to N, a line each, for commands that make something of nothing.
    case numbers(Int)

    /// The input's name in messages.
    var name: String {
        switch self {
        case .arguments: "<argument>"
        case .file(let path): path
        case .standardInput: "<stdin>"
        case .numbers: "<fixtures>"
        }
    }
}

/// Cuts inputs into batches of whole lines.
///
/// It reads large blocks while there is more to read, and hands out what it has as soon as there is not, so that a
/// line that comes down a pipe is worked on at once.
final class LineSource {
    /// How much is read before lines are handed out: little at first, so that all threads soon have work, then twice as
    /// much each time until a batch is worth a thread's while and still stays in its cache.
    private var blockSize = 16 * 1024
    private static let largestBlockSize = 256 * 1024

    private var inputs: ArraySlice<Input>
    private var descriptor: Descriptor?
    private var name = ""
    private var atEnd = false
    /// Bytes of a line whose end has not come yet.
    private var rest = ByteBuffer(capacity: 4096)
    private var nextLine = 1
    /// Bytes of an oversized line handed out so far, or nil.
    private var oversized: Int?
    private var isFirstBlock = false
    /// Why the last input could not be read to its end.
    private var failure: Diagnostic?
    private var nextSequence = 0
    /// The numbers still to be handed out, and how many at a time.
    private var numbers = 0..<0
    private var numbersAtOnce = 32
    private static let mostNumbersAtOnce = 512
    private(set) var isExhausted = false
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter isCancelled: asked now and then while nothing comes; when true, the inputs count as ended.
    init(_ inputs: [Input], isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.inputs = inputs[...]
        self.isCancelled = isCancelled
    }

    /// Fills a batch; false when there is nothing more.
    func fill(_ batch: Batch) -> Bool {
        batch.prepare()
        while !isExhausted {
            if let failure {
                self.failure = nil
                batch.file = name
                batch.content = .unreadable(failure)
                return number(batch)
            }
            if !numbers.isEmpty { return handOutNumbers(batch) }
            if descriptor == nil, !openNext(batch) {
                if case .unreadable = batch.content { return number(batch) }
                if batch.bytes.isEmpty { continue }
                return number(batch)
            }
            if readBlock(batch) { return number(batch) }
        }
        return false
    }

    private func number(_ batch: Batch) -> Bool {
        batch.sequence = nextSequence
        nextSequence += 1
        return true
    }

    /// Opens the next input. Arguments are handed out right away, without a descriptor.
    private func openNext(_ batch: Batch) -> Bool {
        guard let input = inputs.popFirst() else {
            isExhausted = true
            return false
        }
        name = input.name
        batch.file = name
        batch.firstLine = 1
        nextLine = 1
        oversized = nil
        isFirstBlock = true
        atEnd = false
        rest.removeAll()
        switch input {
        case .arguments(let arguments):
            for argument in arguments {
                // A line break would make two lines of one argument; both mean white space wherever it may stand.
                batch.bytes.append(argument.utf8.map { $0 == ASCII.newline ? ASCII.space : $0 })
                batch.bytes.append(ASCII.newline)
            }
            return false
        case .numbers(let count):
            numbers = 0..<count
            return false
        case .standardInput:
            descriptor = .input
            return true
        case .file(let path):
            do throws(SystemError) {
                guard !System.isDirectory(path) else { throw SystemError.isADirectory }
                descriptor = try Descriptor.open(path, .read)
                return true
            } catch {
                batch.content = .unreadable(.trouble("cannot read \(path): \(error.words)"))
                return false
            }
        }
    }

    private func handOutNumbers(_ batch: Batch) -> Bool {
        batch.file = name
        batch.firstLine = numbers.lowerBound + 1
        let taken = numbers.prefix(numbersAtOnce)
        numbersAtOnce = min(numbersAtOnce * 2, Self.mostNumbersAtOnce)
        for _ in taken { batch.bytes.append("#\n") }
        numbers = taken.upperBound..<numbers.upperBound
        return number(batch)
    }

    /// Reads the next lines of the open input; false when it has none left.
    private func readBlock(_ batch: Batch) -> Bool {
        batch.file = name
        batch.firstLine = nextLine
        swap(&batch.bytes, &rest)
        rest.removeAll()
        while true {
            if !atEnd, let failure = read(batch) {
                close()
                // Whole lines that came before are worked on first.
                if let last = unsafe lastNewline(in: batch.bytes.bytes), oversized == nil {
                    self.failure = failure
                    batch.bytes.truncate(to: last + 1)
                    return true
                }
                batch.content = .unreadable(failure)
                return true
            }
            if atEnd {
                let isFilled = handOut(batch, upTo: batch.bytes.count)
                // After an oversized line there may be more lines to hand out.
                if rest.isEmpty { close() }
                return isFilled
            }
            if isFirstBlock, isOpenDocument(batch) {
                // One document over several lines: it is read to its end, unless it gets too long to be one.
                if batch.bytes.count <= Batch.longestLine { continue }
                isFirstBlock = false
            }
            if let last = unsafe lastNewline(in: batch.bytes.bytes) { return handOut(batch, upTo: last + 1) }
            if batch.bytes.count > Batch.longestLine { return handOutPiece(batch) }
        }
    }

    /// Hands out the whole lines at the front and keeps what follows them.
    private func handOut(_ batch: Batch, upTo end: Int) -> Bool {
        if let before = oversized {
            let lineEnd = unsafe batch.bytes.bytes.firstOffset(of: ASCII.newline).map { $0 + 1 } ?? batch.bytes.count
            keep(batch, from: lineEnd)
            let length = unsafe before + lineEnd - (batch.bytes.bytes.last == ASCII.newline ? 1 : 0)
            batch.content = .oversized(length: length)
            oversized = nil
            nextLine += 1
            return true
        }
        guard end > 0 else { return false }
        keep(batch, from: end)
        if isFirstBlock, atEnd, isOpenDocument(batch), !holdsLines(batch) {
            batch.content = .document
            return true
        }
        isFirstBlock = false
        nextLine += unsafe batch.bytes.bytes.occurrences(of: ASCII.newline)
        return true
    }

    /// Hands out all there is as a piece of a line that is too long.
    private func handOutPiece(_ batch: Batch) -> Bool {
        oversized = (oversized ?? 0) + batch.bytes.count
        batch.content = .oversized(length: nil)
        isFirstBlock = false
        return true
    }

    private func keep(_ batch: Batch, from end: Int) {
        unsafe rest.append(batch.bytes.bytes(from: end))
        batch.bytes.truncate(to: end)
    }

    /// Reads until a block is full, the input pauses, or it ends.
    private func read(_ batch: Batch) -> Diagnostic? {
        guard let descriptor else { return nil }
        let full = batch.bytes.count + blockSize
        blockSize = min(blockSize * 2, Self.largestBlockSize)
        repeat {
            while !descriptor.isReadable(within: 0.1) {
                guard !isCancelled() else {
                    atEnd = true
                    return nil
                }
            }
            let room = full - batch.bytes.count
            batch.bytes.reserve(room)
            do throws(SystemError) {
                let buffer = unsafe UnsafeMutableRawBufferPointer(start: batch.bytes.end, count: room)
                let count = try unsafe descriptor.read(into: buffer)
                batch.bytes.advance(by: count)
                if count == 0 {
                    atEnd = true
                    return nil
                }
            } catch {
                return .trouble("cannot read \(name): \(error.words)")
            }
        } while batch.bytes.count < full && descriptor.isReadable(within: 0)
        return nil
    }

    private func close() {
        if let descriptor, descriptor.number > 2 { try? descriptor.close() }
        descriptor = nil
    }

    /// Whether the input looks like one JSON document over several lines: its first line breaks off in the middle of a
    /// JSON value, and the next one goes on with it instead of beginning another.
    private func isOpenDocument(_ batch: Batch) -> Bool {
        let text = unsafe batch.bytes.bytes
        guard let start = unsafe text.firstIndex(where: { !ASCII.isWhiteSpace($0) }) else { return false }
        // An XML property list.
        if unsafe text[start] == UInt8(ascii: "<") {
            return ["<?xml", "<!", "<plist"].contains { unsafe text[start...].starts(with: $0.utf8) }
        }
        guard unsafe text[start] == ASCII.openBrace || text[start] == ASCII.openBracket
        else { return false }
        guard let end = unsafe text.firstOffset(of: ASCII.newline, from: start) else { return false }
        var index = JSONIndex()
        do throws(JSONSyntaxError) {
            try unsafe index.scan(text.part(start..<end))
            return false
        } catch {
            // A string never goes over the end of a line.
            guard case .unexpectedEnd(let wanted) = error.problem, wanted != .endOfString else { return false }
        }
        guard let next = unsafe text[end...].firstIndex(where: { !ASCII.isWhiteSpace($0) }) else { return true }
        return unsafe text[next] != ASCII.openBrace || text[start] == ASCII.openBracket
            || text[next - 1] != ASCII.newline
    }
}

extension LineSource {
    /// Whether what looked like one document is a stream after all, whose first line breaks off: it is no JSON as a whole,
    /// and one of its later lines is an input by itself.
    private func holdsLines(_ batch: Batch) -> Bool {
        var index = JSONIndex()
        let text = unsafe batch.bytes.bytes
        guard unsafe text.trimmed.first != UInt8(ascii: "<"), (try? unsafe index.scan(text)) == nil else {
            return false
        }
        return unsafe text.split(separator: ASCII.newline).dropFirst().contains { line in
            let line = unsafe UnsafeRawBufferPointer(rebasing: line).trimmed
            if unsafe line.starts(with: "eyJ".utf8) { return true }
            return unsafe line.first == ASCII.openBrace && (try? unsafe index.scan(line)) != nil
        }
    }
}

extension SystemError {
    static let isADirectory = SystemError(code: 21)
}

private func lastNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
    unsafe bytes.lastIndex(of: ASCII.newline)
}
