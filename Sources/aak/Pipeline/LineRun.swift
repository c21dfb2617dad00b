import AttributionModel

/// The settings of a run over lines, apart from the inputs and the processing of a line.
struct LineRun: Sendable {
    // Settings that the command decides.

    /// Whether an input may be a property list, in XML or binary form.
    var readsPropertyLists = false
    /// Whether each line is an input, regardless of its contents and of the lines before it. Values over several lines are then not
    /// recognised.
    var areLines = false
    /// Whether an input may be a table, whose rows are then inputs.
    var readsTables = false
    /// Whether comments before a document are dropped, so that it begins with them.
    var dropsComments = false
    /// Returns the summary of a run in place of the usual one; nil if there is none.
    var summary: (@Sendable (LinePipelineSummary) -> String?)?
    /// Whether faults of lines are not reported, because another run over the same lines reports them.
    var isSilent = false
    /// Whether the command can also run with options alone, so that an empty pipe may be unintended.
    var isOptional = false
    /// Whether each line has to wait for the one before it, since equal lines are numbered.
    var isInOrder = false
    /// Whether the given options are sufficient for a run without lines.
    var optionsSuffice = true
    /// Whether the result of a bad line states its fault.
    var resultsStateFaults = false
    /// The command that accepts what is only a part of an input.
    var commandOfParts: String?
    /// The keys that signatures are checked with.
    var keys: TrustedKeys?
    /// The note to show with the first line that has a result.
    var firstResultNote: Diagnostic?
    /// Messages to show before the first line, about the faults of a document with which lines are compared.
    var firstMessages: [Diagnostic] = []
    /// The file for the notes on results. At any time, it has exactly the notes on the results that were written.
    var notes: Output?
    /// Returns the source of batches, given the source of lines.
    var source: @Sendable (LineSource) -> any BatchSource = { $0 }

    // Settings from the options of ``LineOptions``.

    var jobs = 1
    var rejects: Output?
    /// The paths at which a line may have the input. The first one that exists is used. Without paths, the line itself is the input.
    var paths: [String] = []
    /// The paths of members that are output with the input.
    var kept: [String] = []
    /// Whether to skip lines without an input.
    var skipsEmpty = false
}
