import AttributionBase
import AttributionTestSupport
import Testing

struct SystemTextTests {
    private static func text(_ bytes: [UInt8]) -> String {
        bytes.withBytes { SystemText.text(of: $0) }
    }

    static let vectors: [[UInt8]] = [
        [], Array("plain.pem".utf8), Array("süß \u{1f600}".utf8), [0xff], [0x61, 0xff, 0xfe, 0x62], [0xc3],
        [0xc3, 0x28],
        [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80],
        // A code point that represents a raw byte, complete and truncated.
        Array("\u{10ffff}".utf8), Array("a\u{10ff80}b".utf8), [0xf4, 0x8f, 0xbe],
    ]

    @Test(arguments: vectors) func bytesComeBack(_ bytes: [UInt8]) {
        expect(SystemText.bytes(of: Self.text(bytes)), bytes)
    }

    @Test func everyPairOfBytesComesBackAndNoTwoShareAText() {
        var texts = Set<String>()
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let text = Self.text([first, second])
                expect(SystemText.bytes(of: text), [first, second])
                texts.insert(String(text.unicodeScalars.map { "\($0.value) " }.joined()))
            }
        }
        expect(texts.count, 65536)
    }

    @Test func textInUTF8IsItself() {
        expect(Self.text(Array("süß".utf8)), "süß")
    }
}
