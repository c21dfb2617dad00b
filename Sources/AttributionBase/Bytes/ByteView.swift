#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A sequence of bytes in memory that somebody else owns. Every access is checked against its bounds, in optimised builds too.
///
/// A view guarantees that nothing outside its bytes is read. It does not keep its memory alive: a view is valid only until the memory is
/// next changed or freed. Code that makes a view from a pointer or a buffer is therefore marked `unsafe`, and types that return views of
/// their own buffers say how long they are valid. Reading a view, taking a part of it, and viewing an array during a call are safe.
///
/// The standard library's `Span` guarantees both, but Swift 6.3 accepts it only as a parameter or a local variable. "A method cannot return
/// a ~Escapable result", and a type cannot store one, without the experimental feature `Lifetimes`. Parsers need both: they return parts of
/// a line, and keep them until its verdict is written. A view therefore points into memory that outlives the processing of a line: the
/// batch of the line, or the buffers of its reader.
@safe
// Without this attribute, the compiler silently stops inlining the type's functions into other modules.
@usableFromInline
package struct ByteView {
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline package let count: Int

    /// Creates a view of `count` bytes at an address. The address may be nil only if there are no bytes.
    @unsafe
    @inlinable @inline(__always)
    package init(start: UnsafeRawPointer?, count: Int) {
        if let start = unsafe start {
            precondition(count >= 0, "a count is not negative")
            unsafe base = unsafe start
        } else {
            precondition(count == 0, "only no bytes have no address")
            // An empty view never reads its address, so any address is fine.
            unsafe base = UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
        }
        self.count = count
    }

    @unsafe
    @inlinable @inline(__always)
    package init(_ buffer: UnsafeRawBufferPointer) { unsafe self.init(start: buffer.baseAddress, count: buffer.count) }

    @unsafe
    @inlinable @inline(__always)
    package init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(start: buffer.baseAddress, count: buffer.count)
    }

    @unsafe
    @inlinable @inline(__always)
    init(unchecked base: UnsafeRawPointer, _ count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    /// A view of a text that is known at compile time.
    @inlinable @inline(__always)
    package init(_ text: StaticString) { unsafe self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }

    /// An empty view.
    @inlinable package static var empty: ByteView { unsafe ByteView(start: nil, count: 0) }

    /// The bytes in the form that C functions take.
    @unsafe
    @inlinable package var memory: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// Returns the byte at an offset; nil if that is out of bounds. As the condition of a loop, it needs only one comparison for both the
    /// bounds check and the end of the loop.
    @inlinable @inline(__always)
    package func byte(at offset: Int) -> UInt8? {
        // As an unsigned number, a negative offset is larger than any count.
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return nil }
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Returns the little-endian integer at an offset; nil if it does not lie entirely within the view.
    @inlinable @inline(__always)
    package func word<Word: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Word.Type) -> Word? {
        // In a loop, this is computed once. One comparison then serves as the bounds check and as the end of the loop.
        let places = UInt(bitPattern: Swift.max(count &- (MemoryLayout<Word>.size &- 1), 0))
        guard UInt(bitPattern: offset) < places else { return nil }
        return unsafe Word(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Word.self))
    }

    /// Returns the little-endian word of eight bytes at an offset. The bytes after the end of the view count as zero.
    @inlinable @inline(__always)
    package func paddedWord(at offset: Int) -> UInt64 {
        if let word = word(at: offset, as: UInt64.self) { return word }
        if let last = word(at: count &- 8, as: UInt64.self), offset >= 0 {
            return last >> UInt64(8 &* Swift.min(offset &+ 8 &- count, 8))
        }
        return (0..<8).reduce(0) { $0 | UInt64(byte(at: offset &+ $1) ?? 0) << UInt64(8 &* $1) }
    }

    /// Consecutive words of a view.
    @safe
    @usableFromInline
    package struct Words {
        @usableFromInline let base: UnsafeRawPointer
        @usableFromInline package let count: Int

        @unsafe
        @inlinable @inline(__always)
        init(_ base: UnsafeRawPointer, _ count: Int) {
            unsafe self.base = base
            self.count = count
        }

        /// The little-endian word at an index.
        @inlinable package subscript(index: Int) -> UInt64 {
            @inline(__always)
            get {
                precondition(index >= 0 && index < count, "a place is below the number of words")
                return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: 8 &* index, as: UInt64.self))
            }
        }
    }

    /// Returns `number` consecutive words from an offset; nil if they do not lie entirely within the view. All share one bounds check. If
    /// `number` is a constant, so are the offsets of the words.
    @inlinable @inline(__always)
    package func words(_ number: Int, at offset: Int) -> Words? {
        precondition(number > 0, "at least one word is read")
        let last = count &- 8 * number
        guard last >= 0, UInt(bitPattern: offset) <= UInt(bitPattern: last) else { return nil }
        return unsafe Words(base + offset, number)
    }

    @inlinable @inline(__always)
    package func part(_ range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a part is within the bytes of a view")
        return unsafe ByteView(unchecked: base + range.lowerBound, range.count)
    }

    /// Returns the offset at which a part of this view begins; nil if `part` is in other memory, even if its bytes are equal.
    package func offset(of part: ByteView) -> Int? {
        let start = unsafe part.base - base
        return start >= 0 && start <= count && part.count <= count - start ? start : nil
    }

    /// Whether both views contain equal bytes.
    @inlinable @inline(__always)
    package func elementsEqual(_ other: ByteView) -> Bool {
        unsafe count == other.count && equalBytes(base, other.base, count)
    }

    /// Whether the bytes from an offset on begin with other bytes.
    @inlinable @inline(__always)
    package func holds(_ other: ByteView, at offset: Int) -> Bool {
        guard offset >= 0, other.count <= count &- offset else { return false }
        return unsafe equalBytes(base + offset, other.base, other.count)
    }

    /// Returns the offset of the first `byte` at or after `start`, or nil.
    @inlinable package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0, "an offset is not negative")
        guard start < count else { return nil }
        // Unlike Swift's own search, `memchr` uses the widest vector instructions of the processor.
        guard let found = unsafe memchr(base + start, Int32(byte), count - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }
}

