import AttributionBase
import CAttributionOpenSSL

/// Secret bytes, which are erased before their memory is freed, never copied implicitly, and never printed.
public final class SecretBytes: @unchecked Sendable {
    private let memory: SecretMemory
    /// The number of bytes.
    public let count: Int

    /// Allocates memory, sets it to zero, and lets `body` fill it.
    package init(count: Int, _ body: (inout SecretMemory) -> Void) {
        var memory = SecretMemory(count: count)
        body(&memory)
        self.memory = memory
        self.count = count
    }

    /// Copies bytes. The caller must erase the original.
    public convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { memory in
            for (offset, byte) in bytes.enumerated() { memory[offset] = byte }
        }
    }

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

    /// A copy of the bytes, which is not erased.
    public var revealed: [UInt8] { [UInt8](memory.bytes) }

    /// Calls `body` with a view of the bytes, which is valid only during the call.
    package func withBytes<Result: Sendable, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(memory.bytes)
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(count) secret bytes" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretMemory {
    package func copy(_ source: SecretBytes, to offset: Int) { source.withBytes { copy($0, to: offset) } }
}
