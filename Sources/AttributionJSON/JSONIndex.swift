import AttributionBytes

/// A checker of texts against RFC 8259 that records the positions of their values and reuses its memory for each
/// text.
///
/// Beyond the grammar, it requires UTF-8, paired surrogates, unique member names in each object, and at most
/// ``depthLimit`` levels, so that every reader understands an accepted text in the same way.
@safe
package struct JSONIndex: ~Copyable, @unchecked Sendable {
    /// The deepest nesting of arrays and objects.
    package static let depthLimit = 128
    /// The size of the largest accepted text, in bytes: an index can take eight times the memory of its text.
    package static let sizeLimit = 1 << 26

    // Not private, because scanFamiliarObject(_:) in another file uses it.
    var nodes: UnsafeMutablePointer<JSONNode>
    private var capacity: Int
    var count = 0
    private let open: UnsafeMutablePointer<Int>
    /// The names of the outermost object scanned last, if its values were plain.
    var names = MemberNames()
    /// Whether the text has white space outside its strings.
    package private(set) var hasInsignificantSpace = false

    package init() {
        capacity = 2 * (1 + MemberNames.limit)
        unsafe nodes = .allocate(capacity: capacity)
        unsafe open = .allocate(capacity: Self.depthLimit)
        unsafe open.initialize(repeating: 0, count: Self.depthLimit)
    }

    deinit {
        unsafe nodes.deallocate()
        unsafe open.deallocate()
    }

    /// Returns the outermost value of the text scanned last. It is valid until the next scan, and only while the text
    /// stays at the same address.
    @unsafe
    package func root(of text: ByteView) -> JSONView? {
        guard count > 0 else { return nil }
        return unsafe JSONView(nodes: UnsafePointer(nodes), text: text, index: 0)
    }

    @inline(__always)
    private mutating func add(_ node: JSONNode) {
        if count == capacity { grow() }
        unsafe nodes[count] = node
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let moved = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
        unsafe moved.update(from: nodes, count: count)
        unsafe nodes.deallocate()
        unsafe nodes = moved
        capacity *= 2
    }

    /// Checks the contents of a buffer. After an error, the index is empty.
    package mutating func scan(_ text: borrowing ByteBuffer) throws(JSONSyntaxError) { try unsafe scan(text.bytes) }

    /// Checks a whole text. After an error, the index is empty.
    package mutating func scan(_ text: ByteView) throws(JSONSyntaxError) {
        count = 0
        hasInsignificantSpace = false
        do {
            try scanText(text)
        } catch {
            count = 0
            throw error
        }
    }

    private mutating func scanText(_ text: ByteView) throws(JSONSyntaxError) {
        guard text.count <= Self.sizeLimit else {
            throw JSONSyntaxError(.tooLarge(limit: Self.sizeLimit), at: Self.sizeLimit)
        }
        let scanner = JSONScanner(text: text)
        if scanFamiliarObject(scanner) { return }
        var at = scanner.skipSpace(0)
        var sawSpace = at > 0
        var depth = 0
        if at == text.count { throw JSONSyntaxError(.empty, at: 0) }

        // Each iteration reads one value, then all closing brackets and braces after it.
        values: while true {
            guard let first = text.byte(at: at) else { throw JSONSyntaxError(.unexpectedEnd(wanted: .value), at: at) }
            switch first {
            case ASCII.quote:
                let (end, escaped) = try scanner.string(at)
                add(JSONNode(kind: .string, flag: escaped, start: at, end: end, next: count + 1))
                at = end
            case ASCII.openBrace, ASCII.openBracket:
                guard depth < Self.depthLimit else { throw JSONSyntaxError(.tooDeep(limit: Self.depthLimit), at: at) }
                let isObject = first == ASCII.openBrace
                unsafe open[depth] = count
                depth &+= 1
                add(JSONNode(kind: isObject ? .object : .array, flag: false, start: at, end: at, next: 0))
                let inside = scanner.skipSpace(at &+ 1)
                if inside > at &+ 1 { sawSpace = true }
                at = inside
                guard let inner = text.byte(at: at) else {
                    throw JSONSyntaxError(.unexpectedEnd(wanted: isObject ? .name : .value), at: at)
                }
                if inner == (isObject ? ASCII.closeBrace : ASCII.closeBracket) {
                    depth &-= 1
                    unsafe nodes[open[depth]].end = UInt32(truncatingIfNeeded: at &+ 1)
                    unsafe nodes[open[depth]].next = UInt32(truncatingIfNeeded: count)
                    at &+= 1
                } else {
                    if isObject { at = try name(at, scanner, &sawSpace) }
                    continue values
                }
            case ASCII.minus, ASCII.zero...UInt8(ascii: "9"):
                let (end, isInteger) = try scanner.number(at)
                add(JSONNode(kind: .number, flag: isInteger, start: at, end: end, next: count + 1))
                at = end
            case UInt8(ascii: "t"):
                at = try literal("true", .true, at, scanner)
            case UInt8(ascii: "f"):
                at = try literal("false", .false, at, scanner)
            case UInt8(ascii: "n"):
                at = try literal("null", .null, at, scanner)
            default:
                throw JSONSyntaxError(.unexpectedByte(first, wanted: .value), at: at)
            }

            // After a value: either another value follows, or its array or object ends.
            while true {
                let afterSpace = scanner.skipSpace(at)
                if afterSpace > at { sawSpace = true }
                at = afterSpace
                if depth == 0 {
                    if let byte = text.byte(at: at) {
                        throw JSONSyntaxError(.unexpectedByte(byte, wanted: .endOfText), at: at)
                    }
                    hasInsignificantSpace = sawSpace
                    return
                }
                let holder = unsafe open[depth &- 1]
                let isObject = unsafe nodes[holder].kind == .object
                let wanted: JSONSyntaxError.Wanted = isObject ? .commaOrBrace : .commaOrBracket
                guard let byte = text.byte(at: at) else {
                    throw JSONSyntaxError(.unexpectedEnd(wanted: wanted), at: at)
                }
                if byte == ASCII.comma {
                    let inside = scanner.skipSpace(at &+ 1)
                    if inside > at &+ 1 { sawSpace = true }
                    at = inside
                    if isObject { at = try name(at, scanner, &sawSpace) }
                    continue values
                }
                guard byte == (isObject ? ASCII.closeBrace : ASCII.closeBracket) else {
                    throw JSONSyntaxError(.unexpectedByte(byte, wanted: wanted), at: at)
                }
                at &+= 1
                depth &-= 1
                unsafe nodes[holder].end = UInt32(truncatingIfNeeded: at)
                unsafe nodes[holder].next = UInt32(truncatingIfNeeded: count)
                if isObject { try checkNames(of: holder, text: text) }
                if isObject, depth == 0 { rememberNames(text) }
            }
        }
    }

    /// Reads a member's name and the colon; returns the start of its value.
    @inline(__always)
    private mutating func name(
        _ start: Int, _ scanner: JSONScanner, _ sawSpace: inout Bool
    ) throws(JSONSyntaxError) -> Int {
        guard let first = scanner.text.byte(at: start) else {
            throw JSONSyntaxError(.unexpectedEnd(wanted: .name), at: start)
        }
        guard first == ASCII.quote else { throw JSONSyntaxError(.unexpectedByte(first, wanted: .name), at: start) }
        let (end, escaped) = try scanner.string(start)
        add(JSONNode(kind: .string, flag: escaped, start: start, end: end, next: count + 1))
        let colon = scanner.skipSpace(end)
        guard let byte = scanner.text.byte(at: colon) else {
            throw JSONSyntaxError(.unexpectedEnd(wanted: .colon), at: colon)
        }
        guard byte == ASCII.colon else { throw JSONSyntaxError(.unexpectedByte(byte, wanted: .colon), at: colon) }
        let value = scanner.skipSpace(colon &+ 1)
        if value &- end > 1 { sawSpace = true }
        return value
    }

    private mutating func literal(
        _ word: StaticString, _ kind: JSONKind, _ at: Int, _ scanner: JSONScanner
    ) throws(JSONSyntaxError) -> Int {
        let end = at + word.utf8CodeUnitCount
        for offset in 0..<word.utf8CodeUnitCount {
            guard let found = scanner.text.byte(at: at + offset) else {
                throw JSONSyntaxError(.unexpectedEnd(wanted: .value), at: scanner.end)
            }
            guard unsafe found == word.utf8Start[offset] else {
                throw JSONSyntaxError(.unexpectedByte(found, wanted: .value), at: at + offset)
            }
        }
        add(JSONNode(kind: kind, flag: false, start: at, end: end, next: count + 1))
        return end
    }

    // MARK: - Names

    /// Rejects an object with duplicate member names.
    private func checkNames(of holder: Int, text: ByteView) throws(JSONSyntaxError) {
        let last = unsafe Int(nodes[holder].next)
        var member = holder + 1
        var members = 0
        var lengths: UInt64 = 0
        // Names of different lengths differ, unless one has escapes. Most objects need no further check.
        while member < last {
            let node = unsafe nodes[member]
            guard members < 32, !node.flag else {
                try hashNames(of: holder, text: text)
                return
            }
            let bit: UInt64 = 1 << UInt64((node.end &- node.start) & 63)
            if lengths & bit != 0 { try compareName(member, of: holder, text: text) }
            lengths |= bit
            members &+= 1
            member = unsafe Int(nodes[member &+ 1].next)
        }
    }

    /// Compares a name with those before it. None of them has escapes.
    private func compareName(_ member: Int, of holder: Int, text: ByteView) throws(JSONSyntaxError) {
        let name = unsafe nodes[member]
        let length = name.end &- name.start
        var other = holder + 1
        while other < member {
            let node = unsafe nodes[other]
            if node.end &- node.start == length,
                text.part(Int(node.start)..<Int(node.end)).elementsEqual(text.part(Int(name.start)..<Int(name.end)))
            {
                let view = unsafe JSONView(nodes: UnsafePointer(nodes), text: text, index: member)
                throw JSONSyntaxError(.duplicateName(view.string), at: view.start)
            }
            other = unsafe Int(nodes[other &+ 1].next)
        }
    }

    /// Checks names with escapes, and the names of large objects, where comparing all pairs would let a hostile text
    /// take quadratic time.
    private func hashNames(of holder: Int, text: ByteView) throws(JSONSyntaxError) {
        let last = unsafe Int(nodes[holder].next)
        var seen = Set<[UInt8]>()
        var member = holder + 1
        while member < last {
            let name = unsafe JSONView(nodes: UnsafePointer(nodes), text: text, index: member)
            // Compare bytes: Swift's String treats canonically equivalent texts as equal, but JSON does not.
            guard seen.insert(Array(name.string.utf8)).inserted else {
                throw JSONSyntaxError(.duplicateName(name.string), at: name.start)
            }
            member = unsafe Int(nodes[member + 1].next)
        }
    }
}
