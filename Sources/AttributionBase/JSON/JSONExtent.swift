/// Finds where a JSON value ends that goes on in later lines, which may arrive later.
///
/// It checks the same grammar as ``JSONIndex``, except that names are unique. Strings, numbers and literals contain no
/// line breaks, so that a text that ends with a line ends between two tokens.
package struct JSONExtent {
    package enum Progress {
        /// The value ends before this offset.
        case ended(at: Int)
        /// All of the text belongs to the value, which is not complete.
        case open(wanted: JSONSyntaxError.Wanted)
        case invalid(JSONSyntaxError)
    }

    private enum Wanted {
        case value, firstElement, name, firstName, colon, next
    }

    /// For each level that is open, whether it is an object.
    private var levels: [Bool] = []
    private var wanted = Wanted.value
    /// The number of bytes that were read.
    private var offset = 0

    package init() {}

    package mutating func begin(at offset: Int) {
        levels.removeAll()
        wanted = .value
        self.offset = offset
    }

    /// Reads on.
    ///
    /// - Parameter text: the text from the beginning, with all that was read before and more.
    package mutating func advance(over text: ByteView) -> Progress {
        let scanner = JSONScanner(text: text)
        do throws(JSONSyntaxError) {
            while true {
                offset = scanner.skipSpace(offset)
                guard let byte = text.byte(at: offset) else { return .open(wanted: wantedInWords) }
                try read(byte, scanner)
                if wanted == .next, levels.isEmpty { return .ended(at: offset) }
            }
        } catch {
            return .invalid(error)
        }
    }

    private mutating func read(_ byte: UInt8, _ scanner: JSONScanner) throws(JSONSyntaxError) {
        let isEnd = byte == ASCII.closeBrace || byte == ASCII.closeBracket
        switch wanted {
        case .firstElement where byte == ASCII.closeBracket, .firstName where byte == ASCII.closeBrace: close()
        case .next where isEnd && levels.last == (byte == ASCII.closeBrace): close()
        case .next where byte == ASCII.comma:
            offset += 1
            wanted = levels.last == true ? .name : .value
        case .colon where byte == ASCII.colon:
            offset += 1
            wanted = .value
        case .name where byte == ASCII.quote, .firstName where byte == ASCII.quote:
            offset = try scanner.string(offset).end
            wanted = .colon
        case .value, .firstElement: try readValue(byte, scanner)
        default: throw JSONSyntaxError(.unexpectedByte(byte, wanted: wantedInWords), at: offset)
        }
    }

    private mutating func close() {
        levels.removeLast()
        offset += 1
        wanted = .next
    }

    private mutating func readValue(_ byte: UInt8, _ scanner: JSONScanner) throws(JSONSyntaxError) {
        switch byte {
        case ASCII.openBrace, ASCII.openBracket:
            guard levels.count < JSONIndex.depthLimit else {
                throw JSONSyntaxError(.tooDeep(limit: JSONIndex.depthLimit), at: offset)
            }
            levels.append(byte == ASCII.openBrace)
            offset += 1
            wanted = byte == ASCII.openBrace ? .firstName : .firstElement
            return
        case ASCII.quote: offset = try scanner.string(offset).end
        case ASCII.minus, ASCII.zero...UInt8(ascii: "9"): offset = try scanner.number(offset).end
        default: offset = try scanner.literal(offset, byte).end
        }
        wanted = .next
    }

    private var wantedInWords: JSONSyntaxError.Wanted {
        switch wanted {
        case .value, .firstElement: .value
        case .name, .firstName: .name
        case .colon: .colon
        case .next: levels.last == true ? .commaOrBrace : .commaOrBracket
        }
    }
}

extension ByteView {
    /// The JSON values that follow each other in a text, with nothing but white space between them; nil if it contains
    /// anything else.
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
