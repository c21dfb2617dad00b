import StrictJSON

extension JSONValue {
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
