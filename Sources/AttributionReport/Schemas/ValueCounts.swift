/// The value of a postback, or why there is none, with the schemas that may have set it. Equal keys stand for the same revenue.
struct ValueKey: Equatable, Sendable {
    /// The range of the schemas among those of all apps. Even if it is empty, its lower bound is a schema of the app.
    let schemas: Range<Int>
    /// The index of the value in the order that ``ValueKey`` defines.
    let index: Int

    /// The app has no schema.
    static let ofNoApp = ValueKey(schemas: 0..<0, index: -1)
}

/// The number of postbacks with each value, by groups.
struct ValueCounts: Sendable {
    /// In the order in which the values first occurred.
    private(set) var entries: [(group: Int, value: ValueKey, count: Int)] = []
    private var table = IndexTable()

    var count: Int { entries.count }

    private static func hash(_ value: ValueKey, _ group: Int) -> RunHash {
        var hash = RunHash.start
        hash.add(UInt64(truncatingIfNeeded: group) << 16 ^ UInt64(truncatingIfNeeded: value.index))
        hash.add(UInt64(value.schemas.lowerBound) << 32 | UInt64(value.schemas.upperBound))
        return hash
    }

    private func isEntry(_ index: Int, _ value: ValueKey, _ group: Int) -> Bool {
        entries[index].group == group && entries[index].value == value
    }

    /// Returns the index of a value of a group in ``entries``; nil if it did not occur.
    func index(of value: ValueKey, in group: Int = 0) -> Int? {
        table.find(Self.hash(value, group)) { isEntry($0, value, group) }
    }

    mutating func add(_ count: Int, _ value: ValueKey, in group: Int = 0) {
        let hash = Self.hash(value, group)
        if let known = table.find(hash, { isEntry($0, value, group) }) {
            entries[known].count += count
        } else {
            table.insert(hash)
            entries.append((group, value, count))
        }
    }

    /// Sets all counts to zero, and keeps the values.
    mutating func clear() {
        for index in entries.indices { entries[index].count = 0 }
    }

    /// Adds other counts.
    ///
    /// - Parameter groups: for each group of the other counts, the group in these counts; nil if there are no groups.
    mutating func add(_ other: ValueCounts, _ groups: [Int]? = nil) {
        for entry in other.entries where entry.count > 0 {
            add(entry.count, entry.value, in: groups?[entry.group] ?? 0)
        }
    }
}
