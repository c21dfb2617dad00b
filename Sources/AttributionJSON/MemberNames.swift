import AttributionBytes

/// The member names of an object as they were written, each from its opening quote through its colon.
///
/// Most texts of a stream have the same members in the same order. A name is then recognised by comparing it with the
/// previous name at its position. Names that were unique once need no second check.
@safe
struct MemberNames: ~Copyable {
    /// The greatest number of members and, below, of bytes in all names. Larger objects are not remembered.
    static let limit = 32
    private static let textLimit = 4096

    private var text = ByteBuffer()
    private let ends: UnsafeMutablePointer<Int>
    private var count = 0

    init() {
        unsafe ends = .allocate(capacity: Self.limit)
        unsafe ends.initialize(repeating: 0, count: Self.limit)
    }

    deinit { unsafe ends.deallocate() }

    mutating func removeAll() {
        text.removeAll()
        count = 0
    }

    /// Appends the name that ends before the colon at `colon`; returns false if there is no colon or no room.
    mutating func append(_ base: UnsafeRawPointer, from start: Int, colon: Int) -> Bool {
        guard count < Self.limit, text.count + colon + 1 - start <= Self.textLimit,
            unsafe base.load(fromByteOffset: colon, as: UInt8.self) == ASCII.colon
        else { return false }
        unsafe text.append(UnsafeRawBufferPointer(start: base + start, count: colon + 1 - start))
        unsafe ends[count] = text.count
        count += 1
        return true
    }

    /// Returns the length of the name at index `place` if it occurs at `base` and fits in `room` bytes; otherwise
    /// nil.
    @inline(__always)
    func match(_ place: Int, at base: UnsafeRawPointer, room: Int) -> Int? {
        guard place < count else { return nil }
        let start = unsafe place == 0 ? 0 : ends[place &- 1]
        let length = unsafe ends[place] &- start
        guard length <= room, unsafe equalBytes(base, text.base + start, length) else { return nil }
        return length
    }
}
