/// A UUID of random bits (RFC 9562 §5.4).
package struct RandomUUID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    package init(using generator: inout some RandomNumberGenerator) {
        high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
        low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    }

    /// Appends the 36 characters of its text, in lower case unless told.
    package func append(to output: inout ByteBuffer, uppercase: Bool = false) {
        let letters = UInt64(UInt8(ascii: uppercase ? "A" : "a")) - 10
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { output.append(ASCII.minus) }
            let digit = (nibble < 16 ? high : low) >> UInt64(60 - 4 * (nibble & 15)) & 15
            output.append(UInt8(truncatingIfNeeded: digit + (digit < 10 ? UInt64(UInt8(ascii: "0")) : letters)))
        }
    }

    /// The text in lower case.
    package var text: String { text(uppercase: false) }

    /// The text in capitals, as Apple writes the identifiers of postbacks.
    package var uppercaseText: String { text(uppercase: true) }

    private func text(uppercase: Bool) -> String {
        var output = ByteBuffer(capacity: 36)
        append(to: &output, uppercase: uppercase)
        return unsafe output.bytes.text
    }
}
