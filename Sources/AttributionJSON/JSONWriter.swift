import AttributionBytes

// Members of JSON that is written into a buffer whose names or texts may need escapes.
extension ByteBuffer {
    /// Appends the name of a member as it was given, escaped where it must be.
    package mutating func member(named name: String) {
        separate()
        JSONText.appendString(name, to: &self)
        append(ASCII.colon)
    }

    /// Appends the name of a member as it is written in another text.
    package mutating func member(writtenAs name: JSONView) {
        separate()
        unsafe append(name.raw)
        append(ASCII.colon)
    }

    package mutating func member(_ name: StaticString, _ text: String) {
        member(name)
        JSONText.appendString(text, to: &self)
    }

    /// Appends a member where there is a text for it.
    package mutating func member(_ name: StaticString, ifAny text: String?) {
        if let text { member(name, text) }
    }

    package mutating func member(_ name: StaticString, _ value: JSONValue) {
        member(name)
        value.append(to: &self)
    }
}
