/// A scanner for the tokens of RFC 8259. Each function takes the offset of a token and returns the offset of its end.
struct JSONScanner {
    let text: ByteView

    @inline(__always)
    var end: Int { text.count }

    @inline(__always)
    func skipSpace(_ start: Int) -> Int {
        var at = start
        while let byte = text.byte(at: at), byte <= ASCII.space, ASCII.isWhiteSpace(byte) { at &+= 1 }
        return at
    }

    /// Reads a string from its opening quote; `escaped` says whether it contains a backslash.
    @inline(__always)
    func string(_ start: Int) throws(JSONSyntaxError) -> (end: Int, escaped: Bool) {
        let at = plainRun(start &+ 1)
        if text.byte(at: at) == ASCII.quote { return (at &+ 1, false) }
        return try stringTail(at)
    }

    /// Skips bytes of a string that need no further check: ASCII except controls, quotes and backslashes.
    ///
    /// Most strings end within the first five words, which are checked without a loop. A UUID with its closing quote has 37 bytes.
    @inline(__always)
    func plainRun(_ start: Int) -> Int {
        let count = 5
        guard let words = text.words(count, at: start) else { return longRun(start) }
        for index in 0..<count {
            let ends = Self.ends(in: words[index])
            if ends != 0 { return start &+ 8 &* index &+ (ends.trailingZeroBitCount >> 3) }
        }
        return longRun(start &+ 8 &* count)
    }

    /// Does the same as ``plainRun(_:)``, in a loop and up to the end of the text.
    ///
    /// It is not inlined, so that the loop's constants stay in registers. Inlined, it takes a third more instructions.
    @inline(never)
    private func longRun(_ start: Int) -> Int {
        var at = start
        while let word = text.word(at: at, as: UInt64.self) {
            let ends = Self.ends(in: word)
            if ends != 0 { return at &+ (ends.trailingZeroBitCount >> 3) }
            at &+= 8
        }
        while let byte = text.byte(at: at) {
            if byte == ASCII.quote || byte == ASCII.backslash || byte < 0x20 || byte >= 0x80 { break }
            at &+= 1
        }
        return at
    }

    /// Returns a word in which the high bit is set for each byte that ends a run, and possibly for bytes above such a byte.
    @inline(__always)
    private static func ends(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        // Flipping this bit makes a quote 0x20, while controls stay below 0x20. Only a byte that ends the run can borrow from the byte
        // above it.
        let quotesAndControls = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
        let backslashes = (word ^ (ones &* UInt64(ASCII.backslash))) &- ones
        return (quotesAndControls | backslashes | word) & highs
    }

    @inline(never)
    private func stringTail(_ start: Int) throws(JSONSyntaxError) -> (end: Int, escaped: Bool) {
        var at = start
        var escaped = false
        while true {
            guard let found = text.byte(at: at) else {
                throw JSONSyntaxError(.unexpectedEnd(wanted: .endOfString), at: end)
            }
            switch found {
            case ASCII.quote:
                return (at + 1, escaped)
            case ASCII.backslash:
                escaped = true
                at = try escape(at)
            case 0..<0x20:
                throw JSONSyntaxError(.controlCharacter(found), at: at)
            case 0x80...:
                at = try multibyte(at)
            default:
                break
            }
            at = plainRun(at)
        }
    }

    private func escape(_ start: Int) throws(JSONSyntaxError) -> Int {
        guard let escaped = text.byte(at: start + 1) else {
            throw JSONSyntaxError(.unexpectedEnd(wanted: .endOfString), at: end)
        }
        switch escaped {
        case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            let unit = try hexUnit(start)
            if UTF16.isTrailSurrogate(unit) { throw JSONSyntaxError(.unpairedSurrogate, at: start) }
            guard UTF16.isLeadSurrogate(unit) else { return start + 6 }
            guard text.byte(at: start + 6) == ASCII.backslash, text.byte(at: start + 7) == UInt8(ascii: "u") else {
                throw JSONSyntaxError(.unpairedSurrogate, at: start)
            }
            guard try UTF16.isTrailSurrogate(hexUnit(start + 6)) else {
                throw JSONSyntaxError(.unpairedSurrogate, at: start)
            }
            return start + 12
        default:
            throw JSONSyntaxError(.invalidEscape, at: start)
        }
    }

