import AttributionBytes

/// The member names of an object as they were written, each from its opening quote to its colon.
///
/// The texts of a stream mostly have the same members in the same order. Then a name is recognised by comparing it with
/// the one that stood in its place before, and names that were found to be different once are so again.
@safe
struct MemberNames: ~Copyable {
    /// Objects with more members are not kept, nor those with longer names in all.
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

    /// Adds the name that ends before the colon at `colon`; false if there is no colon, or no room for it.
    mutating func append(_ base: UnsafeRawPointer, from start: Int, colon: Int) -> Bool {
        guard count < Self.limit, text.count + colon + 1 - start <= Self.textLimit,
            unsafe base.load(fromByteOffset: colon, as: UInt8.self) == ASCII.colon
        else { return false }
        unsafe text.append(UnsafeRawBufferPointer(start: base + start, count: colon + 1 - start))
        unsafe ends[count] = text.count
        count += 1
        return true
    }

    /// The length of the name at a place, if it begins at `base` and takes up no more than `room`; else nil.
    @inline(__always)
    func match(_ place: Int, at base: UnsafeRawPointer, room: Int) -> Int? {
        guard place < count else { return nil }
        let start = unsafe place == 0 ? 0 : ends[place &- 1]
        let length = unsafe ends[place] &- start
        guard length <= room, unsafe equalBytes(base, text.base + start, length) else { return nil }
        return length
    }
}
