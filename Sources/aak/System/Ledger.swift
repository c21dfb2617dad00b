import AttributionBytes

/// Writes results to standard output, and notes on them, such as their identifiers, to a file. At any moment the file has the notes
/// on the results that were written, and no others.
final class Ledger: Sendable {
    /// The file of the notes, which is renamed at the end of the run.
    let notes: Replacement
    /// The path as given by the user.
    private let name: String
    /// Whether standard output is a regular file, to which a write never blocks.
    private let isOutputAtOnce: Bool

    /// The number of bytes that a pipe accepts without blocking, if it accepts any.
    #if os(Linux)
        private static let piece = 4096
    #else
        private static let piece = 512
    #endif

    /// Opens the file of the notes, which only one run at a time may write.
    init(_ path: String) throws(Diagnostic) {
        name = path
        isOutputAtOnce = System.FileIdentity(.output) != nil
        do throws(SystemError) {
            notes = try Replacement(of: path, .notes, isSecret: false)
        } catch {
            guard error == .isClaimed else { throw .cannotWrite(path, error) }
            throw .trouble("another run is writing \(path), want one run at a time")
        }
    }

    /// Begins the run. From now on, the notes on results that were shown are kept even if a signal ends the run.
    func begin() {
        if !OutputFile.holdsResultsBack { notes.keepAtEnd() }
    }

    /// Writes results to standard output in pieces, and after each piece the notes on the results that are whole by then.
    func write(_ results: borrowing ResultLines) throws(Diagnostic) {
        let bytes = unsafe results.bytes.bytes
        var written = 0
        var noted = 0
        repeat {
            // The write itself never blocks, so that a signal handler can wait until the notes match the output.
            while !isOutputAtOnce, !Descriptor.output.isWritable(within: 1) {}
            let end = isOutputAtOnce ? bytes.count : min(written + Self.piece, bytes.count)
            var failure: Diagnostic?
            System.uninterrupted {
                WriteGuard.whole {
                    let (more, error) = Descriptor.output.writeGuarded(lines: bytes.part(written..<end))
                    written += more
                    if let error { failure = Console.outputFailure(error) }
                    let newlyNoted = noted..<max(noted, results.notes.count(behind: written))
                    noted = newlyNoted.upperBound
                    do throws(SystemError) {
                        try unsafe notes.file.write(results.notes.bytes.bytes(in: newlyNoted))
                    } catch {
                        failure = .trouble("cannot write \(name): \(error.words)")
                    }
                }
            }
            if let failure { throw failure }
        } while written < bytes.count
    }
}
