/// Texts in which fields that have few values have others: what is signed there is no mistake of form, and so it was changed
/// since.
enum ChangedValues {
    static func variants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        return combinations(of: right).filter { !$0.isEmpty }.sorted { $0.count < $1.count }.map { changes in
            let words = changes.map {
                "\"\($0.field.name)\" was signed as \($0.text) and is \(right[$0.field]?.text ?? "") here"
            }
            return TextVariant(
                words.joined(separator: ", and ") + ": it was changed since",
                changes.reduce(right) { $0.with($1.field, $1.text) })
        } + sources(right)
    }

    /// The fields with a handful of values each, and those values.
    private static let few: [(field: SignedField, texts: [String])] = [
        (.didWin, ["true", "false"]), (.redownload, ["true", "false"]), (.fidelityType, ["0", "1"]),
        (.postbackSequenceIndex, ["0", "1", "2"]),
    ]

    /// Each way to change some of them.
    private static func combinations(of right: DraftText) -> [[(field: SignedField, text: String)]] {
        few.reduce([[]]) { sets, entry in
            guard let own = right[entry.field]?.text else { return sets }
            let others = entry.texts.filter { $0 != own }
            return sets + sets.flatMap { set in others.map { set + [(entry.field, $0)] } }
        }
    }

    /// Another campaign, and a source identifier of which digits were cut off.
    private static func sources(_ right: DraftText) -> [TextVariant] {
        var variants: [TextVariant] = []
        func add(_ field: SignedField, _ own: String, _ other: String) {
            variants.append(
                .init(
                    "\"\(field.name)\" was signed as \(other) and is \(own) here: it was changed since",
                    right.with(field, other)))
        }
        if let own = right[.campaignID]?.text {
            for other in 1...100 where String(other) != own { add(.campaignID, own, String(other)) }
        }
        if let own = right[.sourceIdentifier]?.text, (2...3).contains(own.utf8.count) {
            for first in 1...99 where String(first).utf8.count + own.utf8.count <= 4 {
                add(.sourceIdentifier, own, String(first) + own)
            }
            if own.utf8.count == 2 { for first in 0...9 { add(.sourceIdentifier, own, "0\(first)" + own) } }
        }
        return variants
    }
}
