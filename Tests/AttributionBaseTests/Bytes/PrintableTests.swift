import AttributionBase
import AttributionTestSupport
import Testing

struct PrintableTests {
    private static func isPrintable(_ bytes: [UInt8]) -> Bool {
        bytes.withBytes { $0.isPrintableASCII }
    }

    /// Words of eight bytes and remaining bytes are processed in different ways, and no byte may hide another.
    @Test(arguments: [UInt8(ascii: " "), UInt8(ascii: "~")])
    func everyByteIsJudgedAtEachPlace(_ filler: UInt8) {
        var printable = 0
        for byte in UInt8.min...UInt8.max {
            let isPrintable = (0x20...0x7e).contains(byte)
            if isPrintable { printable += 1 }
            for count in 1...19 {
                for index in 0..<count {
                    var bytes = [UInt8](repeating: filler, count: count)
                    bytes[index] = byte
                    expect(Self.isPrintable(bytes), isPrintable)
                }
            }
        }
        expect(printable, 95)
    }

    @Test func nothingIsPrintable() { #expect(Self.isPrintable([])) }
}
