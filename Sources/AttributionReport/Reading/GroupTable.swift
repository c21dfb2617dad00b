import AttributionBase
import AttributionInspection
import AttributionModel

/// The values of groups that are not numbers, each once.
package struct GroupValues: ~Copyable {
    var texts = NameTable()
    private(set) var others = Interned<JSONValue>()
    /// Lists of possible campaigns.
    private(set) var lists = Interned<[Int]>()

    /// Returns the value of a member. Different notations of a value give equal results.
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
        return .json(others.index(of: JSONValue(view)))
    }

    mutating func value(_ campaigns: [Int]) -> GroupValue {
        guard let first = campaigns.first else { return .none }
        return campaigns.count == 1 ? .campaign(first) : .shared(lists.index(of: campaigns))
    }

    /// Returns the value in this table that equals a value in another table.
    mutating func value(_ theirs: GroupValue, of other: borrowing GroupValues) -> GroupValue {
        switch theirs {
        case .none, .bool, .integer, .place, .campaign: theirs
        case .text(let index): .text(texts.index(of: other.texts.bytes(at: index)))
        case .json(let index): .json(others.index(of: other.others.values[index]))
        case .shared(let index): .shared(lists.index(of: other.lists.values[index]))
        }
    }
}

/// Distinct values, in the order in which they first occurred.
struct Interned<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var places: [Value: Int] = [:]

    mutating func index(of value: Value) -> Int {
        if let known = places[value] { return known }
        places[value] = values.count
        values.append(value)
        return values.count - 1
    }
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
        if fact[.environments] == nil { unverified += 1 }
        if fact[.outcomes] == 0 { won += 1 }
        if fact.isLost { lost += 1 }
        if let value = fact[.fine] {
            fine += 1
            fineSum += value
        } else if fact[.coarse] != nil {
            coarse += 1
        } else {
            none += 1
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

/// Counts of postbacks, grouped by the values that they have in common.
package struct GroupTable: ~Copyable {
    /// The values of all groups, one group after another. Each group has one value for each field.
    private var keys: [GroupValue] = []
    private var table = IndexTable()
    private(set) var counts: [GroupCounts] = []
    /// The conversion values of the postbacks of each group, if there are schemas.
    private var values = ValueCounts()

    package init() {}

    var count: Int { counts.count }

    /// The values of a group, in the order of the fields.
    func key(_ index: Int) -> ArraySlice<GroupValue> {
        let fieldCount = keys.count / max(1, count)
        return keys[index * fieldCount..<(index + 1) * fieldCount]
    }

    /// Returns the counts of each group with its revenue.
    ///
    /// - Parameter revenues: what values are worth; nil without schemas.
    func counts(_ revenues: RevenueByValue?) -> [GroupCounts] {
        guard let revenues else { return counts }
        var counts = counts
        for entry in values.entries { counts[entry.group].revenue.add(entry.count, revenues[entry.value]) }
        return counts
    }

    /// Returns the index of a group, which is added if it is new. Nothing is counted.
    ///
    /// - Parameter key: as many values as in all other calls.
    mutating func index(of key: some Collection<GroupValue>) -> Int {
        var hash = RunHash.start
        for value in key { hash.add(value.bits) }
        if let known = table.find(hash, { isGroup($0, key) }) { return known }
        table.insert(hash)
        keys.append(contentsOf: key)
        counts.append(GroupCounts())
        return counts.count - 1
    }

    private func isGroup(_ index: Int, _ key: some Collection<GroupValue>) -> Bool {
        var place = index * key.count
        for value in key {
            if keys[place] != value { return false }
            place += 1
        }
        return true
    }

    /// - Parameter value: the value by the schemas; nil without schemas, or if the postback did not win.
    mutating func add(_ fact: CountedPostback, at index: Int, _ value: ValueKey?) {
        counts[index].add(fact)
        if let value { values.add(1, value, in: index) }
    }

    /// Sets all counts to zero, and keeps the groups.
    mutating func clear() {
        for index in counts.indices { counts[index] = GroupCounts() }
        values.clear()
    }

    /// Adds other counts.
    ///
    /// - Parameter known: the values of the groups here, and those there.
    mutating func add(_ other: borrowing GroupTable, _ known: inout GroupValues, _ others: borrowing GroupValues) {
        var places = [Int](repeating: 0, count: other.count)
        for theirs in other.counts.indices where other.counts[theirs].inputs > 0 {
            let key = other.key(theirs).map { known.value($0, of: others) }
            places[theirs] = index(of: key)
            counts[places[theirs]].add(other.counts[theirs])
        }
        values.add(other.values, places)
    }
}
