import AttributionBase

/// Fills successive batches with the lines of a run. It is used by one thread at a time.
protocol BatchSource: AnyObject {
    /// Fills and numbers a batch. Returns false at the end.
    func fill(_ batch: Batch) -> Bool
}

/// Splits inputs into batches of whole lines.
///
/// It reads large blocks while data is available, and otherwise hands out what it has, so that a line from a pipe is
/// processed immediately. The results do not depend on how an input arrives.
final class LineSource: BatchSource {
    private var inputs: ArraySlice<Input>
    /// The input that is being read.
    private var current: OpenInput?
    /// The numbers that remain to be handed out.
    private var numbers = 0..<0
    private static let numbersAtOnce = 64
    private var nextSequence = 0
    /// The number of inputs that were opened.
    private var opened = 0
    private(set) var isExhausted = false
    private let forms: InputForms
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter isCancelled: polled while no data arrives. If it returns true, the inputs count as ended.
    init(_ inputs: [Input], _ forms: InputForms, isCancelled: @escaping @Sendable () -> Bool) {
        self.inputs = inputs[...]
        self.forms = forms
        self.isCancelled = isCancelled
    }

    /// Fills a batch. Returns false at the end.
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
        batch.readTime = .now
        batch.sequence = nextSequence
        batch.input = opened - 1
        nextSequence += 1
        return true
    }

    /// Opens the next input. Returns true if that filled the batch.
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
            batch.append(lines: texts)
            return !texts.isEmpty
        case .numbers(let count):
            numbers = 0..<count
            return false
        case .standardInput, .file:
            do throws(SystemError) {
                current = OpenInput(try input.open(), input.name, forms)
                return false
            } catch {
                let isAddress = ["http://", "https://"].contains { input.name.hasPrefix($0) }
                let hint = isAddress ? "aak opens no addresses; curl -fsS URL | aak … passes on what is there" : nil
                batch.content = .unreadable(
                    .trouble("cannot read \(input.name.concealed): \(error.words)", hint: hint))
                return true
            }
        }
    }

    private func handOutNumbers(_ batch: Batch) {
        batch.file = Input.numbers(0).name
        batch.firstLine = numbers.lowerBound + 1
        let taken = numbers.prefix(Self.numbersAtOnce)
        batch.append(lines: repeatElement(Array("#".utf8), count: taken.count))
        numbers = taken.upperBound..<numbers.upperBound
    }
}
