import CAttributionOpenSSL

/// HMAC with SHA-256 (RFC 2104), for making forged tokens that a verifier must reject.
package enum HMACSHA256 {
    package static func tag(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: SHA256.count) { buffer, count in
            var written: UInt32 = 0
            let tag = unsafe HMAC(
                EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &written)
            guard unsafe tag != nil, written == SHA256.count else { CryptoFailure.end(.lack(of: "HMAC with SHA-256")) }
            count = Int(written)
        }
    }
}
