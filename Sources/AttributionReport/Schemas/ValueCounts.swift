/// The value of a postback, or why there is none, with the schemas that may have set it. Values with the same key are worth the same.
struct ValueKey: Equatable, Sendable {
    /// The places of the schemas among those of all apps. If it is empty, it begins at a schema of the app.
    let schemas: Range<Int>
    /// The place of the value, as ``ValueKey`` has it.
    let index: Int

    /// The app has no schema.
    static let ofNoApp = ValueKey(schemas: 0..<0, index: -1)
}

/// How many postbacks have each value, by groups. Counting a known value of a group allocates nothing.
struct ValueCounts: Sendable {
    /// In the order in which they came.
    private(set) var entries: [(group: Int, value: ValueKey, count: Int)] = []
    /// A hash table with open addressing: indices in ``entries`` plus 1; 0 is a free slot. Its size is a power of two, at most half
    /// full.
    private var table: [UInt32] = []

    /// Differs in each run, so that nobody can choose values that collide.
    private static let secret = UInt64.random(in: .min ... .max)

    private static func hash(_ value: ValueKey, _ group: Int) -> Int {
        let schemas = UInt64(value.schemas.lowerBound) << 32 | UInt64(value.schemas.upperBound)
        var hash = UInt64(truncatingIfNeeded: group) << 9 ^ UInt64(truncatingIfNeeded: value.index) ^ secret
        hash = (hash ^ hash >> 32) &* 0x9e37_79b9_7f4a_7c15
        hash = (hash ^ hash >> 29 ^ schemas) &* 0xbf58_476d_1ce4_e5b9
        return Int(truncatingIfNeeded: hash >> 32)
    }

    /// Returns the index of a value of a group in ``entries``; nil if none came.
    func index(of value: ValueKey, in group: Int = 0) -> Int? {
        guard !table.isEmpty else { return nil }
        let index = Int(table[slot(of: value, in: group)])
        return index > 0 ? index - 1 : nil
    }

    /// Returns the slot of a value of a group, which is free if none came. There must be a free one.
    private func slot(of value: ValueKey, in group: Int) -> Int {
        var slot = Self.hash(value, group) & (table.count - 1)
        while table[slot] != 0 {
            let index = Int(table[slot]) - 1
            if entries[index].group == group, entries[index].value == value { break }
            slot = (slot + 1) & (table.count - 1)
        }
        return slot
    }

    mutating func add(_ count: Int, _ value: ValueKey, in group: Int = 0) {
        if entries.count * 2 >= table.count { grow() }
        let slot = slot(of: value, in: group)
        if table[slot] == 0 {
            entries.append((group, value, 0))
            table[slot] = UInt32(entries.count)
        }
        entries[Int(table[slot]) - 1].count += count
    }

    private mutating func grow() {
        // Each part of a stream counts anew: most have room at once.
        if entries.isEmpty { entries.reserveCapacity(128) }
        table = [UInt32](repeating: 0, count: max(512, table.count * 2))
        for (index, entry) in entries.enumerated() {
            table[slot(of: entry.value, in: entry.group)] = UInt32(index + 1)
        }
    }

    /// Adds other counts.
    ///
    /// - Parameter groups: the groups here of those there; nil if there are no groups.
    mutating func add(_ other: ValueCounts, _ groups: [Int]? = nil) {
        for entry in other.entries { add(entry.count, entry.value, in: groups?[entry.group] ?? 0) }
    }
}
