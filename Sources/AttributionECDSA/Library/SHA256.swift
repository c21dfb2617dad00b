import AttributionBytes
import CAttributionOpenSSL

/// SHA-256 with a state that is reused for each message.
@safe
package struct SHA256: ~Copyable {
    package static let count = 32
    /// The number of bytes that the hash takes at a time.
    static let blockCount = 64
    private let state = UnsafeMutablePointer<SHA256_CTX>.allocate(capacity: 1)

    package init() {
        guard CryptoLibrary.offersSHA256 else { CryptoFailure.end(.missing("SHA-256")) }
        unsafe state.initialize(to: SHA256_CTX())
    }

    deinit { unsafe state.deallocate() }

    /// Writes a message's digest, 32 bytes.
    package func hash(_ message: ByteView, to digest: UnsafeMutablePointer<UInt8>) {
        // These calls cannot fail: they allocate nothing.
        unsafe SHA256_Init(state)
        unsafe SHA256_Update(state, message.memory.baseAddress, message.count)
        unsafe SHA256_Final(digest, state)
    }

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        let hasher = SHA256()
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard let base = buffer.baseAddress else { return }
            unsafe message.withBytes { unsafe hasher.hash($0, to: base) }
            written = count
        }
    }
}
