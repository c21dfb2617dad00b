import AttributionBytes
import AttributionJSON

/// The result of the search for a signature's mistake, for both frameworks.
package struct SignatureMistake: Equatable, Sendable {
    /// The category of the mistake; nil if a value was changed or no mistake was found.
    package let cause: String?
    /// The difference from what is right; nil if no mistake was found.
    package let difference: String?
    /// The number of texts that were tried.
    package let triedCount: Int
    /// Whether no mistake was found because the search ended before all known ones were tried.
    package let isCutShort: Bool

    package init(cause: String?, difference: String?, triedCount: Int, isCutShort: Bool) {
        self.cause = cause
        self.difference = difference
        self.triedCount = triedCount
        self.isCutShort = isCutShort
    }

    /// Appends the members of the mistake to an open object.
    package func append(to output: inout ByteBuffer) {
        output.member("cause", ifAny: cause)
        guard let difference else {
            output.member("tried", triedCount)
            if isCutShort { output.member("cut-short", true) }
            return
        }
        output.member("difference", difference)
    }
}
