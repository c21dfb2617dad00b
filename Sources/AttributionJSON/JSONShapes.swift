import AttributionBytes

/// The shapes of the objects in a stream. A shape is an object's text without its plain values.
///
/// Most texts of a stream have one of a few shapes. Reading a text of a known shape takes one pass, which only
/// compares the text between the values. This costs a fraction of a full scan. The text between the values was
/// checked when the shape was learned, for grammar and for duplicate names.
///
/// Shapes are stored as a tree of the texts before each value, so that a common beginning of several shapes is
/// compared once.
package struct JSONShapes: ~Copyable {
    /// Limits on what is stored. Texts whose shapes do not fit need a full scan.
    private static let nodeLimit = 4096
    private static let textLimit = 1 << 18
    private static let siblingLimit = 16

    /// The text between two values, or after the last one.
    private struct Node {
        let text: Range<Int>
        /// The label of the value that follows.
        let label: UInt8
        /// Whether no value follows.
        let isEnd: Bool
        /// The label of the object with a slot that begins in the text; 0 if there is none.
        let opened: UInt8
        var child = 0
        var sibling = 0
    }

    /// The first node is the root, which has no text.
    private var nodes = [Node(text: 0..<0, label: 0, isEnd: false, opened: 0)]
    private var text = ByteBuffer()

    package init() {}

    /// Fills the slots with the values of a text of a known shape; returns false for any other text.
    @unsafe
    @inline(__always)
    package func read(_ input: ByteView, into slots: inout JSONSlots) -> Bool {
        let scanner = JSONScanner(text: input)
        unsafe slots.begin(input)
        var at = 0
        var next = nodes[0].child
        while next != 0 {
            let node = nodes[next]
            let known = unsafe text.bytes(noted: node.text)
            let start = at &+ known.count
            guard input.holds(known, at: at) else {
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

    /// Learns the shape of a text after a full scan.
    package mutating func learn(
        _ input: ByteView, _ root: JSONView, label: UInt8, labelOf: (UInt8, JSONView) -> UInt8
    ) {
        var path = Path()
        guard nodes.count < Self.nodeLimit, path.append(root, label, isRoot: true, labelOf) else { return }
        var place = 0
        for step in path.steps + [Step(text: path.end..<input.count, label: 0, isEnd: true, opened: path.opened)] {
            guard let next = child(of: place, input.part(step.text), step) else { return }
            place = next
        }
    }

    /// A value and the text before it, or the text after the last value.
    private struct Step {
        let text: Range<Int>
        let label: UInt8
        var isEnd = false
        let opened: UInt8
    }

    private struct Path {
        var steps: [Step] = []
        /// The end of the last value, and the label of an object with a slot that began since then.
        var end = 0
        var opened: UInt8 = 0

        /// Appends a value and everything in it; returns false if its shape is unlikely to recur, such as a list of
        /// values.
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

    /// Returns the child of a node that has a text. Creates it if it is missing and there is room.
    private mutating func child(of parent: Int, _ bytes: ByteView, _ step: Step) -> Int? {
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
        text.append(bytes)
        nodes.append(
            Node(
                text: start..<text.count, label: step.label, isEnd: step.isEnd, opened: step.opened,
                sibling: nodes[parent].child))
        nodes[parent].child = nodes.count - 1
        return nodes.count - 1
    }
}
