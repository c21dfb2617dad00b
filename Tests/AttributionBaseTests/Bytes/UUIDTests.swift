import AttributionBase
import AttributionTestSupport
import Testing

/// Digits are read eight at a time: each byte at each place must count, and none but digits.
struct UUIDTests {
    private func bits(_ text: [UInt8]) -> (high: UInt64, low: UInt64)? {
        text.withBytes { UUIDText.bits($0) }
    }

    /// The same, digit by digit.
    private func slowly(_ text: [UInt8]) -> (UInt64, UInt64)? {
        let places = [8, 13, 18, 23]
        guard text.count == 36, places.allSatisfy({ text[$0] == ASCII.minus }) else { return nil }
        var digits: [UInt64] = []
        for (index, byte) in text.enumerated() where !places.contains(index) {
            guard let digit = ASCII.hexValue(byte) else { return nil }
            digits.append(UInt64(digit))
        }
        return (digits[..<16].reduce(0) { $0 << 4 | $1 }, digits[16...].reduce(0) { $0 << 4 | $1 })
    }

    @Test func eachByteCountsAtEachPlace() {
        let text = Array("6aafb7a5-0170-41B5-bBe4-fe71deDF1e30".utf8)
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var other = text
                other[index] = byte
                let (found, wanted) = (bits(other), slowly(other))
                #expect(found?.high == wanted?.0 && found?.low == wanted?.1, "\(byte) at \(index)")
            }
        }
        for count in [0, 1, 35, 37, 72] { #expect(bits(Array((text + text).prefix(count))) == nil) }
    }

    @Test func theTextOfBitsIsReadBack() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<2000 {
            let (high, low) = (random.next() >> random.next() % 64, random.next())
            var output = ByteBuffer()
            UUIDText.append(high, low, to: &output)
            let text = output.array()
            expect(text, text.map { ASCII.isUppercase($0) ? 0 : $0 })
            let found = bits(text)
            #expect(found?.high == high && found?.low == low)
        }
    }

    @Test(
        arguments: [
            ("t8naKxXHTzuTJhNfljADPQ", "b7c9da2b-15c7-4f3b-9326-135f9630033d"),
            ("t8naKxXHTzuTJhNfljADPQ==", "b7c9da2b-15c7-4f3b-9326-135f9630033d"),
            ("0F47A1C94E0D4D3B8A2E6F5B7C1D9E3A", "0f47a1c9-4e0d-4d3b-8a2e-6f5b7c1d9e3a"),
            ("b7c9da2b-15c7-4f3b-9326-135f9630033d", nil), ("t8naKxXHTzuTJhNfljADP", nil), ("", nil), ("x", nil),
            ("0F47A1C94E0D4D3B8A2E6F5B7C1D9E3G", nil), ("t8naKxXHTzuTJhNfljAD!Q", nil),
        ] as [(String, String?)])
    func otherFormsAreTold(text: String, uuid: String?) {
        let look = Array(text.utf8).withBytes { UUIDText.look(of: $0) }
        #expect(uuid.map { look?.hasSuffix($0) == true } ?? (look == nil), "\(look ?? "nothing")")
    }
}
