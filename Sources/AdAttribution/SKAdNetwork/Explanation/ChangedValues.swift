import AttributionBase

/// Variants of a document in which fields have other values. If one was signed, a value was changed after signing; it
/// is not a mistake of form.
enum ChangedValues {
    static func variants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        return few(right) + sources(document, right) + items(right)
    }

    // MARK: - Fields with a handful of values each

    private static let fewValues: [(field: SignedField, texts: [String])] = SignedField.allCases.map {
        ($0, $0.fewTexts.map { "\($0)" })
    }

    private static func few(_ right: DraftText) -> [TextVariant] {
        combinations(of: right).filter { !$0.isEmpty }.sorted { $0.count < $1.count }.map { changes in
            TextVariant(
                changes.map { words($0.field, $0.text, right[$0.field]?.text ?? "") }.joined(separator: ", and ")
                    + ": it was changed after signing",
                changes.reduce(right) { $0.with($1.field, $1.text) })
        }
    }

    /// Returns every way to change some of the fields.
    private static func combinations(of right: DraftText) -> [[(field: SignedField, text: String)]] {
        fewValues.reduce([[]]) { sets, entry in
            guard let own = right[entry.field]?.text else { return sets }
            let others = entry.texts.filter { $0 != own }
            return sets + sets.flatMap { set in others.map { set + [(entry.field, $0)] } }
        }
    }

    // MARK: - Numbers

    private static func words(_ field: SignedField, _ other: String, _ own: String) -> String {
        "\"\(field.name)\" was signed as \(other) and is \(own) here"
    }

    private static func changed(_ right: DraftText, _ field: SignedField, to other: [UInt8]) -> TextVariant {
        TextVariant(
            words(field, other.text, right[field]?.text ?? "") + ": it was changed after signing",
            right.with(field, other))
    }

    /// Returns other campaigns, and source identifiers that may have been cut or mistyped.
    private static func sources(_ document: ExplainedDocument, _ right: DraftText) -> [TextVariant] {
        var variants: [TextVariant] = []
        if let own = right[.campaignID] {
            for other in 1...100 where Array(String(other).utf8) != own {
                variants.append(changed(right, .campaignID, to: Array(String(other).utf8)))
            }
        }
        guard let own = right[.sourceIdentifier] else { return variants }
        let isText = document.form.type(of: .sourceIdentifier) == .string
        return variants
            + NumberMistakes.sources(of: own, isText: isText).map { changed(right, .sourceIdentifier, to: $0) }
    }

    /// Returns other apps: with a digit lost or mistyped, or the other app of the document.
    private static func items(_ right: DraftText) -> [TextVariant] {
        let fields = [SignedField.itunesItemID, .appID, .sourceAppID].filter { right.contains($0) }
        return fields.flatMap { field -> [TextVariant] in
            let own = right[field] ?? []
            let others = fields.filter { $0 != field }.compactMap { right[$0] } + [[ASCII.zero]]
            return (others.filter { $0 != own } + NumberMistakes.neighbours(of: own)).map {
                changed(right, field, to: $0)
            }
        }
    }
}
