import AttributionBase
import AttributionInspection
import AttributionModel

/// A value that the postbacks of a group have in common.
package enum GroupValue: Hashable, Sendable {
    /// The postbacks lack the field, or nothing can be said of it.
    case none
    case bool(Bool)
    case integer(UInt64)
    /// A string, by its index among the strings of the counts.
    case text(Int)
    case json(GroupJSON)
    /// The possible campaigns, by their indices. A single one is certain.
    case campaigns([Int])

    static func number(_ number: Int) -> GroupValue { .integer(UInt64(clamping: number)) }
    static func number(_ number: Int?) -> GroupValue { number.map { .number($0) } ?? .none }
}

/// A value that is hashed once, since it may be large, and the same for many postbacks.
package final class GroupJSON: Hashable, Sendable {
    let value: JSONValue
    private let hash: Int

    init(_ value: JSONValue) {
        self.value = value
        hash = value.hashValue
    }

    package static func == (left: GroupJSON, right: GroupJSON) -> Bool {
        left === right || left.hash == right.hash && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The counts of all postbacks, or of one group.
package struct GroupCounts: Sendable {
    package var inputs = 0
    package var unverified = 0
    package var won = 0
    package var lost = 0
    package var fine = 0
    package var coarse = 0
    package var none = 0
    package var fineSum = 0
    /// The revenue, which is added once all values have been counted.
    package var revenue = RevenueSum()

    mutating func add(_ fact: CountedPostback) {
        inputs += 1
        if fact.environment == nil { unverified += 1 }
        if fact.didWin == true { won += 1 }
        if fact.didWin == false { lost += 1 }
        switch fact.value {
        case .fine(let value):
            fine += 1
            fineSum += value
        case .coarse: coarse += 1
        case .none: none += 1
        }
    }

    mutating func add(_ other: GroupCounts) {
        inputs += other.inputs
        unverified += other.unverified
        won += other.won
        lost += other.lost
        fine += other.fine
        coarse += other.coarse
        none += other.none
        fineSum += other.fineSum
        revenue.add(other.revenue)
    }

    /// The mean of the fine values with two decimals, rounded half up; nil without any.
    package var fineMean: Decimal? { fine > 0 ? Decimal.quotient(Int128(fineSum), Int128(fine)) : nil }
}

/// Counts of postbacks by the values that they have in common.
package struct GroupTable: ~Copyable {
    /// The texts among the values.
    var texts = NameTable()
    private(set) var keys: [[GroupValue]] = []
    private var places: [[GroupValue]: Int] = [:]
    /// The groups that were looked up last, since most postbacks are of a few: by ``recentSlot(of:)``, -1 for none.
    private var recent = [Int](repeating: -1, count: 256)
    /// The counts of each group, by its index in ``keys``.
    private(set) var counts: [GroupCounts] = []
    /// The values of the postbacks of each group, if there are schemas.
    private var values = ValueCounts()

    package init() {}

    /// Returns the counts of each group with its revenue.
    ///
    /// - Parameter worths: what values are worth; nil without schemas.
    func counts(_ worths: ValueWorths?) -> [GroupCounts] {
        guard let worths else { return counts }
        var counts = counts
        for entry in values.entries { counts[entry.group].revenue.add(entry.count, worths[entry.value]) }
        return counts
    }

    /// Returns the index of a group, which is added if it is new. This counts nothing.
    mutating func index(of key: [GroupValue]) -> Int {
        let slot = recentSlot(of: key)
        let last = recent[slot]
        if last >= 0, keys[last] == key { return last }
        let index = places[key] ?? keys.count
        recent[slot] = index
        guard index == keys.count else { return index }
        places[key] = index
        keys.append(key)
        counts.append(GroupCounts())
        return index
    }

    /// Values that collide here only miss what is recent, so it needs no secret.
    private func recentSlot(of key: [GroupValue]) -> Int {
        var number: UInt64 = 0
        for index in key.indices {
            let value: UInt64 =
                switch key[index] {
                case .none, .json, .campaigns: 0
                case .bool(let value): value ? 1 : 2
                case .integer(let value): value
                case .text(let index): UInt64(truncatingIfNeeded: index)
                }
            number = (number ^ value) &* 0x9e37_79b9_7f4a_7c15
            number ^= number >> 32
        }
        return Int(number & 255)
    }

    /// - Parameter value: the value by the schemas; nil without schemas, or if the postback did not win.
    mutating func add(_ fact: CountedPostback, at index: Int, _ value: ValueKey?) {
        counts[index].add(fact)
        if let value { values.add(1, value, in: index) }
    }

    mutating func add(_ other: borrowing GroupTable) {
        var places = [Int](repeating: 0, count: other.keys.count)
        for theirs in other.keys.indices where other.counts[theirs].inputs > 0 {
            let key = other.keys[theirs].map { value in
                if case .text(let index) = value {
                    GroupValue.text(texts.index(of: other.texts.bytes(at: index)))
                } else {
                    value
                }
            }
            places[theirs] = index(of: key)
            counts[places[theirs]].add(other.counts[theirs])
        }
        values.add(other.values, places)
    }
}

extension GroupTable {
    mutating func value(_ text: String?) -> GroupValue {
        guard var text else { return .none }
        return text.withUTF8 { unsafe .text(texts.index(of: ByteView($0))) }
    }

    /// Returns the value of a member. Equal values are equal however they were written.
    mutating func value(_ view: JSONView?) -> GroupValue {
        guard let view else { return .none }
        switch view.kind {
        case .null: return .none
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .string: return view.unescapedOrContent { .text(texts.index(of: $0)) }
        case .number: if let number = view.unsignedInteger { return .integer(number) }
        case .object, .array: break
        }
        return .json(GroupJSON(JSONValue(view)))
    }

    /// Returns the value of a field, other than the campaign, a time or a member around the postback.
    mutating func value(
        of field: GroupField.Common, _ fact: CountedPostback, _ postback: borrowing PostbackMembers
    ) -> GroupValue {
        switch field {
        case .verdict: value(fact.environment == nil ? CountedPostback.unverified : Verdict.Outcome.valid.rawValue)
        case .environment: value(fact.environment?.rawValue)
        case .framework: value(fact.framework.rawValue)
        case .version: value(postback.version)
        case .adNetworkIdentifier: value(postback.network)
        case .advertisedItemIdentifier: value(postback.advertisedItem)
        case .sourceIdentifier: value(postback.source)
        case .campaignIdentifier: value(postback.campaign)
        case .digits: .number(fact.digits)
        case .tier: value(fact.tiers?.rangeName)
        case .window: .number(fact.window?.number)
        case .didWin: value(postback.didWin)
        case .conversionType: value(fact.conversionType?.rawValue)
        case .interactionType: value(fact.interaction?.rawValue)
        case .publisherItemIdentifier: value(postback.publisher)
        case .marketplaceIdentifier: value(postback.marketplace)
        case .countryCode: value(postback.country)
        case .fineValue: value(postback.fine)
        case .coarseValue: value(postback.coarse)
        case .campaign, .hour, .day, .week: .none
        }
    }
}

extension TimeZoneOffset {
    func value(of time: Timestamp?, in unit: TimeSpanUnit) -> GroupValue {
        .number(time.map { index(of: $0, in: unit) })
    }
}

/// Texts with the number of their occurrences. Looking up a known text allocates nothing.
package struct NameTable: ~Copyable {
    private var text = ByteBuffer(capacity: 256)
    private var ranges: [Range<Int>] = []
    /// A hash table with open addressing: indices in ``ranges`` plus 1; 0 is a free slot. Its size is a power of two,
    /// at most half full.
    private var table = [UInt32](repeating: 0, count: 64)
    package private(set) var counts: [Int] = []
    /// The texts that were looked up last, plus 1, by their ``nameHash(_:)``; 0 for none.
    private var recent = [UInt32](repeating: 0, count: 256)

    package init() {}

    package var count: Int { ranges.count }

    package func bytes(at index: Int) -> ByteView { unsafe text.bytes(in: ranges[index]) }

    /// Returns the index of a text, which is added if it is new. This counts nothing.
    package mutating func index(of name: ByteView) -> Int {
        let slot = Int(nameHash(name) & 255)
        let last = Int(recent[slot]) - 1
        if last >= 0, bytes(at: last).elementsEqual(name) { return last }
        let index = find(name)
        recent[slot] = UInt32(index + 1)
        return index
    }

    private mutating func find(_ name: ByteView) -> Int {
        // The seed is different in each run, so that nobody can choose names that collide.
        var hasher = Hasher()
        unsafe hasher.combine(bytes: name.memory)
        let hash = hasher.finalize()
        var at = hash & (table.count - 1)
        while table[at] != 0 {
            let index = Int(table[at]) - 1
            if bytes(at: index).elementsEqual(name) { return index }
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

    package mutating func add(_ count: Int, at index: Int) { counts[index] += count }

    private mutating func grow() {
        table = [UInt32](repeating: 0, count: table.count * 2)
        for index in ranges.indices {
            var hasher = Hasher()
            unsafe hasher.combine(bytes: bytes(at: index).memory)
            var at = hasher.finalize() & (table.count - 1)
            while table[at] != 0 { at = (at + 1) & (table.count - 1) }
            table[at] = UInt32(index + 1)
        }
    }

    package mutating func add(_ other: borrowing NameTable) {
        for theirs in 0..<other.count where other.counts[theirs] > 0 {
            let index = index(of: other.bytes(at: theirs))
            counts[index] += other.counts[theirs]
        }
    }

    /// The texts in descending order of their counts; texts with equal counts are in byte order.
    package var sorted: [(name: String, count: Int)] {
        var result: [(name: String, count: Int)] = []
        for index in 0..<count where counts[index] > 0 { result.append((bytes(at: index).text, counts[index])) }
        return result.sorted {
            $0.count == $1.count ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.count > $1.count
        }
    }
}
