/// The member names that a reader knows. Each has a number below ``limit``: its index.
@usableFromInline
package final class MemberNames: @unchecked Sendable {
    @inlinable package static var limit: Int { 64 }

    private let names: [StaticString]
    /// The names as bytes, at fixed addresses.
    private let texts: [ByteView]
    private let numbers: [UInt8]
    /// A hash table with open addressing. A slot has an index in ``names`` plus 1, or 0 if it is free. At most a quarter of the slots are
    /// used, so that most unknown names need no comparison.
    private let table: [UInt8]
    private static let mask = 4 * limit - 1

    @usableFromInline
    package init(_ names: [(name: StaticString, number: UInt8)]) {
        precondition(names.count <= Self.limit && names.allSatisfy { $0.number < Self.limit }, "a table has few places")
        precondition(Set(names.map(\.number)).count == names.count, "each name has a number of its own")
        self.names = names.map(\.name)
        texts = self.names.map { ByteView($0) }
        numbers = names.map(\.number)
        var table = [UInt8](repeating: 0, count: Self.mask + 1)
        for (index, name) in self.names.enumerated() {
            var slot = Int(nameHash(ByteView(name))) & Self.mask
            while table[slot] != 0 { slot = (slot + 1) & Self.mask }
            table[slot] = UInt8(index + 1)
        }
        self.table = table
    }

    /// Returns which of these names an object has: a bit for the number of each, among all members and among those that are not `null`.
    package func numbers(in object: JSONView) -> (all: UInt64, present: UInt64) {
        var (all, present): (UInt64, UInt64) = (0, 0)
        var members = object.members
        while let member = members.next() {
            guard let number = number(ofName: member.name) else { continue }
            let bit: UInt64 = 1 << UInt64(number)
            all |= bit
            if member.value.kind != .null { present |= bit }
        }
        return (all, present)
    }

    @usableFromInline
    package func number(of member: JSONView.Member) -> UInt8? { number(ofName: member.name) }

    /// - Parameter name: A member's name from a scanned text, whose node has the hash.
    @inline(__always)
    package func number(ofName name: JSONView) -> UInt8? {
        guard !name.hasEscapes else { return names.firstIndex { name.isString($0) }.map { numbers[$0] } }
        let text = name.content
        var slot = name.hashOfName & Self.mask
        while table[slot] != 0 {
            let index = Int(table[slot]) - 1
            if text.elementsEqual(texts[index]) { return numbers[index] }
            slot = (slot + 1) & Self.mask
        }
        return nil
    }
}

/// A set of members, with one bit for the number of each.
@usableFromInline package struct FieldSet: Hashable, Sendable {
    static let capacity: UInt8 = 64

    @usableFromInline package private(set) var bits: UInt64

    @inlinable
    package static func bit(_ index: UInt8) -> UInt64 { 1 << UInt64(index & 63) }

    @inlinable package func contains(_ index: UInt8) -> Bool { bits & Self.bit(index) != 0 }

    package func contains(_ other: FieldSet) -> Bool { bits & other.bits == other.bits }

    func isDisjoint(with other: FieldSet) -> Bool { bits & other.bits == 0 }

    @inline(__always)
    mutating func insert(_ index: UInt8) { bits |= Self.bit(index) }

    mutating func formUnion(_ other: FieldSet) { bits |= other.bits }
}

