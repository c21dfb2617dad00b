/// A text that was signed if a mistake was made.
package struct TextVariant {
    /// What was signed instead of the right text.
    package let bytes: [UInt8]
    private let words: () -> String

    /// - Parameter difference: the mistake, in words. Of thousands of mistakes one is told.
    package init(_ difference: @autoclosure @escaping () -> String, _ bytes: [UInt8]) {
        self.bytes = bytes
        words = difference
    }

    /// The mistake, in words.
    package var difference: String { words() }
}
