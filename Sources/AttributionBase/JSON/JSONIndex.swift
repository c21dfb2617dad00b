/// Checks texts against RFC 8259 and records the positions of their values. Its memory is reused for each text.
///
/// Beyond the grammar, it requires UTF-8, paired surrogates, unique member names in each object, and at most ``depthLimit`` levels, so that
/// every reader understands an accepted text in the same way.
@safe
@usableFromInline
package struct JSONIndex: ~Copyable, @unchecked Sendable {
    /// The deepest nesting of arrays and objects.
    package static let depthLimit = 128
    /// The size of the largest accepted text, in bytes: an index can take eight times the memory of its text.
    package static let sizeLimit = 1 << 26

    private var nodes: UnsafeMutablePointer<JSONNode>
    private var capacity = 256
    private var count = 0
    /// The number of bytes of white space outside strings. It may be too low, but is 0 only if there is none.
    @usableFromInline private(set) var space = 0
    private var known = KnownNames()
    private var shapes = JSONShapes()

    package init() { unsafe nodes = Self.allocate(capacity) }

    deinit { unsafe Self.deallocate(nodes) }

    @inlinable package var hasInsignificantSpace: Bool { space != 0 }

    /// Returns the outermost value of the text scanned last. It is valid until the next scan, and only while the text
    /// stays at the same address.
    @unsafe
    package func root(of text: ByteView) -> JSONView? { count > 0 ? view(of: text, at: 0) : nil }

    private func view(of text: ByteView, at index: Int) -> JSONView {
        unsafe JSONView(nodes: UnsafePointer(nodes), text: text, index: index)
    }

    /// Scans a text, and returns its outermost value, which is valid as long as that of ``root(of:)``.
    @unsafe
    package mutating func read(_ text: ByteView) throws(JSONSyntaxError) -> JSONView {
        try scan(text)
        return view(of: text, at: 0)
    }

    /// Checks the contents of a buffer. After an error, the index is empty.
    package mutating func scan(_ text: borrowing ByteBuffer) throws(JSONSyntaxError) {
        try text.withBytes { bytes throws(JSONSyntaxError) in try scan(bytes) }
    }

    /// Checks a whole text. After an error, the index is empty.
    package mutating func scan(_ text: ByteView) throws(JSONSyntaxError) {
        count = 0
        space = 0
        guard text.count <= Self.sizeLimit else {
            throw JSONSyntaxError(.tooLarge(limit: Self.sizeLimit), at: Self.sizeLimit)
        }
        // Each value takes at least two bytes: one of its own, and the one that separates it from the next value or closes it.
        let wanted = text.count / 2 + 1 + Self.depthLimit
        if wanted > capacity { makeRoom(for: wanted) }
        count = unsafe shapes.read(text, into: nodes)
        guard count == 0 else { return }
        known.begin()
        unsafe nodes[-1] = JSONNode(series: known.series, shape: 0)
        do throws(JSONSyntaxError) {
            try scan(JSONScanner(text: text))
        } catch {
            count = 0
            throw error
        }
        if space == 0 { shapes.learn(view(of: text, at: 0), text) }
    }

    private mutating func scan(_ scanner: JSONScanner) throws(JSONSyntaxError) {
        let start = skipSpace(0, scanner)
        if start == scanner.end { throw JSONSyntaxError(.empty, at: 0) }
        let end = try skipSpace(value(start, scanner, levels: Self.depthLimit), scanner)
        if let byte = scanner.text.byte(at: end) {
            throw JSONSyntaxError(.unexpectedByte(byte, wanted: .endOfText), at: end)
        }
    }

    /// Returns memory for `capacity` nodes, and for one before them, which has the series of the text's names and its shape.
    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<JSONNode> {
        unsafe UnsafeMutablePointer.allocate(capacity: capacity + 1) + 1
    }

    private static func deallocate(_ nodes: UnsafeMutablePointer<JSONNode>) { unsafe (nodes - 1).deallocate() }

    /// The contents are not kept, because the nodes of the last text are no longer needed. Memory that is not written to costs nothing.
    @inline(never)
    private mutating func makeRoom(for wanted: Int) {
        unsafe Self.deallocate(nodes)
        capacity = max(wanted, 2 * capacity)
        unsafe nodes = Self.allocate(capacity)
    }

    @inline(__always)
    private mutating func add(_ node: JSONNode) {
        assert(count < capacity, "there is room for all nodes of a text")
        unsafe nodes[count] = node
        count &+= 1
    }

    @inline(__always)
    private mutating func skipSpace(_ start: Int, _ scanner: JSONScanner) -> Int {
        guard let byte = scanner.text.byte(at: start), byte <= ASCII.space else { return start }
        let end = scanner.skipSpace(start)
        space |= end &- start
        return end
    }

    // MARK: - Values
    // Each of these takes the offset where something begins, and returns the offset where it ends.

    /// - Parameter levels: How many more levels of arrays and objects are allowed.
    @inline(__always)
    private mutating func value(_ start: Int, _ scanner: JSONScanner, levels: Int) throws(JSONSyntaxError) -> Int {
        var start = start
        var next = scanner.text.byte(at: start)
        if let byte = next, byte <= ASCII.space {
            start = skipSpace(start, scanner)
            next = scanner.text.byte(at: start)
        }
        guard let first = next else { throw JSONSyntaxError(.unexpectedEnd(wanted: .value), at: start) }
        // Strings are the most frequent, so check for them first.
        if first == ASCII.quote {
            let (end, escaped) = try scanner.string(start)
            add(JSONNode(.string, flag: escaped, from: start, to: end, next: count &+ 1))
            return end
        }
        if ASCII.isDigit(first) || first == ASCII.minus {
            let (end, isInteger) = try scanner.number(start)
            add(JSONNode(.number, flag: isInteger, from: start, to: end, next: count &+ 1))
            return end
        }
        if first == ASCII.openBrace { return try object(start, scanner, levels: levels) }
        if first == ASCII.openBracket { return try array(start, scanner, levels: levels) }
        let (end, kind) = try scanner.literal(start, first)
        add(JSONNode(kind, from: start, to: end, next: count &+ 1))
        return end
    }

    @inline(never)
    private mutating func object(_ start: Int, _ scanner: JSONScanner, levels: Int) throws(JSONSyntaxError) -> Int {
        guard levels > 0 else { throw JSONSyntaxError(.tooDeep(limit: Self.depthLimit), at: start) }
        let text = scanner.text
        let node = count
        count &+= 1
        var names = NameFilter()
        var at = start &+ 1
        if text.byte(at: at) != ASCII.quote {
            at = skipSpace(at, scanner)
            if text.byte(at: at) == ASCII.closeBrace {
                unsafe nodes[node] = JSONNode(.object, from: start, to: at &+ 1, next: count)
                return at &+ 1
            }
        }
        while true {
            if let name = known.name(in: text, at: at) {
                let end = at &+ name.count
                add(JSONNode(nameFrom: at, to: end, hash: name.hash, number: name.number))
                names.insert(name.hash)
                at = end &+ 1
            } else {
                at = try self.name(at, scanner, &names)
            }
            at = try value(at, scanner, levels: levels &- 1)
            var next = text.byte(at: at)
            if next == ASCII.comma {
                at &+= 1
                continue
            }
            if let byte = next, byte <= ASCII.space {
                at = skipSpace(at, scanner)
                next = text.byte(at: at)
            }
            if next == ASCII.closeBrace { break }
            try demand(next, ASCII.comma, at: at, wanted: .commaOrBrace)
            at &+= 1
        }
        unsafe nodes[node] = JSONNode(.object, from: start, to: at &+ 1, next: count)
        if names.mayRepeat { try checkNames(of: node, text) }
        return at &+ 1
    }

    @inline(never)
    private mutating func array(_ start: Int, _ scanner: JSONScanner, levels: Int) throws(JSONSyntaxError) -> Int {
        guard levels > 0 else { throw JSONSyntaxError(.tooDeep(limit: Self.depthLimit), at: start) }
        let node = count
        count &+= 1
        var at = skipSpace(start &+ 1, scanner)
        if scanner.text.byte(at: at) != ASCII.closeBracket {
            while true {
                at = try skipSpace(value(at, scanner, levels: levels &- 1), scanner)
                let next = scanner.text.byte(at: at)
                if next == ASCII.closeBracket { break }
                try demand(next, ASCII.comma, at: at, wanted: .commaOrBracket)
                at &+= 1
            }
        }
        unsafe nodes[node] = JSONNode(.array, from: start, to: at &+ 1, next: count)
        return at &+ 1
    }

    @inline(__always)
    private func demand(
        _ found: UInt8?, _ byte: UInt8, at offset: Int, wanted: JSONSyntaxError.Wanted
    ) throws(JSONSyntaxError) {
        if found == byte { return }
        guard let found else { throw JSONSyntaxError(.unexpectedEnd(wanted: wanted), at: offset) }
        throw JSONSyntaxError(.unexpectedByte(found, wanted: wanted), at: offset)
    }

    // MARK: - Names

    /// Reads a member's name and the colon.
    @inline(never)
    private mutating func name(
        _ start: Int, _ scanner: JSONScanner, _ names: inout NameFilter
    ) throws(JSONSyntaxError) -> Int {
        let text = scanner.text
        let start = skipSpace(start, scanner)
        try demand(text.byte(at: start), ASCII.quote, at: start, wanted: .name)
        let (end, escaped) = try scanner.string(start)
        let colon = skipSpace(end, scanner)
        try demand(text.byte(at: colon), ASCII.colon, at: colon, wanted: .colon)
        let hash = nameHash(text.part(start &+ 1..<end &- 1))
        names.insert(hash)
        if escaped {
            add(JSONNode(.string, flag: true, from: start, to: end, next: Int(hash)))
            names.doubt()
        } else {
            let number = colon == end ? known.learn(text.part(start..<colon &+ 1), hash) : 0
            add(JSONNode(nameFrom: start, to: end, hash: hash, number: number))
        }
        return colon &+ 1
    }

    /// Rejects an object with duplicate member names.
    private func checkNames(of holder: Int, _ text: ByteView) throws(JSONSyntaxError) {
        let last = unsafe nodes[holder].next
        var members = 0
        var member = holder &+ 1
        while member < last {
            let name = unsafe nodes[member]
            // Comparing all pairs in a large object would let a hostile text take quadratic time.
            guard members < 32, !name.flag else { return try sortNames(of: holder, text) }
            var other = holder &+ 1
            while other < member {
                let before = unsafe nodes[other]
                if before.next == name.next,
                    text.part(before.start..<before.end).elementsEqual(text.part(name.start..<name.end))
                {
                    throw duplicate(view(of: text, at: member))
                }
                other = unsafe nodes[other &+ 1].next
            }
            members &+= 1
            member = unsafe nodes[member &+ 1].next
        }
    }

    /// Like ``checkNames(of:_:)``, for names with escapes and for large objects.
    private func sortNames(of holder: Int, _ text: ByteView) throws(JSONSyntaxError) {
        let last = unsafe nodes[holder].next
        var count = 0
        var member = holder + 1
        while member < last {
            count += 1
            member = unsafe nodes[member + 1].next
        }
        var names = SortedNames(count: count)
        // The buffer never grows, because the decoded names are no longer than the object. Views of it therefore stay valid.
        var decoded = unsafe ByteBuffer(capacity: nodes[holder].end - nodes[holder].start)
        member = holder + 1
        while member < last {
            let name = view(of: text, at: member)
            if name.hasEscapes {
                let start = decoded.count
                name.appendMeaning(to: &decoded)
                let meaning = unsafe decoded.bytes.part(start..<decoded.count)
                names.append(meaning, hash: nameHash(meaning), member: member)
            } else {
                names.append(name.content, hash: UInt32(truncatingIfNeeded: name.hashOfName), member: member)
            }
            member = unsafe nodes[member + 1].next
        }
        if let member = names.firstRepeated() { throw duplicate(view(of: text, at: member)) }
    }

    private func duplicate(_ name: JSONView) -> JSONSyntaxError {
        JSONSyntaxError(.duplicateName(name.string), at: name.start)
    }
}
