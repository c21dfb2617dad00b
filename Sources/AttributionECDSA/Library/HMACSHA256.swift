import AttributionBytes
import CAttributionOpenSSL

/// HMAC with SHA-256 (RFC 2104). What it leaves in memory while it works is as secret as the key, and is erased.
@safe
package final class HMACSHA256 {
    private let state = UnsafeMutablePointer<SHA256_CTX>.allocate(capacity: 1)
    /// The key as a block of the hash, masked in one way and then in the other.
    private let block = UnsafeMutablePointer<UInt8>.allocate(capacity: SHA256.blockCount)
    /// The masks, which are the same for each byte.
    private static let inner: UInt8 = 0x36
    private static let outer: UInt8 = 0x5c

    package init() {
        guard CryptoLibrary.offersSHA256 else { CryptoFailure.end(.missing("HMAC with SHA-256")) }
        unsafe state.initialize(to: SHA256_CTX())
        unsafe block.initialize(repeating: 0, count: SHA256.blockCount)
    }

    deinit {
        unsafe block.deallocate()
        unsafe state.deallocate()
    }

    /// Writes the tag of a message, 32 bytes, which may overwrite key or message.
    func authenticate(_ message: ByteView, key: ByteView, to tag: UnsafeMutablePointer<UInt8>) {
        defer {
            unsafe OPENSSL_cleanse(block, SHA256.blockCount)
            unsafe OPENSSL_cleanse(state, MemoryLayout<SHA256_CTX>.size)
        }
        setBlock(key)
        begin(mask: Self.inner)
        unsafe SHA256_Update(state, message.memory.baseAddress, message.count)
        unsafe SHA256_Final(tag, state)
        begin(mask: Self.inner ^ Self.outer)
        unsafe SHA256_Update(state, tag, SHA256.count)
        unsafe SHA256_Final(tag, state)
    }

    /// Fills the block with the key and zeros; with the digest of a key that is longer than a block.
    private func setBlock(_ key: ByteView) {
        unsafe block.update(repeating: 0, count: SHA256.blockCount)
        guard key.count > SHA256.blockCount else {
            for offset in 0..<key.count { unsafe block[offset] = key[offset] }
            return
        }
        unsafe SHA256_Init(state)
        unsafe SHA256_Update(state, key.memory.baseAddress, key.count)
        unsafe SHA256_Final(block, state)
    }

    /// Masks the block and begins a hash with it. Masking what was masked before replaces the mask.
    private func begin(mask: UInt8) {
        for offset in 0..<SHA256.blockCount { unsafe block[offset] ^= mask }
        unsafe SHA256_Init(state)
        unsafe SHA256_Update(state, block, SHA256.blockCount)
    }

    /// Returns the tag of a message, for making forged tokens that a verifier must reject.
    package static func tag(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let mac = HMACSHA256()
        return unsafe [UInt8](unsafeUninitializedCapacity: SHA256.count) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            unsafe message.withBytes { message in
                unsafe key.withBytes { unsafe mac.authenticate(message, key: $0, to: base) }
            }
            count = SHA256.count
        }
    }
}
