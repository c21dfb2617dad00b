import AttributionBytes
import AttributionJSON

/// What came of the search for the mistake with which a signature would hold, in either framework.
package struct SignatureMistake: Equatable, Sendable {
    /// The mistake by what it is about; nil where a value was changed, and where none was found.
    package let cause: String?
    /// What differs from what is right; nil where no mistake was found.
    package let difference: String?
    /// How many texts were tried.
    package let triedCount: Int
    /// Whether no mistake was found because the search ended before all that are known were tried.
    package let isCutShort: Bool

    package init(cause: String?, difference: String?, triedCount: Int, isCutShort: Bool) {
        self.cause = cause
        self.difference = difference
        self.triedCount = triedCount
        self.isCutShort = isCutShort
    }

    /// Appends its members, inside an object that has been opened.
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
