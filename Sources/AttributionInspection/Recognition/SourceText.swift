import AttributionBase

/// Recognises source code and YAML by the first lines of a text. None of its lines is an input, so one message is about the whole.
package enum SourceText {
    /// How much of a text is examined.
    private static let (mostLines, mostBytes) = (24, 4096)
    /// The greatest number of blank bytes before it.
    private static let mostBlanks = 64

    /// Returns the fault of such a text, or `.some(nil)` for any other text; nil if there are too few lines to decide.
    ///
    /// - Parameter dropsComments: Whether JSON after comments does not count as such a text.
    package static func look(of text: ByteView, isWhole: Bool, dropsComments: Bool = false) -> InputFault?? {
        guard let first = text.first(where: { !ASCII.isWhiteSpace($0) }) else {
            return isWhole || text.count >= mostBlanks ? .some(nil) : nil
        }
        // Most inputs are decided by their first byte.
        guard ASCII.isWordPart(first) || "#/@-%".utf8.contains(first), !text.trimmedStart.starts(with: "eyJ".utf8)
        else {
            return .some(nil)
        }
        let start = text.part(0..<min(text.count, mostBytes))
        let lines = start.split(separator: ASCII.newline).prefix(mostLines).map {
            start.part($0.startIndex..<$0.endIndex)
        }.filter { !$0.trimmed.isEmpty }
        if dropsComments, let next = start.behindComments.first, next == ASCII.openBrace || next == ASCII.openBracket {
            return .some(nil)
        }
        guard let line = lines.first(where: { !$0.isComment }) ?? lines.first else { return .some(nil) }
        let language = PrintedObject.language(ofMember: line.trimmed)
        guard language == .code || line.isComment || line.mayBeYAML else { return .some(nil) }
        guard isWhole || lines.count >= mostLines || text.count >= mostBytes else { return nil }
        if areYAML(lines) { return .some(.unrecognised(PrintedObject.Language.yaml.rawValue)) }
        return .some(language == .code ? .unrecognised(PrintedObject.Language.code.rawValue) : nil)
    }

    /// Whether a key without a value is followed by an indented key or by an element of a list.
    private static func areYAML(_ lines: [ByteView]) -> Bool {
        let lines = lines.filter { !$0.isComment }
        return zip(lines, lines.dropFirst()).contains { line, next in
            guard line.trimmed.last == ASCII.colon, line.mayBeYAML else { return false }
            let isElement = next.trimmed.starts(with: "- ".utf8)
            return next.mayBeYAML && (isElement ? next.indent >= line.indent : next.indent > line.indent)
        }
    }
}

extension ByteView {
    fileprivate var indent: Int { prefix { $0 == ASCII.space }.count }
    fileprivate var trimmedStart: ByteView { part((firstIndex { !ASCII.isWhiteSpace($0) } ?? count)..<count) }
    fileprivate var isComment: Bool {
        [UInt8(ascii: "#"), UInt8(ascii: "%")].contains(trimmed.first) || trimmed.elementsEqual("---".utf8)
    }

    /// The text behind the comments with which it begins.
    fileprivate var behindComments: ByteView {
        var rest = trimmed
        while let first = rest.first, let sign = first == UInt8(ascii: "#") ? first : rest.byte(at: 1) {
            let isBlock = first == UInt8(ascii: "/") && sign == UInt8(ascii: "*")
            guard isBlock || sign == first && "#/".utf8.contains(first) else { break }
            let end =
                isBlock
                ? rest.firstOffset(of: Array("*/".utf8), from: 2).map { $0 + 2 } : rest.firstOffset(of: ASCII.newline)
            rest = rest.part((end ?? rest.count)..<rest.count).trimmed
        }
        return rest
    }

    /// Whether a line is a key with a colon, or an element of a list, as YAML has them.
    fileprivate var mayBeYAML: Bool {
        let line = trimmed
        if line.starts(with: "- ".utf8) { return true }
        let name = line.prefix { $0 != ASCII.colon }
        let behind = line.part(Swift.min(name.count + 1, line.count)..<line.count)
        return name.count < line.count && !name.isEmpty
            && name.allSatisfy { ASCII.isWordPart($0) || $0 == ASCII.dot || $0 == ASCII.minus || $0 == ASCII.quote }
            && (behind.isEmpty || behind.first == ASCII.space)
    }
}