    /// Returns the code unit of the `\uXXXX` escape at `start`.
    private func hexUnit(_ start: Int) throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for at in start + 2..<start + 6 {
            guard let byte = text.byte(at: at) else {
                throw JSONSyntaxError(.unexpectedEnd(wanted: .endOfString), at: end)
            }
            guard let digit = ASCII.hexValue(byte) else { throw JSONSyntaxError(.invalidEscape, at: start) }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Skips one character of two to four bytes, without overlong forms, surrogates or values above U+10FFFF (RFC
    /// 3629 §4).
    private func multibyte(_ start: Int) throws(JSONSyntaxError) -> Int {
        func continues(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
            text.byte(at: start + offset).map(range.contains) ?? false
        }
        let length: Int
        switch text[start] {
        case 0xc2...0xdf: length = continues(1) ? 2 : 0
        case 0xe0: length = continues(1, 0xa0...0xbf) && continues(2) ? 3 : 0
        case 0xed: length = continues(1, 0x80...0x9f) && continues(2) ? 3 : 0
        case 0xe1...0xef: length = continues(1) && continues(2) ? 3 : 0
        case 0xf0: length = continues(1, 0x90...0xbf) && continues(2) && continues(3) ? 4 : 0
        case 0xf1...0xf3: length = continues(1) && continues(2) && continues(3) ? 4 : 0
        case 0xf4: length = continues(1, 0x80...0x8f) && continues(2) && continues(3) ? 4 : 0
        default: length = 0
        }
        guard length > 0 else { throw JSONSyntaxError(.invalidUTF8, at: start) }
        return start + length
    }

    /// Reads a number; `isInteger` is false if it has a fraction or an exponent.
    @inline(__always)
    func number(_ start: Int) throws(JSONSyntaxError) -> (end: Int, isInteger: Bool) {
        var at = start
        if text[at] == ASCII.minus { at &+= 1 }
        let digits = at
        at = digitRun(at)
        guard at > digits else {
            if at == end { throw JSONSyntaxError(.unexpectedEnd(wanted: .value), at: end) }
            throw JSONSyntaxError(.invalidNumber, at: start)
        }
        if text[digits] == ASCII.zero, at &- digits > 1 { throw JSONSyntaxError(.invalidNumber, at: start) }
        guard let next = text.byte(at: at), next == ASCII.dot || next | 0x20 == UInt8(ascii: "e") else {
            return (at, true)
        }
        return (try fraction(at, of: start), false)
    }

    @inline(__always)
    func digitRun(_ start: Int) -> Int {
        let upperHalves: UInt64 = 0xf0f0_f0f0_f0f0_f0f0
        let threes: UInt64 = 0x3030_3030_3030_3030
        var at = start
        while let word = text.word(at: at, as: UInt64.self) {
            // The upper half of a digit is 3, and stays 3 when 6 is added. A carry can only affect bytes above one that is not a digit.
            let others = (word & upperHalves ^ threes) | ((word &+ 0x0606_0606_0606_0606) & upperHalves ^ threes)
            if others != 0 { return at &+ (others.trailingZeroBitCount >> 3) }
            at &+= 8
        }
        while let byte = text.byte(at: at), ASCII.isDigit(byte) { at &+= 1 }
        return at
    }

    private func fraction(_ from: Int, of start: Int) throws(JSONSyntaxError) -> Int {
        var at = from
        func digits() -> Bool {
            let first = at
            at = digitRun(at)
            return at > first
        }
        if text[at] == ASCII.dot {
            at += 1
            guard digits() else { throw JSONSyntaxError(.invalidNumber, at: start) }
        }
        if let exponent = text.byte(at: at), exponent | 0x20 == UInt8(ascii: "e") {
            at += 1
            if let sign = text.byte(at: at), sign == UInt8(ascii: "+") || sign == ASCII.minus { at += 1 }
            guard digits() else { throw JSONSyntaxError(.invalidNumber, at: start) }
        }
        return at
    }

    /// Reads `true`, `false` or `null`.
    @inline(__always)
    func literal(_ start: Int, _ first: UInt8) throws(JSONSyntaxError) -> (end: Int, kind: JSONKind) {
        // The last four bytes of each literal, as little-endian words.
        if first == UInt8(ascii: "f") {
            if text.word(at: start &+ 1, as: UInt32.self) == 0x6573_6c61 { return (start &+ 5, .false) }
        } else if let word = text.word(at: start, as: UInt32.self) {
            if word == 0x6575_7274 { return (start &+ 4, .true) }
            if word == 0x6c6c_756e { return (start &+ 4, .null) }
        }
        throw noLiteral(start, first)
    }

    /// Returns the error for a value with an invalid first byte, or for a misspelt literal.
    @inline(never)
    private func noLiteral(_ start: Int, _ first: UInt8) -> JSONSyntaxError {
        let words: [StaticString] = ["true", "false", "null"]
        guard let word = words.first(where: { ByteView($0)[0] == first }) else {
            return JSONSyntaxError(.unexpectedByte(first, wanted: .value), at: start)
        }
        for (offset, wanted) in ByteView(word).enumerated() {
            guard let found = text.byte(at: start + offset) else { break }
            if found != wanted { return JSONSyntaxError(.unexpectedByte(found, wanted: .value), at: start + offset) }
        }
        return JSONSyntaxError(.unexpectedEnd(wanted: .value), at: end)
    }
}
