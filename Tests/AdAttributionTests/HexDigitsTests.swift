import Bytes
import Testing

/// Eight bytes are looked at as one word; each of them must count, and no other may disturb it.
@Suite struct HexDigitsTests {
    @Test(arguments: [UInt64(0x3030_3030_3030_3030), 0x6661_4641_3930_6661]) func everyByteCounts(_ digits: UInt64) {
        #expect(ASCII.areHexDigits(digits))
        for place in 0..<8 {
            for byte in UInt8.min ... .max {
                let word = digits & ~(0xff << UInt64(8 * place)) | UInt64(byte) << UInt64(8 * place)
                #expect(ASCII.areHexDigits(word) == (ASCII.hexValue(byte) != nil), "\(byte) at \(place)")
            }
        }
    }
}
