/// Finds the end of a JSON value that spans several lines, some of which may not have arrived yet.
///
/// It checks the same grammar as ``JSONIndex``, but not that names are unique. Strings, numbers and literals contain no line breaks, so the
/// end of a line is always between two tokens.
package struct JSONExtent {
    package enum Progress {
        /// The value ends immediately before this offset.
        case ended(at: Int)
        /// The whole text belongs to the value, which is still incomplete.
        case open(wanted: JSONSyntaxError.Wanted)
        case invalid(JSONSyntaxError)
    }

    /// The kind of each open level: true for an object, false for an array.
    private var levels: [Bool] = []
    private var wanted = JSONSyntaxError.Wanted.value
    /// Whether the array or object may end where its first element or member is expected.
    private var mayBeEmpty = false
    /// The number of bytes read so far.
    private var offset = 0

    package init() {}

    package mutating func begin(at offset: Int) {
        levels.removeAll()
        (wanted, mayBeEmpty) = (.value, false)
        self.offset = offset
    }

    /// - Parameter text: The text from its beginning, of which more has arrived since the last call.
    package mutating func advance(over text: ByteView) -> Progress {
        let scanner = JSONScanner(text: text)
        do throws(JSONSyntaxError) {
            while true {
                offset = scanner.skipSpace(offset)
                guard let byte = text.byte(at: offset) else { return .open(wanted: wanted) }
                try read(byte, scanner)
                if wanted == .endOfText { return .ended(at: offset) }
            }
        } catch {
            return .invalid(error)
        }
    }

    private mutating func read(_ byte: UInt8, _ scanner: JSONScanner) throws(JSONSyntaxError) {
        switch wanted {
        case .value where mayBeEmpty && byte == ASCII.closeBracket, .name where mayBeEmpty && byte == ASCII.closeBrace,
            .commaOrBrace where byte == ASCII.closeBrace, .commaOrBracket where byte == ASCII.closeBracket:
            levels.removeLast()
            offset += 1
            valueEnded()
        case .commaOrBrace where byte == ASCII.comma, .commaOrBracket where byte == ASCII.comma:
            offset += 1
            (wanted, mayBeEmpty) = (levels.last == true ? .name : .value, false)
        case .colon where byte == ASCII.colon:
            offset += 1
            (wanted, mayBeEmpty) = (.value, false)
        case .name where byte == ASCII.quote:
            offset = try scanner.string(offset).end
            wanted = .colon
        case .value: try readValue(byte, scanner)
        default: throw JSONSyntaxError(.unexpectedByte(byte, wanted: wanted), at: offset)
        }
    }

    private mutating func valueEnded() {
        wanted = levels.last.map { $0 ? .commaOrBrace : .commaOrBracket } ?? .endOfText
    }

    private mutating func readValue(_ byte: UInt8, _ scanner: JSONScanner) throws(JSONSyntaxError) {
        switch byte {
        case ASCII.openBrace, ASCII.openBracket:
            guard levels.count < JSONIndex.depthLimit else {
                throw JSONSyntaxError(.tooDeep(limit: JSONIndex.depthLimit), at: offset)
            }
            levels.append(byte == ASCII.openBrace)
            offset += 1
            (wanted, mayBeEmpty) = (byte == ASCII.openBrace ? .name : .value, true)
            return
        case ASCII.quote: offset = try scanner.string(offset).end
        case ASCII.minus, ASCII.zero...UInt8(ascii: "9"): offset = try scanner.number(offset).end
        default: offset = try scanner.literal(offset, byte).end
        }
        valueEnded()
    }
}

extension ByteView {
    /// The JSON values in a text that has nothing but white space between them; nil for any other text.
    package var values: [ByteView]? {
        var values: [ByteView] = []
        var extent = JSONExtent()
        var start = JSONScanner(text: self).skipSpace(0)
        while start < count {
            extent.begin(at: start)
            guard case .ended(let end) = extent.advance(over: self) else { return nil }
            values.append(part(start..<end))
            start = JSONScanner(text: self).skipSpace(end)
        }
        return values
    }
}
