import AttributionBytes

/// What tells one signed input from all others, so that a conversion is counted once: its identifier, and the window where
/// that is signed too.
///
/// It is made of signed values alone, since whoever sees a postback can change the others: below version 4.0 of SKAdNetwork
/// the `postback-sequence-index` separates nothing. A UUID is the same in either letter case.
public struct RepeatKey: Hashable, Sendable {
    /// The field that the identifier stands in. Keys of different fields are different keys, whatever their text.
    public let field: InputFault.Identifier
    package let identity: Identity

    /// What the key is among those of its field.
    package struct Identity: Hashable, Sendable {
        let identifier: Identifier
        let window: Window
    }

    enum Identifier: Hashable, Sendable {
        case uuid(high: UInt64, low: UInt64)
        /// Anything else, byte for byte.
        case text([UInt8])
    }

    /// The `postback-sequence-index` that was signed.
    enum Window: Hashable, Sendable {
        /// None was.
        case none
        case first, second, third
        /// An index that no window has, as it was written.
        case other([UInt8])
    }

    /// The key of what was signed.
    ///
    /// - Parameters:
    ///   - identifier: the characters of the signed identifier, without quotes and escapes.
    ///   - index: the JSON text of the index of a window, where it is signed.
    package init(
        _ field: InputFault.Identifier, _ identifier: UnsafeRawBufferPointer, index: UnsafeRawBufferPointer?
    ) {
        self.field = field
        identity = unsafe Identity(
            identifier: Identifier(identifier), window: index.map { unsafe Window($0) } ?? .none)
    }
}

extension RepeatKey {
    /// The key of a UUID without a window.
    package init(_ field: InputFault.Identifier, high: UInt64, low: UInt64) {
        self.field = field
        identity = Identity(identifier: .uuid(high: high, low: low), window: .none)
    }
}

extension RepeatKey.Identifier {
    fileprivate init(_ text: UnsafeRawBufferPointer) {
        if let (high, low) = unsafe UUIDText.bits(text) {
            self = .uuid(high: high, low: low)
        } else {
            self = unsafe .text([UInt8](text))
        }
    }
}

extension RepeatKey.Window {
    fileprivate init(_ index: UnsafeRawBufferPointer) {
        guard index.count == 1, let digit = unsafe index.first else {
            self = unsafe .other([UInt8](index))
            return
        }
        switch digit {
        case UInt8(ascii: "0"): self = .first
        case UInt8(ascii: "1"): self = .second
        case UInt8(ascii: "2"): self = .third
        default: self = unsafe .other([UInt8](index))
        }
    }
}

extension RepeatKey: CustomStringConvertible {
    /// The key as one word of printable ASCII, which no other key of the same ``field`` has: a UUID in lower case, and behind
    /// a slash the index of a window that is signed.
    ///
    /// In an identifier that is no UUID, whatever could be taken for something else is percent-encoded.
    public var description: String { identity.description }
}

extension RepeatKey.Identity: CustomStringConvertible {
    package var description: String {
        var output = ByteBuffer(capacity: 48)
        switch identifier {
        case .uuid(let high, let low):
            for place in 0..<32 {
                if place == 8 || place == 12 || place == 16 || place == 20 { output.append(ASCII.minus) }
                let digits = (place < 16 ? high : low) >> UInt64((15 - place & 15) * 4)
                output.append(ASCII.lowercaseHexDigits[Int(digits & 15)])
            }
        case .text(let text): Self.appendWord(text, to: &output)
        }
        switch window {
        case .none: break
        case .first: output.append("/0")
        case .second: output.append("/1")
        case .third: output.append("/2")
        case .other(let index):
            output.append(UInt8(ascii: "/"))
            Self.appendWord(index, to: &output)
        }
        return unsafe output.bytes.text
    }

    private static func appendWord(_ text: [UInt8], to output: inout ByteBuffer) {
        for byte in text {
            if ASCII.isPrintable(byte), byte != ASCII.space, byte != UInt8(ascii: "/"), byte != ASCII.percent {
                output.append(byte)
            } else {
                output.append(ASCII.percent)
                output.append(ASCII.lowercaseHexDigits[Int(byte >> 4)])
                output.append(ASCII.lowercaseHexDigits[Int(byte & 15)])
            }
        }
    }
}
