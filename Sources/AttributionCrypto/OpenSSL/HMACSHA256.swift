import AttributionBase

/// HMAC with SHA-256 (RFC 2104). What it leaves in memory while it works is as secret as the key, and is erased.
package final class HMACSHA256 {
    private let hasher = SHA256()
    /// The key as a block of the hash, masked in one way and then in the other.
    private let block = SecretMemory(count: SHA256.blockCount)
    /// The masks, which are the same for each byte.
    private static let inner: UInt8 = 0x36
    private static let outer: UInt8 = 0x5c

    package init() {}

    /// Writes the tag of a message, 32 bytes, which may overwrite key or message.
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

    /// Fills the block with the key and zeros; with the digest of a key that is longer than a block.
    private func setBlock(_ key: ByteView) {
        block.fill(0..<SHA256.blockCount, with: 0)
        if key.count <= SHA256.blockCount { block.copy(key, to: 0) } else { block.copy(hasher.hash(key), to: 0) }
    }

    /// Masks the block and begins a hash with it. Masking what was masked before replaces the mask.
    private func begin(mask: UInt8) {
        for offset in 0..<SHA256.blockCount { block[offset] ^= mask }
        hasher.begin()
        hasher.add(block.bytes)
    }

    /// Returns the tag of a message, for making forged tokens that a verifier must reject.
    package static func tag(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let tag = SecretMemory(count: SHA256.count)
        message.withBytes { message in
            key.withBytes { HMACSHA256().authenticate(message, key: $0, to: tag, at: 0) }
        }
        return Array(tag.bytes)
    }
}
