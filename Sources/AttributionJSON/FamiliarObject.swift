import AttributionBytes

extension JSONIndex {
    /// Reads an object without white space that has the same member names in the same order as the previous one, and
    /// only plain values. Returns false for any other text, which then needs a full scan.
    ///
    /// Most texts of a stream have this form, and this costs a fraction of a full scan.
    mutating func scanFamiliarObject(_ scanner: JSONScanner) -> Bool {
        guard scanner.end > 2, scanner.byte(0) == ASCII.openBrace else { return false }
        let nodes = unsafe nodes
        var at = 1
        var place = 0
        while true {
            guard let length = unsafe names.match(place, at: scanner.base + at, room: scanner.end &- at) else {
                return false
            }
            let value = at &+ length
            guard let (end, kind) = Self.plainValue(value, scanner), end < scanner.end else { return false }
            let node = 2 &* place &+ 1
            unsafe nodes[node] = JSONNode(kind: .string, flag: false, start: at, end: value &- 1, next: node &+ 1)
            unsafe nodes[node &+ 1] = JSONNode(
                kind: kind, flag: kind == .number, start: value, end: end, next: node &+ 2)
            place &+= 1
            at = end &+ 1
            let next = scanner.byte(end)
            if next == ASCII.comma { continue }
            guard next == ASCII.closeBrace, at == scanner.end else { return false }
            break
        }
        count = 2 &* place &+ 1
        unsafe nodes[0] = JSONNode(kind: .object, flag: false, start: 0, end: at, next: count)
        return true
    }

    /// Returns the end of a string without escapes, a non-negative integer, `true` or `false`; nil for any other
    /// value.
    @inline(__always)
    static func plainValue(_ start: Int, _ scanner: JSONScanner) -> (end: Int, kind: JSONKind)? {
        guard start < scanner.end else { return nil }
        let first = scanner.byte(start)
        if first == ASCII.quote {
            let close = scanner.plainRun(start &+ 1)
            guard close < scanner.end, scanner.byte(close) == ASCII.quote else { return nil }
            return (close &+ 1, .string)
        }
        if ASCII.isDigit(first) {
            let end = scanner.digitRun(start)
            return first == ASCII.zero && end &- start > 1 ? nil : (end, .number)
        }
        if start &+ 4 <= scanner.end, scanner.word(start) == Self.wordTrue { return (start &+ 4, .true) }
        if first == UInt8(ascii: "f"), start &+ 5 <= scanner.end, scanner.word(start &+ 1) == Self.wordAlse {
            return (start &+ 5, .false)
        }
        return nil
    }

    /// `true` and `alse` as little-endian words.
    private static let wordTrue: UInt32 = 0x6575_7274
    private static let wordAlse: UInt32 = 0x6573_6c61

    /// Remembers the names of the outermost object, which are known to be unique, for ``scanFamiliarObject(_:)``.
    mutating func rememberNames(_ base: UnsafeRawPointer) {
        names.removeAll()
        var member = 1
        while member < count {
            let name = unsafe nodes[member]
            let kind = unsafe nodes[member &+ 1].kind
            guard !name.flag, kind != .object, kind != .array,
                unsafe names.append(base, from: Int(name.start), colon: Int(name.end))
            else {
                names.removeAll()
                return
            }
            member = unsafe Int(nodes[member &+ 1].next)
        }
    }
}
