import AttributionBase

/// An App Store item ID: an unsigned 64-bit number, which exceeds 32 bits in practice [Generating JWS impressions].
public struct ItemIdentifier: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible,
    ExpressibleByIntegerLiteral
{
    /// The ID 0, which no App Store item has. As a publisher it makes an impression a development impression; as the
    /// advertised item of a postback it means an app installed from Xcode.
    public static let development = ItemIdentifier(rawValue: 0)

    /// The number.
    public let rawValue: UInt64

    /// Creates an ID with a number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an ID with a number.
    public init(integerLiteral value: UInt64) { rawValue = value }

    /// Creates an ID from a string.
    ///
    /// - Throws: an error unless the string has only decimal digits, of a number that fits into 64 bits.
    public init(parsing digits: String) throws(Problem) {
        self = try digits.parsed(as: "App Store item ID", wanted: "decimal digits of a number below 2^64") { Self($0) }
    }

    package init?(_ digits: String) {
        guard digits.utf8.allSatisfy(ASCII.isDigit), let number = UInt64(digits) else { return nil }
        rawValue = number
    }

    /// The number in decimal digits.
    public var description: String { String(rawValue) }
}

/// The ID of an ad network, in lowercase and with one of Apple's endings [Registering an ad network], such as
/// `example.adattributionkit`. IDs are compared without regard to the case of ASCII letters, because postbacks of
/// SKAdNetwork may have them in capitals.
///
/// A string literal is an ID: `"acme.adattributionkit"`. For any other string, use ``init(parsing:)``.
public struct AdNetworkIdentifier: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// What an ID must be, for messages.
    package static let wanted = "labels of a-z, 0-9 and hyphens, ending in .adattributionkit or .skadnetwork"

    /// The ID in postbacks that are created in the developer settings.
    public static let development = AdNetworkIdentifier(unchecked: "development.adattributionkit")

    /// The text of the ID.
    public let description: String

    /// Creates an ID from a string.
    ///
    /// - Throws: an error unless the text is one or more labels of a–z, 0–9 and `-`, none of which is an ending itself,
    ///   followed by `.adattributionkit` or `.skadnetwork`.
    public init(parsing text: String) throws(Problem) {
        self = try text.parsed(as: "ID of an ad network", wanted: Self.wanted) { Self(text: $0) }
    }

    /// Creates an ID that the source code contains. It must be one for which ``init(parsing:)`` throws no error.
    public init(stringLiteral text: String) {
        guard let identifier = Self(text: text) else {
            preconditionFailure("\(quoted(text)) is no ID of an ad network; it must be \(Self.wanted)")
        }
        self = identifier
    }

    package init?(text: String) {
        guard Array(text.utf8).withBytes(\.isAdNetworkIdentifier) else { return nil }
        description = text
    }

    /// Creates an ID from any text, for signed postbacks and intentionally broken messages.
    package init(unchecked text: String) { description = text }

    /// Returns a key that is the same for IDs that differ only in case.
    package static func key(of text: some Sequence<UInt8>) -> [UInt8] { text.map(lowercase) }

    private static func lowercase(_ byte: UInt8) -> UInt8 { ASCII.isUppercase(byte) ? byte | 0x20 : byte }

    /// Compares the bytes of two IDs, ignoring the case of ASCII letters only.
    public static func == (left: Self, right: Self) -> Bool {
        left.description.utf8.lazy.map(lowercase).elementsEqual(right.description.utf8.lazy.map(lowercase))
    }

    /// Hashes the ID, ignoring the case of ASCII letters.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(Self.lowercase(byte)) }
    }
}

extension String {
    /// Returns the value that `read` finds in a text.
    ///
    /// - Throws: an error with the text if it finds none.
    func parsed<Value>(as name: String, wanted: String, _ read: (String) -> Value?) throws(Problem) -> Value {
        guard let value = read(self) else { throw .whole("the \(name)", found: quoted(self), wanted: wanted) }
        return value
    }
}

extension JSONView {
    /// Whether a string ends with a dot and one of the endings of ad network IDs, in any case, after other text.
    var hasNetworkEnding: Bool {
        holdsInLowercase { text in
            guard let dot = text.lastIndex(of: ASCII.dot), dot > 0 else { return false }
            return text.part(dot + 1..<text.count).isNetworkEnding
        }
    }

    /// Whether a string is an ad network's ID, in any case.
    var isAdNetworkIdentifier: Bool { holdsInLowercase(\.isAdNetworkIdentifier) }

    /// Whether a condition holds for the text of a string with ASCII letters in lowercase; false for any other value.
    private func holdsInLowercase(_ condition: (ByteView) -> Bool) -> Bool {
        guard kind == .string else { return false }
        return unescapedOrContent { AdNetworkIdentifier.key(of: $0).withBytes(condition) }
    }
}
