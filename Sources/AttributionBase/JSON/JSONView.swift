/// A reference to a value inside a scanned text.
///
/// A view points into the text and the index, and must not outlive either. Code that takes the root of an index is marked `unsafe`, because
/// it must guarantee this; the guarantee then covers all views derived from the root.
@safe
@usableFromInline
package struct JSONView {
    @usableFromInline let nodes: UnsafePointer<JSONNode>
    @usableFromInline let text: ByteView
    /// The place of the value among all of the text.
    @usableFromInline package let index: Int

    @unsafe
    @inlinable @inline(__always)
    init(nodes: UnsafePointer<JSONNode>, text: ByteView, index: Int) {
        unsafe self.nodes = unsafe nodes
        self.text = text
        self.index = index
    }

    @inlinable var node: JSONNode {
        @inline(__always)
        get { unsafe nodes[index] }
    }

    /// The index of the first node after this value and its contents.
    @inlinable var next: Int {
        @inline(__always)
        get { node.next }
    }

    @inlinable @inline(__always)
    func view(at index: Int) -> JSONView { unsafe JSONView(nodes: nodes, text: text, index: index) }

    /// Returns the value with the given node index, inside this value.
    @inlinable @inline(__always)
    package func value(at inner: Int) -> JSONView {
        precondition(inner > index && inner < next, "a value is inside the one that contains it")
        return view(at: inner)
    }

    /// The ``nameHash(_:)`` of a member's name.
    @inline(__always)
    var hashOfName: Int { node.next }

    /// The number of this name in the ``series``, which no other name there has; 0 if it has none.
    @inline(__always)
    var numberOfName: Int { node.number }

    /// The series in which the names of this text are numbered.
    @inline(__always)
    var series: UInt64 { unsafe nodes[-1].series }

    /// The shape of this text; 0 if it is not known. Texts of a shape have the same number of nodes, with the same names and kinds at the
    /// same indices, and no `null`.
    @inline(__always)
    var shape: UInt64 { unsafe nodes[-1].shape }

    @inlinable package var kind: JSONKind {
        @inline(__always)
        get { node.kind }
    }
    /// Whether the value is an object or an array.
    @inlinable package var isContainer: Bool { kind == .object || kind == .array }
    @inlinable package var start: Int {
        @inline(__always)
        get { node.start }
    }
    @inlinable package var end: Int {
        @inline(__always)
        get { node.end }
    }

    @inlinable package var raw: ByteView { text.part(start..<end) }
}

// MARK: - Members and elements

extension JSONView {
    @safe
    @usableFromInline
    package struct Member {
        @usableFromInline package let name: JSONView
        @usableFromInline package let value: JSONView

        @inlinable
        init(name: JSONView, value: JSONView) {
            self.name = name
            self.value = value
        }
    }

    /// The members of an object in order; empty for any other value.
    @inlinable package var members: Members {
        @inline(__always)
        get { Members(holder: self) }
    }

    @safe
    @usableFromInline
    package struct Members: Sequence, IteratorProtocol {
        @usableFromInline let holder: JSONView
        @usableFromInline var at: Int
        @usableFromInline let last: Int

        @inlinable @inline(__always)
        init(holder: JSONView) {
            self.holder = holder
            let isObject = holder.kind == .object
            at = holder.index + 1
            last = isObject ? holder.next : 0
        }

        @inlinable @inline(__always)
        package mutating func next() -> Member? {
            guard at < last else { return nil }
            let member = Member(name: holder.view(at: at), value: holder.view(at: at + 1))
            at = member.value.next
            return member
        }

        /// The exact number of members, so that an array made from them is allocated once. Growing it would briefly take up to three times
        /// its memory.
        @usableFromInline package var underestimatedCount: Int {
            var (count, at) = (0, at)
            while at < last {
                at = holder.view(at: at + 1).next
                count += 1
            }
            return count
        }
    }

    /// The elements of an array in order; empty for any other value.
    @usableFromInline package var elements: Elements { Elements(holder: self) }

    @safe
    @usableFromInline
    package struct Elements: Sequence, IteratorProtocol {
        private let holder: JSONView
        private var at: Int
        private let last: Int

        init(holder: JSONView) {
            self.holder = holder
            at = holder.index + 1
            last = holder.kind == .array ? holder.next : 0
        }

        @usableFromInline
        package mutating func next() -> JSONView? {
            guard at < last else { return nil }
            let element = holder.view(at: at)
            at = element.next
            return element
        }

        package var isEmpty: Bool { at >= last }
        package var count: Int {
            var (count, at) = (0, at)
            while at < last {
                at = holder.view(at: at).next
                count += 1
            }
            return count
        }
        /// The exact number, as for ``Members``.
        @usableFromInline package var underestimatedCount: Int { count }
        package var first: JSONView? { isEmpty ? nil : holder.view(at: at) }
    }

    /// Returns the element of an array at an index; nil if there is none or the value is not an array.
    package func element(at position: Int) -> JSONView? {
        guard kind == .array, position >= 0 else { return nil }
        var at = index + 1
        var left = position
        while at < next {
            if left == 0 { return view(at: at) }
            left -= 1
            at = view(at: at).next
        }
        return nil
    }

    /// Returns the value of a member; nil if it is absent or `null`, which have the same meaning.
    package func member(_ name: StaticString) -> JSONView? {
        let count = name.utf8CodeUnitCount
        var members = members
        while let member = members.next() {
            // Most names can be ruled out by their length.
            if !member.name.hasEscapes, member.name.end - member.name.start - 2 != count { continue }
            if member.name.isString(name) { return member.value.kind == .null ? nil : member.value }
        }
        return nil
    }

