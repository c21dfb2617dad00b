/// The number of occurrences of each case of an enumeration.
package struct CaseCounts<Case: CaseIterable & Hashable & RawRepresentable<String> & Sendable>: Sendable {
    private var counts: [Case: Int] = [:]

    mutating func add(_ value: Case, _ count: Int = 1) { counts[value, default: 0] += count }

    mutating func add(_ other: CaseCounts) {
        for (value, count) in other.counts { add(value, count) }
    }

    package var all: [(name: String, count: Int)] { Case.allCases.map { ($0.rawValue, self[$0]) } }
    package var total: Int { counts.values.reduce(0, +) }

    subscript(value: Case) -> Int { counts[value] ?? 0 }
}
