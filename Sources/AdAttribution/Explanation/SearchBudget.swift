/// How many texts may be tried in search of the mistake that makes a signature hold.
///
/// One budget is for one input, whatever is signed in it: a hostile one has as many signatures as it has room for.
package struct SearchBudget: Sendable {
    /// What a search through all mistakes of one message takes, with some room.
    package static let texts = 4096

    private var left: Int
    /// How many texts were tried.
    package private(set) var tried = 0
    /// Whether a text was not tried because none were left.
    package private(set) var isUsedUp = false

    package init(_ texts: Int = Self.texts) { left = texts }

    /// Whether another text may be tried.
    ///
    /// - Parameter cost: how many texts it counts for.
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
