import Rules
import StrictJSON

extension JSONValue {
    /// The value of a field that may be absent: nothing where it is absent, and nil where it is there and cannot be read.
    func optional<Value>(_ field: Field, _ read: (JSONValue) -> Value?) -> Value?? {
        guard let value = self[field] else { return .some(nil) }
        return read(value).map { .some($0) }
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    var item: ItemIdentifier? {
        guard case .number(let text) = self else { return nil }
        return ItemIdentifier(text)
    }
}
