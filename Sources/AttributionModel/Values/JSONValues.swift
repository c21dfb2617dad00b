import AttributionBase

extension JSONValue {
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    var integer: Int? {
        guard case .number(let text) = self, let number = Int(text), text != "-0" else { return nil }
        return number
    }

    var uuid: AttributionUUID? { string.flatMap { AttributionUUID($0) } }

    var item: ItemIdentifier? {
        guard case .number(let text) = self else { return nil }
        return ItemIdentifier(text)
    }
}
