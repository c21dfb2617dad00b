import AttributionBase
import AttributionModel

/// A key that identifies a signed input, so that each postback is counted once: its identifier, and the window if
/// that is also signed.
///
/// Its description is one word of printable ASCII, such as
/// `postback-identifier:7aa9f8cc-5689-4c02-b963-22ca22136015/0`. It consists of the name of the identifier's field, a
/// colon, the identifier (a UUID is in lower case), and, if the window is signed, a slash and the index of the window.
/// No two keys have the same description, so it can be the value of a unique column, and the key can be created from it
/// again.
///
/// The key is made only from signed values, because anyone who sees a postback can change the other values. SKAdNetwork
/// before version 4.0 does not sign the `postback-sequence-index`, so it is not part of the key. A UUID is the same in
/// either letter case.
public struct RepeatKey: Hashable, Sendable {
    /// The field that has the identifier. Keys of different fields differ, even if their texts are the same.
    package let field: InputFault.Identifier
    package let identity: Identity

    /// The part of the key that is unique within its field.
    package struct Identity: Hashable, Sendable {
        let identifier: Identifier
        let window: Window
    }

    enum Identifier: Hashable, Sendable {
        case uuid(high: UInt64, low: UInt64)
        /// Any other identifier, byte for byte.
        case text([UInt8])
    }

    /// The signed `postback-sequence-index`.
    enum Window: Hashable, Sendable {
        /// No index is signed.
        case none
        /// The index of an existing window, from 0 to 2.
        case index(UInt8)
        /// An index that no window has, as it is written in the input.
        case other([UInt8])
    }

    /// Creates a key from signed values.
    ///
    /// - Parameters:
    ///   - identifier: The signed identifier, without quotation marks and escapes.
    ///   - index: The JSON text of the window's index, if that is signed.
    package init(_ field: InputFault.Identifier, _ identifier: ByteView, index: ByteView?) {
        self.field = field
        identity = Identity(identifier: Identifier(identifier), window: index.map { Window($0) } ?? .none)
    }
}

extension RepeatKey {
    /// Creates the key of a UUID without a window.
    package init(_ field: InputFault.Identifier, high: UInt64, low: UInt64) {
        self.field = field
        identity = Identity(identifier: .uuid(high: high, low: low), window: .none)
    }
}

extension RepeatKey.Identifier {
    fileprivate init(_ text: ByteView) {
        if let (high, low) = UUIDText.bits(text) {
            self = .uuid(high: high, low: low)
        } else {
            self = .text([UInt8](text))
        }
    }
}

extension RepeatKey.Window {
    fileprivate init(_ index: ByteView) {
        let number = (index.first ?? 0) &- ASCII.zero
        self = index.count == 1 && number < 3 ? .index(number) : .other([UInt8](index))
    }
}

extension RepeatKey: LosslessStringConvertible {
    /// The key as a string. In an identifier that is not a UUID, ambiguous characters are percent-encoded.
    public var description: String { "\(field.name):\(identity)" }

    /// Creates the key with a ``description``; nil for any other string.
    public init?(_ description: String) {
        guard let colon = description.utf8.firstIndex(of: ASCII.colon),
            let field = InputFault.Identifier.allCases.first(where: {
                "\($0.name)".utf8.elementsEqual(description.utf8[..<colon])
            }),
            let identity = Array(description.utf8[colon...].dropFirst()).withBytes({ Identity(word: $0) })
        else { return nil }
        self.field = field
        self.identity = identity
        // A key has only one valid text, so that stored texts can be compared.
        guard self.description.utf8.elementsEqual(description.utf8) else { return nil }
    }
}

extension RepeatKey: Codable {
    /// Reads the ``description``.
    public init(from decoder: any Decoder) throws { self = try decoder.text { RepeatKey($0) } }

    /// Writes the ``description``.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension RepeatKey.Identity: CustomStringConvertible {
    /// The identifier and the window as one word of printable ASCII.
    package var description: String {
        var output = ByteBuffer(capacity: 48)
        append(to: &output)
        return output.text
    }

    package func append(to output: inout ByteBuffer) {
        switch identifier {
        case .uuid(let high, let low): UUIDText.append(high, low, to: &output)
        case .text(let text): Self.appendWord(text, to: &output)
        }
        switch window {
        case .none: break
        case .index(let index):
            output.append(UInt8(ascii: "/"))
            output.append(decimal: Int(index))
        case .other(let index):
            output.append(UInt8(ascii: "/"))
            Self.appendWord(index, to: &output)
        }
    }

    private static func appendWord(_ text: [UInt8], to output: inout ByteBuffer) {
        for byte in text {
            if isPlain(byte) {
                output.append(byte)
            } else {
                output.append(ASCII.percent)
                output.append(ASCII.lowercaseHexDigits[Int(byte >> 4)])
                output.append(ASCII.lowercaseHexDigits[Int(byte & 15)])
            }
        }
    }

    /// Returns whether a byte is written without percent-encoding.
    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isPrintable(byte) && byte != ASCII.space && byte != UInt8(ascii: "/") && byte != ASCII.percent
    }
}

extension RepeatKey.Identity {
    /// Creates the key with a description. A UUID may be in either case. Returns nil for any other text.
    package init?(word: ByteView) {
        let slash = word.firstOffset(of: UInt8(ascii: "/"))
        guard let identifier = Self.text(ofWord: word.part(0..<(slash ?? word.count))) else { return nil }
        var window: [UInt8]?
        if let slash {
            guard let index = Self.text(ofWord: word.part(slash + 1..<word.count)), !index.isEmpty else {
                return nil
            }
            window = index
        }
        self = Self(
            identifier: identifier.withBytes { RepeatKey.Identifier($0) },
            window: window.map { $0.withBytes { RepeatKey.Window($0) } } ?? .none)
    }

    /// Returns the decoded text of a word; nil if it has an invalid character.
    private static func text(ofWord word: ByteView) -> [UInt8]? {
        guard word.allSatisfy({ isPlain($0) || $0 == ASCII.percent }) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(word.count)
        return word.decodePercents { text.append($0) } ? text : nil
    }
}

extension InputKind {
    var identifier: InputFault.Identifier {
        switch self {
        case .impression: .impression
        case .skAdNetworkPostback: .transaction
        case .skAdNetworkAd: .nonce
        case .token, .postback, .configuration, .schema, .document, .webAdRequest, .bidOffer, .unrecognised,
            .unreadable:
            .postback
        }
    }
}
