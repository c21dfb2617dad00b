import AttributionBase
import AttributionTestSupport
import Testing

/// Strings contain only well-formed UTF-8 (RFC 3629 §4).
struct UTF8Tests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let testDescription: String

        init(_ name: String, _ bytes: [UInt8]) {
            self.bytes = bytes
            testDescription = name
        }
    }

    static let malformed: [Vector] = [
        Vector("continuation alone, first", [0x80]),
        Vector("continuation alone, last", [0xbf]),
        Vector("two bytes, cut short", [0xc2]),
        Vector("two bytes, second is a letter", [0xc2, 0x41]),
        Vector("two bytes, second is a lead", [0xc2, 0xc2]),
        Vector("three bytes, one there", [0xe1]),
        Vector("three bytes, two there", [0xe1, 0x80]),
        Vector("three bytes, second is a letter", [0xe1, 0x41, 0x80]),
        Vector("three bytes, third is a letter", [0xe1, 0x80, 0x41]),
        Vector("four bytes, one there", [0xf1]),
        Vector("four bytes, two there", [0xf1, 0x80]),
        Vector("four bytes, three there", [0xf1, 0x80, 0x80]),
        Vector("four bytes, second is a letter", [0xf1, 0x41, 0x80, 0x80]),
        Vector("four bytes, third is a letter", [0xf1, 0x80, 0x41, 0x80]),
        Vector("four bytes, fourth is a letter", [0xf1, 0x80, 0x80, 0x41]),
        Vector("five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80]),
        Vector("six bytes", [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80]),
        Vector("byte 0xfe", [0xfe]),
        Vector("byte 0xff", [0xff]),
        Vector("overlong NUL in two bytes", [0xc0, 0x80]),
        Vector("overlong slash in two bytes", [0xc0, 0xaf]),
        Vector("last overlong form in two bytes", [0xc1, 0xbf]),
        Vector("overlong slash in three bytes", [0xe0, 0x80, 0xaf]),
        Vector("last overlong form in three bytes", [0xe0, 0x9f, 0xbf]),
        Vector("overlong slash in four bytes", [0xf0, 0x80, 0x80, 0xaf]),
        Vector("last overlong form in four bytes", [0xf0, 0x8f, 0xbf, 0xbf]),
        Vector("first surrogate", [0xed, 0xa0, 0x80]),
        Vector("last surrogate", [0xed, 0xbf, 0xbf]),
        Vector("surrogate pair, as in CESU-8", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
        Vector("U+110000", [0xf4, 0x90, 0x80, 0x80]),
        Vector("U+13FFFF", [0xf4, 0xbf, 0xbf, 0xbf]),
        Vector("lead 0xf5", [0xf5, 0x80, 0x80, 0x80]),
        Vector("Latin-1 text", [0xe9, 0x74, 0xe9]),
    ]

    @Test func noVectorVanishes() {
        expect(Set(Self.malformed.map(\.testDescription)).count, 33)
    }

    @Test(arguments: malformed) func isRefusedAtItsFirstByte(_ vector: Vector) {
        for count in 0...9 {
            let text = Array("\"".utf8) + [UInt8](repeating: 0x61, count: count) + vector.bytes + Array("\"".utf8)
            expect(fault(in: text), JSONSyntaxError(.invalidUTF8, at: 1 + count))
        }
    }

    @Test(arguments: malformed) func isRefusedInNames(_ vector: Vector) {
        let text = Array("{\"".utf8) + vector.bytes + Array("\":1}".utf8)
        expect(fault(in: text), JSONSyntaxError(.invalidUTF8, at: 2))
    }

    @Test(arguments: malformed) func isRefusedAtTheEndOfTheText(_ vector: Vector) {
        expect(fault(in: Array("\"".utf8) + vector.bytes), JSONSyntaxError(.invalidUTF8, at: 1))
    }

    /// All pairs of first bytes, followed by bytes that complete or break a character of each length.
    @Test func agreesWithTheStandardLibrary() {
        let quote = UInt8(ascii: "\"")
        let tails: [[UInt8]] = [[], [0x80], [0xbf, 0x80]]
        var index = JSONIndex()
        var accepted = 0
        for first in UInt8(0x80)...0xff {
            for second in UInt8(0x20)...0xff where second != quote && second != UInt8(ascii: "\\") {
                for tail in tails {
                    let character = [first, second] + tail
                    let isMalformed = transcode(
                        character.makeIterator(), from: UTF8.self, to: UTF32.self, stoppingOnError: true
                    ) { _ in }
                    let isRefused = (try? scan([quote] + character + [quote], using: &index) { _ in }) == nil
                    if !isRefused { accepted += 1 }
                    expect(isRefused, isMalformed, "\(character)")
                }
            }
        }
        // 30 leads with 64 continuations; 16 × 64 − 32 overlong − 32 surrogates; 5 leads, without overlong and
        // out-of-range ones.
        expect(accepted, 30 * 64 + (16 * 64 - 64) + (48 + 3 * 64 + 16))
    }
}
