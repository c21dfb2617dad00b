import AttributionBase

extension JSONValue {
    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var integer: Int? {
        guard case .number(let text) = self, let number = Int(text), text != "-0" else { return nil }
        return number
    }

    var uuid: AttributionUUID? { string.flatMap { AttributionUUID($0) } }

    package var item: ItemIdentifier? {
        guard case .number(let text) = self else { return nil }
        return ItemIdentifier(text)
    }
}
