/// A number that equal member names have in common, and that different ones rarely do.
///
/// It is of the bytes between the quotes as they are written, so the same name has another number where it is written with escapes.
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

/// The names of an object, as far as is needed to see that none of them repeats.
struct NameFilter {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// Whether a name may be there twice. If not, none is.
    private(set) var mayRepeat = false

    @inline(__always)
    mutating func insert(_ hash: UInt32) {
        let one: UInt64 = 1 << UInt64(hash & 63)
        let other: UInt64 = 1 << UInt64(hash >> 6 & 63)
        if low & one != 0, high & other != 0 { mayRepeat = true }
        low |= one
        high |= other
    }

    /// Notes a name whose hash says nothing, because it has escapes.
    mutating func doubt() { mayRepeat = true }
}

/// The decoded names of a large object, to find one that is there twice.
///
/// Names are put into buckets by their hashes, and are compared with the others of their bucket: where these are many, after sorting
/// them. So it does no harm that a stranger can foresee the hashes and give all names the same: sorting takes a few times as long. A
/// set, whose hashes cannot be foreseen, takes several times as long for every large object.
///
/// Bytes are compared: Swift's String treats canonically equivalent texts as equal, but JSON does not.
struct SortedNames {
    private struct Name {
        let bytes: ByteView
        let hash: UInt32
        /// The index of the member's node.
        let member: UInt32

        func isSame(as other: Name) -> Bool { hash == other.hash && bytes.elementsEqual(other.bytes) }
    }

    /// How many names of a bucket are compared in pairs.
    private static let mostPairs = 8

    /// The names in the order of the text.
    private var names: [Name] = []

    init(count: Int) { names.reserveCapacity(count) }

    mutating func append(_ bytes: ByteView, hash: UInt32, member: Int) {
        names.append(Name(bytes: bytes, hash: hash, member: UInt32(truncatingIfNeeded: member)))
    }

    /// Returns the node of the first member whose name another one before it has.
    func firstRepeated() -> Int? {
        var mask = 63
        while mask < names.count { mask = 2 * mask + 1 }
        // First the number of names in each bucket, then the place where the bucket begins, and in the end that where it ends.
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

    /// Whether a name comes before another one: by its hash, then by its bytes, and of equal ones the one that comes first in the text.
    private func isBefore(_ place: Int, _ other: Int) -> Bool {
        let (left, right) = (names[place], names[other])
        if left.hash != right.hash { return left.hash < right.hash }
        if left.bytes.elementsEqual(right.bytes) { return place < other }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// The names in the texts of a stream, in the order in which they come.
///
/// Most texts of a stream have the same names in the same order. A name that is one of these byte for byte needs not be read
/// again: where it ends and what its hash is follows from its bytes alone. Without this, reading an object takes 1.6 times as
/// long, and `aak decode` and `aak report` miss what they are measured by.
struct KnownNames: ~Copyable {
    static let limit = 64
    /// How many of the names may be missing from a text before the next one.
    private static let gap = 4

    struct Name {
        /// The bytes with the quotes and the colon, and zeros up to four words.
        private let words: SIMD4<UInt64>
        /// The bits of these words that are the name's.
        private let mask: SIMD4<UInt64>
        /// The number of bytes with the quotes. A colon follows.
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

        /// Whether the name is in words of a text. All words are compared at once, since that needs no loop.
        @inline(__always)
        func isIn(_ source: SIMD4<UInt64>) -> Bool {
            let differences = (source ^ words) & mask
            return differences[0] | differences[1] | differences[2] | differences[3] == 0
        }
    }

    private var names: [Name] = []
    /// What says with a name's number which name it is, among those of all texts of all indices.
    private(set) var series = Serial.next()
    /// The name that is expected next.
    private var index = 0
    /// The number of unknown names, and how many of them are passed over before one is learned. A stream in which every text has
    /// other names does not learn all of them.
    private var misses = 0
    private var patience = 0
    /// Whether there is no room for a name that was to be learned.
    private var isFull = false

    /// Begins another text.
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

    /// Returns the name at an offset, if it is one that is expected.
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

    /// Returns the words at an offset, with zeros after the end.
    @inline(never)
    private static func lastWords(of source: ByteView, at offset: Int) -> SIMD4<UInt64> {
        var words = SIMD4<UInt64>()
        var at = offset
        for index in 0..<4 {
            guard let word = source.word(at: at, as: UInt64.self) else { break }
            words[index] = word
            at &+= 8
        }
        // Fewer than eight bytes are left, since otherwise four words would be there.
        let rest = source.count &- at
        if rest > 0, let last = source.word(at: source.count &- 8, as: UInt64.self) {
            words[(at &- offset) >> 3] = last >> UInt64(8 * (8 &- rest))
        }
        return words
    }

    /// Remembers a name, written with its quotes and the colon, where it came.
    ///
    /// - Returns: the number of the name; 0 if it is not remembered.
    mutating func learn(_ written: ByteView, _ hash: UInt32) -> UInt8 {
        misses += 1
        guard misses > patience, written.count <= Name.longest else { return 0 }
        misses = 0
        // The names of one text must be of one series.
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

/// Numbers that no two things of a process have in common, from 1.
enum Serial {
    private static let last = Locked<UInt64>(0)

    static func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
