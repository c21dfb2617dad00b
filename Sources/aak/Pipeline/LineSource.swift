import AttributionBytes

/// Fills one batch after another with what a run works on. It belongs to one thread at a time.
protocol BatchSource: AnyObject {
    /// Fills a batch, and numbers it; false when there is nothing more.
    func fill(_ batch: Batch) -> Bool
}

/// Cuts inputs into batches of whole lines.
///
/// It reads large blocks while there is more to read, and hands out what it has as soon as there is not, so that a
/// line that comes down a pipe is worked on at once. What comes of an input does not depend on how it arrives.
final class LineSource: BatchSource {
    private var inputs: ArraySlice<Input>
    /// The input that is being read.
    private var current: OpenInput?
    /// The numbers still to be handed out.
    private var numbers = 0..<0
    private static let numbersAtOnce = 64
    private var nextSequence = 0
    /// How many inputs were opened.
    private var opened = 0
    private(set) var isExhausted = false
    private let forms: InputForms
    private let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - isCancelled: asked now and then while nothing comes; when true, the inputs count as ended.
    init(
        _ inputs: [Input], _ forms: InputForms, isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.inputs = inputs[...]
        self.forms = forms
        self.isCancelled = isCancelled
    }

    /// Fills a batch; false when there is nothing more.
    func fill(_ batch: Batch) -> Bool {
        batch.prepare()
        while !isExhausted {
            if !numbers.isEmpty {
                handOutNumbers(batch)
                return number(batch)
            }
            if let current {
                if current.fill(batch, isCancelled) { return number(batch) }
                self.current = nil
            }
            if openNext(batch) { return number(batch) }
        }
        return false
    }

    private func number(_ batch: Batch) -> Bool {
        batch.sequence = nextSequence
        batch.input = opened - 1
        nextSequence += 1
        return true
    }

    /// Opens the next input; true if that filled the batch already.
    private func openNext(_ batch: Batch) -> Bool {
        guard let input = inputs.popFirst() else {
            isExhausted = true
            return false
        }
        opened += 1
        batch.file = input.name
        switch input {
        case .arguments(let texts, let first):
            batch.content = .arguments
            batch.firstLine = first
            for text in texts {
                batch.bytes.append(text)
                batch.bytes.append(ASCII.newline)
            }
            return !texts.isEmpty
        case .numbers(let count):
            numbers = 0..<count
            return false
        case .standardInput:
            current = OpenInput(.input, input.name, forms)
            return false
        case .file(let path):
            do throws(SystemError) {
                guard !System.isDirectory(path) else { throw SystemError.isADirectory }
                let descriptor = try Descriptor.open(path, .read)
                current = OpenInput(descriptor, input.name, forms)
                return false
            } catch {
                batch.content = .unreadable(.trouble("cannot read \(path.concealed): \(error.words)"))
                return true
            }
        }
    }

    private func handOutNumbers(_ batch: Batch) {
        batch.file = Input.numbers(0).name
        batch.firstLine = numbers.lowerBound + 1
        let taken = numbers.prefix(Self.numbersAtOnce)
        for _ in taken { batch.bytes.append("#\n") }
        numbers = taken.upperBound..<numbers.upperBound
    }
}

extension SystemError {
    static let isADirectory = SystemError(code: 21)
}

/// The inputs of a command, in the order they were named.
enum Input: Equatable, Sendable {
    /// Arguments that are texts, each an input of its own; the first of them is the argument of this number, from 1.
    case arguments([[UInt8]], first: Int)
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
