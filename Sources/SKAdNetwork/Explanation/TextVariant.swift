/// A text that was signed if a mistake was made.
struct TextVariant {
    /// The mistake, in words.
    let difference: String
    let draft: DraftText

    init(_ difference: String, _ draft: DraftText) {
        self.difference = difference
        self.draft = draft
    }
}
