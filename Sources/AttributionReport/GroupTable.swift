import AdAttribution
import AttributionBytes

/// Counts of postbacks by the text of a key that they have in common.
package struct GroupTable: ~Copyable {
    package private(set) var keys = NameTable()
    /// The counts of each key, by its index in ``keys``.
    package private(set) var counts: [GroupCounts] = []

    package init() {}

    /// Returns the index of a key, which is added if it is new. This counts nothing.
    mutating func place(of key: ByteView) -> Int { keys.place(of: key) }

    /// - Parameter revenue: The possible revenue of the postback.
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

    private mutating func makeRoom(for place: Int) {
        while counts.count <= place { counts.append(GroupCounts()) }
    }
}
