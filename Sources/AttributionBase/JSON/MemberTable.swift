/// The names of the members that a reader knows, each with a number below ``limit``.
@usableFromInline
package final class MemberNames: @unchecked Sendable {
    @inlinable package static var limit: Int { 64 }

    private let names: [StaticString]
    /// The same as bytes, which never move.
    private let texts: [ByteView]
    private let numbers: [UInt8]
    /// A hash table with open addressing of indices in ``names`` plus 1, by the hash of the name; 0 is a free slot. At most a
    /// quarter is full, so that most names that are not known need no comparison.
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

    /// Whether an object has a member with one of these names that is not `null`.
    package func isAny(in object: JSONView) -> Bool {
        var members = object.members
        while let member = members.next() {
            if number(ofName: member.name) != nil, member.value.kind != .null { return true }
        }
        return false
    }

    @usableFromInline
    package func number(of member: JSONView.Member) -> UInt8? { number(ofName: member.name) }

    /// - Parameter name: a member's name, whose node has its hash.
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

/// The values of known members of an object, reused for one object after another. It points into the text of the object.
///
/// The objects of a stream have the same members, so what a name is among the known ones is looked up once, and remembered by the
/// number that ``KnownNames`` gave it. Looking it up each time takes twice as long.
@safe
@usableFromInline
package struct MemberTable: ~Copyable {
    @usableFromInline private(set) var object: JSONView?
    /// The values, by the numbers of their names, as indices of nodes.
    @usableFromInline private(set) var places: UnsafeMutablePointer<UInt32>
    /// A bit for each number whose member is present.
    @usableFromInline private(set) var present: UInt64 = 0
    private var names: MemberNames?
    /// The series of the names that were looked up.
    private var series: UInt64 = 0
    /// By the number of a name in the series, its number among ``names`` plus 1, ``unknown``, or 0 before it was looked up.
    private let numbers: UnsafeMutablePointer<UInt8>
    private static let numberCount = 256
    private static let unknown: UInt8 = .max
    /// The last objects in texts of known shapes, and after them one in a text of any other. Each has ``places`` of its own.
    private let memos: UnsafeMutablePointer<Memo>
    private let allPlaces: UnsafeMutablePointer<UInt32>
    private static let memoCount = 16

    /// What is known of all objects in this place of texts of this shape.
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

    /// Finds the members one by one.
    private mutating func walk(_ object: JSONView, _ names: MemberNames) {
        if series != object.series {
            unsafe numbers.update(repeating: 0, count: Self.numberCount)
            series = object.series
        }
        var present: UInt64 = 0
        var members = object.members
        while let member = members.next() {
            // Any byte is a place of the table.
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

    /// Returns what ``numbers`` has for a name, and remembers it if the name has a number.
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