extension ByteView: RandomAccessCollection {
    @inlinable package var startIndex: Int { 0 }
    @inlinable package var endIndex: Int { count }

    @inlinable
    package subscript(offset: Int) -> UInt8 {
        @inline(__always)
        get {
            guard let byte = byte(at: offset) else { preconditionFailure("an offset is within the bytes of a view") }
            return byte
        }
    }

    @safe
    @usableFromInline
    package struct Iterator: IteratorProtocol {
        @usableFromInline let view: ByteView
        @usableFromInline var offset = 0

        @inlinable
        init(_ view: ByteView) { self.view = view }

        @inlinable @inline(__always)
        package mutating func next() -> UInt8? {
            guard offset < view.count else { return nil }
            defer { offset &+= 1 }
            return unsafe view.base.load(fromByteOffset: offset, as: UInt8.self)
        }
    }

    @inlinable package func makeIterator() -> Iterator { Iterator(self) }

    @inlinable
    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try unsafe memory.withMemoryRebound(to: UInt8.self, body)
    }
}

extension [UInt8] {
    /// Calls `body` with a view of the array, which is valid only during the call. The result cannot contain the view, because it must be
    /// `Sendable`, and views are not.
    @inlinable @inline(__always)
    package func withBytes<Result: Sendable, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe span.withUnsafeBytes { bytes throws(Failure) in try unsafe body(ByteView(bytes)) }
    }
}

extension ByteView {
    /// The bytes without leading and trailing white space.
    @inlinable
    package var trimmed: ByteView {
        var start = 0
        var end = count
        while start < end, ASCII.isWhiteSpace(self[start]) { start += 1 }
        while end > start, ASCII.isWhiteSpace(self[end - 1]) { end -= 1 }
        return part(start..<end)
    }

    @inlinable
    package func elementsEqual(_ text: StaticString) -> Bool { elementsEqual(ByteView(text)) }

