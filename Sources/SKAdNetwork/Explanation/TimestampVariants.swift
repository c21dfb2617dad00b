import AdAttribution

/// Variants with another timestamp.
enum TimestampVariants {
    /// Returns variants with the same moment in another unit, or cut.
    static func unitVariants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        guard let text = right[.timestamp]?.text else { return [] }
        return TimestampMistakes(text).otherUnits.map { mistake in
            TextVariant(mistake.words("\"timestamp\""), right.with(.timestamp, mistake.text))
        }
    }

    /// Returns variants with another moment.
    static func clockVariants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        guard let text = right[.timestamp]?.text else { return [] }
        return TimestampMistakes(text).otherReadings.map { mistake in
            TextVariant(mistake.words("\"timestamp\""), right.with(.timestamp, mistake.text))
        }
    }
}
