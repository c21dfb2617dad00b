/// A text that was signed if the signer made a certain mistake.
package struct TextVariant {
    /// The text that was signed in place of the right one.
    package let bytes: [UInt8]
    private let words: () -> String

    /// - Parameter difference: A description of the mistake, evaluated only for the one mistake that is reported of
    ///   thousands.
    package init(_ difference: @autoclosure @escaping () -> String, _ bytes: [UInt8]) {
        self.bytes = bytes
        words = difference
    }

    /// A description of the mistake.
    package var difference: String { words() }
}
