import AttributionBase

/// The signed text: the values in the order of a version, separated by U+2063 INVISIBLE SEPARATOR.
package enum SignedText {
    /// U+2063 in UTF-8.
    package static let separator: StaticString = "\u{2063}"

    /// Appends the values of an order that are present. The caller has checked that the required values are.
    package static func append(
        _ order: SignedOrder, of values: borrowing MemberTable, impliedFidelity: FidelityType?,
        to output: inout ByteBuffer
    ) {
        var isFirst = true
        for field in order.fields {
            let value = values[field.place]
            guard value != nil || field == .fidelityType && impliedFidelity != nil else { continue }
            if !isFirst { output.append(separator) }
            isFirst = false
            if let value {
                append(value, to: &output)
            } else if let impliedFidelity {
                output.append(decimal: impliedFidelity.rawValue)
            }
        }
    }

    /// Appends the values of an order's fields that have one.
    static func append<Value>(
        _ order: SignedOrder, to output: inout ByteBuffer, value: (SignedField) -> Value?,
        append: (Value, inout ByteBuffer) -> Void
    ) {
        var isFirst = true
        for field in order.fields {
            guard let value = value(field) else { continue }
            if !isFirst { output.append(separator) }
            isFirst = false
            append(value, &output)
        }
    }

    /// Appends the signed text of a value: the content of a string, a number as it is written, `true` or `false`.
    static func append(_ value: JSONView, to output: inout ByteBuffer) {
        if value.kind == .string {
            value.appendMeaning(to: &output)
        } else {
            output.append(value.raw)
        }
    }
}
