import AttributionModel

/// A run over lines, apart from the inputs and what is done with a line.
struct LineRun: Sendable {
    // What the command decides.

    /// Whether a property list that is the whole input, as XML or binary, is an input.
    var readsPropertyLists = false
    /// Whether each line is an input, regardless of its contents and of the lines before it. No value is then read over
    /// several lines.
    var areLines = false
    /// Whether faults of lines are not reported, because another run over the same lines reports them.
    var isSilent = false
    /// Whether the command can also work from its options alone, so that an empty pipe may be there by chance.
    var isOptional = false
    /// Whether these options suffice for that.
    var optionsSuffice = true
    /// Whether the result of a bad line states its fault.
    var resultsStateFaults = false
    /// The command that takes what is only a part of an input.
    var commandOfParts: String?
    /// The keys that signatures are checked with.
    var keys: TrustedKeys?
    /// The note to report with the first line that has a result.
    var firstResultNote: Diagnostic?
    /// What is reported before the first line: the faults of a document that lines are held against.
    var firstMessages: [Diagnostic] = []
    /// The file for the notes on results. At any moment it has those on the results that were written, and no others.
    var notes: Output?
    /// Returns the source of batches, given the source of lines.
    var source: @Sendable (LineSource) -> any BatchSource = { $0 }

    // What the options of ``LineOptions`` say.

    var jobs = 1
    var rejects: Output?
    /// The paths of the input in its line, of which the first that a line has is used. Without paths, the lines are the inputs.
    var paths: [String] = []
    /// The paths of members that are output with the input.
    var kept: [String] = []
    /// Whether to skip lines without an input.
    var skipsEmpty = false
}
