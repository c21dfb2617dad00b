import AttributionBytes

/// The values that a reader wants from one object and the objects in it, each in its own slot.
///
/// Slots are found by label: a number that the reader assigns to a member from the member's name and the label of the
/// enclosing object. Label 0 marks unwanted members. The slot of an array or object gives its kind only, not its
/// contents.
@safe
package struct JSONSlots: ~Copyable, @unchecked Sendable {
    private static let count = 256

    private let nodes: UnsafeMutablePointer<JSONNode>
    /// The number of the text that each slot belongs to; 0 for a slot that was never filled.
    private let stamps: UnsafeMutablePointer<UInt64>
    private var stamp: UInt64 = 0
    private var text = ByteView.empty

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

    /// Empties all slots for the values of another text. The text must stay at its address while the slots are read.
    @unsafe
    @inline(__always)
    package mutating func begin(_ text: ByteView) {
        stamp &+= 1
        self.text = text
    }

    @inline(__always)
    mutating func set(_ label: UInt8, _ kind: JSONKind, flag: Bool, _ start: Int, _ end: Int) {
        unsafe nodes[Int(label)] = JSONNode(kind: kind, flag: flag, start: start, end: end, next: 0)
        unsafe stamps[Int(label)] = stamp
    }

    /// The value in a slot; nil if the slot is empty. Valid until the next text.
    @inline(__always)
    package subscript(label: UInt8) -> JSONView? {
        guard unsafe stamps[Int(label)] == stamp, label != 0 else { return nil }
        return unsafe JSONView(nodes: UnsafePointer(nodes), text: text, index: Int(label))
    }

    /// Fills the slots from a value that a full scan found.
    ///
    /// - Parameters:
    ///   - label: The label of `object` itself.
    ///   - labelOf: Returns the label of a member, given the label of the enclosing object and the member's name.
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
