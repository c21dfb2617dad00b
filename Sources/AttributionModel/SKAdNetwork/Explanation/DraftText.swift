import AttributionBase

/// The values of a text that may have been signed.
struct DraftText {
    typealias Value = (field: SignedField, text: [UInt8])

    static let separator: [UInt8] = [0xe2, 0x81, 0xa3]

    var values: [Value]

    var bytes: [UInt8] { Array(values.map(\.text).joined(separator: Self.separator)) }

    func contains(_ field: SignedField) -> Bool { values.contains { $0.field == field } }

    subscript(field: SignedField) -> [UInt8]? { values.first { $0.field == field }?.text }

    func without(_ field: SignedField) -> DraftText { filtered { $0.field != field } }

    func filtered(_ isKept: (Value) -> Bool) -> DraftText {
        var draft = self
        draft.values.removeAll { !isKept($0) }
        return draft
    }

    func with(_ field: SignedField, _ text: [UInt8]) -> DraftText { mapped { $0.field == field ? text : $0.text } }

    func with(_ field: SignedField, _ text: String) -> DraftText { with(field, Array(text.utf8)) }

    /// Returns the draft with another text for a field. If the draft lacks the field, it is inserted at its position in the order.
    func setting(_ field: SignedField, _ text: [UInt8], in order: SignedOrder) -> DraftText {
        let before = order.fields.prefix { $0 != field }
        return without(field).inserting(field, text, at: values.count { before.contains($0.field) })
    }

    func mapped(_ transform: (Value) -> [UInt8]) -> DraftText {
        var draft = self
        for index in draft.values.indices { draft.values[index].text = transform(draft.values[index]) }
        return draft
    }

    func inserting(_ field: SignedField, _ text: [UInt8], at index: Int) -> DraftText {
        var draft = self
        draft.values.insert((field, text), at: min(index, draft.values.count))
        return draft
    }
}

extension TextVariant {
    init(_ difference: @autoclosure @escaping () -> String, _ draft: DraftText) { self.init(difference(), draft.bytes) }
}
