#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first `byte` at or after `start`, or nil.
    @inlinable package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count, let base = baseAddress else { return nil }
        // `memchr` uses the widest vector instructions of the processor, unlike Swift's own loop.
        guard let found = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the number of occurrences of `byte`.
    package func occurrences(of byte: UInt8) -> Int {
        var total = 0
        var at = 0
        while let found = unsafe firstOffset(of: byte, from: at) {
            total += 1
            at = found + 1
        }
        return total
    }
}