    /// Whether all bytes may occur in a compact JWS.
    package var areTokenCharacters: Bool {
        let width = 8
        guard count >= width else {
            return allSatisfy { ASCII.areTokenCharacters(UInt64($0) &* 0x0101_0101_0101_0101) }
        }
        var offset = 0
        // The last word overlaps the one before it, so that no single bytes are left over.
        while let word = word(at: offset, as: UInt64.self) {
            guard ASCII.areTokenCharacters(word) else { return false }
            if offset == count &- width { break }
            offset = Swift.min(offset &+ width, count &- width)
        }
        return true
    }

    /// Whether all bytes are printable ASCII characters, including the space.
    package var isPrintableASCII: Bool {
        let highs = ASCII.highs
        let ones: UInt64 = 0x0101_0101_0101_0101
        var offset = 0
        while let word = word(at: offset, as: UInt64.self) {
            // Subtracting sets the high bit of bytes below the space, adding 1 that of DEL, and non-ASCII bytes have it already. A borrow
            // or carry reaches the next byte only from a byte that is found in this way itself.
            if ((word &- ones &* UInt64(ASCII.space)) | (word &+ ones) | word) & highs != 0 { return false }
            offset &+= 8
        }
        return part(offset..<count).allSatisfy(ASCII.isPrintable)
    }

    /// The bytes as text. Malformed UTF-8 is replaced, so use this for messages only.
    package var text: String { String(decoding: self, as: UTF8.self) }

    /// Returns the number of occurrences of `byte`.
    package func occurrences(of byte: UInt8) -> Int {
        var total = 0
        var at = 0
        while let found = firstOffset(of: byte, from: at) {
            total += 1
            at = found + 1
        }
        return total
    }
}

/// Whether the bytes at two addresses are equal.
///
/// Mostly names and words are compared. Two overlapping loads cover all lengths from a power of two to the next one, so that few branches
/// depend on the length. A loop over bytes or words would end at a different place for each name of an object, which no processor can
/// predict.
@inlinable @inline(__always)
package func equalBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
    /// Returns the bits in which the two words differ that begin at an offset, and those that end at the same distance from the end.
    @inline(__always)
    func differences<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ type: Word.Type) -> Word {
        let last = count &- offset &- MemoryLayout<Word>.size
        let first =
            unsafe left.loadUnaligned(fromByteOffset: offset, as: Word.self)
            ^ right.loadUnaligned(fromByteOffset: offset, as: Word.self)
        return unsafe first
            | (left.loadUnaligned(fromByteOffset: last, as: Word.self)
                ^ right.loadUnaligned(fromByteOffset: last, as: Word.self))
    }
    if count >= 8 {
        if count <= 16 { return differences(0, UInt64.self) == 0 }
        if count <= 32 { return differences(0, UInt64.self) | differences(8, UInt64.self) == 0 }
        var offset = 0
        while true {
            let a = unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let b = unsafe right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if a != b { return false }
            if offset == count &- 8 { return true }
            // The last word overlaps the one before it, so that no single bytes are left over.
            offset = min(offset &+ 8, count &- 8)
        }
    }
    if count >= 4 { return differences(0, UInt32.self) == 0 }
    if count >= 2 { return differences(0, UInt16.self) == 0 }
    return unsafe count == 0 || left.load(as: UInt8.self) == right.load(as: UInt8.self)
}

extension ByteView {
    /// Passes on the bytes of a text with its percent-encoding decoded.
    ///
    /// - Parameter plus: What a plus sign stands for, which is a blank in forms.
    /// - Returns: Whether each percent sign is followed by two hexadecimal digits.
    @inline(__always)
    package func decodePercents(plus: UInt8 = UInt8(ascii: "+"), _ put: (UInt8) -> Void) -> Bool {
        var at = 0
        while let byte = byte(at: at) {
            at += 1
            guard byte == ASCII.percent else {
                put(byte == UInt8(ascii: "+") ? plus : byte)
                continue
            }
            guard let high = self.byte(at: at).flatMap(ASCII.hexValue),
                let low = self.byte(at: at + 1).flatMap(ASCII.hexValue)
            else { return false }
            put(high << 4 | low)
            at += 2
        }
        return true
    }
}
