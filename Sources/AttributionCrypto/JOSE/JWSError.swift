import AttributionBase

/// One of the three parts of a compact JWS.
package enum JWSPart: String, Equatable, Sendable {
    case header
    case payload
    case signature

    var quoted: StaticString {
        switch self {
        case .header: "\"header\""
        case .payload: "\"payload\""
        case .signature: "\"signature\""
        }
    }
}

/// Why a text is not a compact JWS that ES256 could verify (RFC 7515 §5.2).
package enum JWSError: Error, Equatable, Sendable {
    case componentCount(Int)
    case encoding(JWSPart, Base64Error)
    /// A part is not JSON.
    // Indirect, so that copying the most common fault does not involve the largest one.
    indirect case syntax(JWSPart, JSONSyntaxError)
    case headerNotObject(JSONKind)
    case missingAlgorithm
    /// `alg` is not the string `ES256`. The associated value is its JSON text in the header.
    case algorithm(String)
    case missingKeyID
    /// `kid` is not a string. The associated value is its JSON text in the header.
    case keyIDNotString(String)
    /// The header has `crit` or `b64`. They name extensions that must be understood, and none is supported (RFC 7515
    /// §4.1.11, RFC 7797 §3).
    case criticalExtension(String)
    /// The signature is not 64 bytes long. The second value says what it looks like.
    case signatureLength(Int, ApparentEncoding)
    case signatureRange
}

extension JWSError {
    /// What a signature of the wrong length looks like. The right one is r and s, 32 bytes each.
    package enum ApparentEncoding: Equatable, Sendable {
        case nothing
        case der
        case hexadecimal
        /// The text of a base64 encoding, encoded again.
        case encodedTwice
        /// r and s without the leading zeros that fill each up to 32 bytes. More than three are never missing by chance.
        case unpadded
        /// r or s after a zero byte that keeps it positive, as in Java's `BigInteger`.
        case signByte
        case cutShort
        /// r and s with an extra byte for recovering the public key.
        case recoverable
        /// A length that another algorithm's signatures have.
        case other(algorithm: String)
        case unknown
    }

    /// A step of verification, as RFC 7515 §5.2 and Apple's errors divide them. The first step that fails decides.
    package enum Stage: String, CaseIterable, Comparable, Sendable {
        case components
        case header
        case payload
        case signature

        package static func < (left: Stage, right: Stage) -> Bool { left.place < right.place }
    }

    /// The step that rejects the token.
    package var stage: Stage {
        switch self {
        case .componentCount: .components
        case .encoding(let part, _), .syntax(let part, _): Stage(part)
        case .headerNotObject, .missingAlgorithm, .algorithm, .missingKeyID, .keyIDNotString, .criticalExtension:
            .header
        case .signatureLength, .signatureRange: .signature
        }
    }

    /// Whether the fault prevents a part from being read, and not only from being verified.
    package var isUnreadable: Bool {
        switch self {
        case .componentCount, .encoding, .syntax: true
        default: false
        }
    }

    /// Whether the message may quote text of the token.
    package var mayQuote: Bool {
        switch self {
        // A character that cannot be displayed is given by its number.
        case .componentCount, .encoding, .headerNotObject, .missingAlgorithm, .missingKeyID, .signatureLength,
            .signatureRange:
            false
        case .syntax, .algorithm, .keyIDNotString, .criticalExtension: true
        }
    }

    /// Whether the header has no algorithm or one other than ES256.
    var concernsAlgorithm: Bool {
        switch self {
        case .headerNotObject, .missingAlgorithm, .algorithm: true
        default: false
        }
    }

    package var field: String? {
        switch self {
        case .componentCount: nil
        case .encoding(let part, _), .syntax(let part, _): part.rawValue
        case .headerNotObject: "header"
        case .missingAlgorithm, .algorithm: "alg"
        case .missingKeyID, .keyIDNotString: "kid"
        case .criticalExtension(let name): name
        case .signatureLength, .signatureRange: "signature"
        }
    }

    package var hint: String? {
        switch self {
        case .encoding(_, let error): error.hint
        case .signatureLength(_, let look): look.hint
        case .algorithm(let found): JWSAlgorithm.hint(for: found)
        case .missingAlgorithm: "a header is {\"alg\":\"ES256\",\"kid\":\"…\"}"
        case .componentCount(2): "a token looks like eyJ….eyJ….q2Xw…; was the signature cut off with its dot?"
        case .componentCount(1): "a token looks like eyJ….eyJ….q2Xw…; was a part lost in quoting?"
        default: nil
        }
    }
}

extension JWSError.ApparentEncoding {
    /// - Parameters:
    ///   - bytes: The decoded bytes.
    ///   - text: The text that they were decoded from.
    init(_ bytes: [UInt8], text: ByteView) {
        if bytes.isEmpty {
            self = .nothing
        } else if Self.isHexadecimal(text) {
            self = .hexadecimal
        } else if ECDSASignature.looksLikeDER(bytes) {
            self = .der
        } else if Self.isEncodedSignature(bytes) {
            self = .encodedTwice
        } else {
            self =
                switch bytes.count {
                case 61..<64: .unpadded
                case 65...66 where ECDSASignature.withoutSignBytes(bytes) != nil: .signByte
                case 65 where [bytes[0], bytes[64]].contains(where: Self.isRecoveryID):
                    .recoverable
                case 32: .other(algorithm: "HS256")
                case 96: .other(algorithm: "ES384")
                case 128: .other(algorithm: "RS256 with a short key")
                case 132: .other(algorithm: "ES512")
                case 256, 384, 512: .other(algorithm: "RS256")
                case ..<61: .cutShort
                default: .unknown
                }
        }
    }

