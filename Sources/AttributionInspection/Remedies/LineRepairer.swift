import AttributionBase
import AttributionCrypto
import AttributionModel

/// Repairs lines that are not good: by the remedies that are named, or by those that make the line good. Each thread needs its own.
package struct LineRepairer: ~Copyable {
    package enum Outcome {
        /// The line has only good inputs.
        case good
        case repaired(Repair)
        /// No remedy helps, or it would lose something.
        case left
    }

    /// The remedies to apply, in their order; nil to search for remedies that help.
    private let remedies: [Remedy]?
    private let tableStep: Repair.Step?
    private var search: RemedySearch
    private var decoded = ByteBuffer(capacity: 16)

    /// Why the last row of a table was left, if it was and the reason is known.
    package private(set) var mismatch: Problem?

    /// The greatest number of remedies that are applied to the inputs of a line.
    private static let mostSteps = 1024

    package init(_ remedies: [Remedy]?, keys: TrustedKeys) {
        self.remedies = remedies?.filter { $0.name != Remedy.tableName }
        let readsTables = remedies?.contains { $0.name == Remedy.tableName } ?? true
        tableStep =
            readsTables ? Repair.Step(name: Remedy.tableName, words: PrintedObject.Language.columns.rawValue) : nil
        search = RemedySearch(readsDocuments: true, keys: keys)
    }

    /// Repairs a line. It may have several inputs, each of which is repaired by itself.
    package mutating func repair(_ line: ByteView) -> Outcome {
        guard let inputs = line.inputs, inputs.count > 1 || line.first == ASCII.openBracket else {
            return repairInput(line)
        }
        var repair = Repair(steps: [])
        for input in inputs {
            guard repair.steps.count < Self.mostSteps else { return .left }
            switch input.withBytes({ self.outcome(of: $0.trimmed) }) {
            case .good: repair.texts.append(input)
            case .repaired(let found):
                repair = Repair(steps: repair.steps + found.steps, texts: repair.texts + found.texts)
            case .left:
                // These are records around inputs, and some inputs can be repaired only together.
                return repairInput(line)
            }
        }
        return inputs.isEmpty ? .left : repair.steps.isEmpty ? .good : .repaired(repair)
    }

    /// Repairs a document over several lines whose syntax is broken. Each input in it is then repaired by itself.
    package mutating func repair(document: ByteView) -> Outcome {
        guard remedies?.first?.name ?? Remedy.syntaxName == Remedy.syntaxName,
            let result = Remedy.syntax.results(ScannedTexts(document)).first, let text = result.texts.first,
            search.keeps(document, in: text)
        else { return repairInput(document) }
        var repair = Repair(steps: [Repair.Step(Remedy.syntax, result)], texts: result.texts).withEachInput
        let isArray = text.withBytes(\.trimmed.first) == ASCII.openBracket
        switch text.withBytes({ isArray ? self.repair($0.trimmed) : self.outcome(of: $0.trimmed) }) {
        case .good: break
        case .repaired(let found): repair = Repair(steps: repair.steps + found.steps, texts: found.texts)
        case .left: return repairInput(document)
        }
        return .repaired(repair)
    }

    private mutating func outcome(of input: ByteView) -> Outcome {
        search.areGood([[UInt8](input)]) ? .good : repairInput(input)
    }

    private mutating func repairInput(_ text: ByteView) -> Outcome {
        if let remedies {
            // Nobody can judge compressed data before it is unpacked.
            if remedies.last?.name == Remedy.packedName, let result = Remedy.packed.results(ScannedTexts(text)).first {
                return .repaired(Repair(steps: [Repair.Step(Remedy.packed, result)], texts: result.texts))
            }
            return search.repair(text, by: remedies).map { .repaired($0.withEachInput) } ?? .left
        }
        guard let found = search.repair(text)?.withEachInput, found.isDecided, search.areGood(found.texts, fills: true)
        else { return .left }
        return .repaired(found)
    }

    /// Repairs a row of a table.
    package mutating func repair(_ row: ByteView, of table: Table) -> Outcome {
        guard let tableStep else { return repair(row.trimmed) }
        let (object, fault) = table.object(ofRow: row)
        mismatch = fault
        guard let object else { return .left }
        let whole = Repair(steps: [tableStep], texts: [object])
        if table.isOfVerdicts { return .repaired(whole) }
        if remedies == nil, search.areGood([object], fills: true) { return .repaired(whole) }
        switch object.withBytes({ self.repairInput($0) }) {
        case .repaired(let repair): return .repaired(Repair(steps: [tableStep] + repair.steps, texts: repair.texts))
        case .good: return .repaired(whole)
        // A row of a few values can be neither read nor judged before it is completed.
        case .left where mismatch != nil && !search.areGood([object], fills: true): return .left
        case .left: return remedies != nil || !object.withBytes({ search.reads($0) }) ? .repaired(whole) : .left
        }
    }

    // MARK: - Inside records

    /// Repairs the inputs at a place in a record, which otherwise stays as it is.
    package mutating func repair(_ record: ByteView, at paths: [String]) -> Outcome {
        for path in paths {
            var steps: [Repair.Step]? = []
            guard let text = replacing(in: record, at: MemberPath.parts(ofEach: path)[...], from: 0, &steps) else {
                continue
            }
            guard let steps else { return .left }
            return steps.isEmpty ? .good : .repaired(Repair(steps: steps, texts: [text]))
        }
        return .left
    }

    /// Returns a text with the inputs at a path repaired; nil if nothing is at the path.
    ///
    /// - Parameters:
    ///   - parts: The path, split at the elements of arrays.
    ///   - first: The first part of the first path to follow.
    ///   - steps: Receives what was done; nil if an input cannot be repaired.
    private mutating func replacing(
        in text: ByteView, at parts: ArraySlice<MemberPath>, from first: Int, _ steps: inout [Repair.Step]?
    ) -> [UInt8]? {
        var index = JSONIndex()
        guard let path = parts.first, let root = try? unsafe index.read(text) else { return nil }
        var (part, lengths, choice, lookup) = (first, [Int](), Int?.none, MemberLookup(in: root))
        guard let value = path.follow(from: &part, lengths: &lengths, choice: &choice, by: &lookup) else {
            return nil
        }
        var edits = TextEdits()
        if value.kind == .string {
            let isInput = part == path.count && parts.count == 1
            let content = Array(value.string.utf8)
            guard
                let inner = recoding(
                    content,
                    { (repairer, text) in
                        isInput
                            ? repairer.replacement(of: text, &steps)
                            : repairer.replacing(in: text, at: parts, from: part, &steps)
                    })
            else { return nil }
            if inner != content {
                edits.replace(value, by: JSONValue.string(String(decoding: inner, as: UTF8.self)).text)
            }
        } else if parts.count > 1 {
            guard value.kind == .array else { return nil }
            for element in value.elements {
                let raw = [UInt8](element.raw)
                // An element without an input stays.
                let inner = raw.withBytes { self.replacing(in: $0, at: parts.dropFirst(), from: 0, &steps) }
                if let inner, inner != raw { edits.replace(element.start..<element.end, by: inner) }
            }
        } else {
            guard value.isContainer else { return nil }
            let inner = replacement(of: value.raw, &steps)
            if let inner, !value.raw.elementsEqual(inner) { edits.replace(value.start..<value.end, by: inner) }
        }
        return edits.applied(to: text)
    }

    /// Applies a change to a text, or to the text that it encodes in base64, which is then encoded again.
    private mutating func recoding(
        _ content: [UInt8], _ change: (inout LineRepairer, ByteView) -> [UInt8]?
    ) -> [UInt8]? {
        decoded.removeAll()
        let isEncoded = content.withBytes { text in
            if case .message? = EncodedText.decode(text, to: &decoded) { true } else { false }
        }
        guard isEncoded else { return content.withBytes { change(&self, $0) } }
        let plain = decoded.array()
        guard let changed = plain.withBytes({ change(&self, $0) }) else { return nil }
        guard changed != plain else { return content }
        var output = ByteBuffer()
        changed.withBytes { Base64.encode($0, to: &output) }
        return output.array()
    }

    private mutating func replacement(of input: ByteView, _ steps: inout [Repair.Step]?) -> [UInt8]? {
        switch outcome(of: input.trimmed) {
        case .good: return [UInt8](input)
        case .repaired(let repair) where repair.texts.count == 1:
            steps?.append(contentsOf: repair.steps)
            return repair.texts[0]
        // Several inputs have no room in one member.
        case .repaired, .left:
            steps = nil
            return [UInt8](input)
        }
    }
}
