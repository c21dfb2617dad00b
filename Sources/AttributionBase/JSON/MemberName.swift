/// Returns the hash of a member's name.
///
/// It is computed from the bytes between the quotes, before escapes are decoded, so the same name has a different hash if it is written
/// with escapes.
package func nameHash(_ name: ByteView) -> UInt32 {
    let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
    var hash = UInt64(truncatingIfNeeded: name.count)
    var at = 0
    while let word = name.word(at: at, as: UInt64.self) {
        hash = (hash ^ word) &* factor
        hash ^= hash >> 32
        at &+= 8
    }
    while let byte = name.byte(at: at) {
        hash = (hash ^ UInt64(byte)) &* factor
        at &+= 1
    }
    return UInt32(truncatingIfNeeded: hash >> 32)
}

/// A filter over the hashes of an object's names, which finds out whether any of them can occur twice.
struct NameFilter {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// Whether a name may occur twice. False means that none does.
    private(set) var mayRepeat = false

    @inline(__always)
    mutating func insert(_ hash: UInt32) {
        let one: UInt64 = 1 << UInt64(hash & 63)
        let other: UInt64 = 1 << UInt64(hash >> 6 & 63)
        if low & one != 0, high & other != 0 { mayRepeat = true }
        low |= one
        high |= other
    }

    /// Adds a name whose hash cannot be compared, because it has escapes.
    mutating func doubt() { mayRepeat = true }
}

/// The decoded names of a large object, for finding one that occurs twice.
///
/// Names are put into buckets by their hashes, and are compared with the others in their bucket; a large bucket is sorted first. An
/// attacker who gives all names the same hash therefore only makes this a few times slower. A set, whose hashes cannot be predicted, would
/// be several times slower for every large object.
///
/// Names are compared as bytes, because Swift's `String` treats canonically equivalent texts as equal, but JSON does not.
struct SortedNames {
    private struct Name {
        let bytes: ByteView
        let hash: UInt32
        /// The index of the member's node.
        let member: UInt32

        func isSame(as other: Name) -> Bool { hash == other.hash && bytes.elementsEqual(other.bytes) }
    }

    /// The greatest number of names in a bucket that are compared in pairs.
    private static let mostPairs = 8

    /// The names in the order of the text.
    private var names: [Name] = []

    init(count: Int) { names.reserveCapacity(count) }

    mutating func append(_ bytes: ByteView, hash: UInt32, member: Int) {
        names.append(Name(bytes: bytes, hash: hash, member: UInt32(truncatingIfNeeded: member)))
    }

    /// Returns the node of the first member whose name already occurred; nil if there is none.
    func firstRepeated() -> Int? {
        var mask = 63
        while mask < names.count { mask = 2 * mask + 1 }
        // For each bucket: first the number of its names, then the index of its beginning, and finally that of its end.
        var ends = [UInt32](repeating: 0, count: mask + 1)
        for name in names { ends[Int(name.hash) & mask] &+= 1 }
        var sum: UInt32 = 0
        for bucket in ends.indices { (ends[bucket], sum) = (sum, sum &+ ends[bucket]) }
        var ordered = [UInt32](repeating: 0, count: names.count)
        for (place, name) in names.enumerated() {
            let bucket = Int(name.hash) & mask
            ordered[Int(ends[bucket])] = UInt32(truncatingIfNeeded: place)
            ends[bucket] &+= 1
        }
        var first: Int?
        func note(_ place: UInt32) { first = min(first ?? .max, Int(place)) }
        var start = 0
        for end in ends {
            let bucket = start..<Int(end)
            start = bucket.upperBound
            guard bucket.count > 1 else { continue }
            guard bucket.count > Self.mostPairs else {
                for later in bucket.dropFirst() {
                    let name = names[Int(ordered[later])]
                    let isRepeated = (bucket.lowerBound..<later).contains { names[Int(ordered[$0])].isSame(as: name) }
                    if isRepeated { note(ordered[later]) }
                }
                continue
            }
            ordered[bucket].sort { isBefore(Int($0), Int($1)) }
            for later in bucket.dropFirst()
            where names[Int(ordered[later - 1])].isSame(as: names[Int(ordered[later])]) {
                note(ordered[later])
            }
        }
        return first.map { Int(names[$0].member) }
    }

