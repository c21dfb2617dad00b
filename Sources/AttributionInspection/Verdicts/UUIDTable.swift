/// UUIDs, each with a mark: 24 bytes in a table with open addressing, in parts that grow one by one.
struct UUIDTable: Sendable {
    private struct Slot {
        var high: UInt64 = 0
        var low: UInt64 = 0
        /// 0 where the slot is free, 1 without a mark, else the mark.
        var mark: UInt64 = 0
    }

    private struct Part {
        var slots: [Slot] = []
        var count = 0
    }

    /// A table of 10⁷ has parts of 39,000, and moves so many at a time when it grows.
    private static let partBits = 8
    private static let leastCapacity = 8
    private var parts: [Part] = []
    private(set) var count = 0

    /// Who chooses identifiers cannot know where they come to lie.
    private static let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    private static func hash(_ high: UInt64, _ low: UInt64) -> UInt64 {
        let product = (high ^ seeds.0).multipliedFullWidth(by: low ^ seeds.1)
        let mixed = (product.high ^ product.low) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 32
    }

    private static func stored(_ mark: RepeatMark?) -> UInt64 { mark?.bits ?? 1 }

    /// The slot of a UUID in a part, or the free one where it belongs; nil in a part without slots.
    private static func find(_ slots: [Slot], _ hash: UInt64, _ high: UInt64, _ low: UInt64) -> Int? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var at = Int(truncatingIfNeeded: hash >> partBits) & mask
        while slots[at].mark != 0, slots[at].high != high || slots[at].low != low { at = (at + 1) & mask }
        return at
    }

    private static func part(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (1 << partBits - 1) }

    /// The mark of a UUID, if there is one; nil where the UUID is not there.
    func mark(_ high: UInt64, _ low: UInt64) -> RepeatMark?? {
        let hash = Self.hash(high, low)
        guard !parts.isEmpty, let at = Self.find(parts[Self.part(hash)].slots, hash, high, low) else { return nil }
        let mark = parts[Self.part(hash)].slots[at].mark
        return mark == 0 ? nil : .some(mark == 1 ? nil : RepeatMark(bits: mark))
    }

    /// Adds a UUID, or gives it another mark.
    mutating func add(_ high: UInt64, _ low: UInt64, _ mark: RepeatMark?) {
        if parts.isEmpty { parts = [Part](repeating: Part(), count: 1 << Self.partBits) }
        let hash = Self.hash(high, low)
        let part = Self.part(hash)
        if (parts[part].count + 1) * 4 > parts[part].slots.count * 3 { Self.grow(&parts[part]) }
        guard let at = Self.find(parts[part].slots, hash, high, low) else { return }
        if parts[part].slots[at].mark == 0 {
            parts[part].count += 1
            count += 1
        }
        parts[part].slots[at] = Slot(high: high, low: low, mark: Self.stored(mark))
    }

    /// Removes a UUID; false if it is not there.
    mutating func remove(_ high: UInt64, _ low: UInt64) -> Bool {
        let hash = Self.hash(high, low)
        let part = Self.part(hash)
        guard !parts.isEmpty, var free = Self.find(parts[part].slots, hash, high, low),
            parts[part].slots[free].mark != 0
        else { return false }
        let mask = parts[part].slots.count - 1
        // Those behind move up, so that each is found from where it belongs without a gap.
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
