/// Why a text is not canonical base64url, or padded base64.
package enum Base64Error: Error, Equatable, Sendable {
    case character(UInt8, offset: Int)
    /// A length that base64 text cannot have, in characters.
    case length(Int)
    case trailingBits(offset: Int)
}

extension Base64Error: CustomStringConvertible {
    package var description: String {
        var output = ByteBuffer(capacity: 64)
        append(to: &output)
        return output.text
    }

    package func append(to output: inout ByteBuffer) {
        switch self {
        case .character(let byte, let offset):
            output.append("character ")
            output.append(decimal: offset + 1)
            output.append(" is ")
            Self.appendName(of: byte, to: &output)
        case .length(let count):
            output.append("its length cannot be ")
            output.append(decimal: count)
            output.append(count == 1 ? " character" : " characters")
        case .trailingBits:
            output.append("the last character carries bits beyond the last byte")
        }
    }

    package var hint: String? {
        switch self {
        case .length: "the token was probably cut short"
        default: nil
        }
    }

    private static func appendName(of byte: UInt8, to output: inout ByteBuffer) {
        switch byte {
        case 0x21...0x7e:
            output.append(ASCII.quote)
            output.append(byte)
            output.append(ASCII.quote)
        case 0x20:
            output.append("a space")
        default:
            output.append("0x")
            output.append(ASCII.lowercaseHexDigits[Int(byte >> 4)])
            output.append(ASCII.lowercaseHexDigits[Int(byte & 15)])
        }
    }
}
