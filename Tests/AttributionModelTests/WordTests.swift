import AttributionBase
import AttributionTestSupport
import Testing

/// Eight bytes are processed as one word. Each of them must count, and none may affect another.
struct WordTests {
    @Test(arguments: [UInt64(0x3030_3030_3030_3030), 0x6661_4641_3930_6661]) func everyHexDigitCounts(_ digits: UInt64)
    {
        holds(for: digits, ASCII.areHexDigits) { ASCII.hexValue($0) != nil }
    }

    @Test(arguments: [UInt64(0x2e2e_2e2e_2e2e_2e2e), 0x5f2d_7a61_5a41_3930])
    func everyTokenCharacterCounts(_ characters: UInt64) {
        holds(for: characters, ASCII.areTokenCharacters) { isTokenCharacter($0) }
    }

    private func holds(for good: UInt64, _ test: (UInt64) -> Bool, as each: (UInt8) -> Bool) {
        #expect(test(good))
        for index in 0..<8 {
            for byte in UInt8.min ... .max {
                let word = good & ~(0xff << UInt64(8 * index)) | UInt64(byte) << UInt64(8 * index)
                expect(test(word), each(byte), "\(byte) at \(index)")
            }
        }
    }

    private func isTokenCharacter(_ byte: UInt8) -> Bool {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
        return alphabet.utf8.contains(byte)
    }

    /// Texts of any length with a single invalid byte.
    @Test(arguments: 1...40) func findsTheOneByteThatIsNoTokens(count: Int) {
        let good = (0..<count).map { Array("eyJ.-_9Z".utf8)[$0 % 8] }
        #expect(good.withBytes { $0.areTokenCharacters })
        for index in 0..<count {
            var bad = good
            bad[index] = UInt8(ascii: "+")
            #expect(!bad.withBytes { $0.areTokenCharacters }, "+ at \(index)")
        }
    }
}
