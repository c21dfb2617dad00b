package enum Spelling {
    /// Returns the candidate nearest to a word, or `nil` if none is near enough to suggest.
    ///
    /// The measure is the optimal string alignment distance, ignoring case. If no candidate is near enough, a word
    /// that is the prefix of exactly one candidate also matches, because people try to abbreviate names.
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

    /// Returns the greatest distance that still counts as a typing mistake for a word of this length.
    private static func threshold(_ length: Int) -> Int {
        switch length {
        case ...1: 0
        case ...4: 1
        case ...8: 2
        default: 3
        }
    }

    /// Returns the optimal string alignment distance: single edits, and swaps of two adjacent characters.
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
