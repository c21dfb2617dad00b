import AdAttribution
import AttributionBytes

/// What is counted of postbacks that have something in common, by the text of it.
package struct GroupTable: ~Copyable {
    package private(set) var keys = NameTable()
    /// What is counted of each key.
    package private(set) var counts: [GroupCounts] = []

    package init() {}

    /// The place of a key, where it is noted if it is new. Nothing is counted by that.
    mutating func place(of key: ByteView) -> Int { keys.place(of: key) }

    /// - Parameter revenue: What the postback can be worth.
    mutating func add(_ fact: CountedPostback, at place: Int, _ revenue: RevenueRange?) {
        makeRoom(for: place)
        counts[place].add(fact, revenue)
    }

    /// Adds the counts of another table.
    mutating func add(_ other: borrowing GroupTable) {
        for theirs in other.counts.indices where other.counts[theirs].inputs > 0 {
            let place = unsafe place(of: other.keys.bytes(at: theirs))
            makeRoom(for: place)
            counts[place].add(other.counts[theirs])
        }
    }

    mutating func removeAll() {
        keys.removeAll()
        counts.removeAll(keepingCapacity: true)
    }

    private mutating func makeRoom(for place: Int) {
        while counts.count <= place { counts.append(GroupCounts()) }
    }
}
