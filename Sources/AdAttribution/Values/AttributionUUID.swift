import AttributionBytes

/// The UUID of an impression, a postback or a transaction, written as it came, and compared without regard to letter case: Apple
/// writes those of AdAttributionKit in capitals, those of SKAdNetwork in lower case, and neither is promised.
///
/// ```swift
/// let mine = AttributionUUID()  // a new one
/// if let other = AttributionUUID("85546eb7-fd39-44bc-8990-c98a4ac36a49"), postback.signed.identifier == other { … }
/// ```
public struct AttributionUUID: Sendable, CustomStringConvertible {
    /// The text as it came, or was made: a signature is over these characters.
    public let description: String
    /// Nil for a text that is not a UUID, which only what is broken on purpose has.
    private let bits: (high: UInt64, low: UInt64)?

    /// A new UUID of random bits, in lower case.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(unchecked: RandomUUID(using: &generator).text)
    }

    /// Nil for what is not 32 hexadecimal digits, of either letter case, with dashes where RFC 9562 has them.
    public init?(_ text: String) {
        self.init(unchecked: text)
        guard bits != nil else { return nil }
    }

    /// Takes any text, for what is broken on purpose, or to be told of.
    package init(unchecked text: String) {
        description = text
        bits = unsafe Array(text.utf8).withBytes { UUIDText.bits($0) }
    }
}

extension AttributionUUID: Hashable {
    /// Whether two texts mean the same UUID.
    public static func == (left: Self, right: Self) -> Bool {
        guard let one = left.bits, let other = right.bits else {
            return left.description.utf8.elementsEqual(right.description.utf8)
        }
        return one == other
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        if let bits {
            hasher.combine(bits.high)
            hasher.combine(bits.low)
        } else {
            for byte in description.utf8 { hasher.combine(byte) }
        }
    }
}