    /// Whether a byte is one of those by which libraries say which public key signed.
    private static func isRecoveryID(_ byte: UInt8) -> Bool { byte < 4 || (27..<35).contains(byte) }

    /// Whether bytes are a signature in base64 or base64url, and not any other text.
    private static func isEncodedSignature(_ text: [UInt8]) -> Bool {
        guard text.count > 76 else { return false }
        let digits = text.filter { $0 != UInt8(ascii: "=") }.map { digit in
            digit == UInt8(ascii: "+") ? ASCII.minus : digit == UInt8(ascii: "/") ? UInt8(ascii: "_") : digit
        }
        guard let bytes = try? Base64URL.decode(digits) else { return false }
        return bytes.count == ECDSASignature.count || ECDSASignature.looksLikeDER(bytes)
    }

    /// Whether a text consists of hexadecimal digits and is too long for this to be base64url by chance.
    static func isHexadecimal(_ text: ByteView) -> Bool {
        text.count > 100 && text.allSatisfy { ASCII.hexValue($0) != nil }
    }

    fileprivate var hint: String? {
        switch self {
        case .nothing: "\"none\" means unsigned"
        case .der: "this is a DER signature; a JWS needs the raw one: r then s, 32 bytes each"
        case .hexadecimal: "these are hexadecimal digits; a JWS needs the bytes that they stand for, in base64url"
        case .encodedTwice: "this was encoded twice; a JWS needs the 64 bytes encoded in base64url once"
        case .unpadded:
            "r or s lacks its leading zeros, or the token was cut short; a JWS needs 32 bytes for each"
        case .signByte:
            "other formats put a zero byte before r or s to keep it positive; a JWS has 32 bytes each without it"
        case .cutShort: "bytes are missing; was the token cut short?"
        case .recoverable: "a recovery ID was left at one end; a JWS has only r and s"
        case .other(let algorithm):
            "this is the length of a signature by \(algorithm); AdAttributionKit tokens are signed with ES256"
        case .unknown: nil
        }
    }
}

/// Algorithms of other kinds of tokens (RFC 7518 §3.1, RFC 8037, RFC 8812).
private enum JWSAlgorithm {
    static func hint(for found: String) -> String? {
        let name = found.filter { $0 != "\"" }
        if name.lowercased() == "none" { return "\"none\" means unsigned" }
        if name.uppercased() == "ES256" { return "the names of algorithms are in capitals" }
        guard let kind = kinds.first(where: { name.hasPrefix($0.prefix) })?.words else { return nil }
        return "\(name) is \(kind); AdAttributionKit takes only ECDSA on P-256"
    }

    private static let kinds: [(prefix: String, words: String)] = [
        ("RS", "RSA"), ("PS", "RSA"), ("HS", "HMAC, whose secret every verifier would have to know"),
        ("EdDSA", "Ed25519 or Ed448"), ("Ed25519", "EdDSA"), ("Ed448", "EdDSA"),
        ("ES256K", "ECDSA on secp256k1, another curve"), ("ES384", "ECDSA on P-384, another curve"),
        ("ES512", "ECDSA on P-521, another curve"),
    ]
}

extension JWSError.Stage {
    init(_ part: JWSPart) {
        switch part {
        case .header: self = .header
        case .payload: self = .payload
        case .signature: self = .signature
        }
    }
}

extension JWSError {
    package var found: String {
        switch self {
        case .componentCount(let count): "\(count) \(count == 1 ? "part" : "parts")"
        case .encoding(_, let error): "not base64url (\(error))"
        case .syntax(_, let error): "not JSON (\(error.found))"
        case .headerNotObject(let kind): kind.article
        case .missingAlgorithm, .missingKeyID: "missing"
        case .algorithm(let found), .keyIDNotString(let found): found
        case .criticalExtension: "present"
        case .signatureLength(let count, _): "\(count) bytes"
        case .signatureRange: "out of range"
        }
    }

    private static let alphabet: StaticString = "made of A-Z a-z 0-9 - _, unpadded"

    package var wanted: String {
        switch self {
        case .componentCount: "3 (header.payload.signature)"
        case .encoding: "\(Self.alphabet)"
        case .syntax(_, let error): error.wanted
        case .headerNotObject: "an object"
        case .missingAlgorithm, .algorithm: "\"ES256\""
        case .missingKeyID: "a key ID"
        case .keyIDNotString: "a string"
        case .criticalExtension: "absent: no critical extensions are supported"
        case .signatureLength: "64"
        case .signatureRange: "r and s from 1 to n-1"
        }
    }
}

extension JWSError: CustomStringConvertible {
    package var description: String {
        var output = ByteBuffer(capacity: 128)
        append(to: &output)
        return output.text
    }

    /// Appends the ``description``.
    ///
    /// This avoids making a string, so that a bad line of a stream costs little more than a good one.
    package func append(to output: inout ByteBuffer) {
        if case .encoding(let part, let error) = self {
            output.append(part.quoted)
            output.append(" is not base64url (")
            error.append(to: &output)
            output.append("); it must be ")
            output.append(Self.alphabet)
            return
        }
        if let field {
            output.append(ASCII.quote)
            output.append(text: field)
            output.append("\" is ")
        } else {
            output.append("the token has ")
        }
        output.append(text: found)
        output.append(text: demand(wanted, insteadOf: found, after: field == nil ? "has" : "is"))
    }
}
