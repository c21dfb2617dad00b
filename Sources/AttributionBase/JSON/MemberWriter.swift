// Members of JSON in a buffer whose names or texts may need escapes.
extension ByteBuffer {
    /// Appends a member's name, escaped if necessary, and the colon.
    package mutating func member(named name: String) {
        separate()
        JSONText.appendString(name, to: &self)
        append(ASCII.colon)
    }

    /// Appends a member's name as it is written in another text, and the colon.
    package mutating func member(writtenAs name: JSONView) {
        separate()
        append(name.raw)
        append(ASCII.colon)
    }

    package mutating func member(_ name: StaticString, _ text: String) {
        member(name)
        JSONText.appendString(text, to: &self)
    }

    /// Appends a member unless the text is nil.
    package mutating func member(_ name: StaticString, ifAny text: String?) {
        if let text { member(name, text) }
    }

    package mutating func member(_ name: StaticString, _ value: JSONValue) {
        member(name)
        value.append(to: &self)
    }
}
