import AttributionBytes

/// The member names of an object as they were written, each from its opening quote through its colon.
///
/// Most texts of a stream have the same members in the same order. A name is then recognised by comparing it with the
/// previous name at its position. Names that were unique once need no second check.
struct MemberNames: ~Copyable {
    /// The greatest number of members and, below, of bytes in all names. Larger objects are not remembered.
    static let limit = 32
    private static let textLimit = 4096

    private var text = ByteBuffer()
    private var ends = [Int](repeating: 0, count: MemberNames.limit)
    private var count = 0

    mutating func removeAll() {
        text.removeAll()
        count = 0
    }

    /// Appends the name that ends before the colon at `colon`; returns false if there is no colon or no room.
    mutating func append(_ source: ByteView, from start: Int, colon: Int) -> Bool {
        guard count < Self.limit, text.count + colon + 1 - start <= Self.textLimit,
            source[colon] == ASCII.colon
        else { return false }
        text.append(source.part(start..<colon + 1))
        ends[count] = text.count
        count += 1
        return true
    }

    /// Returns the length of the name at index `place` if it occurs at an offset of a text; otherwise nil.
    ///
    /// - Parameter start: The length of all names before it.
    @inline(__always)
    func match(_ place: Int, from start: Int, in source: ByteView, at offset: Int) -> Int? {
        guard place < count else { return nil }
        let name = unsafe text.bytes(noted: Range(uncheckedBounds: (start, ends[place])))
        return source.holds(name, at: offset) ? name.count : nil
    }
}
