import AttributionBase

/// Distinct texts, in the order in which they first occurred.
package struct NameTable: ~Copyable {
    private var text = ByteBuffer(capacity: 256)
    private var ranges: [Range<Int>] = []
    private var table = IndexTable()

    package init() {}

    package var count: Int { ranges.count }
    /// The length of all texts together.
    var byteCount: Int { text.count }

    package func bytes(at index: Int) -> ByteView { unsafe text.bytes(in: ranges[index]) }

    /// Returns the index of a text, which is added if it is new. The text is not counted.
    package mutating func index(of name: ByteView) -> Int {
        let hash = Self.hash(name)
        if let known = table.find(hash, { bytes(at: $0).elementsEqual(name) }) { return known }
        table.insert(hash)
        ranges.append(text.count..<text.count + name.count)
        text.append(name)
        return ranges.count - 1
    }

    private static func hash(_ name: ByteView) -> RunHash {
        var hash = RunHash.start
        var at = 0
        while let word = name.word(at: at, as: UInt64.self) {
            hash.add(word)
            at += 8
        }
        var last = UInt64(truncatingIfNeeded: name.count)
        while let byte = name.byte(at: at) {
            last = last << 8 | UInt64(byte)
            at += 1
        }
        hash.add(last)
        return hash
    }
}

/// How often each text of a ``NameTable`` occurred.
package struct NameCounts: Sendable {
    /// By the indices of the texts.
    private var counts: [Int] = []

    package init() {}

    package mutating func add(_ count: Int, at index: Int) {
        while counts.count <= index { counts.append(0) }
        counts[index] += count
    }

    /// Adds other counts. Their texts are added to `names` if they are new.
    package mutating func add(_ other: NameCounts, of others: borrowing NameTable, to names: inout NameTable) {
        for (index, count) in other.counts.enumerated() where count > 0 {
            add(count, at: names.index(of: others.bytes(at: index)))
        }
    }

    /// The texts in descending order of their counts; texts with equal counts are in byte order.
    package func sorted(_ names: borrowing NameTable) -> [(name: String, count: Int)] {
        var result: [(name: String, count: Int)] = []
        for (index, count) in counts.enumerated() where count > 0 {
            result.append((names.bytes(at: index).text, count))
        }
        return result.sorted {
            $0.count == $1.count ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.count > $1.count
        }
    }
}
