#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A sequence of bytes in memory that somebody else owns. Every access is checked against its bounds, in optimised
/// builds too.
///
/// What a view guarantees is that nothing outside its bytes is read. That its memory still exists is guaranteed by the
/// code that makes it from a pointer or a buffer, which is therefore marked `unsafe`: a view is valid only until its
/// memory is next changed or freed. Whatever hands out views of buffers of its own says until when they are valid.
/// Reading a view, making smaller views of it and views of an array during a call needs no such mark.
///
/// The standard library's `Span` guarantees both, but Swift 6.3 accepts it only as a parameter or a local variable. "A
/// method cannot return a ~Escapable result", and a type cannot store one, without the experimental feature
/// `Lifetimes`. Parsers do both: they hand parts of a line on and keep them until its verdict is written. So a view
/// points into memory that lives as long as the work on a line: the batch that the line is in, or the buffers of the
/// object that reads it.
@safe
// Without this attribute, the compiler silently stops inlining the type's functions into other modules.
@usableFromInline
package struct ByteView {
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline package let count: Int

    /// Creates a view of `count` bytes at an address, which may be nil only for no bytes.
    @unsafe
    @inlinable @inline(__always)
    package init(start: UnsafeRawPointer?, count: Int) {
        if let start = unsafe start {
            precondition(count >= 0, "a count is not negative")
            unsafe base = unsafe start
        } else {
            precondition(count == 0, "only no bytes have no address")
            // Any address serves.
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

    /// The bytes of a text that is known at compile time.
    @inlinable @inline(__always)
    package init(_ text: StaticString) { unsafe self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }

    /// A view of no bytes.
    @inlinable package static var empty: ByteView { unsafe ByteView(start: nil, count: 0) }

    /// The bytes as C functions want them.
    @unsafe
    @inlinable package var memory: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// Returns the byte at an offset, or nil if the view has none there. As the condition of a loop, this is one
    /// comparison for the loop and for the check.
    @inlinable @inline(__always)
    package func byte(at offset: Int) -> UInt8? {
        // A negative offset is a great unsigned number.
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return nil }
        return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// Returns the integer whose bytes, the lowest first, begin at an offset, or nil if the view does not have all of
    /// them.
    @inlinable @inline(__always)
    package func word<Word: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Word.Type) -> Word? {
        // A loop computes this once, and then makes one comparison for itself and for the check.
        let places = UInt(bitPattern: Swift.max(count &- (MemoryLayout<Word>.size &- 1), 0))
        guard UInt(bitPattern: offset) < places else { return nil }
        return unsafe Word(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Word.self))
    }

    /// Some words of a view, which follow one another.
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

        /// The word at a place, the lowest byte first.
        @inlinable package subscript(index: Int) -> UInt64 {
            @inline(__always)
            get {
                precondition(index >= 0 && index < count, "a place is below the number of words")
                return unsafe UInt64(littleEndian: base.loadUnaligned(fromByteOffset: 8 &* index, as: UInt64.self))
            }
        }
    }

    /// Returns `number` words that begin at an offset, or nil if the view does not have all of them. This is one check
    /// for all words, whose places are known to the compiler where the number is.
    @inlinable @inline(__always)
    package func words(_ number: Int, at offset: Int) -> Words? {
        precondition(number > 0, "at least one word is read")
        let last = count &- 8 * number
        guard last >= 0, UInt(bitPattern: offset) <= UInt(bitPattern: last) else { return nil }
        return unsafe Words(base + offset, number)
    }

    /// Returns the part of the view in a range of offsets.
    @inlinable @inline(__always)
    package func part(_ range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a part is within the bytes of a view")
        return unsafe ByteView(unchecked: base + range.lowerBound, range.count)
    }

    /// Returns where a part of this view begins; nil for other bytes, even if they are the same.
    package func offset(of part: ByteView) -> Int? {
        let start = unsafe part.base - base
        return start >= 0 && start <= count && part.count <= count - start ? start : nil
    }

    /// Whether both views hold the same bytes.
    @inlinable @inline(__always)
    package func elementsEqual(_ other: ByteView) -> Bool {
        unsafe count == other.count && equalBytes(base, other.base, count)
    }

    /// Whether other bytes are at an offset.
    @inlinable @inline(__always)
    package func holds(_ other: ByteView, at offset: Int) -> Bool {
        guard offset >= 0, other.count <= count &- offset else { return false }
        return unsafe equalBytes(base + offset, other.base, other.count)
    }

    /// Returns the offset of the first `byte` at or after `start`, or nil.
    @inlinable package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        precondition(start >= 0, "an offset is not negative")
        guard start < count else { return nil }
        // `memchr` uses the widest vector instructions of the processor, unlike Swift's own loop.
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
    /// Calls `body` with a view of the array, which is valid only during the call. A result cannot hold the view, since none is
    /// `Sendable`.
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
        // The last word overlaps the one before it.
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
            // The high bit is set for bytes below the space, for DEL and for non-ASCII bytes. A borrow or carry into
            // the next byte comes only from a byte that sets its own bit.
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

/// Whether as many bytes are the same at two addresses.
///
/// Most of what is compared is a name or a word. Two overlapping loads cover all lengths from a power of two to the next one, so that
/// few branches depend on the length; a loop over bytes or words ends at another place for each of the names of an object, which no
/// processor foresees.
@inlinable @inline(__always)
package func equalBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
    /// The bits that differ in the two words that begin at an offset, and end as far before the end.
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
            // The last word overlaps the one before it.
            offset = min(offset &+ 8, count &- 8)
        }
    }
    if count >= 4 { return differences(0, UInt32.self) == 0 }
    if count >= 2 { return differences(0, UInt16.self) == 0 }
    return unsafe count == 0 || left.load(as: UInt8.self) == right.load(as: UInt8.self)
}
