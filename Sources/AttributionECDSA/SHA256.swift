import CAttributionOpenSSL

/// SHA-256 with a context that is reused for each message.
@safe
package struct SHA256: ~Copyable {
    package static let count = 32
    private let context: OpaquePointer
    private static let algorithm = Algorithm()

    @safe
    private final class Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer

        init() {
            guard let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil) else {
                CryptoFailure.end(.missing("SHA-256"))
            }
            unsafe pointer = unsafe algorithm
        }

        deinit { unsafe EVP_MD_free(pointer) }
    }

    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else { CryptoFailure.end(.outOfMemory) }
        unsafe self.context = unsafe context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Writes a message's digest, 32 bytes.
    package func hash(_ message: UnsafeRawBufferPointer, to digest: UnsafeMutablePointer<UInt8>) {
        let isDone =
            unsafe EVP_DigestInit_ex(context, Self.algorithm.pointer, nil) == 1
            && EVP_DigestUpdate(context, message.baseAddress, message.count) == 1
            && EVP_DigestFinal_ex(context, digest, nil) == 1
        guard isDone else { CryptoFailure.end(.lack(of: "SHA-256")) }
    }

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        let hasher = SHA256()
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard let base = buffer.baseAddress else { return }
            unsafe message.withUnsafeBytes { unsafe hasher.hash($0, to: base) }
            written = count
        }
    }
}
