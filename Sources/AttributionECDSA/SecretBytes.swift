import CAttributionOpenSSL

/// Bytes of a secret: overwritten before their memory is given back, never copied by the language, never printed.
@safe
public final class SecretBytes: @unchecked Sendable {
    private let base: UnsafeMutableRawPointer
    /// How many bytes there are.
    public let count: Int

    /// Fills fresh memory by `body`, which must write all of it.
    package init(count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        self.count = count
        guard let memory = unsafe CRYPTO_malloc(max(count, 1), #file, Int32(#line)) else {
            CryptoFailure.end(.outOfMemory)
        }
        unsafe base = unsafe memory
        unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    /// Copies bytes, which stay with the caller to cleanse.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyMemory(from: bytes) }
    }

    /// Copies bytes and overwrites the original, so that the secret is left in one place.
    package convenience init(consuming bytes: inout [UInt8]) {
        unsafe self.init(count: bytes.count) { target in
            unsafe bytes.withUnsafeMutableBytes { source in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(source))
                unsafe OPENSSL_cleanse(source.baseAddress, source.count)
            }
        }
        bytes = []
    }

    /// Overwrites memory in a way that the compiler does not leave out.
    package static func cleanse(_ memory: UnsafeMutableRawPointer, count: Int) {
        unsafe OPENSSL_cleanse(memory, count)
    }

    /// Overwrites what functions that have returned left in the processor's vector registers and, below the caller's frame, on
    /// the stack: OpenSSL's arithmetic keeps digits of scalars and nonces there, and copying keeps bytes.
    package static func cleanseTraces(kilobytes: Int = 16) {
        cleanseRegisters()
        aak_cleanse_stack(kilobytes << 10)
    }

    /// What copying leaves in vector registers, the dynamic linker or a signal may put on the stack. Copies of every length
    /// class, of bytes that tell nothing, use the same registers again.
    @inline(never)
    private static func cleanseRegisters() {
        unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 64) { space in
            unsafe OPENSSL_cleanse(space.baseAddress, space.count)
            for count in [16, 32, 48, 64, 96, 128, 192, 256, 384, 512] {
                unsafe UnsafeMutableRawBufferPointer(rebasing: space[512..<512 + count]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: space[..<count]))
            }
        }
    }

    deinit {
        unsafe CRYPTO_clear_free(base, count, #file, Int32(#line))
        Self.cleanseTraces()
    }

    /// Calls `body` with the bytes, which are valid during the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(count) secret bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
