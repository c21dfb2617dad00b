import AttributionBase

extension AttributionSignature.Fault {
    package var found: String {
        switch self {
        case .empty: "empty"
        case .tooLong(let count): "\(count) characters long"
        case .base64(.length(let count)):
            "not padded base64: its length, \(counted(count, "character")), is not a multiple of 4"
        case .base64(.character(let byte, let offset)):
            "not base64: character \(offset + 1) is \(ASCII.words(for: byte))"
        case .base64(.trailingBits): "not canonical base64: bits are left over"
        case .raw: "not DER: it has 64 bytes, like a raw signature"
        case .der(let error): "not DER: \(error)"
        }
    }

    /// How the message goes on after what was found.
    package var demand: Demand {
        switch self {
        case .empty, .tooLong: .be
        case .base64, .raw, .der: .then("")
        }
    }

    package var wanted: String {
        switch self {
        case .empty: "a DER signature in base64"
        case .tooLong: "at most \(AttributionSignature.maximumCount)"
        case .base64(.length): "made of groups of 4 characters, padded with ="
        case .base64: "made of A-Z a-z 0-9 + /, with = at the end"
        case .raw, .der: "the DER sequence of r and s"
        }
    }

    package var hint: String? {
        switch self {
        case .base64(.character(UInt8(ascii: "-"), _)), .base64(.character(UInt8(ascii: "_"), _)):
            "this is base64url, the alphabet of a JWS"
        case .base64(.character(UInt8(ascii: "\\"), _)): "this is a JSON escape that was escaped once more"
        case .base64(.character(ASCII.space, _)):
            "form decoding turns each + into a space; was the body decoded as a form?"
        case .base64(.length): "was the padding removed or the text cut short?"
        case .raw: "this is the length of a raw signature, as in a JWS; SKAdNetwork takes DER"
        case .tooLong: "was it encoded twice, or is it hexadecimal?"
        default: nil
        }
    }
}
