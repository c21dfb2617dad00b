/// The number of texts that may be tried to find the mistake that explains a signature.
///
/// Each input has one budget for all of its signatures, because a hostile input can contain many.
package struct SearchBudget: Sendable {
    /// The number of texts in a search through all mistakes of one message, with a margin.
    package static let texts = 4096

    private var left: Int
    /// The number of texts that were tried.
    package private(set) var tried = 0
    /// Whether a text was not tried because the budget was exhausted.
    package private(set) var isUsedUp = false

    package init(_ texts: Int = Self.texts) { left = texts }

    /// Takes a text from the budget and returns whether it may be tried.
    ///
    /// - Parameter cost: The number of texts that it counts as.
    package mutating func take(_ cost: Int = 1) -> Bool {
        guard left >= cost else {
            isUsedUp = true
            return false
        }
        left -= cost
        tried += 1
        return true
    }
}
