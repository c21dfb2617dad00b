import AttributionBase
import AttributionModel

extension MemberExtractor {
    /// The most bytes that are kept of a line for all of its inputs, each of which gets a copy.
    private static let mostKept = 1 << 24

    /// The fault of a line with more inputs than there is room for copies of what is kept of it; nil if there is room.
    package var excessOfKept: Problem? {
        guard let log else { return nil }
        // Nearly all lines have room whatever is in them: an input has at least a byte, and another before the next.
        guard found.reduce(0, { $0 + bytes(of: $1).count / 2 + 1 }) * log.count > Self.mostKept else { return nil }
        return excess(log, found.reduce(0) { $0 + bytes(of: $1).inputCount })
    }

    /// The same for the text of a line's only member with inputs.
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
    /// The number of inputs in a text: of lines of tokens, of values and elements of arrays, and of objects in a bid.
    fileprivate var inputCount: Int {
        if beginsLikeToken { return split(separator: ASCII.newline).count }
        guard let values = values else { return 1 }
        var index = JSONIndex()
        return Swift.max(1, values.reduce(0) { $0 + ((try? index.read($1))?.inputCount ?? 1) })
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