    /// Returns the value of a member whose name is known only at run time. It may be `null`.
    package func member(named name: String) -> JSONView? {
        var members = members
        while let member = members.next() {
            if member.name.isEqual(to: name) { return member.value }
        }
        return nil
    }
}

// MARK: - Strings

extension JSONView {
    /// The text of a string between its quotes, with its escapes; empty for any other value.
    @inlinable package var content: ByteView {
        @inline(__always)
        get { kind == .string ? text.part(start &+ 1..<end &- 1) : .empty }
    }

    /// Whether this is a string with escapes. If so, ``content`` is not the decoded text.
    @inlinable package var hasEscapes: Bool {
        @inline(__always)
        get { kind == .string && node.flag }
    }

    /// The decoded text of a string; empty for any other value.
    @usableFromInline package var string: String {
        guard kind == .string else { return "" }
        guard hasEscapes else { return content.text }
        return String(decoding: unescaped, as: UTF8.self)
    }

    @inlinable @inline(__always)
    package func isString(_ other: StaticString) -> Bool {
        guard kind == .string else { return false }
        guard !hasEscapes else { return isEscaped(other) }
        return end &- start &- 2 == other.utf8CodeUnitCount && text.holds(ByteView(other), at: start &+ 1)
    }

    @usableFromInline
    func isEscaped(_ other: StaticString) -> Bool {
        mayMean(other.utf8CodeUnitCount) && unescaped.withBytes { $0.elementsEqual(other) }
    }

    /// Whether the decoded text of a string can have a number of bytes. Long strings with escapes need not be decoded to be compared.
    private func mayMean(_ count: Int) -> Bool {
        let content = content.count
        return hasEscapes ? content > count && content <= count * Self.mostBytesOfEscape : content == count
    }

    /// The bytes of the longest escape for a byte, such as `\u0041`.
    private static let mostBytesOfEscape = 6

    /// Whether this is a string equal to `other`. Use it for texts that are not known at compile time.
    package func isEqual(to other: String) -> Bool {
        guard kind == .string else { return false }
        guard mayMean(other.utf8.count) else { return false }
        return unescapedOrContent { text in
            // Comparing with `other.utf8` directly would be done byte by byte.
            let isEqual = unsafe other.utf8.withContiguousStorageIfAvailable {
                unsafe text.elementsEqual(ByteView($0))
            }
            return isEqual ?? text.elementsEqual(other.utf8)
        }
    }

    /// Calls `body` with the decoded bytes of a string. Makes no copy if the string has no escapes.
    package func unescapedOrContent<Result: Sendable>(_ body: (ByteView) -> Result) -> Result {
        if !hasEscapes { return body(content) }
        return unescaped.withBytes { body($0) }
    }

    /// Appends the decoded text of a string as UTF-8; appends nothing for any other value.
    package func appendMeaning(to output: inout ByteBuffer) {
        guard kind == .string else { return }
        let source = content
        guard hasEscapes else {
            output.append(source)
            return
        }
        func unit(_ start: Int) -> UInt16 {
            (0..<4).reduce(0) { $0 << 4 | UInt16(ASCII.hexValue(source[start + $1]) ?? 0) }
        }
        var at = 0
        while let escape = source.firstOffset(of: ASCII.backslash, from: at) {
            output.append(source.part(at..<escape))
            at = escape + 2
            switch source[escape + 1] {
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0c)
            case UInt8(ascii: "n"): output.append(ASCII.newline)
            case UInt8(ascii: "r"): output.append(ASCII.carriageReturn)
            case UInt8(ascii: "t"): output.append(ASCII.tab)
            case UInt8(ascii: "u"):
                var value = UInt32(unit(at))
                at += 4
                if UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: value)) {
                    value = 0x10000 + (value & 0x3ff) << 10 + UInt32(unit(at + 2) & 0x3ff)
                    at += 6
                }
                if let scalar = Unicode.Scalar(value) { for byte in scalar.utf8 { output.append(byte) } }
            default: output.append(source[escape + 1])
            }
        }
        output.append(source.part(at..<source.count))
    }

    /// The decoded text of a string with escapes, as UTF-8.
    private var unescaped: [UInt8] {
        var output = ByteBuffer(capacity: end - start)
        appendMeaning(to: &output)
        return output.array()
    }
}

// MARK: - Numbers and truth values

extension JSONView {
    /// The value of `true` or `false`; nil for any other value.
    @inlinable package var truth: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether this is a number without a fraction or an exponent.
    @inlinable package var isInteger: Bool {
        @inline(__always)
        get { kind == .number && node.flag }
    }

    /// The value of an integer from 0 to 2⁶⁴−1; nil for anything else, including `-0`.
    package var unsignedInteger: UInt64? {
        guard isInteger else { return nil }
        let start = start
        let end = end
        func digit(_ offset: Int) -> UInt64 { UInt64(text[offset] &- ASCII.zero) }
        // Apart from a sign, an integer consists only of digits.
        var value = digit(start)
        guard value < 10 else { return nil }
        // Nineteen digits cannot overflow.
        let safeEnd = min(end, start &+ 19)
        var at = start &+ 1
        while at < safeEnd {
            value = value &* 10 &+ digit(at)
            at &+= 1
        }
        while at < end {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(digit(at))
            if overflow || carry { return nil }
            value = sum
            at &+= 1
        }
        return value
    }
}

extension JSONView {
    /// Whether this is a string without characters.
    package var isEmptyText: Bool { kind == .string && end - start == 2 }

    /// The value as written, cut to a length that suits a message.
    package var excerpt: String {
        let limit = 80
        guard raw.count > limit else { return raw.text }
        var end = limit
        // Do not cut in the middle of a character.
        while end > 0, raw[end] & 0xc0 == 0x80 { end -= 1 }
        return raw.part(0..<end).text + "…"
    }
}
