/// A hash table of UUIDs, each with a mark. It uses open addressing with 24 bytes per slot, and consists of parts that grow independently.
struct UUIDTable: Sendable {
    private struct Slot {
        var high: UInt64 = 0
        var low: UInt64 = 0
        /// 0 for a free slot, 1 for no mark, otherwise the mark.
        var mark: UInt64 = 0
    }

    private struct Part {
        var slots: [Slot] = []
        var count = 0
    }

    /// The number of parts is 2 to this power. In a table of 10⁷ UUIDs, a part has 39,000 entries, which are moved together when the part
    /// grows.
    private static let partBits = 8
    private static let leastCapacity = 8
    private var parts: [Part] = []
    /// The result of prefetching. It is stored only so that the compiler does not remove the reads.
    private var asked: UInt64 = 0
    private(set) var count = 0

    /// Random seeds, so that an attacker who chooses identifiers cannot predict their slots.
    private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    private static func hash(_ high: UInt64, _ low: UInt64) -> UInt64 {
        let product = (high ^ seeds.0).multipliedFullWidth(by: low ^ seeds.1)
        let mixed = (product.high ^ product.low) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 32
    }

    private static func stored(_ mark: RepeatMark?) -> UInt64 { mark?.bits ?? 1 }

    /// Returns the slot of a UUID in a part, or the free slot where it belongs; nil if the part has no slots.
    private static func find(_ slots: [Slot], _ hash: UInt64, _ high: UInt64, _ low: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var at = Int(truncatingIfNeeded: hash >> partBits) & mask
        while slots[at].mark != 0, slots[at].high != high || slots[at].low != low { at = (at + 1) & mask }
        return at
    }

    private static func part(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (1 << partBits - 1) }

    /// Returns the mark of a UUID, which is nil if it has none. The outer optional is nil if the UUID is not present.
    func mark(_ high: UInt64, _ low: UInt64) -> RepeatMark?? {
        let hash = Self.hash(high, low)
        guard !parts.isEmpty, let at = Self.find(parts[Self.part(hash)].slots, hash, high, low) else { return nil }
        let mark = parts[Self.part(hash)].slots[at].mark
        return mark == 0 ? nil : .some(mark == 1 ? nil : RepeatMark(bits: mark))
    }

    /// Inserts a UUID, or replaces its mark.
    mutating func add(_ high: UInt64, _ low: UInt64, _ mark: RepeatMark?) {
        put(high, low) { _ in Self.stored(mark) }
    }

    /// The number of entries that are merged together.
    static let entriesAtOnce = 32

    typealias Entry = (high: UInt64, low: UInt64, mark: RepeatMark?)

    /// Adds UUIDs. If a UUID has several marks, the least is kept, so that their order does not matter.
    mutating func merge(_ entries: [Entry]) {
        // Reading all slots first is faster, because independent memory accesses overlap.
        var asked: UInt64 = 0
        for entry in entries { asked ^= home(entry.high, entry.low) }
        self.asked = asked
        for entry in entries {
            let stored = Self.stored(entry.mark)
            put(entry.high, entry.low) { known in
                known < 2 ? max(stored, known) : stored < 2 ? known : min(stored, known)
            }
        }
    }

    /// Returns the mark in the home slot of a UUID.
    private func home(_ high: UInt64, _ low: UInt64) -> UInt64 {
        guard !parts.isEmpty else { return 0 }
        let hash = Self.hash(high, low)
        let part = Self.part(hash)
        let count = parts[part].slots.count
        return count == 0 ? 0 : parts[part].slots[Int(truncatingIfNeeded: hash >> Self.partBits) & (count - 1)].mark
    }

    /// - Parameter mark: Returns the mark to store, given the old one, which is 0 if the slot was free.
    @inline(__always)
    private mutating func put(_ high: UInt64, _ low: UInt64, _ mark: (UInt64) -> UInt64) {
        if parts.isEmpty { parts = [Part](repeating: Part(), count: 1 << Self.partBits) }
        let hash = Self.hash(high, low)
        let part = Self.part(hash)
        if (parts[part].count + 1) * 4 > parts[part].slots.count * 3 { Self.grow(&parts[part]) }
        guard let at = Self.find(parts[part].slots, hash, high, low) else { return }
        let known = parts[part].slots[at].mark
        if known == 0 {
            parts[part].count += 1
            count += 1
        }
        parts[part].slots[at] = Slot(high: high, low: low, mark: mark(known))
    }

    /// Removes a UUID. Returns false if it is not present.
    mutating func remove(_ high: UInt64, _ low: UInt64) -> Bool {
        let hash = Self.hash(high, low)
        let part = Self.part(hash)
        guard !parts.isEmpty, var free = Self.find(parts[part].slots, hash, high, low),
            parts[part].slots[free].mark != 0
        else { return false }
        let mask = parts[part].slots.count - 1
        // Move later entries up, so that no entry has a free slot between its home slot and itself.
        var at = free
        while true {
            at = (at + 1) & mask
            let slot = parts[part].slots[at]
            guard slot.mark != 0 else { break }
            let home = Int(truncatingIfNeeded: Self.hash(slot.high, slot.low) >> Self.partBits) & mask
            if (at - home) & mask >= (at - free) & mask {
                parts[part].slots[free] = slot
                free = at
            }
        }
        parts[part].slots[free] = Slot()
        parts[part].count -= 1
        count -= 1
        return true
    }

    private static func grow(_ part: inout Part) {
        let old = part.slots
        part.slots = [Slot](repeating: Slot(), count: max(leastCapacity, old.count * 2))
        for slot in old where slot.mark != 0 {
            let hash = hash(slot.high, slot.low)
            if let at = find(part.slots, hash, slot.high, slot.low) { part.slots[at] = slot }
        }
    }
}
