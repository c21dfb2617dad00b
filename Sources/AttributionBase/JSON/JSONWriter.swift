/// Writes JSON into a buffer. Only this extension decides where commas go. The one below adds members whose names or texts may need
/// escapes.
///
/// A comma goes before each member or element except the first, which follows an opening brace or bracket. No value ends with either.
extension ByteBuffer {
    @inlinable package mutating func openObject() { append(ASCII.openBrace) }
    @inlinable package mutating func closeObject() { append(ASCII.closeBrace) }
    @inlinable package mutating func openArray() { append(ASCII.openBracket) }
    @inlinable package mutating func closeArray() { append(ASCII.closeBracket) }

    /// Appends a comma, unless the next member or element is the first in its object or array.
    @inlinable @inline(__always)
    package mutating func separate() {
        guard count > 0 else { return }
        let last = self[count - 1]
        if last != ASCII.openBrace, last != ASCII.openBracket { append(ASCII.comma) }
    }

    /// Appends a member's name and the colon. The name must not need escapes.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString) {
        separate()
        append(ASCII.quote)
        append(name)
        append("\":")
    }

    // MARK: - Members

    /// Appends a member whose text is one of the program's own words, which need no escapes.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, word: StaticString) {
        member(name)
        append(ASCII.quote)
        append(word)
        append(ASCII.quote)
    }

    /// Appends a member whose value is the raw value of an enumeration case, which needs no escapes.
    @inlinable @inline(__always)
    package mutating func member(_ name: StaticString, word: some RawRepresentable<String>) {
        member(name)
        append(ASCII.quote)
        append(text: word.rawValue)
        append(ASCII.quote)
    }

    /// Appends a member whose value is a string that `body` appends. The text must not need escapes.
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

    @inlinable
    package mutating func member(_ name: StaticString, json text: ByteView) {
        member(name)
        append(text)
    }

    @inlinable
    package mutating func member(_ name: StaticString, json text: borrowing ByteBuffer) {
        member(name)
        append(text)
    }

    // MARK: - Values

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

// Writes members whose names or texts may need escapes.
extension ByteBuffer {
    /// Appends a member's name, escaped if necessary, and the colon.
    package mutating func member(named name: String) {
        separate()
        JSONText.appendString(name, to: &self)
        append(ASCII.colon)
    }

    package mutating func member(named name: String, _ text: String) {
        member(named: name)
        JSONText.appendString(text, to: &self)
    }

    /// Appends a member's name exactly as another text has it, and the colon.
    package mutating func member(writtenAs name: JSONView) {
        separate()
        append(name.raw)
        append(ASCII.colon)
    }

    package mutating func member(_ name: StaticString, _ text: String) {
        member(name)
        JSONText.appendString(text, to: &self)
    }

    package mutating func member(_ name: StaticString, ifAny text: String?) {
        if let text { member(name, text) }
    }

    package mutating func member(_ name: StaticString, _ value: JSONValue) {
        member(name)
        value.append(to: &self)
    }
}
