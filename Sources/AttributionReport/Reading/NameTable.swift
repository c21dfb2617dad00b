import AttributionBase

/// Texts with the number of their occurrences. Looking up a known text allocates nothing.
package struct NameTable: ~Copyable {
    private var text = ByteBuffer(capacity: 256)
    private var ranges: [Range<Int>] = []
    /// A hash table with open addressing: indices in ``ranges`` plus 1; 0 is a free slot. Its size is a power of two,
    /// at most half full.
    private var table = [UInt32](repeating: 0, count: 64)
    package private(set) var counts: [Int] = []

    package init() {}

    package var count: Int { ranges.count }

    @unsafe
    package func bytes(at place: Int) -> ByteView { unsafe text.bytes(in: ranges[place]) }

    /// Returns the index of a text, which is added if it is new. This counts nothing.
    package mutating func place(of name: ByteView) -> Int {
        // The seed is different in each run, so that nobody can choose names that collide.
        var hasher = Hasher()
        unsafe hasher.combine(bytes: name.memory)
        let hash = hasher.finalize()
        var at = hash & (table.count - 1)
        while table[at] != 0 {
            let place = Int(table[at]) - 1
            if unsafe bytes(at: place).elementsEqual(name) { return place }
            at = (at + 1) & (table.count - 1)
        }
        let start = text.count
        text.append(name)
        ranges.append(start..<text.count)
        counts.append(0)
        table[at] = UInt32(ranges.count)
        if ranges.count * 2 > table.count { grow() }
        return ranges.count - 1
    }

    package mutating func add(_ count: Int, at place: Int) { counts[place] += count }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: table.count * 2)
        for place in ranges.indices {
            var hasher = Hasher()
            unsafe hasher.combine(bytes: bytes(at: place).memory)
            var at = hasher.finalize() & (table.count - 1)
            while table[at] != 0 { at = (at + 1) & (table.count - 1) }
            table[at] = UInt32(place + 1)
        }
    }

    /// Adds the counts of another table.
    package mutating func add(_ other: borrowing NameTable) {
        for theirs in 0..<other.count where other.counts[theirs] > 0 {
            let place = unsafe place(of: other.bytes(at: theirs))
            counts[place] += other.counts[theirs]
        }
    }

    /// The texts in descending order of their counts; texts with equal counts are in byte order.
    package var sorted: [(name: String, count: Int)] {
        var result: [(name: String, count: Int)] = []
        for place in 0..<count where counts[place] > 0 { unsafe result.append((bytes(at: place).text, counts[place])) }
        return result.sorted {
            $0.count == $1.count ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.count > $1.count
        }
    }
}
