import AttributionBase

/// The value of a field as received: a value that is known today, or any other value that the message contains.
///
/// Apple may add words, windows and digits at any time, and signatures over them stay valid. So unknown values are kept
/// rather than rejected; the findings report what is wrong with them.
///
/// ```swift
/// if postback.signed.didWin == true, case .known(let source) = postback.signed.sourceIdentifier { count(source) }
/// ```
public enum FieldValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// A value that is in the known range or set.
    case known(Value)
    /// Another value, as received; `JSONValue.null` if a required field is missing.
    case unknown(JSONValue)

    /// The value if it is known, or nil.
    public var known: Value? {
        guard case .known(let value) = self else { return nil }
        return value
    }

    package func map<Other>(_ convert: (Value) -> Other) -> FieldValue<Other> {
        switch self {
        case .known(let value): .known(convert(value))
        case .unknown(let value): .unknown(value)
        }
    }

    /// - Parameter read: Converts a JSON value; returns nil for an unknown value.
    package init(_ value: JSONValue?, _ read: (JSONValue) -> Value?) {
        self = value.flatMap(read).map { .known($0) } ?? .unknown(value ?? .null)
    }
}

/// Returns whether a field has a given value.
public func == <Value>(left: FieldValue<Value>?, right: Value) -> Bool { left?.known == right }

/// Returns whether a field has a different value or is missing.
public func != <Value>(left: FieldValue<Value>?, right: Value) -> Bool { left?.known != right }

extension FieldValue: CustomStringConvertible {
    /// The description of the value, or the received JSON text.
    public var description: String {
        switch self {
        case .known(let value): "\(value)"
        case .unknown(let value): value.text
        }
    }
}

extension JSONValue {
    func required<Value>(_ field: Field, _ read: (JSONValue) -> Value?) -> FieldValue<Value> {
        FieldValue(self[field], read)
    }

    func optional<Value>(_ field: Field, _ read: (JSONValue) -> Value?) -> FieldValue<Value>? {
        self[field].map { FieldValue($0, read) }
    }
}
