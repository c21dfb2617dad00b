/// Variants in which a value is omitted or added.
enum OptionalVariants {
    static func sourceVariants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        var variants: [TextVariant] = []
        for field in [SignedField.sourceAppID, .sourceDomain] where document.order.fields.contains(field) {
            let text = right[field]?.text
            // An omitted zero is the next kind of mistake.
            guard text != "0" else { continue }
            let wanted = text ?? "it left out with its separator"
            if text != nil {
                variants.append(
                    .init("\"\(field.name)\" was left out of the text, want \(wanted)", right.without(field)))
            }
            variants += (empties + (text == nil ? ["0"] : [])).map { empty in
                TextVariant(
                    "\"\(field.name)\" was signed as \(words(empty)), want \(wanted)",
                    right.setting(field, Array(empty.utf8), in: document.order))
            }
        }
        // If both sources are present, the wrong one may have been signed.
        if let domain = right[.sourceDomain], let app = document.text(.sourceAppID) {
            variants.append(
                .init(
                    "\"\(SignedField.sourceAppID.name)\" was signed, want \"\(SignedField.sourceDomain.name)\", \(domain.text)",
                    right.without(.sourceDomain).setting(.sourceAppID, app, in: document.order)))
        }
        return variants
    }

    static func zeroVariants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        func fields(_ text: String) -> [SignedField] { right.values.filter { $0.text.text == text }.map(\.field) }
        let (zeros, lies) = (fields("0"), fields("false"))
        let groups = (zeros + lies).map { [$0] } + [zeros, lies, zeros + lies].filter { $0.count > 1 }
        return groups.flatMap { absent in
            let names = absent.map { "\"\($0.name)\"" }.joined(separator: ", ") + (absent.count > 1 ? " were" : " was")
            let wanted = ", want " + (absent.count > 1 ? "their values" : right[absent[0]]?.text ?? "")
            return [
                TextVariant(
                    "\(names) left out of the text\(wanted)", right.filtered { !absent.contains($0.field) }),
                TextVariant(
                    "\(names) signed as nothing\(wanted)", right.mapped { absent.contains($0.field) ? [] : $0.text }),
            ]
        }
    }

    private static let empties = ["", "null", "nil", "None", "undefined", "NULL", "<null>", "(null)", "Optional.none"]

    private static func words(_ text: String) -> String { text.isEmpty ? "an empty value" : "the word \(text)" }
}
