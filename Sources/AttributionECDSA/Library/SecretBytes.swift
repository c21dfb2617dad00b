import AttributionBytes
import CAttributionOpenSSL

/// Secret bytes, which are erased before their memory is freed, never copied implicitly, and never printed.
public final class SecretBytes: @unchecked Sendable {
    private let memory: SecretMemory
    /// The number of bytes.
    public let count: Int

    /// Allocates memory of zeros and fills it with `body`.
    package init(count: Int, _ body: (inout SecretMemory) -> Void) {
        var memory = SecretMemory(count: count)
        body(&memory)
        self.memory = memory
        self.count = count
    }

    /// Copies bytes. The caller must erase the original.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(copying: ByteView(bytes))
    }

    /// Copies bytes. The caller must erase the original.
    package convenience init(copying bytes: ByteView) { self.init(count: bytes.count) { $0.copy(bytes, to: 0) } }

    /// Copies bytes and erases the original, so that only one copy of the secret remains.
    package convenience init(consuming bytes: inout [UInt8]) {
        self.init(count: bytes.count) { $0.copy(bytes, to: 0) }
        unsafe bytes.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
        bytes = []
    }

    /// Erases memory in a way that the compiler cannot optimise away.
    package static func cleanse(_ memory: UnsafeMutableRawPointer, count: Int) {
        unsafe OPENSSL_cleanse(memory, count)
    }

    /// Erases what returned functions left in the processor's vector registers and on the stack below the caller's
    /// frame. OpenSSL's arithmetic leaves digits of scalars and nonces there, and copying leaves bytes.
    package static func cleanseTraces(kilobytes: Int = 16) {
        cleanseRegisters()
        aak_cleanse_stack(kilobytes << 10)
    }

    /// Overwrites vector registers that copying used, because the dynamic linker or a signal may save them on the
    /// stack. Copies of harmless bytes in every length class use the same registers.
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

    // The memory is erased after this, which leaves nothing but zeros.
    deinit { Self.cleanseTraces() }

    /// Calls `body` with the bytes, which are valid only during the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try unsafe body(memory.bytes.memory)
    }

    /// Calls `body` with a view of the bytes, which is valid only during the call.
    @unsafe
    package func withBytes<Result, Failure: Error>(_ body: (ByteView) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        try unsafe body(memory.bytes)
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(count) secret bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
