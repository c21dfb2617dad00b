/// A signature by ECDSA on P-256: two numbers r and s, both in 1…n−1.
public struct ECDSASignature: Hashable, Sendable {
    /// r then s, 32 big-endian bytes each, the form of a JWS (RFC 7518 §3.4).
    public let rawRepresentation: [UInt8]

    /// Reads a signature of 64 bytes, r then s.
    ///
    /// - Throws: ``ECDSASignatureError/wrongLength(_:)`` or ``ECDSASignatureError/outOfRange(_:)``.
    public init(rawRepresentation raw: [UInt8]) throws(ECDSASignatureError) {
        guard raw.count == RawSignature.count else { throw .wrongLength(raw.count) }
        try unsafe raw.withBytes { raw throws(ECDSASignatureError) in
            guard SignatureCurve.p256.isScalar(raw.part(0..<P256.size)) else { throw .outOfRange(.r) }
            guard SignatureCurve.p256.isScalar(raw.part(P256.size..<RawSignature.count)) else { throw .outOfRange(.s) }
        }
        rawRepresentation = raw
    }

    /// Reads a signature in the form of SKAdNetwork and of most libraries: the DER sequence of r and s (RFC 3279 §2.2.3). No
    /// signature has two encodings.
    ///
    /// - Throws: ``ECDSASignatureError`` for the first invalid byte.
    public init(derRepresentation der: [UInt8]) throws(ECDSASignatureError) {
        rawRepresentation = try DERSignature.rawRepresentation(of: der)
    }

    /// Creates a signature of 64 bytes that OpenSSL made.
    init(made raw: [UInt8]) { rawRepresentation = raw }

    /// The DER sequence of r and s, at most 72 bytes.
    public var derRepresentation: [UInt8] { DERSignature.derRepresentation(ofRaw: rawRepresentation) ?? [] }
}
