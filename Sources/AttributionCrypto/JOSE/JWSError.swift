import AttributionBase

/// Why a text is not a compact JWS that ES256 could verify (RFC 7515 §5.2).
package enum JWSError: Error, Equatable, Sendable {
    case componentCount(Int)
    case encoding(Step, Base64Error)
    // The payload is indirect, so that copying a more common case is not slowed down by the size of this one.
    indirect case syntax(Step, JSONSyntaxError)
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
    /// The signature is not 64 bytes long. The hint says what the bytes look like.
    case signatureLength(Int, hint: String?)
    case signatureRange

    /// A step of verification, as RFC 7515 §5.2 and Apple's errors divide them: separating the parts, then reading each. The first step
    /// that fails rejects the token.
    package enum Step: String, CaseIterable, Comparable, Sendable {
        case components, header, payload, signature

        package static func < (left: Step, right: Step) -> Bool { left.index < right.index }
    }
}

extension JWSError {
    /// The properties of a fault, apart from what was found.
    private struct Row {
        let step: Step
        /// The part or member that is wrong; nil for the whole token.
        let field: String?
        let rule: Rule
        /// How the message continues after what was found.
        let ending: MessageEnding
        /// Whether the fault prevents reading a part, and not only verifying the token.
        var isUnreadable = false
        /// Whether the message may quote text of the token. A character that cannot be displayed is shown as its number.
        var mayQuote = false
    }

    private var row: Row {
        switch self {
        case .componentCount:
            Row(step: .components, field: nil, rule: TokenRules.components, ending: .have, isUnreadable: true)
        case .encoding(let part, _):
            Row(
                step: part, field: part.rawValue, rule: TokenRules.base64URL(of: part), ending: .then(""),
                isUnreadable: true)
        case .syntax(let part, _):
            Row(
                step: part, field: part.rawValue,
                rule: part == .header ? TokenRules.headerJSON : TokenRules.payloadJSON, ending: .then(""),
                isUnreadable: true, mayQuote: true)
        case .headerNotObject:
            Row(step: .header, field: "header", rule: TokenRules.headerObject, ending: .be)
        case .missingAlgorithm: Row(step: .header, field: "alg", rule: TokenRules.algorithm, ending: .be)
        case .algorithm:
            Row(step: .header, field: "alg", rule: TokenRules.algorithm, ending: .be, mayQuote: true)
        case .missingKeyID: Row(step: .header, field: "kid", rule: TokenRules.keyID, ending: .then(""))
        case .keyIDNotString:
            Row(step: .header, field: "kid", rule: TokenRules.keyID, ending: .be, mayQuote: true)
        case .criticalExtension(let name):
            Row(
                step: .header, field: name, rule: TokenRules.critical,
                ending: .then(", but no critical extension is supported"), mayQuote: true)
        case .signatureLength:
            Row(step: .signature, field: "signature", rule: TokenRules.signatureLength, ending: .be)
        case .signatureRange:
            Row(
                step: .signature, field: "signature", rule: TokenRules.signatureRange,
                ending: .then(": r and s must be from 1 to n-1, where n is the order of P-256"))
        }
    }

    /// The step that rejects the token.
    package var step: Step { row.step }
    package var field: String? { row.field }
    package var rule: Rule { row.rule }
    package var isUnreadable: Bool { row.isUnreadable }
    package var mayQuote: Bool { row.mayQuote }
    /// Whether the fault is a missing algorithm, or another one than ES256.
    var concernsAlgorithm: Bool { [TokenRules.headerObject, TokenRules.algorithm].contains(rule) }

    private var words: (found: String, wanted: String) {
        switch self {
        case .componentCount(let count): (counted(count, "part"), "3 (header.payload.signature)")
        case .encoding(_, let error): ("not base64url: \(error)", "\(Self.alphabet)")
        case .syntax(_, let error): ("not JSON: \(error)", error.wanted)
        case .headerNotObject(let kind): (kind.article, "an object")
        case .missingAlgorithm: ("missing", "\"ES256\"")
        case .algorithm(let found): (found, "\"ES256\"")
        case .missingKeyID: ("missing", "a key ID")
        case .keyIDNotString(let found): (found, "a string")
        case .criticalExtension: ("present", "absent")
        case .signatureLength(let count, _): ("\(count) bytes", "64")
        case .signatureRange: ("out of range", "r and s from 1 to n-1")
        }
    }

    private static let alphabet: StaticString = "made of A-Z a-z 0-9 - _, unpadded"

    package var hint: String? {
        switch self {
        // In a whole signature, only the last character has unused bits. An earlier one with such bits means that the end is missing.
        case .encoding(.signature, .trailingBits(let offset)) where offset < 85:
            "bytes are missing; was the token cut short?"
        case .encoding(_, let error): error.hint
        case .signatureLength(_, let hint): hint
        case .algorithm(let found): Self.hint(forAlgorithm: found)
        case .missingAlgorithm: "a header is {\"alg\":\"ES256\",\"kid\":\"…\"}"
        case .componentCount(2): "a token looks like eyJ….eyJ….q2Xw…; was the signature cut off with its dot?"
        case .componentCount(1): "a token looks like eyJ….eyJ….q2Xw…; was a part lost in quoting?"
        default: nil
        }
    }

