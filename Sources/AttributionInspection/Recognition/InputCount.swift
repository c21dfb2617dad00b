import AttributionBase
import AttributionModel

extension MemberExtractor {
    /// The greatest number of bytes for copies of a line's kept members, one copy for each of its inputs.
    private static let mostKept = 1 << 24

    /// The problem of a line with so many inputs that copies of its kept members would take too much memory; nil if there is enough.
    package var excessOfKept: Problem? {
        guard let log else { return nil }
        // Nearly all lines have enough room even for the greatest possible number of inputs: an input has at least one byte, and a
        // separator follows it.
        guard found.reduce(0, { $0 + bytes(of: $1).count / 2 + 1 }) * log.count > Self.mostKept else { return nil }
        return excess(log, found.reduce(0) { $0 + bytes(of: $1).inputCount })
    }

    /// Returns the same problem for the text of a line's only member that contains inputs.
    package func excessOfKept(for text: ByteView) -> Problem? {
        guard let log, (text.count / 2 + 1) * log.count > Self.mostKept else { return nil }
        return excess(log, text.inputCount)
    }

    private func excess(_ log: ByteView, _ count: Int) -> Problem? {
        guard count * log.count > Self.mostKept else { return nil }
        return .whole(
            "the line", "has", found: "\(counted(count, "input")), each with a copy of \(counted(log.count, "byte"))",
            wanted: "at most \(Self.mostKept) copied bytes"
        ).breaking(RunRules.keptRoom)
    }
}

extension ByteView {
    /// The number of inputs in a text: the lines of tokens, the values and elements of arrays, and the objects of a bid.
    fileprivate var inputCount: Int {
        if beginsLikeToken { return split(separator: ASCII.newline).count }
        guard let values = values else { return 1 }
        var index = JSONIndex()
        return Swift.max(1, values.reduce(0) { $0 + ((try? unsafe index.read($1))?.inputCount ?? 1) })
    }
}

extension JSONView {
    fileprivate var inputCount: Int {
        switch kind {
        case .array: Swift.max(1, elements.reduce(0) { $0 + $1.inputCount })
        case .object: Swift.max(1, (try? BidInput.all(in: raw))?.count ?? 1)
        case .string: unescapedOrContent { $0.trimmed.first == ASCII.openBracket ? $0.trimmed.inputCount : 1 }
        default: 1
        }
    }
}
