/// The number of occurrences of each case of an enumeration.
package struct CaseCounts<Case: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
    package private(set) var counts = [Int](repeating: 0, count: Case.allCases.count)

    mutating func add(_ place: Int, _ count: Int = 1) { counts[place] += count }

    mutating func add(_ other: CaseCounts) {
        for place in counts.indices { counts[place] += other.counts[place] }
    }

    /// The cases in order, each with its count.
    package var all: [(name: String, count: Int)] { zip(Case.allCases, counts).map { ($0.rawValue, $1) } }
    package var total: Int { counts.reduce(0, +) }
}
