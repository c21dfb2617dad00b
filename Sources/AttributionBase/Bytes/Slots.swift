/// Memory for a number of plain values, of which those that were not set are arbitrary. Every access is checked.
@safe
struct Slots<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    private let base: UnsafeMutablePointer<Value>
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe base = .allocate(capacity: count)
    }

    deinit { unsafe base.deallocate() }

    /// The address of the first value, which is valid as long as this memory.
    var start: UnsafePointer<Value> { unsafe UnsafePointer(base) }

    subscript(place: Int) -> Value {
        @inline(__always)
        get {
            precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place is within the memory")
            return unsafe base[place]
        }
        @inline(__always)
        nonmutating set {
            precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place is within the memory")
            unsafe base[place] = newValue
        }
    }
}
