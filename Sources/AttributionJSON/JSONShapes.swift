import AttributionBytes

/// The shapes of the objects in a stream: their texts but for the plain values in them.
///
/// The texts of a stream mostly have one of few shapes. A text of a known shape is read in one pass that compares what
/// stands between the values and looks for nothing else, a fraction of the general way's cost. What stands between the
/// values was checked when the shape was learned: the grammar, and that no name comes twice.
///
/// Shapes are kept as a tree of what stands before each value, so that shapes which begin alike are compared once.
package struct JSONShapes: ~Copyable {
    /// How much is kept; what does not fit is read in the general way.
    private static let nodeLimit = 4096
    private static let textLimit = 1 << 18
    private static let siblingLimit = 16

    /// What stands between two values, or behind the last one.
    private struct Node {
        let text: Range<Int>
        /// Of the value that follows.
        let label: UInt8
        /// Whether no value follows.
        let isEnd: Bool
        /// Of the object that begins in the text, if one does that has a slot.
        let opened: UInt8
        var child = 0
        var sibling = 0
    }

    /// The first is the root, which has no text.
    private var nodes = [Node(text: 0..<0, label: 0, isEnd: false, opened: 0)]
    private var text = ByteBuffer()

    package init() {}

    /// Fills the slots with the values of a text of a known shape; false for any other.
    @inline(__always)
    package func read(_ input: UnsafeRawBufferPointer, into slots: inout JSONSlots) -> Bool {
        guard let base = input.baseAddress else { return false }
        let scanner = unsafe JSONScanner(base: base, end: input.count)
        unsafe slots.begin(input)
        var at = 0
        var next = nodes[0].child
        while next != 0 {
            let node = nodes[next]
            let start = at &+ node.text.count
            guard start <= scanner.end,
                unsafe equalBytes(base + at, text.base + node.text.lowerBound, node.text.count)
            else {
                next = node.sibling
                continue
            }
            if node.isEnd {
                if start == scanner.end {
                    if node.opened != 0 { slots.set(node.opened, .object, flag: false, start, start) }
                    return true
                }
            } else if let (end, kind) = JSONIndex.plainValue(start, scanner) {
                if node.opened != 0 { slots.set(node.opened, .object, flag: false, start, start) }
                slots.set(node.label, kind, flag: kind == .number, start, end)
                at = end
                next = node.child
                continue
            }
            next = node.sibling
        }
        return false
    }

    /// Learns the shape of a text that was read in the general way.
    package mutating func learn(
        _ input: UnsafeRawBufferPointer, _ root: JSONView, label: UInt8, labelOf: (UInt8, JSONView) -> UInt8
    ) {
        var path = Path()
        guard nodes.count < Self.nodeLimit, path.append(root, label, isRoot: true, labelOf) else { return }
        var place = 0
        for step in path.steps + [Step(text: path.end..<input.count, label: 0, isEnd: true, opened: path.opened)] {
            guard let next = unsafe child(of: place, input.part(step.text), step) else { return }
            place = next
        }
    }

    /// What a shape says of a value and of what stands before it, or of what stands behind the last one.
    private struct Step {
        let text: Range<Int>
        let label: UInt8
        var isEnd = false
        let opened: UInt8
    }

    private struct Path {
        var steps: [Step] = []
        /// Where the last value ended, and which object with a slot began since.
        var end = 0
        var opened: UInt8 = 0

        /// Appends a value and all it holds; false for what has no shape that could come again, such as a list of values.
        mutating func append(
            _ value: JSONView, _ label: UInt8, isRoot: Bool = false, _ labelOf: (UInt8, JSONView) -> UInt8
        ) -> Bool {
            switch value.kind {
            case .array: return value.elements.isEmpty && label == 0
            case .object:
                if label != 0, !isRoot {
                    guard opened == 0 else { return false }
                    opened = label
                }
                var members = value.members
                while let member = members.next() {
                    guard append(member.value, label == 0 ? 0 : labelOf(label, member.name), labelOf) else {
                        return false
                    }
                }
            default:
                steps.append(Step(text: end..<value.start, label: label, opened: opened))
                end = value.end
                opened = 0
            }
            return true
        }
    }

    /// The node behind another that has a text; made if there is none and room for it.
    private mutating func child(of parent: Int, _ bytes: UnsafeRawBufferPointer, _ step: Step) -> Int? {
        var next = nodes[parent].child
        var siblings = 0
        while next != 0 {
            let node = nodes[next]
            if node.isEnd == step.isEnd, unsafe text.bytes(in: node.text).elementsEqual(bytes) { return next }
            next = node.sibling
            siblings += 1
        }
        guard nodes.count < Self.nodeLimit, text.count + bytes.count <= Self.textLimit, siblings < Self.siblingLimit
        else { return nil }
        let start = text.count
        unsafe text.append(bytes)
        nodes.append(
            Node(
                text: start..<text.count, label: step.label, isEnd: step.isEnd, opened: step.opened,
                sibling: nodes[parent].child))
        nodes[parent].child = nodes.count - 1
        return nodes.count - 1
    }
}
