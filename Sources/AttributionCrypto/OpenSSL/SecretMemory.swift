import AttributionBase
import CAttributionOpenSSL

/// A fixed number of secret bytes that can be changed. They are erased before their memory is freed.
///
/// Every access is bounds-checked. Functions change the memory and not the value, so none is `mutating`. Only one thread at a time may use
/// it.
@safe
package struct SecretMemory: ~Copyable {
    private let base: UnsafeMutablePointer<UInt8>
    package let count: Int

    /// Allocates memory and fills it with zeros.
    init(count: Int) {
        precondition(count >= 0, "a count is not negative")
        guard let memory = unsafe CRYPTO_zalloc(max(count, 1), #file, Int32(#line)) else {
            CryptoFailure.end(.outOfMemory)
        }
        unsafe base = unsafe memory.assumingMemoryBound(to: UInt8.self)
        self.count = count
    }

    deinit { unsafe CRYPTO_clear_free(base, count, #file, Int32(#line)) }

    /// A view of all bytes. The memory never moves, so the view is valid as long as this value exists.
    package var bytes: ByteView { unsafe ByteView(start: base, count: count) }

    /// A view of the bytes in a range, valid as long as this value exists.
    package subscript(range: Range<Int>) -> ByteView { bytes.part(range) }

    package subscript(offset: Int) -> UInt8 {
        get {
            precondition(offset >= 0 && offset < count, "an offset is within the memory")
            return unsafe base[offset]
        }
        nonmutating set {
            precondition(offset >= 0 && offset < count, "an offset is within the memory")
            unsafe base[offset] = newValue
        }
    }

    /// Copies bytes to an offset. They may overlap with the target.
    package func copy(_ source: ByteView, to offset: Int) {
        precondition(offset >= 0 && offset <= count && source.count <= count - offset, "bytes fit into the memory")
        unsafe UnsafeMutableRawBufferPointer(start: base + offset, count: source.count).copyMemory(from: source.memory)
    }

    package func copy(_ source: [UInt8], to offset: Int) { source.withBytes { copy($0, to: offset) } }

    func copy(_ start: Int, count: Int, to offset: Int) { copy(self[start..<start + count], to: offset) }

    package func fill(_ range: Range<Int>, with byte: UInt8) { for offset in range { self[offset] = byte } }

    /// Calls `body` with the bytes, which are valid only during the call.
    @unsafe
    package func withMutableBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Sets all bytes to zero, in a way that the compiler cannot optimise away.
    package func erase() { unsafe OPENSSL_cleanse(base, count) }
}
