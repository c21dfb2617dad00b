import AdAttribution
import AttributionBase

/// Counts of postbacks by the values that they have in common.
package struct GroupTable: ~Copyable {
    /// The texts among the values.
    var texts = NameTable()
    /// The values of each group.
    private(set) var keys: [[GroupValue]] = []
    private var places: [[GroupValue]: Int] = [:]
    /// The counts of each group, by its index in ``keys``.
    private(set) var counts: [GroupCounts] = []

    package init() {}

    /// Returns the index of a group, which is added if it is new. This counts nothing.
    mutating func place(of key: [GroupValue]) -> Int {
        if let known = places[key] { return known }
        places[key] = keys.count
        keys.append(key)
        counts.append(GroupCounts())
        return keys.count - 1
    }

    mutating func add(_ fact: CountedPostback, at place: Int, _ worth: Worth?) { counts[place].add(fact, worth) }

    /// Adds the counts of another table.
    mutating func add(_ other: borrowing GroupTable) {
        for theirs in other.keys.indices where other.counts[theirs].inputs > 0 {
            let key = other.keys[theirs].map { value in
                if case .text(let place) = value {
                    unsafe GroupValue.text(texts.place(of: other.texts.bytes(at: place)))
                } else {
                    value
                }
            }
            counts[place(of: key)].add(other.counts[theirs])
        }
    }
}
