import AttributionBase
import CAttributionOpenSSL

/// Digests that ES256 does not use, for recognising signatures that were wrongly made with them.
package enum OtherDigest: String, CaseIterable, Sendable {
    case sha1 = "SHA-1"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"

    /// Returns the number that ECDSA takes from a message's digest (SEC 1 §4.1.3): its leftmost 256 bits, or all of a
    /// shorter digest with leading zeros.
    package func number(of message: [UInt8]) -> [UInt8] {
        let left = digest(of: message).prefix(SHA256.count)
        return [UInt8](repeating: 0, count: SHA256.count - left.count) + left
    }

    private func digest(of message: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1:
            var state = SHA_CTX()
            var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
            // None of these calls can fail.
            _ = unsafe (SHA1_Init(&state), SHA1_Update(&state, message, message.count), SHA1_Final(&digest, &state))
            return digest
        case .sha384, .sha512:
            var state = SHA512_CTX()
            var digest = [UInt8](repeating: 0, count: Int(SHA512_DIGEST_LENGTH))
            _ = unsafe self == .sha384 ? SHA384_Init(&state) : SHA512_Init(&state)
            _ = unsafe (SHA512_Update(&state, message, message.count), SHA512_Final(&digest, &state))
            return digest
        }
    }
}

extension P256PublicKey {
    /// Whether the private half of this key made a signature (64 bytes, r then s) for the given 32 bytes in place of a digest.
    package func isValidSignature(_ rawSignature: [UInt8], forDigest digest: [UInt8]) -> Bool {
        guard rawSignature.count == ECDSASignature.count, digest.count == SHA256.count else { return false }
        let verifier = SignatureVerifier(self)
        return rawSignature.withBytes { signature in
            digest.withBytes { verifier.isValid(signature, digest: $0) }
        }
    }
}