    /// Whether a name comes before another one, ordered by hash, then by bytes, then by position in the text.
    private func isBefore(_ place: Int, _ other: Int) -> Bool {
        let (left, right) = (names[place], names[other])
        if left.hash != right.hash { return left.hash < right.hash }
        if left.bytes.elementsEqual(right.bytes) { return place < other }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// The names in the texts of a stream, in their usual order.
///
/// Most texts of a stream have the same names in the same order. If the next bytes equal an expected name, its end and its hash are known
/// without scanning it. Without this, reading an object takes 1.6 times as long, and `aak decode` and `aak report` miss the goals of `make
/// bench`.
struct KnownNames: ~Copyable {
    static let limit = 64
    /// How many expected names a text may skip before the next one.
    private static let gap = 4

    struct Name {
        /// The name's bytes with the quotes and the colon, followed by zeros up to four words.
        private let words: SIMD4<UInt64>
        /// A mask of the bits that belong to the name.
        private let mask: SIMD4<UInt64>
        /// The number of bytes including the quotes, but not the colon after them.
        let count: Int
        let hash: UInt32
        /// The number of the name in the series, from 1 to ``KnownNames/limit``.
        let number: UInt8

        static let longest = 32

        init(_ written: ByteView, _ hash: UInt32, number: UInt8) {
            var words = SIMD4<UInt64>()
            var mask = SIMD4<UInt64>()
            for (offset, byte) in written.enumerated() {
                words[offset >> 3] |= UInt64(byte) << UInt64(8 * (offset & 7))
                mask[offset >> 3] |= 0xff << UInt64(8 * (offset & 7))
            }
            self.words = words
            self.mask = mask
            count = written.count - 1
            self.hash = hash
            self.number = number
        }

        /// Whether the words of a text begin with the name. All four words are compared at once, without a loop.
        @inline(__always)
        func isIn(_ source: SIMD4<UInt64>) -> Bool {
            let differences = (source ^ words) & mask
            return differences[0] | differences[1] | differences[2] | differences[3] == 0
        }
    }

    private var names: [Name] = []
    /// Identifies this numbering of names, because another index, or this one later, gives the same numbers to other names.
    private(set) var series = Serial.next()
    /// The index of the name that is expected next.
    private var index = 0
    /// The number of unknown names since the last one was learned, and how many of them to ignore before learning another, so that a stream
    /// in which every text has other names does not learn them all.
    private var misses = 0
    private var patience = 0
    /// Whether a name could not be learned for lack of room.
    private var isFull = false

    /// Starts the next text.
    @inline(__always)
    mutating func begin() {
        index = 0
        if isFull { forget() }
    }

    private mutating func forget() {
        names.removeAll(keepingCapacity: true)
        isFull = false
        series = Serial.next()
        patience = min(2 * patience + 1, 1 << 16)
    }

    /// Returns the expected name at an offset; nil if another text is there.
    @inline(__always)
    mutating func name(in source: ByteView, at offset: Int) -> Name? {
        let end = min(names.count, index &+ Self.gap)
        guard index < end else { return nil }
        let written =
            if let words = source.words(4, at: offset) {
                SIMD4(words[0], words[1], words[2], words[3])
            } else {
                Self.lastWords(of: source, at: offset)
            }
        for at in index..<end where names[at].isIn(written) {
            index = at &+ 1
            return names[at]
        }
        return nil
    }

    /// Returns the four words at an offset, with zeros beyond the end of the text.
    @inline(never)
    private static func lastWords(of source: ByteView, at offset: Int) -> SIMD4<UInt64> {
        var words = SIMD4<UInt64>()
        var at = offset
        for index in 0..<4 {
            guard let word = source.word(at: at, as: UInt64.self) else { break }
            words[index] = word
            at &+= 8
        }
        // Fewer than eight bytes are left, because there are not four whole words.
        let rest = source.count &- at
        if rest > 0, let last = source.word(at: source.count &- 8, as: UInt64.self) {
            words[(at &- offset) >> 3] = last >> UInt64(8 * (8 &- rest))
        }
        return words
    }

    /// Learns a name, given with its quotes and the colon, at the current position.
    ///
    /// - Returns: The number of the name; 0 if it was not learned.
    mutating func learn(_ written: ByteView, _ hash: UInt32) -> UInt8 {
        misses += 1
        guard misses > patience, written.count <= Name.longest else { return 0 }
        misses = 0
        // The numbering cannot start again within a text, because the names of a text share one series.
        guard names.count < Self.limit else {
            isFull = true
            return 0
        }
        let number = UInt8(names.count + 1)
        names.insert(Name(written, hash, number: number), at: index)
        index += 1
        return number
    }
}

/// Numbers that are unique in the process, from 1.
enum Serial {
    private static let last = Locked<UInt64>(0)

    static func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
