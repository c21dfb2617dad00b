/// Finds what a mistyped word was probably meant to be.
package enum Spelling {
    /// The candidate nearest to a word, or `nil` when none is near enough to be worth naming.
    ///
    /// Near is measured by optimal string alignment distance without regard to case. A word that is the beginning of
    /// exactly one candidate counts too, because names cannot be abbreviated and people try.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let longestWord = 64
        guard !word.isEmpty, word.utf8.count <= longestWord else { return nil }
        let typed = Array(word.lowercased())
        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased())
            let distance = alignmentDistance(typed, letters)
            let isNear = distance <= threshold(max(typed.count, letters.count))
            if isNear && distance < (best?.distance ?? .max) { best = (distance, candidate) }
        }
        if let best { return best.candidate }
        let completions = candidates.filter { $0.hasPrefix(word) }
        return completions.count == 1 && typed.count >= 2 ? completions.first : nil
    }

    /// How many edits still count as a slip for a word of this length.
    private static func threshold(_ length: Int) -> Int {
        switch length {
        case ...1: 0
        case ...4: 1
        case ...8: 2
        default: 3
        }
    }

    /// The optimal string alignment distance: insertions, deletions, substitutions, and swaps of two neighbours.
    package static func alignmentDistance(_ first: [Character], _ second: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let substitution = previous[column] + (first[row] == second[column] ? 0 : 1)
                var cost = min(previous[column + 1] + 1, current[column] + 1, substitution)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[second.count]
    }
}
