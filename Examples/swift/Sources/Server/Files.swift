import AdAttribution
import Foundation

/// The lines of files, one file after another.
struct FileLines: AsyncSequence, Sendable {
    let paths: [String]

    struct AsyncIterator: AsyncIteratorProtocol {
        var paths: ArraySlice<String>
        var lines: ArraySlice<Data> = []

        mutating func next() async throws -> [UInt8]? {
            while lines.isEmpty {
                guard let path = paths.popFirst() else { return nil }
                lines = try Data(contentsOf: URL(fileURLWithPath: path))
                    .split(separator: 10, omittingEmptySubsequences: false)[...]
                // Behind the last line feed there is no line.
                if lines.last?.isEmpty == true { lines.removeLast() }
            }
            return lines.popFirst().map { Array($0) }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(paths: paths[...]) }
}

/// How many lines of files have each outcome. The lines are verified on all cores; each file is in memory while its lines are needed.
func outcomes(of paths: [String], trusting keys: TrustedKeys) async throws -> [Verdict.Outcome: Int] {
    let verifier = InputVerifier.inspector(keys: keys, checksRules: false)
    var counts: [Verdict.Outcome: Int] = [:]
    for try await verdict in verifier.verdicts(on: FileLines(paths: paths)) {
        counts[verdict.outcome, default: 0] += 1
    }
    return counts
}
