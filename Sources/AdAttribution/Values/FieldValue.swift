import AttributionJSON
import AttributionRules

/// The value of a field as it came: one that is known today, or whatever else the message has there.
///
/// Apple may add words, windows and digits at any time, and a signature holds over them as well. So what came is kept instead
/// of being refused, and the findings beside it say what is wrong with it.
///
/// ```swift
/// if postback.signed.didWin == true, case .known(let source) = postback.signed.sourceIdentifier { count(source) }
/// ```
public enum FieldValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// A value within the ranges and words that are known.
    case known(Value)
    /// Another value, as it came; `JSONValue.null` for a field that must be there and is not.
    case unknown(JSONValue)

    /// The value, if it is known.
    public var known: Value? {
        guard case .known(let value) = self else { return nil }
        return value
    }

    /// - Parameter read: gives the value that a JSON value means; nil for one that is not known.
    package init(_ value: JSONValue?, _ read: (JSONValue) -> Value?) {
        self = value.flatMap(read).map { .known($0) } ?? .unknown(value ?? .null)
    }
}

/// Whether a field has this value.
public func == <Value>(left: FieldValue<Value>?, right: Value) -> Bool { left?.known == right }

/// Whether a field has another value, or none.
public func != <Value>(left: FieldValue<Value>?, right: Value) -> Bool { left?.known != right }

extension FieldValue: CustomStringConvertible {
    /// The value in its own words, or the JSON text that came.
    public var description: String {
        switch self {
        case .known(let value): "\(value)"
        case .unknown(let value): value.text
        }
    }
}

extension JSONValue {
    /// The value of a field that must be there.
    func required<Value>(_ field: Field, _ read: (JSONValue) -> Value?) -> FieldValue<Value> {
        FieldValue(self[field], read)
    }

    /// The value of a field that may be absent; nil where it is.
    func optional<Value>(_ field: Field, _ read: (JSONValue) -> Value?) -> FieldValue<Value>? {
        self[field].map { FieldValue($0, read) }
    }
}
