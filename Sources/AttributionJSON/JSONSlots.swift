import AttributionBytes

/// The values of one object and the objects in it that somebody is interested in, each in a slot of its own.
///
/// A slot is found by a label: a number that whoever reads the object gives to a member by its name and by the label of
/// the object that has it. Label 0 is what nobody asks for. A container's slot says what it is, and has no members.
@safe
package struct JSONSlots: ~Copyable, @unchecked Sendable {
    private static let count = 256

    private let nodes: UnsafeMutablePointer<JSONNode>
    /// Of which text each slot is, by its number; none is of text 0.
    private let stamps: UnsafeMutablePointer<UInt64>
    private var stamp: UInt64 = 0
    private var base: UnsafeRawPointer?

    package init() {
        unsafe nodes = .allocate(capacity: Self.count)
        unsafe nodes.initialize(
            repeating: JSONNode(kind: .null, flag: false, start: 0, end: 0, next: 0), count: Self.count)
        unsafe stamps = .allocate(capacity: Self.count)
        unsafe stamps.initialize(repeating: 0, count: Self.count)
    }

    deinit {
        unsafe nodes.deallocate()
        unsafe stamps.deallocate()
    }

    /// Empties all slots, for the values of another text, which must stay where it is while they are read.
    @inline(__always)
    package mutating func begin(_ text: UnsafeRawBufferPointer) {
        stamp &+= 1
        unsafe base = text.baseAddress
    }

    @inline(__always)
    mutating func set(_ label: UInt8, _ kind: JSONKind, flag: Bool, _ start: Int, _ end: Int) {
        unsafe nodes[Int(label)] = JSONNode(kind: kind, flag: flag, start: start, end: end, next: 0)
        unsafe stamps[Int(label)] = stamp
    }

    /// The value in a slot; nil for an empty one. Valid until the next text.
    @inline(__always)
    package subscript(label: UInt8) -> JSONView? {
        guard unsafe stamps[Int(label)] == stamp, let base = unsafe base, label != 0 else { return nil }
        return unsafe JSONView(nodes: UnsafePointer(nodes), text: base, index: Int(label))
    }

    /// Fills the slots from a value that was read in the general way.
    ///
    /// - Parameters:
    ///   - label: that of `object` itself.
    ///   - labelOf: the label of a member, by that of its holder and its name.
    package mutating func fill(from object: JSONView, label: UInt8, labelOf: (UInt8, JSONView) -> UInt8) {
        var members = object.members
        while let member = members.next() {
            let own = labelOf(label, member.name)
            guard own != 0 else { continue }
            let value = member.value
            set(own, value.kind, flag: value.hasEscapes || value.isInteger, value.start, value.end)
            if value.kind == .object { fill(from: value, label: own, labelOf: labelOf) }
        }
    }
}
