import AttributionBase

/// The UUID of an impression, a postback or a transaction. It keeps its original text, and is compared without case:
/// Apple writes the UUIDs of AdAttributionKit in upper case and those of SKAdNetwork in lower case, but promises
/// neither.
///
/// ```swift
/// let mine = AttributionUUID()  // a new one
/// let other = try AttributionUUID(parsing: "85546eb7-fd39-44bc-8990-c98a4ac36a49")
/// if postback.signed.identifier == other { print("received") }
/// ```
public struct AttributionUUID: Sendable, CustomStringConvertible {
    /// The original text, over which a signature is made.
    public let description: String
    /// The 128 bits; nil for a text that is not a UUID, which only deliberately broken values have.
    private let bits: (high: UInt64, low: UInt64)?

    /// Creates a random UUID, in lower case.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(unchecked: RandomUUID(using: &generator).text)
    }

    /// Creates a UUID from 32 hexadecimal digits of either case with the dashes of RFC 9562.
    ///
    /// - Throws: an error for any other string.
    public init(parsing text: String) throws(Problem) {
        self = try text.parsed(as: "identifier", wanted: "a UUID with dashes") { Self($0) }
    }

    package init?(_ text: String) {
        self.init(unchecked: text)
        guard bits != nil else { return nil }
    }

    /// Creates a value from any text, for deliberately broken inputs and for messages.
    package init(unchecked text: String) {
        description = text
        bits = Array(text.utf8).withBytes { UUIDText.bits($0) }
    }
}

extension AttributionUUID: Hashable {
    /// Returns whether two values are the same UUID.
    public static func == (left: Self, right: Self) -> Bool {
        guard let one = left.bits, let other = right.bits else {
            return left.description.utf8.elementsEqual(right.description.utf8)
        }
        return one == other
    }

    /// Hashes the value without case.
    public func hash(into hasher: inout Hasher) {
        if let bits {
            hasher.combine(bits.high)
            hasher.combine(bits.low)
        } else {
            for byte in description.utf8 { hasher.combine(byte) }
        }
    }
}
