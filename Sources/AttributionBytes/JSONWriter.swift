/// Writing of JSON into a buffer: what separates members and elements is decided here and nowhere else. `AttributionJSON` has
/// the members whose texts may need escapes.
///
/// A comma stands before a member or an element unless it is the first, which the byte before it tells: no value ends as an
/// object or an array begins.
extension ByteBuffer {
    @inlinable package mutating func openObject() { append(ASCII.openBrace) }
    @inlinable package mutating func closeObject() { append(ASCII.closeBrace) }
    @inlinable package mutating func openArray() { append(ASCII.openBracket) }
    @inlinable package mutating func closeArray() { append(ASCII.closeBracket) }

    /// Appends a comma, unless what follows is the first in its object or array.
    @inlinable @inline(__always)
    package mutating func separate() {
        guard count > 0 else { return }
        let last = unsafe base[count - 1]
        if last != ASCII.openBrace, last != ASCII.openBracket { append(ASCII.comma) }
    }

    /// Appends a member's name, after which its value belongs. The name must not need an escape.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString) {
        separate()
        append(ASCII.quote)
        append(name)
        append("\":")
    }

    // MARK: - Members

    /// Appends a member whose text is one of the program's own words, which need no escape.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, word: StaticString) {
        member(name)
        append(ASCII.quote)
        append(word)
        append(ASCII.quote)
    }

    /// The same of a word that is a case's value.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, word: some RawRepresentable<String>) {
        member(name)
        append(ASCII.quote)
        append(text: word.rawValue)
        append(ASCII.quote)
    }

    /// Appends a member whose text `body` appends, which must not need an escape.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, quoting body: (inout ByteBuffer) -> Void) {
        member(name)
        append(ASCII.quote)
        body(&self)
        append(ASCII.quote)
    }

    @inlinable
    package mutating func member(_ name: StaticString, _ value: Bool) {
        member(name)
        append(value ? "true" : "false")
    }

    @inlinable
    package mutating func member(_ name: StaticString, _ number: Int) {
        member(name)
        append(number: number)
    }

    @inlinable
    package mutating func member(_ name: StaticString, _ number: UInt64) {
        member(name)
        append(number: number)
    }

    /// Appends a member whose value is JSON text already.
    @inlinable
    package mutating func member(_ name: StaticString, json text: UnsafeRawBufferPointer) {
        member(name)
        unsafe append(text)
    }

    // MARK: - Values

    /// Appends a number of any sign.
    @inlinable
    package mutating func append(number: Int) {
        if number < 0 { append(ASCII.minus) }
        append(number: number.magnitude)
    }

    @inlinable
    package mutating func append(number: some UnsignedInteger) {
        if let small = Int(exactly: number) { append(decimal: small) } else { append(text: String(number)) }
    }
}
