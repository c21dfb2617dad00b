/// Steele, Lea and Flood's generator of 64-bit numbers [Fast Splittable Pseudorandom Number Generators, 2014]. It is
/// fast, uniform, the same on every machine, and not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    /// The increment of the state: 2^64 divided by the golden ratio, made odd.
    static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mix(state)
    }

    /// Returns a number in which each bit depends on all bits of the input. Different inputs give different results.
    @inline(__always)
    static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
