import Bytes

/// Writing of JSON into a buffer: what separates members and elements is decided here and nowhere else.
///
/// A comma stands before a member or an element unless it is the first, which the byte before it tells: no value ends as an
/// object or an array begins.
extension ByteBuffer {
    package mutating func openObject() { append(ASCII.openBrace) }
    package mutating func closeObject() { append(ASCII.closeBrace) }
    package mutating func openArray() { append(ASCII.openBracket) }
    package mutating func closeArray() { append(ASCII.closeBracket) }

    /// Appends a comma, unless what follows is the first in its object or array.
    @inline(__always)
    package mutating func separate() {
        guard count > 0 else { return }
        let last = unsafe base[count - 1]
        if last != ASCII.openBrace, last != ASCII.openBracket { append(ASCII.comma) }
    }

    /// Appends a member's name, after which its value belongs. The name must not need an escape.
    @inline(__always)
    package mutating func member(_ name: StaticString) {
        separate()
        append(ASCII.quote)
        append(name)
        append("\":")
    }

    /// Appends the name of a member as it was given, escaped where it must be.
    package mutating func member(named name: String) {
        separate()
        JSONText.appendString(name, to: &self)
        append(ASCII.colon)
    }

    // MARK: - Members

    package mutating func member(_ name: StaticString, _ text: String) {
        member(name)
        JSONText.appendString(text, to: &self)
    }

    /// Appends a member whose text is one of the program's own words, which need no escape.
    @inline(__always)
    package mutating func member(_ name: StaticString, word: StaticString) {
        member(name)
        append(ASCII.quote)
        append(word)
        append(ASCII.quote)
    }

    package mutating func member(_ name: StaticString, _ value: Bool) {
        member(name)
        append(value ? "true" : "false")
    }

    package mutating func member(_ name: StaticString, _ number: Int) {
        member(name)
        append(number: number)
    }

    package mutating func member(_ name: StaticString, _ number: UInt64) {
        member(name)
        append(number: number)
    }

    package mutating func member(_ name: StaticString, _ value: JSONValue) {
        member(name)
        value.append(to: &self)
    }

    /// Appends a member whose value is JSON text already.
    package mutating func member(_ name: StaticString, json text: UnsafeRawBufferPointer) {
        member(name)
        unsafe append(text)
    }

    // MARK: - Values

    /// Appends a number of any sign.
    package mutating func append(number: Int) {
        if number < 0 { append(ASCII.minus) }
        append(number: number.magnitude)
    }

    package mutating func append(number: some UnsignedInteger) {
        if let small = Int(exactly: number) { append(decimal: small) } else { append(text: String(number)) }
    }
}
