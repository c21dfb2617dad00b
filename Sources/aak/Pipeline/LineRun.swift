import AdAttribution

/// The location of the input in each line, and the members of the line to keep.
struct InnerInputs: Sendable {
    /// The paths of the input, of which the first that a line has is used. Without paths, the lines are the inputs.
    var paths: [String] = []
    /// The paths of members that are output with the input.
    var kept: [String] = []
    /// Whether to skip lines without an input.
    var skipsEmpty = false
}

/// A run over lines, apart from the inputs and what is done with a line.
struct LineRun: Sendable {
    // What the command decides.

    /// The forms of input that are supported besides lines.
    var forms = InputForms()
    /// Whether faults of lines are not reported, because another run over the same lines reports them.
    var isSilent = false
    /// Whether the command can also work from its options alone, so that whoever gives it an empty pipe by chance is told.
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
    /// The file for the notes on results. At any moment it has those on the results that were written, and no others.
    var notes: Output?
    /// Returns the source of batches, given the source of lines.
    var source: @Sendable (LineSource) -> any BatchSource = { $0 }

    // What the options of ``LineOptions`` say.

    /// The number of threads.
    var jobs = 1
    /// The file for bad lines.
    var rejects: Output?
    var inner = InnerInputs()
}