/// The values of an object's known members. It is reused for one object after another, and points into the text of the object.
///
/// The objects of a stream have the same members, so each name is looked up only once and then found by the number that ``KnownNames`` gave
/// it. Looking up names each time would take twice as long.
@safe
@usableFromInline
package struct MemberTable: ~Copyable {
    @usableFromInline private(set) var object: JSONView?
    /// The node index of each member's value, by the number of its name.
    @usableFromInline private(set) var places: UnsafeMutablePointer<UInt32>
    /// A bit for each member that is present.
    @usableFromInline private(set) var present: UInt64 = 0
    private var names: MemberNames?
    /// The series to which ``numbers`` applies.
    private var series: UInt64 = 0
    /// For each name's number in the series: its number among ``names`` plus 1, ``unknown``, or 0 if it was not looked up yet.
    private let numbers: UnsafeMutablePointer<UInt8>
    private static let numberCount = 256
    private static let unknown: UInt8 = .max
    /// For each of the last shapes: what its objects have in common. Each has its own range of ``allPlaces``, and one more range is for
    /// objects without a known shape.
    private let memos: UnsafeMutablePointer<Memo>
    private let allPlaces: UnsafeMutablePointer<UInt32>
    private static let memoCount = 16

    /// What is the same for all objects at one place in texts of one shape.
    private struct Memo {
        var shape: UInt64 = 0
        var index = 0
        var present: UInt64 = 0
    }

    package init() {
        let placeCount = (Self.memoCount + 1) * MemberNames.limit
        unsafe allPlaces = .allocate(capacity: placeCount)
        unsafe allPlaces.initialize(repeating: 0, count: placeCount)
        unsafe places = allPlaces
        unsafe numbers = .allocate(capacity: Self.numberCount)
        unsafe numbers.initialize(repeating: 0, count: Self.numberCount)
        unsafe memos = .allocate(capacity: Self.memoCount)
        unsafe memos.initialize(repeating: Memo(), count: Self.memoCount)
    }

    deinit {
        unsafe allPlaces.deallocate()
        unsafe numbers.deallocate()
        unsafe memos.deallocate()
    }

    package mutating func clear() { present = 0 }

    /// Replaces all values with those of an object. A member that is `null` counts as absent.
    package mutating func read(_ object: JSONView, _ names: MemberNames) {
        self.object = object
        if self.names !== names { forget(names) }
        let shape = object.shape
        guard shape != 0 else {
            unsafe places = allPlaces + Self.memoCount * MemberNames.limit
            return walk(object, names)
        }
        let slot = Int(truncatingIfNeeded: shape) & (Self.memoCount - 1)
        unsafe places = allPlaces + slot &* MemberNames.limit
        let memo = unsafe memos[slot]
        if memo.shape == shape, memo.index == object.index {
            present = memo.present
        } else {
            walk(object, names)
            unsafe memos[slot] = Memo(shape: shape, index: object.index, present: present)
        }
    }

    /// Replaces all values with those of an object, except that some of them are read only from an object inside it.
    ///
    /// - Parameter own: The numbers of the values that are those of `inner`.
    package mutating func read(_ object: JSONView, _ names: MemberNames, _ own: FieldSet, of inner: JSONView) {
        self.object = object
        if self.names !== names { forget(names) }
        // What is known of the objects of a shape is known of each alone.
        unsafe places = allPlaces + Self.memoCount * MemberNames.limit
        walk(object, names)
        present &= ~own.bits
        for member in inner.members {
            guard let number = names.number(ofName: member.name), own.contains(number), member.value.kind != .null
            else { continue }
            unsafe places[Int(number)] = UInt32(truncatingIfNeeded: member.value.index)
            present |= FieldSet.bit(number)
        }
    }

    /// Looks up the members one by one.
    private mutating func walk(_ object: JSONView, _ names: MemberNames) {
        if series != object.series {
            unsafe numbers.update(repeating: 0, count: Self.numberCount)
            series = object.series
        }
        var present: UInt64 = 0
        var members = object.members
        while let member = members.next() {
            // Converting to a byte guarantees a valid index.
            let place = Int(UInt8(truncatingIfNeeded: member.name.numberOfName))
            var number = unsafe numbers[place]
            if number == 0 { number = look(up: member.name, names) }
            guard number <= MemberNames.limit, member.value.kind != .null else { continue }
            unsafe places[Int(number) &- 1] = UInt32(truncatingIfNeeded: member.value.index)
            present |= 1 << UInt64(number &- 1)
        }
        self.present = present
    }

    @inline(never)
    private mutating func forget(_ names: MemberNames) {
        unsafe numbers.update(repeating: 0, count: Self.numberCount)
        unsafe memos.update(repeating: Memo(), count: Self.memoCount)
        self.names = names
    }

    /// Looks up a name, and stores the result in ``numbers`` if the name has a number.
    @inline(never)
    private func look(up name: JSONView, _ names: MemberNames) -> UInt8 {
        let number = names.number(ofName: name).map { $0 + 1 } ?? Self.unknown
        let place = Int(UInt8(truncatingIfNeeded: name.numberOfName))
        if place != 0 { unsafe numbers[place] = number }
        return number
    }

    @inlinable package subscript(number: UInt8) -> JSONView? {
        @inline(__always)
        get {
            guard number < MemberNames.limit, present & 1 << UInt64(number) != 0, let object else { return nil }
            return unsafe object.value(at: Int(places[Int(number)]))
        }
    }
}
