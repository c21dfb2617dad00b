/// A value that is neither object nor array, in a form that can be written without allocating memory.
package enum JSONScalar: Sendable {
    case string(String)
    case integer(UInt64)
    case bool(Bool)
    /// A UUID as a string; in uppercase for the identifiers of AdAttributionKit postbacks, as Apple writes them.
    case uuid(RandomUUID, uppercase: Bool = false)

    /// Returns the scalar for a number that is not negative.
    package static func integer(_ number: Int) -> JSONScalar { .integer(UInt64(clamping: number)) }

    package func append(to output: inout ByteBuffer) {
        switch self {
        case .string(let text): JSONText.appendString(text, to: &output)
        case .integer, .bool: appendMeaning(to: &output)
        case .uuid:
            output.append(ASCII.quote)
            appendMeaning(to: &output)
            output.append(ASCII.quote)
        }
    }

    /// Appends the value as JSON text, but a string as its plain text, without quotes or escapes.
    package func appendMeaning(to output: inout ByteBuffer) {
        switch self {
        case .string(let text): output.append(text: text)
        case .integer(let number): output.append(number: number)
        case .bool(let truth): output.append(truth ? "true" : "false")
        case .uuid(let uuid, let isUppercase): uuid.append(to: &output, uppercase: isUppercase)
        }
    }

    package var value: JSONValue {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .number(String(number))
        case .bool(let truth): .bool(truth)
        case .uuid(let uuid, let isUppercase): .string(isUppercase ? uuid.uppercaseText : uuid.text)
        }
    }
}