    // MARK: - Algorithms of other kinds of tokens (RFC 7518 §3.1, RFC 8037, RFC 8812)

    private static func hint(forAlgorithm found: String) -> String? {
        let name = found.filter { $0 != "\"" }
        if name.lowercased() == "none" { return "\"none\" means unsigned" }
        if name.uppercased() == "ES256" { return "the names of algorithms are in capitals" }
        guard let kind = kindsOfAlgorithms.first(where: { name.hasPrefix($0.prefix) })?.words else { return nil }
        return "\(name) is \(kind); AdAttributionKit takes only ECDSA on P-256"
    }

    private static let kindsOfAlgorithms: [(prefix: String, words: String)] = [
        ("RS", "RSA"), ("PS", "RSA"), ("HS", "HMAC, whose secret every verifier would have to know"),
        ("EdDSA", "Ed25519 or Ed448"), ("Ed25519", "EdDSA"), ("Ed448", "EdDSA"),
        ("ES256K", "ECDSA on secp256k1, another curve"), ("ES384", "ECDSA on P-384, another curve"),
        ("ES512", "ECDSA on P-521, another curve"),
    ]

    // MARK: - Signatures of the wrong length

    /// Creates the fault of a signature with the wrong length, and a hint about what the bytes look like. A signature is r and s, 32 bytes
    /// each.
    static func wrongLength(of bytes: [UInt8], text: ByteView) -> JWSError {
        .signatureLength(bytes.count, hint: look(of: bytes, text: text))
    }

    /// Creates the fault of a signature in hexadecimal digits, which need not be canonical base64url. Returns nil for any other text.
    static func hexadecimalSignature(_ text: ByteView) -> JWSError? {
        isHexadecimal(text) ? .signatureLength(text.count / 2, hint: hintForHexadecimal) : nil
    }

    private static let hintForHexadecimal =
        "these are hexadecimal digits; a JWS needs the bytes that they stand for, in base64url"

    private static func look(of bytes: [UInt8], text: ByteView) -> String? {
        if bytes.isEmpty { return "the signature is missing; was the token cut short after its second dot?" }
        if isHexadecimal(text) { return hintForHexadecimal }
        if ECDSASignature.looksLikeDER(bytes) {
            return "this is a DER signature; a JWS needs the raw one: r then s, 32 bytes each"
        }
        if isEncodedSignature(bytes) {
            return "this was encoded twice; a JWS needs the 64 bytes encoded in base64url once"
        }
        let algorithm: String
        switch bytes.count {
        // Up to three leading zeros may be missing by chance.
        case 61..<64:
            return "r or s lacks its leading zeros, or the token was cut short; a JWS needs 32 bytes for each"
        case 65...66 where ECDSASignature.withoutSignBytes(bytes) != nil:
            return
                "other formats put a zero byte before r or s to keep it positive; a JWS has 32 bytes each without it"
        case 65 where [bytes[0], bytes[64]].contains(where: isRecoveryID):
            return "a recovery ID was left at one end; a JWS has only r and s"
        case 32: algorithm = "HS256"
        case 96: algorithm = "ES384"
        case 128: algorithm = "RS256 with a short key"
        case 132: algorithm = "ES512"
        case 256, 384, 512: algorithm = "RS256"
        case ..<61: return "bytes are missing; was the token cut short?"
        default: return nil
        }
        return "this is the length of a signature by \(algorithm); AdAttributionKit tokens are signed with ES256"
    }

    /// Whether a byte is a recovery ID, by which some libraries identify the public key.
    private static func isRecoveryID(_ byte: UInt8) -> Bool { byte < 4 || (27..<35).contains(byte) }

    /// Whether bytes are themselves the base64 or base64url text of a signature.
    private static func isEncodedSignature(_ text: [UInt8]) -> Bool {
        guard text.count > 76, let bytes = Base64URL.decodeLeniently(text) else { return false }
        return bytes.count == ECDSASignature.count || ECDSASignature.looksLikeDER(bytes)
    }

    /// Whether a text consists of hexadecimal digits, and is too long to be base64url by coincidence.
    private static func isHexadecimal(_ text: ByteView) -> Bool {
        text.count > 100 && text.allSatisfy { ASCII.hexValue($0) != nil }
    }
}

extension JWSError {
    package var problem: Problem {
        let (row, words) = (row, words)
        let problem =
            row.field.map { Problem(words.found, wanted: words.wanted, row.ending, field: $0) }
            ?? .whole("the token", "has", found: words.found, wanted: words.wanted, row.ending)
        return problem.breaking(row.rule).hinting(hint)
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
    /// No string is created, so that a bad line of a stream costs little more than a good one.
    package func append(to output: inout ByteBuffer) {
        let row = row
        if let field = row.field {
            output.append(ASCII.quote)
            output.append(text: field)
            output.append("\" is ")
        } else {
            output.append("the token has ")
        }
        if case .encoding(_, let error) = self {
            output.append("not base64url: ")
            error.append(to: &output)
            return
        }
        let (found, wanted) = words
        output.append(text: found)
        output.append(text: AttributionBase.ending(wanting: wanted, row.ending))
    }
}

extension TokenRules {
    static func base64URL(of part: JWSError.Step) -> Rule {
        switch part {
        case .header: headerBase64URL
        case .payload: payloadBase64URL
        case .components, .signature: signatureBase64URL
        }
    }
}
