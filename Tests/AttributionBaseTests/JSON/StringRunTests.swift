import AttributionBase
import AttributionTestSupport
import Testing

/// The scanner skips plain text in words of eight bytes, the first five together if the text is that long. Special bytes
/// must be detected at every position in a word, and both before and after the last whole word.
struct StringRunTests {
    static let quote = UInt8(ascii: "\"")

    private static func text(_ before: Int, _ special: [UInt8], _ after: Int) -> [UInt8] {
        [quote] + [UInt8](repeating: 0x61, count: before) + special + [UInt8](repeating: 0x7e, count: after) + [quote]
    }

    @Test func closingQuoteIsFoundAtEachOffset() throws {
        for count in 0...50 {
            let text = [UInt8](Self.text(count, [], 0))
            try expect(scan(text) { $0.end }, count + 2)
            // The same with more text after it, so that the last word is complete.
            let longer = Array("[".utf8) + text + Array(",\(String(repeating: "1", count: 50))]".utf8)
            try expect(scan(longer) { $0.elements.first?.end }, count + 3)
        }
    }

    @Test func missingQuoteIsNoticedAtEachLength() {
        for count in 0...50 {
            let text = Array(Self.text(count, [], 0).dropLast())
            expect(fault(in: text), JSONSyntaxError(.unexpectedEnd(wanted: .endOfString), at: count + 1))
        }
    }

    @Test func escapeIsReadAtEachOffset() throws {
        for before in 0...50 {
            for after in Array(0...9) + [50] {
                let wanted = String(repeating: "a", count: before) + "\n" + String(repeating: "~", count: after)
                let text = Self.text(before, Array(#"\n"#.utf8), after)
                try expect(scan(text) { $0.string }, wanted)
                #expect(try scan(text) { $0.hasEscapes })
            }
        }
    }

    @Test func multibyteCharacterIsReadAtEachOffset() throws {
        for before in 0...50 {
            for character in ["\u{80}", "\u{7ff}", "\u{800}", "\u{ffff}", "\u{10000}", "\u{10ffff}"] {
                for after in Array(0...9) + [50] {
                    let text = Self.text(before, Array(character.utf8), after)
                    try expect(scan(text) { Array($0.content) }, Array(text.dropFirst().dropLast()))
                    #expect(try scan(text) { !$0.hasEscapes })
                }
            }
        }
    }

    @Test(arguments: [UInt8(0), 0x01, 0x09, 0x0a, 0x1f]) func controlIsRefusedAtEachOffset(_ control: UInt8) {
        for before in 0...50 {
            for after in Array(0...9) + [50] {
                let text = Self.text(before, [control], after)
                expect(fault(in: text), JSONSyntaxError(.controlCharacter(control), at: before + 1))
            }
        }
    }

    @Test(arguments: [UInt8(0x80), 0xff]) func highByteIsRefusedAtEachOffset(_ byte: UInt8) {
        for before in 0...50 {
            for after in Array(0...9) + [50] {
                expect(fault(in: Self.text(before, [byte], after)), JSONSyntaxError(.invalidUTF8, at: before + 1))
            }
        }
    }

    /// Bytes adjacent to the special ones, which a subtraction with borrow could mistake for them.
    @Test func neighboursOfSpecialBytesArePlain() throws {
        for byte in [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f] as [UInt8] {
            for before in 0...50 {
                let text = Self.text(before, [byte], 50)
                try expect(scan(text) { Array($0.content) }, Array(text.dropFirst().dropLast()))
            }
        }
    }

    /// The word comparison may report a false hit above a true one, so only the first hit counts.
    @Test func firstOfTwoSpecialBytesCounts() {
        for gap in 0...8 {
            let middle = [UInt8](repeating: 0x23, count: gap)
            #expect(
                fault(in: Self.text(3, [0x1f] + middle + [Self.quote], 8))
                    == JSONSyntaxError(.controlCharacter(0x1f), at: 4))
            #expect(
                fault(in: Self.text(3, [Self.quote] + middle + [0x1f], 8))
                    == JSONSyntaxError(.unexpectedByte(gap == 0 ? 0x1f : 0x23, wanted: .endOfText), at: 5))
        }
    }
}
