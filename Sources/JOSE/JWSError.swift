import Bytes
import StrictJSON

/// One of the three parts of a compact JWS.
public enum JWSPart: String, Equatable, Sendable {
    /// Before the first dot.
    case header
    /// Between the dots.
    case payload
    /// Behind the last dot.
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
public enum JWSError: Error, Equatable, Sendable {
    /// Not exactly three parts between dots.
    case componentCount(Int)
    /// A part is not canonical base64url.
    case encoding(JWSPart, Base64URLError)
    /// A part is not JSON.
    // Indirect, so that the commonest fault is copied without a look at the largest.
    indirect case syntax(JWSPart, JSONSyntaxError)
    /// The header is JSON, and no object.
    case headerNotObject(JSONKind)
    /// No `alg` in the header.
    case missingAlgorithm
    /// `alg` is something other than the string `ES256`; the value as it stands in the header.
    case algorithm(String)
    /// The header has no `kid`.
    case missingKeyID
    /// `kid` is no string; the value as it stands in the header.
    case keyIDNotString(String)
    /// `crit` or `b64`: extensions that must be understood, and none is (RFC 7515 §4.1.11, RFC 7797 §3).
    case criticalExtension(String)
    /// Not 64 bytes.
    case signatureLength(Int, isDER: Bool)
    /// r or s is not in 1…n−1.
    case signatureRange
}

extension JWSError {
    /// The first step of verification that fails, as RFC 7515 §5.2 and Apple's errors divide them.
    public enum Stage: String, CaseIterable, Comparable, Sendable {
        /// Taking the parts asunder.
        case components
        /// Reading the header.
        case header
        /// Reading the payload.
        case payload
        /// Reading the signature, or checking it.
        case signature

        public static func < (left: Stage, right: Stage) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The step that refuses the token.
    public var stage: Stage {
        switch self {
        case .componentCount: .components
        case .encoding(let part, _), .syntax(let part, _): Stage(part)
        case .headerNotObject, .missingAlgorithm, .algorithm, .missingKeyID, .keyIDNotString, .criticalExtension:
            .header
        case .signatureLength, .signatureRange: .signature
        }
    }

    /// Whether the fault keeps a part from being read at all, and not only from being verified.
    package var isUnreadable: Bool {
        switch self {
        case .componentCount, .encoding, .syntax: true
        default: false
        }
    }

    /// Whether the words may hold text of the token as it stands there.
    package var mayQuote: Bool {
        switch self {
        // A character that cannot be shown is told by its number.
        case .componentCount, .encoding, .headerNotObject, .missingAlgorithm, .missingKeyID, .signatureLength,
            .signatureRange:
            false
        case .syntax, .algorithm, .keyIDNotString, .criticalExtension: true
        }
    }

    /// Whether a header names no algorithm, or another than ES256.
    var concernsAlgorithm: Bool {
        switch self {
        case .headerNotObject, .missingAlgorithm, .algorithm: true
        default: false
        }
    }

    /// A stable name for the fault.
    public var rule: String { "\(ruleName)" }

    package var ruleName: StaticString {
        switch self {
        case .componentCount: "jws-components"
        case .encoding(.header, _): "jws-header-base64url"
        case .encoding(.payload, _): "jws-payload-base64url"
        case .encoding(.signature, _): "jws-signature-base64url"
        case .syntax(let part, _): part == .header ? "jws-header-json" : "jws-payload-json"
        case .headerNotObject: "jws-header-object"
        case .missingAlgorithm, .algorithm: "jws-alg"
        case .missingKeyID, .keyIDNotString: "jws-kid"
        case .criticalExtension: "jws-critical"
        case .signatureLength: "jws-signature-length"
        case .signatureRange: "jws-signature-range"
        }
    }

    /// The member or part at fault.
    public var field: String? {
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

    /// What the reader can most likely do about it.
    public var hint: String? {
        switch self {
        case .encoding(_, let error): error.hint
        case .signatureLength(_, isDER: true):
            "this is a DER signature, a JWS needs the raw one: r then s, 32 bytes each"
        case .algorithm(let found) where found.contains("none"): "a token without a signature proves nothing"
        case .componentCount(1): "a token looks like eyJ….eyJ….q2Xw…; was a part lost in quoting?"
        default: nil
        }
    }
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
    /// What is there instead of what is wanted.
    public var found: String {
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

    private static let alphabet: StaticString = "A-Z a-z 0-9 - _ without padding"

    /// What would be right.
    public var wanted: String {
        switch self {
        case .componentCount: "3 (header.payload.signature)"
        case .encoding: "\(Self.alphabet)"
        case .syntax(_, let error): error.wanted
        case .headerNotObject: "an object"
        case .missingAlgorithm, .algorithm: "\"ES256\""
        case .missingKeyID: "a key ID"
        case .keyIDNotString: "a string"
        case .criticalExtension: "no critical extensions"
        case .signatureLength: "64"
        case .signatureRange: "r and s of 1 to n-1"
        }
    }
}

extension JWSError: CustomStringConvertible {
    public var description: String {
        var output = ByteBuffer(capacity: 128)
        append(to: &output)
        return unsafe output.bytes.text
    }

    /// Appends the ``description``.
    ///
    /// Bytes, so that a bad line of a stream costs little more than a good one.
    package func append(to output: inout ByteBuffer) {
        if case .encoding(let part, let error) = self {
            output.append(part.quoted)
            output.append(" is not base64url (")
            error.append(to: &output)
            output.append("), want ")
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
        output.append(", want ")
        output.append(text: wanted)
    }
}
