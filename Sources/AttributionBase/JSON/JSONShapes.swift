/// The known shapes of objects. The shape of a text is what is left of it without its strings, numbers and truth values: the names and the
/// punctuation.
///
/// Most texts of a stream have one of a few shapes. If the parts of a text between its values equal those of a known shape, it needs no
/// full scan: its grammar and the uniqueness of its names were checked when the shape was learned. Comparing takes a fraction of the time
/// of a scan, and produces the same nodes.
///
/// The shapes form a tree, in which each step is the text before a value, so that a common beginning is compared only once.
struct JSONShapes: ~Copyable {
    private static let stepLimit = 2048
    private static let textLimit = 1 << 15
    private static let nodeLimit = 1 << 12
    private static let siblingLimit = 16

    /// The text before a value, or the text after the last value.
    private struct Step {
        let text: UInt32
        let count: UInt16
        /// The length of the member's name with its quotes; 0 after the last value. The name and a colon are the end of the text before a
        /// value.
        let nameCount: UInt16
        /// The range of ``parts`` with the other nodes of this text.
        let parts: UInt32
        let partCount: UInt16
        /// The index of the following value's node; after the last value, the number of nodes.
        let value: UInt16
        /// ``JSONNode/about`` of the name's node; after the last value, the number of the shape.
        let about: UInt64
        /// The first possible next step, and the next alternative to this step; 0 for none.
        var child: UInt16 = 0
        var sibling: UInt16 = 0
    }

    /// A node of the step's text other than that of its last name: the name of a member that is an object, or the beginning or the end of
    /// that object.
    private struct Part {
        /// Its position, relative to the beginning of the step.
        let offsets: Range<Int>
        let node: Int
        let about: UInt64
        /// Whether it is the end of an object, which begins in this step or an earlier one.
        let isEnd: Bool
    }

    /// The first step is the root of the tree, which has no text.
    private var steps = [Self.root]
    private var parts: [Part] = []
    private var texts = ByteBuffer(capacity: 256)
    /// The series in which the names of all shapes are numbered.
    private var series: UInt64 = 0
    /// The number of texts of unknown shapes since the last one was learned, and how many of them to ignore before learning another. A
    /// single text is not worth learning, and neither are all texts of a stream if each has a different shape.
    private var misses = 0
    private var patience = 1

    private static let root = Step(
        text: 0, count: 0, nameCount: 0, parts: 0, partCount: 0, value: 0, about: 0)

    /// Reads a text if its shape is known.
    ///
    /// - Parameter nodes: Memory for the nodes of the text.
    /// - Returns: The number of nodes; 0 if the shape is unknown, in which case the nodes have no meaning.
    @unsafe
    @inline(__always)
    func read(_ text: ByteView, into nodes: UnsafeMutablePointer<JSONNode>) -> Int {
        // Behind a pointer, each property of a step is loaded only where it is used.
        unsafe steps.withUnsafeBufferPointer { unsafe read(text, $0, into: nodes) }
    }

    @unsafe
    @inline(__always)
    private func read(
        _ text: ByteView, _ steps: UnsafeBufferPointer<Step>, into nodes: UnsafeMutablePointer<JSONNode>
    ) -> Int {
        let scanner = JSONScanner(text: text)
        var at = 0
        var next = unsafe Int(steps[0].child)
        while next != 0 {
            let count = unsafe Int(steps[next].count)
            let start = at &+ count
            let known = unsafe Int(steps[next].text)
            guard text.holds(unsafe texts.bytes(in: known..<known &+ count), at: at) else {
                next = unsafe Int(steps[next].sibling)
                continue
            }
            let value = unsafe Int(steps[next].value)
            let nameCount = unsafe Int(steps[next].nameCount)
            if nameCount == 0 {
                guard start == text.count else {
                    next = unsafe Int(steps[next].sibling)
                    continue
                }
                if unsafe steps[next].partCount > 0 { unsafe write(steps[next], at, into: nodes) }
                unsafe nodes[0] = JSONNode(.object, from: 0, to: start, next: value)
                unsafe nodes[-1] = JSONNode(series: series, shape: steps[next].about)
                return value
            }
            guard let node = scanner.plainValue(start, next: value &+ 1) else {
                next = unsafe Int(steps[next].sibling)
                continue
            }
            if unsafe steps[next].partCount > 0 { unsafe write(steps[next], at, into: nodes) }
            let colon = start &- 1
            unsafe nodes[value &- 1] = JSONNode(from: colon &- nameCount, to: colon, about: steps[next].about)
            unsafe nodes[value] = node
            at = node.end
            next = unsafe Int(steps[next].child)
        }
        return 0
    }

    @unsafe
    @inline(never)
    private func write(_ step: Step, _ at: Int, into nodes: UnsafeMutablePointer<JSONNode>) {
        for index in Int(step.parts)..<Int(step.parts) &+ Int(step.partCount) {
            let part = parts[index]
            let start = unsafe part.isEnd ? nodes[part.node].start : at &+ part.offsets.lowerBound
            unsafe nodes[part.node] = JSONNode(from: start, to: at &+ part.offsets.upperBound, about: part.about)
        }
    }

    // MARK: - Learning

