import AttributionBase

// The signed text: the values in the order of a version, separated by U+2063 INVISIBLE SEPARATOR.
extension SignedOrder {
    /// U+2063 in UTF-8.
    package static let separator: StaticString = "\u{2063}"

    /// Appends the values that are present. The caller has already checked that no required value is missing.
    package func append(
        _ values: borrowing MemberTable, impliedFidelity: FidelityType?, to output: inout ByteBuffer
    ) {
        var isFirst = true
        for field in fields {
            let value = values[field.index]
            guard value != nil || field == .fidelityType && impliedFidelity != nil else { continue }
            if !isFirst { output.append(Self.separator) }
            isFirst = false
            if let value {
                value.appendSignedText(to: &output)
            } else if let impliedFidelity {
                output.append(decimal: impliedFidelity.rawValue)
            }
        }
    }

    /// Appends the values of the fields for which there is one.
    func append<Value>(
        to output: inout ByteBuffer, value: (SignedField) -> Value?, append: (Value, inout ByteBuffer) -> Void
    ) {
        var isFirst = true
        for field in fields {
            guard let value = value(field) else { continue }
            if !isFirst { output.append(Self.separator) }
            isFirst = false
            append(value, &output)
        }
    }
}

extension JSONView {
    /// Appends a value as it is signed: the text of a string, a number as it is written, `true` or `false`.
    func appendSignedText(to output: inout ByteBuffer) {
        if kind == .string { appendMeaning(to: &output) } else { output.append(raw) }
    }
}
