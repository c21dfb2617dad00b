/// A growing buffer of bytes that keeps its memory when emptied.
///
/// A stream reuses one buffer for all its lines, so that no line needs an allocation.
@safe
// Without this attribute, the compiler silently stops inlining the type's functions into other modules.
@usableFromInline
package struct ByteBuffer: ~Copyable, @unchecked Sendable {
    @usableFromInline package internal(set) var base: UnsafeMutablePointer<UInt8>
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var capacity: Int

    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe base.deallocate()
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The contents of the buffer, valid until it is next changed.
    @unsafe
    @inlinable package var bytes: ByteView {
        unsafe ByteView(unchecked: base, count)
    }

    /// The bytes from offset `start` on, valid until the buffer is next changed.
    @unsafe
    @inlinable package func bytes(from start: Int) -> ByteView {
        precondition(start >= 0 && start <= count)
        return unsafe ByteView(unchecked: base + start, count &- start)
    }

    @unsafe
    @inlinable package func bytes(in range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe ByteView(unchecked: base + range.lowerBound, range.count)
    }

    /// Calls `body` with a view of the contents, which is valid only during the call. The result cannot contain the view, because it must
    /// be `Sendable`, and views are not.
    @inlinable @inline(__always)
    package func withBytes<Result: Sendable, Failure: Error>(
        from start: Int = 0, _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result { try unsafe body(bytes(from: start)) }

    package func array(from start: Int = 0) -> [UInt8] { withBytes(from: start) { [UInt8]($0) } }

    package func array(in range: Range<Int>) -> [UInt8] { unsafe [UInt8](bytes(in: range)) }

    /// The contents as text. Malformed UTF-8 is replaced, so use this for messages and for text that is known to be UTF-8.
    package var text: String { withBytes { $0.text } }

    package func text(in range: Range<Int>) -> String { unsafe bytes(in: range).text }

    package func isPrintableASCII(from start: Int) -> Bool { withBytes(from: start) { $0.isPrintableASCII } }

    @inlinable
    package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        unsafe bytes.firstOffset(of: byte, from: start)
    }

    package func lastOffset(of byte: UInt8) -> Int? { unsafe bytes.lastIndex(of: byte) }

    @inlinable
    package subscript(offset: Int) -> UInt8 {
        @inline(__always)
        get {
            precondition(offset >= 0 && offset < count, "an offset is within the bytes of a buffer")
            return unsafe base[offset]
        }
        @inline(__always)
        set {
            precondition(offset >= 0 && offset < count, "an offset is within the bytes of a buffer")
            unsafe base[offset] = newValue
        }
    }

    /// Makes room for `extra` more bytes. Write them at ``end``, then call ``advance(by:)``.
    @inlinable @inline(__always)
    package mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }

    /// The address for the next byte. After a reservation, that many bytes may be written from here on.
    @inlinable package var end: UnsafeMutablePointer<UInt8> { unsafe base + count }

    /// Counts bytes that were written at ``end``.
    @inlinable @inline(__always)
    package mutating func advance(by written: Int) {
        precondition(written >= 0 && written <= capacity - count)
        count += written
    }

    @inlinable package mutating func truncate(to newCount: Int) {
        precondition(newCount >= 0 && newCount <= count)
        count = newCount
    }

    @inlinable package mutating func removeAll() { count = 0 }

    package mutating func removeFirst(_ dropped: Int) {
        precondition(dropped >= 0 && dropped <= count)
        guard dropped > 0 else { return }
        unsafe base.update(from: base + dropped, count: count - dropped)
        count -= dropped
    }

    /// Frees the memory if it is larger than `limit` bytes and the buffer is empty, so that one large input does not hold it for the rest
    /// of the stream.
    package mutating func shrink(to limit: Int) {
        guard capacity > limit, count == 0 else { return }
        unsafe base.deallocate()
        capacity = max(limit, 16)
        unsafe base = .allocate(capacity: capacity)
    }
}

extension ByteBuffer {
    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe end.pointee = byte
        advance(by: 1)
    }

    @inlinable
    package mutating func append(_ bytes: ByteView) {
        reserve(bytes.count)
        unsafe UnsafeMutableRawPointer(end).copyMemory(from: bytes.base, byteCount: bytes.count)
        advance(by: bytes.count)
    }

    package mutating func append(_ bytes: [UInt8]) { bytes.withBytes { append($0) } }

    @inlinable
    package mutating func append(_ other: borrowing ByteBuffer) { unsafe append(other.bytes) }

    @inlinable
    package mutating func append(_ other: borrowing ByteBuffer, from start: Int) {
        unsafe append(other.bytes(from: start))
    }

    @inlinable
    package mutating func append(_ other: borrowing ByteBuffer, in range: Range<Int>) {
        unsafe append(other.bytes(in: range))
    }

    /// Inserts texts, each before the byte at its offset.
    ///
    /// - Parameters:
    ///   - places: The offset and length of each text, by ascending offset.
    ///   - texts: All texts, concatenated.
    package mutating func insert(_ places: [(offset: Int, length: Int)], _ texts: borrowing ByteBuffer) {
        guard !places.isEmpty else { return }
        var filled = ByteBuffer(capacity: count + texts.count)
        var start = 0
        var taken = 0
        for (offset, length) in places {
            filled.append(self, in: start..<offset)
            filled.append(texts, in: taken..<taken + length)
            start = offset
            taken += length
        }
        filled.append(self, from: start)
        swap(&self, &filled)
    }

    /// Lets `read` write up to `room` bytes after the contents, and appends as many as it says it wrote.
    package mutating func append<Failure: Error>(
        upTo room: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        reserve(room)
        let count = try unsafe read(UnsafeMutableRawBufferPointer(start: end, count: room))
        precondition(count >= 0 && count <= room, "no more is read than there is room for")
        advance(by: count)
        return count
    }

    // Inlined, so that copying a text known at compile time takes only a few instructions.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        unsafe UnsafeMutableRawPointer(end).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        advance(by: text.utf8CodeUnitCount)
    }

    @usableFromInline
    package mutating func append(text: String) {
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(ByteView($0))
        }
        // Only a string that is not native to Swift has no contiguous storage.
        if isDone == nil { for byte in text.utf8 { append(byte) } }
    }

    @usableFromInline
    package mutating func append(decimal value: Int) {
        precondition(value >= 0)
        var digits = 1
        var bound: UInt = 10
        while digits < 19, UInt(value) >= bound {
            bound &*= 10
            digits &+= 1
        }
        reserve(digits)
        var rest = UInt(value)
        for index in (0..<digits).reversed() {
            unsafe end[index] = ASCII.zero &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        advance(by: digits)
    }
}
