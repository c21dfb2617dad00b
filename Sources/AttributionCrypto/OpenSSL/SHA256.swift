import AttributionBase
import CAttributionOpenSSL

/// SHA-256 with a state that is reused for each message.
@safe
package struct SHA256: ~Copyable {
    package static let count = 32
    /// The size of a block of the hash, in bytes.
    static let blockCount = 64
    private let state: UnsafeMutablePointer<SHA256_CTX>
    private let digest: UnsafeMutablePointer<UInt8>

    /// Hashing cannot fail: what uses signatures throws before if a configuration forbids the algorithm. A program ends then.
    package init() {
        if !LibCrypto.offersSHA256 { _ = CryptoFailure.raised(.missing("SHA-256")) }
        let size = MemoryLayout<SHA256_CTX>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + Self.count, alignment: 16)
        unsafe state = memory.initializeMemory(as: SHA256_CTX.self, to: SHA256_CTX())
        unsafe digest = (memory + size).initializeMemory(as: UInt8.self, repeating: 0, count: Self.count)
    }

    deinit { unsafe UnsafeMutableRawPointer(state).deallocate() }

    /// Returns the digest of a message, 32 bytes, valid until the next call.
    package func hash(_ message: ByteView) -> ByteView {
        begin()
        add(message)
        return finish()
    }

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        let hasher = SHA256()
        return message.withBytes { Array(hasher.hash($0)) }
    }

    /// Returns the digest of a message in lowercase hexadecimal digits.
    package static func digits(_ message: [UInt8]) -> String {
        hash(message).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    // MARK: - In parts

    // These calls cannot fail: they allocate nothing.

    func begin() { unsafe SHA256_Init(state) }

    func add(_ bytes: ByteView) { unsafe SHA256_Update(state, bytes.memory.baseAddress, bytes.count) }

    /// Returns the digest of all bytes since ``begin()``, valid until the next call.
    func finish() -> ByteView {
        unsafe SHA256_Final(digest, state)
        return unsafe ByteView(start: digest, count: Self.count)
    }

    /// Erases what hashing secret bytes left in memory.
    func erase() {
        unsafe OPENSSL_cleanse(state, MemoryLayout<SHA256_CTX>.size)
        unsafe OPENSSL_cleanse(digest, Self.count)
    }
}
