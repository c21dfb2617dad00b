/// The head of one DER element (X.690 §8.1, §10.1): what it is and where it lies.
struct DERElement {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    /// `[n]` around other elements, and `[n]` in place of a string's own tag.
    static func tagged(_ number: UInt8) -> UInt8 { 0xa0 | number }
    static func implicit(_ number: UInt8) -> UInt8 { 0x80 | number }

    let tag: UInt8
    let start: Int
    let content: Int
    /// Where the element ends by its own account, which may lie beyond the bytes there are.
    let end: Int

    /// Nil where there is no element, or its length is not written in the one way that DER has.
    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        guard start >= 0, start + 2 <= bytes.count else { return nil }
        self.start = start
        tag = unsafe bytes[start]
        let short = unsafe Int(bytes[start + 1])
        guard short >= 0x80 else {
            content = start + 2
            end = content + short
            return
        }
        let digits = short & 0x7f
        guard (1...4).contains(digits), start + 2 + digits <= bytes.count else { return nil }
        content = start + 2 + digits
        var length = 0
        for offset in 0..<digits { length = unsafe length << 8 | Int(bytes[start + 2 + offset]) }
        guard length >= (digits == 1 ? 0x80 : 1 << (8 * (digits - 1))) else { return nil }
        end = content + length
    }
}
