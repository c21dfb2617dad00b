import AttributionBase

/// HMAC with SHA-256 (RFC 2104). Its intermediate values are as secret as the key, and are erased.
package final class HMACSHA256 {
    private let hasher = SHA256()
    /// The key, padded to a block of the hash, and XORed with the inner or the outer mask.
    private let block = SecretMemory(count: SHA256.blockCount)
    /// The bytes that RFC 2104 calls ipad and opad.
    private static let inner: UInt8 = 0x36
    private static let outer: UInt8 = 0x5c

    package init() {}

    /// Writes the HMAC of a message, 32 bytes. It may overwrite key or message.
    func authenticate(_ message: ByteView, key: ByteView, to tag: borrowing SecretMemory, at offset: Int) {
        defer {
            block.erase()
            hasher.erase()
        }
        setBlock(key)
        begin(mask: Self.inner)
        hasher.add(message)
        tag.copy(hasher.finish(), to: offset)
        begin(mask: Self.inner ^ Self.outer)
        hasher.add(tag[offset..<offset + SHA256.count])
        tag.copy(hasher.finish(), to: offset)
    }

    /// Fills the block with the key and zeros. A key that is longer than the block is replaced by its digest.
    private func setBlock(_ key: ByteView) {
        block.fill(0..<SHA256.blockCount, with: 0)
        if key.count <= SHA256.blockCount { block.copy(key, to: 0) } else { block.copy(hasher.hash(key), to: 0) }
    }

    /// XORs the block with a mask and begins a hash with it. Any earlier mask is undone.
    private func begin(mask: UInt8) {
        for offset in 0..<SHA256.blockCount { block[offset] ^= mask }
        hasher.begin()
        hasher.add(block.bytes)
    }

    /// Returns the HMAC of a message, for forged tokens that a verifier must reject.
    package static func tag(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let tag = SecretMemory(count: SHA256.count)
        message.withBytes { message in
            key.withBytes { HMACSHA256().authenticate(message, key: $0, to: tag, at: 0) }
        }
        return Array(tag.bytes)
    }
}
