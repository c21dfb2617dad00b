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
@safe
@usableFromInline
package struct MemberTable: ~Copyable {
    @usableFromInline private(set) var object: JSONView?
    /// The values, by the numbers of their names, as indices of nodes.
    @usableFromInline let places: UnsafeMutablePointer<UInt32>
    /// A bit for each number whose member is present.
    @usableFromInline private(set) var present: UInt64 = 0

    package init() {
        unsafe places = .allocate(capacity: MemberNames.limit)
        unsafe places.initialize(repeating: 0, count: MemberNames.limit)
    }

    deinit { unsafe places.deallocate() }

    package mutating func clear() { present = 0 }

    /// Replaces all values with those of an object. A member that is `null` counts as absent.
    package mutating func read(_ object: JSONView, _ names: MemberNames) {
        self.object = object
        present = 0
        var members = object.members
        while let member = members.next() {
            guard let number = names.number(ofName: member.name), member.value.kind != .null else { continue }
            unsafe places[Int(number)] = UInt32(truncatingIfNeeded: member.value.index)
            present |= 1 << UInt64(number)
        }
    }

    @inlinable package subscript(number: UInt8) -> JSONView? {
        @inline(__always)
        get {
            guard number < MemberNames.limit, present & 1 << UInt64(number) != 0, let object else { return nil }
            return unsafe object.value(at: Int(places[Int(number)]))
        }
    }
}
