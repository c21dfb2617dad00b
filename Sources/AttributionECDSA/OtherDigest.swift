import CAttributionOpenSSL

/// Digests that ES256 does not use, for recognising signatures that were made with them.
package enum OtherDigest: String, CaseIterable, Sendable {
    case sha1 = "SHA-1"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"

    /// Returns the number that ECDSA takes from a message's digest (SEC 1 §4.1.3): its leftmost 256 bits, or all of a
    /// shorter digest with leading zeros. Returns nil if libcrypto does not offer the digest.
    package func number(of message: [UInt8]) -> [UInt8]? {
        defer { drainErrors() }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: Int = 0
        guard unsafe EVP_Q_digest(nil, name, nil, message, message.count, &digest, &count) == 1 else { return nil }
        let left = digest.prefix(min(count, SHA256.count))
        return [UInt8](repeating: 0, count: SHA256.count - left.count) + left
    }

    private var name: String {
        switch self {
        case .sha1: "SHA1"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        }
    }
}

extension P256PublicKey {
    /// Whether the private half of this key made a signature (64 bytes, r then s) of a number of 256 bits in place of
    /// a digest.
    package func isValidSignature(_ rawSignature: [UInt8], forDigest digest: [UInt8]) -> Bool {
        guard rawSignature.count == RawSignature.count, digest.count == SHA256.count else { return false }
        let verifier = SignatureVerifier(self)
        return unsafe rawSignature.withUnsafeBufferPointer { signature in
            unsafe digest.withUnsafeBufferPointer { digest in
                guard let signature = signature.baseAddress, let digest = digest.baseAddress else { return false }
                return unsafe verifier.isValid(signature, digest: digest)
            }
        }
    }
}
