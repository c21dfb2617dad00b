import AttributionBytes
import AttributionCommandModel

/// The file of `--output`, or of an option that replaces it. Standard output goes to it.
struct OutputFile {
    private let replacement: Replacement

    private static let redirected = Locked<(name: String, isHeldBack: Bool)?>(nil)

    /// The name of standard output in messages.
    static var name: String { redirected.withLock { $0?.name } ?? "standard output" }

    /// Whether the results are hidden until the run has succeeded.
    static var holdsResultsBack: Bool { redirected.withLock { $0?.isHeldBack } ?? false }

    /// Redirects standard output. Returns nil if the invocation does not ask for that.
    ///
    /// - Parameter isSecret: whether the output may contain a private key, which only the owner may read.
    init?(_ invocation: Invocation, isSecret: Bool) throws(Diagnostic) {
        let paths = invocation.order.lazy.compactMap { given -> String? in
            guard case .option(let option, let path) = given, option.value?.kind == .writtenFile(.results) else {
                return nil
            }
            return path
        }
        guard let path = paths.first, path != "-" else { return nil }
        do throws(SystemError) {
            replacement = try Replacement(of: path, .results, isSecret: isSecret)
            do throws(SystemError) {
                try Descriptor.output.become(replacement.file)
            } catch {
                replacement.discard()
                throw error
            }
        } catch {
            throw .cannotWrite(path, error)
        }
        let isHeldBack = replacement.temporary != nil
        Self.redirected.withLock { $0 = (path, isHeldBack) }
    }

    /// Renames the file if the run has results: always with status 0, with status 1 if there are any, never with
    /// status 2. The notes of the run are renamed with it.
    func finish(_ outcome: Outcome) throws(Diagnostic) {
        // The output of an interrupted run is not a result.
        Interruption.passOn()
        let isEmpty = lseek(Descriptor.output.number, 0, SEEK_CUR) <= 0
        do throws(SystemError) {
            try Descriptor.output.close()
        } catch {
            discard()
            outcome.notes?.discard()
            throw .trouble("cannot write \(Self.name): \(error.words)")
        }
        let isGood = outcome.status == .good || outcome.status == .bad && !isEmpty
        guard replacement.temporary == nil || isGood else {
            discard()
            outcome.notes?.discard()
            return
        }
        try outcome.finish(behind: replacement)
    }

    /// Discards the output, and leaves the previous file.
    func discard() {
        Interruption.passOn()
        replacement.discard()
    }
}

/// The outcome of a run.
struct Outcome {
    let status: ExitStatus
    /// The notes on its results, which are renamed together with them.
    let notes: Replacement?

    init(_ status: ExitStatus, notes: Replacement? = nil) {
        self.status = status
        self.notes = notes
    }

    /// Renames the files of the run, the results first, or discards them.
    func finish(behind results: Replacement? = nil) throws(Diagnostic) {
        guard status != .trouble else {
            results?.discard()
            notes?.discard()
            return
        }
        try Replacement.finish([results, notes].compactMap(\.self))
    }
}

extension Diagnostic {
    static func cannotWrite(_ path: String, _ error: SystemError) -> Diagnostic {
        .trouble("cannot write \(path): \(error.words)", hint: error.isMissing ? "make the folder first" : nil)
    }
}

extension Descriptor {
    /// Makes this number refer to another open file, whose own number is closed.
    fileprivate func become(_ other: Descriptor) throws(SystemError) {
        guard dup2(other.number, number) >= 0 else { throw .last }
        try other.close()
    }
}
