import AttributionBytes

extension JSONIndex {
    /// Reads an object without white space that has the same member names in the same order as the previous one, and
    /// only plain values. Returns false for any other text, which then needs a full scan.
    ///
    /// Most texts of a stream have this form, and this costs a fraction of a full scan.
    mutating func scanFamiliarObject(_ scanner: JSONScanner) -> Bool {
        let text = scanner.text
        guard text.byte(at: 0) == ASCII.openBrace else { return false }
        let nodes = unsafe nodes
        var at = 1
        var place = 0
        var named = 0
        while true {
            guard let length = names.match(place, from: named, in: text, at: at) else { return false }
            let value = at &+ length
            guard let (end, kind) = Self.plainValue(value, scanner), let next = text.byte(at: end) else { return false }
            let node = 2 &* place &+ 1
            unsafe nodes[node] = JSONNode(kind: .string, flag: false, start: at, end: value &- 1, next: node &+ 1)
            unsafe nodes[node &+ 1] = JSONNode(
                kind: kind, flag: kind == .number, start: value, end: end, next: node &+ 2)
            place &+= 1
            named &+= length
            at = end &+ 1
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
        let text = scanner.text
        guard let first = text.byte(at: start) else { return nil }
        if first == ASCII.quote {
            let close = scanner.plainRun(start &+ 1)
            guard text.byte(at: close) == ASCII.quote else { return nil }
            return (close &+ 1, .string)
        }
        if ASCII.isDigit(first) {
            let end = scanner.digitRun(start)
            return first == ASCII.zero && end &- start > 1 ? nil : (end, .number)
        }
        if text.word(at: start, as: UInt32.self) == Self.wordTrue { return (start &+ 4, .true) }
        if first == UInt8(ascii: "f"), text.word(at: start &+ 1, as: UInt32.self) == Self.wordAlse {
            return (start &+ 5, .false)
        }
        return nil
    }

    /// `true` and `alse` as little-endian words.
    private static let wordTrue: UInt32 = 0x6575_7274
    private static let wordAlse: UInt32 = 0x6573_6c61

    /// Remembers the names of the outermost object, which are known to be unique, for ``scanFamiliarObject(_:)``.
    mutating func rememberNames(_ text: ByteView) {
        names.removeAll()
        var member = 1
        while member < count {
            let name = unsafe nodes[member]
            let kind = unsafe nodes[member &+ 1].kind
            guard !name.flag, kind != .object, kind != .array,
                names.append(text, from: Int(name.start), colon: Int(name.end))
            else {
                names.removeAll()
                return
            }
            member = unsafe Int(nodes[member &+ 1].next)
        }
    }
}
