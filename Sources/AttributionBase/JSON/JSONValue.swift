/// A JSON value that owns its parts. It preserves the order of members and the text of numbers.
///
/// ```swift
/// let app: JSONValue = ["bundle": "1108187390", "ext": ["hours": 24, "sandbox": true]]
/// ```
///
/// `null` and numbers with a fraction have no literals, because in Swift `nil` means that a value is missing, and a
/// literal such as `0.10` would not keep its text.
public enum JSONValue: Hashable, Sendable {
    /// Members in the order of the text.
    case object([Member])
    /// Values in order.
    case array([JSONValue])
    /// A string, without quotes and with escapes decoded.
    case string(String)
    /// A number in its original notation, because JSON limits neither range nor precision.
    case number(String)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name, without quotes and with escapes decoded.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Parses a complete text according to RFC 8259.
    ///
    /// - Throws: `Problem` for a syntax fault, malformed UTF-8, half a surrogate pair, a repeated member name, more than 128
    ///   levels of nesting, or more than 64 MiB.
    public init(parsing text: some Collection<UInt8>) throws(Problem) {
        // Parse contiguous storage in place, and any other collection as a copy.
        let result = text.withContiguousStorageIfAvailable { unsafe Self.parse(ByteView($0)) }
        if let result {
            self = try result.get()
        } else {
            self = try Array(text).withBytes { Self.parse($0) }.get()
        }
    }

    /// Parses a complete text, with the same checks as for bytes.
    public init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

    private static func parse(_ text: ByteView) -> Result<JSONValue, Problem> {
        var index = JSONIndex()
        return Result { () throws(JSONSyntaxError) in JSONValue(try unsafe index.read(text)) }.mapError { .notJSON($0) }
    }

    package init(_ view: JSONView) {
        switch view.kind {
        case .object: self = .object(view.members.map { Member($0.name.string, JSONValue($0.value)) })
        case .array: self = .array(view.elements.map { JSONValue($0) })
        case .string: self = .string(view.string)
        case .number: self = .number(view.raw.text)
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .null: self = .null
        }
    }

    /// The value of an object's member; nil if the member is missing or this is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The value as compact JSON text.
    public var text: String {
        var output = ByteBuffer()
        append(to: &output)
        return output.text
    }

    package func append(to output: inout ByteBuffer) {
        switch self {
        case .object(let members):
            output.openObject()
            for member in members {
                output.member(named: member.name)
                member.value.append(to: &output)
            }
            output.closeObject()
        case .array(let elements):
            output.openArray()
            for element in elements {
                output.separate()
                element.append(to: &output)
            }
            output.closeArray()
        case .string(let text): JSONText.appendString(text, to: &output)
        case .number(let text): output.append(text: text)
        case .bool(let value): output.append(value ? "true" : "false")
        case .null: output.append("null")
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Creates a string.
    public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Creates a number.
    public init(integerLiteral number: Int) { self = .number(String(number)) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object with its members in this order.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0, $1) })
    }
}
