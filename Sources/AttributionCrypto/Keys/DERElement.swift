import AttributionBase

/// The header of a DER element (X.690 §8.1, §10.1): its tag and position.
struct DERElement {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// The explicit tag `[n]`, around other elements; the function below has the implicit tag `[n]`, which replaces a string's own tag.
    static func tagged(_ number: UInt8) -> UInt8 { 0xa0 | number }
    static func implicit(_ number: UInt8) -> UInt8 { 0x80 | number }

    let tag: UInt8
    let start: Int
    let content: Int
    /// The end of the element according to its length. It may be beyond the available bytes.
    let end: Int

    /// Returns nil if there is no element, or if its length is not encoded as DER requires.
    init?(_ bytes: ByteView, at start: Int) {
        guard start >= 0, start + 2 <= bytes.count else { return nil }
        self.start = start
        tag = bytes[start]
        let short = Int(bytes[start + 1])
        guard short >= 0x80 else {
            content = start + 2
            end = content + short
            return
        }
        let digits = short & 0x7f
        guard (1...4).contains(digits), start + 2 + digits <= bytes.count else { return nil }
        content = start + 2 + digits
        var length = 0
        for offset in 0..<digits { length = length << 8 | Int(bytes[start + 2 + offset]) }
        guard length >= (digits == 1 ? 0x80 : 1 << (8 * (digits - 1))) else { return nil }
        end = content + length
    }
}
