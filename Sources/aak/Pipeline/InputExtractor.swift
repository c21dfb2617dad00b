import AdAttribution
import AttributionBytes
import AttributionInspection
import AttributionRules

/// The location of the input in each line, and the members of the line to keep.
struct InnerInputs: Sendable {
    /// The paths of the input, of which the first that a line has is used. Without paths, the lines are the inputs.
    var paths: [String] = []
    /// The paths of members that are output with the input.
    var kept: [String] = []
    /// Whether to skip lines without an input.
    var skipsEmpty = false
}

/// Extracts inputs from their lines if `--at` is given. Each thread needs its own extractor.
struct InputExtractor: ~Copyable {
    private var members: MemberExtractor

    init(_ inputs: InnerInputs) {
        members = MemberExtractor(inputs.paths, keeping: inputs.kept, skipsEmpty: inputs.skipsEmpty)
    }

    var isActive: Bool { members.isActive }

    /// The kept members of the last line, as JSON text. Valid until the next call of ``extract(_:)``.
    var log: ByteView? { unsafe members.log }

    /// Returns a note about the last input, once per run.
    mutating func takeNote() -> Diagnostic? {
        members.takeEncodedPath().map { path in
            Diagnostic(
                severity: .note, rule: RunRules.encodedMember, field: path,
                message: "\(quoted(path)) is base64, and is read as the text that it encodes")
        }
    }

    /// Returns the input in a line; nil for a line that is skipped. Valid until the next call.
    mutating func extract(_ line: ByteView) throws(Rejection) -> ByteView? {
        do throws(MemberFault) {
            return try unsafe members.extract(line)
        } catch {
            throw Rejection(Diagnostic(rule: error.rule, field: error.field, message: "\(error)", hint: error.hint))
        }
    }
}
