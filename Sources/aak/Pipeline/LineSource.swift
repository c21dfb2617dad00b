import AttributionBase

/// Fills one batch after another with the lines of a run. Only one thread at a time uses it.
protocol BatchSource: AnyObject {
    /// Fills a batch and numbers its lines. Returns false at the end.
    func fill(_ batch: Batch) -> Bool
}

/// Splits inputs into batches of whole lines.
///
/// It reads large blocks while more data is available. Otherwise it returns what it has, so that a line from a pipe is processed
/// immediately. The results do not depend on how the input arrives.
final class LineSource: BatchSource {
    private var inputs: ArraySlice<Input>
    private var current: OpenInput?
    private var nextSequence = 0
    private var opened = 0
    private var isExhausted = false
    private let run: LineRun
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter isCancelled: Called from time to time while no data arrives. If it returns true, the inputs are treated as ended.
    init(_ inputs: [Input], _ run: LineRun, isCancelled: @escaping @Sendable () -> Bool) {
        self.inputs = inputs[...]
        self.run = run
        self.isCancelled = isCancelled
    }

    func fill(_ batch: Batch) -> Bool {
        batch.prepare()
        while !isExhausted {
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

    /// Opens the next input. Returns true if the batch is then full.
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
        case .options:
            batch.content = .arguments
            batch.firstLine = 1
            batch.append(lines: [Array("{}".utf8)])
            return true
        case .standardInput, .file:
            do throws(SystemError) {
                current = OpenInput(try input.open(), input.name, run)
                return false
            } catch {
                let isAddress = ["http://", "https://"].contains { input.name.hasPrefix($0) }
                var hint =
                    isAddress
                    ? "aak opens no addresses; if this one has the fields of a postback as its query, put it in a file and read that"
                    : nil
                if error == .isADirectory, run.readsPropertyLists { hint = BuiltApp.hint(on: input.name) }
                batch.content = .unreadable(.trouble("cannot read \(input.name.concealed): \(error.words)", hint: hint))
                return true
            }
        }
    }
}

/// Supplies numbers from 1 on, for commands that generate data instead of reading it.
final class NumberSource: BatchSource {
    private var rest: Range<Int>
    private var nextSequence = 0
    private static let mostAtOnce = 64

    init(count: Int) { rest = 1..<count + 1 }

    func fill(_ batch: Batch) -> Bool {
        guard !rest.isEmpty else { return false }
        batch.prepare()
        let taken = rest.prefix(Self.mostAtOnce)
        rest = taken.upperBound..<rest.upperBound
        batch.content = .numbers(taken.lowerBound..<taken.upperBound)
        batch.readTime = .now
        batch.sequence = nextSequence
        nextSequence += 1
        return true
    }
}
