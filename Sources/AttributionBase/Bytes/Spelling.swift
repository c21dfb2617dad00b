package enum Spelling {
    /// Returns the candidate nearest to a word; nil if none is near enough to suggest.
    ///
    /// The distance is optimal string alignment, ignoring case. If no candidate is near enough, a word that is a prefix of exactly one
    /// candidate also matches, because people try to abbreviate names.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let longestWord = 64
        guard !word.isEmpty, word.utf8.count <= longestWord else { return nil }
        let typed = word.lowercased()
        // Comparing bytes takes a tenth of the time of comparing characters, and gives the same result for nearly all names.
        let isPlain = typed.hasOneByteForEachCharacter && candidates.allSatisfy(\.hasOneByteForEachCharacter)
        let best =
            isPlain
            ? best(Array(typed.utf8), candidates.map { Array($0.lowercased().utf8) })
            : best(Array(typed), candidates.map { Array($0.lowercased()) })
        if let best { return candidates[best] }
        let completions = candidates.filter { $0.hasPrefix(word) }
        return completions.count == 1 && typed.count >= 2 ? completions.first : nil
    }

    /// Returns the index of the nearest candidate, the first one if several are equally near; nil if none is near enough.
    private static func best<Letter: Equatable>(_ typed: [Letter], _ candidates: [[Letter]]) -> Int? {
        var best: (distance: Int, place: Int)?
        for (place, letters) in candidates.enumerated() {
            let most = min(threshold(max(typed.count, letters.count)), (best?.distance ?? .max) - 1)
            // The distance is at least the difference in length.
            guard abs(typed.count - letters.count) <= most else { continue }
            let distance = alignmentDistance(typed, letters)
            if distance <= most { best = (distance, place) }
        }
        return best?.place
    }

    /// Returns the greatest distance that still counts as a typing mistake in a word of this length.
    private static func threshold(_ length: Int) -> Int {
        switch length {
        case ...1: 0
        case ...4: 1
        case ...8: 2
        default: 3
        }
    }

    /// Returns the optimal string alignment distance: the number of insertions, deletions, replacements, and swaps of two adjacent letters.
    package static func alignmentDistance(_ first: String, _ second: String) -> Int {
        first.hasOneByteForEachCharacter && second.hasOneByteForEachCharacter
            ? alignmentDistance(Array(first.utf8), Array(second.utf8))
            : alignmentDistance(Array(first), Array(second))
    }

    private static func alignmentDistance<Letter: Equatable>(_ first: [Letter], _ second: [Letter]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: second.count + 1)
        var previous = Array(0...second.count)
        var current = beforePrevious
        for row in first.indices {
            current[0] = row + 1
            for column in second.indices {
                let substitution = previous[column] + (first[row] == second[column] ? 0 : 1)
                var cost = min(previous[column + 1] + 1, current[column] + 1, substitution)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = cost
            }
            (beforePrevious, previous, current) = (previous, current, beforePrevious)
        }
        return previous[second.count]
    }
}

extension String {
    /// Whether each character is one byte: the text is ASCII, and has no CR LF, which is a single character.
    package var hasOneByteForEachCharacter: Bool { utf8.allSatisfy { $0 < 0x80 && $0 != ASCII.carriageReturn } }
}
