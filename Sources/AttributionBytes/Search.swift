#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension UnsafeRawBufferPointer {
    /// The offset of the first `byte` at or after `start`, or nil.
    @inlinable package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count, let base = baseAddress else { return nil }
        // libc's search uses the widest vectors the processor has, which Swift's own loop does not.
        guard let found = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }
}

extension UnsafeRawBufferPointer {
    /// How often `byte` occurs.
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
