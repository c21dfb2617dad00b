import AttributionBase

/// The result of the search for the mistake behind an invalid signature, for both frameworks.
public struct SignatureMistake: Equatable, Sendable {
    /// The name of the mistake's category, such as `timestamp`, as in `aak verify --explain` and `aak skan explain`; nil if a
    /// value was changed after signing or no mistake was found.
    public let cause: String?
    /// The difference between what was signed and what is right, in words; nil if no mistake was found.
    public let difference: String?
    /// The number of texts that were tried.
    package let triedCount: Int
    /// Whether no mistake was found because the search ended before all known ones were tried.
    public let isCutShort: Bool

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
