/// Numbers elements in the order in which they first occur, and finds the number of an element by its hash. It uses open addressing, so
/// that finding a known element allocates nothing.
struct IndexTable: Sendable {
    /// Indices plus 1; 0 is a free slot. The size is a power of two, at most half full.
    private var slots: [UInt32] = []
    private var hashes: [UInt32] = []

    /// Returns the index of an element with a hash; nil if it is new.
    ///
    /// - Parameter isSame: whether the element at an index is the one that is looked up.
    @inline(__always)
    func find(_ hash: RunHash, _ isSame: (Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = Int(hash.bits) & (slots.count - 1)
        while slots[slot] > 0 {
            let index = Int(slots[slot]) - 1
            if hashes[index] == hash.bits, isSame(index) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Gives the next index to a new element with the given hash.
    mutating func insert(_ hash: RunHash) {
        hashes.append(hash.bits)
        if hashes.count * 2 > slots.count {
            slots = [UInt32](repeating: 0, count: max(64, slots.count * 2))
            for index in hashes.indices { fill(index) }
        } else {
            fill(hashes.count - 1)
        }
    }

    private mutating func fill(_ index: Int) {
        var slot = Int(hashes[index]) & (slots.count - 1)
        while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(index + 1)
    }
}

/// A hash that differs in each run, so that nobody can choose elements whose hashes collide.
struct RunHash: Sendable {
    private var state = UInt64.random(in: .min ... .max)
    private let factor = UInt64.random(in: .min ... .max) | 1
    /// The hash to which parts are added.
    static let start = RunHash()

    private init() {}

    var bits: UInt32 { UInt32(truncatingIfNeeded: state >> 32) }

    @inline(__always)
    mutating func add(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: factor)
        state = product.high ^ product.low
    }
}
