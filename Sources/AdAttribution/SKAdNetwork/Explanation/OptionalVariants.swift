/// Variants in which a value is omitted or added.
enum OptionalVariants {
    static func sourceVariants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        var variants: [TextVariant] = []
        for field in [SignedField.sourceAppID, .sourceDomain] where document.order.fields.contains(field) {
            if let text = right[field] {
                // An omitted zero is the next kind of mistake.
                guard text != [0x30] else { continue }
                variants.append(
                    .init("\"\(field.name)\" was left out of the text, want \(text.text)", right.without(field)))
                for empty in empties {
                    variants.append(
                        .init(
                            "\"\(field.name)\" was signed as \(words(empty)), want \(text.text)",
                            right.with(field, empty)))
                }
            } else {
                let place = right.place(of: field, in: document.order)
                for empty in empties + ["0"] {
                    variants.append(
                        .init(
                            "\"\(field.name)\" was signed as \(words(empty)), want it left out with its separator",
                            right.inserting(field, Array(empty.utf8), at: place)))
                }
            }
        }
        // If both sources are present, the wrong one may have been signed.
        if let domain = right[.sourceDomain], let app = document.text(.sourceAppID) {
            let other = right.without(.sourceDomain)
            variants.append(
                .init(
                    "\"\(SignedField.sourceAppID.name)\" was signed, want \"\(SignedField.sourceDomain.name)\", \(domain.text)",
                    other.inserting(.sourceAppID, app, at: other.place(of: .sourceAppID, in: document.order))))
        }
        return variants
    }

    static func zeroVariants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        let zeros = right.values.filter { $0.text == [0x30] }.map(\.field)
        let lies = right.values.filter { $0.text == Array("false".utf8) }.map(\.field)
        var variants = (zeros + lies).flatMap { field in
            let value = right[field]?.text ?? ""
            return [
                TextVariant(
                    "\"\(field.name)\" was left out of the text, want \(value)", right.without(field)),
                .init("\"\(field.name)\" was signed as nothing, want \(value)", right.with(field, "")),
            ]
        }
        for absent in [zeros, lies, zeros + lies] where absent.count > 1 {
            let names = absent.map { "\"\($0.name)\"" }.joined(separator: ", ")
            variants.append(
                .init(
                    "\(names) were left out of the text, want their values",
                    right.filtered { !absent.contains($0.field) }))
            variants.append(
                .init(
                    "\(names) were signed as nothing, want their values",
                    right.mapped { absent.contains($0.field) ? [] : $0.text }))
        }
        return variants
    }

    private static let empties = ["", "null", "nil", "None", "undefined", "NULL", "<null>", "(null)", "Optional.none"]

    private static func words(_ text: String) -> String { text.isEmpty ? "an empty value" : "the word \(text)" }
}

extension DraftText {
    /// Returns the position that a missing value would have.
    func place(of field: SignedField, in order: SignedOrder) -> Int {
        let before = order.fields.prefix { $0 != field }
        return values.count { before.contains($0.field) }
    }
}