    /// Learns the shape of a text after a full scan.
    @inline(never)
    mutating func learn(_ root: JSONView, _ text: ByteView) {
        misses += 1
        guard misses > patience, text.count <= Self.textLimit, root.next <= Self.nodeLimit, Self.mayRecur(root) else {
            return
        }
        misses = 0
        // All shapes share one tree, and its steps contain the numbers of names, so the names must all be numbered in one series.
        if series != root.series { forget() }
        series = root.series
        var path = Path()
        path.append(root)
        path.end(text)
        guard path.steps.count < Self.stepLimit else { return }
        if steps.count + path.steps.count > Self.stepLimit || texts.count + text.count > Self.textLimit {
            forget()
            patience = min(2 * patience + 1, 1 << 16)
        }
        var place = 0
        for step in path.steps {
            guard let next = child(of: place, text.part(step.text), step, nodeCount: root.next) else { return }
            place = next
        }
    }

    /// Whether texts of the same shape are likely to follow. Arrays are excluded, because their lengths vary, and so is `null`, because
    /// absent members are usually left out and a ``MemberTable`` must skip `null`.
    private static func mayRecur(_ root: JSONView) -> Bool {
        root.kind == .object
            && (root.index..<root.next).allSatisfy { index in
                let kind = root.view(at: index).kind
                return kind != .array && kind != .null
            }
    }

    private mutating func forget() {
        steps = [Self.root]
        parts.removeAll()
        texts.removeAll()
    }

    /// The steps of one text.
    private struct Path {
        struct Step {
            let text: Range<Int>
            /// The name and the value at the end of the step; nil after the last value.
            let member: (name: JSONView, value: JSONView)?
            let parts: [Part]
        }

        private(set) var steps: [Step] = []
        private var parts: [Part] = []
        /// The end of the previous value.
        private var start = 0

        /// Appends everything in an object.
        mutating func append(_ object: JSONView) {
            var members = object.members
            while let member = members.next() {
                let (name, value) = (member.name, member.value)
                if value.kind == .object {
                    add(name, name.start..<name.end)
                    add(value, value.start..<value.start)
                    append(value)
                    add(value, value.end..<value.end, isEnd: true)
                } else {
                    steps.append(Step(text: start..<value.start, member: (name, value), parts: parts))
                    parts.removeAll()
                    start = value.end
                }
            }
        }

        private mutating func add(_ view: JSONView, _ range: Range<Int>, isEnd: Bool = false) {
            parts.append(
                Part(
                    offsets: range.lowerBound - start..<range.upperBound - start, node: view.index,
                    about: view.node.about,
                    isEnd: isEnd))
        }

        mutating func end(_ text: ByteView) { steps.append(Step(text: start..<text.count, member: nil, parts: parts)) }
    }

    /// Returns the child of a step with the given text. If there is none, it is added, unless there are too many.
    private mutating func child(of parent: Int, _ text: ByteView, _ step: Path.Step, nodeCount: Int) -> Int? {
        var next = Int(steps[parent].child)
        var siblings = 0
        while next != 0 {
            let known = steps[next]
            let range = Int(known.text)..<Int(known.text) + Int(known.count)
            if (known.nameCount == 0) == (step.member == nil), unsafe texts.bytes(in: range).elementsEqual(text) {
                return next
            }
            next = Int(known.sibling)
            siblings += 1
        }
        guard siblings < Self.siblingLimit else { return nil }
        let (textStart, partStart) = (texts.count, parts.count)
        texts.append(text)
        parts += step.parts
        let about: UInt64
        let nameCount: Int
        if let (name, _) = step.member {
            (about, nameCount) = (name.node.about, name.end - name.start)
        } else {
            (about, nameCount) = (Serial.next(), 0)
        }
        steps.append(
            Step(
                text: UInt32(textStart), count: UInt16(text.count), nameCount: UInt16(nameCount),
                parts: UInt32(partStart),
                partCount: UInt16(step.parts.count), value: UInt16(step.member?.value.index ?? nodeCount), about: about,
                sibling: steps[parent].child))
        steps[parent].child = UInt16(steps.count - 1)
        return steps.count - 1
    }
}

extension JSONScanner {
    /// Reads a string of printable ASCII without escapes, an integer or a truth value; nil for any other value.
    @inline(__always)
    fileprivate func plainValue(_ start: Int, next: Int) -> JSONNode? {
        guard let first = text.byte(at: start) else { return nil }
        if first == ASCII.quote {
            let end = plainRun(start &+ 1)
            guard text.byte(at: end) == ASCII.quote else { return nil }
            return JSONNode(.string, from: start, to: end &+ 1, next: next)
        }
        if ASCII.isDigit(first) {
            let end = digitRun(start)
            if first == ASCII.zero, end &- start > 1 { return nil }
            // The next step begins with a comma or a brace, so comparing it also rules out a fraction or an exponent.
            return JSONNode(.number, flag: true, from: start, to: end, next: next)
        }
        if first == UInt8(ascii: "t"), text.word(at: start, as: UInt32.self) == 0x6575_7274 {
            return JSONNode(.true, from: start, to: start &+ 4, next: next)
        }
        if first == UInt8(ascii: "f"), text.word(at: start &+ 1, as: UInt32.self) == 0x6573_6c61 {
            return JSONNode(.false, from: start, to: start &+ 5, next: next)
        }
        return nil
    }
}
