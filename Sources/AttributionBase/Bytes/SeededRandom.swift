/// Reproducible random numbers. Each draw is a function of the seed, a purpose and a position, and does not depend on the number of earlier
/// draws. Results are therefore the same in any order and on any number of threads.
///
/// ```swift
/// let device = SeededRandom(seed: 7).of("device", 12)
/// let tier = device.of("tier").number(below: 4)
/// ```
///
/// Each value of this type, a chance, has a state of 64 bits. The state for a purpose and a position, derived from a parent chance, is
/// `mix(mix(parent ^ fnv1a(purpose)) + position * step)`, with the mixing function and step of ``SplitMix64`` and the 64-bit FNV-1a hash.
/// The numbers drawn are the output of that generator from this state on. Different positions of one purpose always have different states.
/// Nothing here is secret: never derive keys or nonces from it.
package struct SeededRandom: Hashable, Sendable {
    private let state: UInt64

    package init(seed: UInt64) { state = SplitMix64.mix(seed &+ SplitMix64.step) }

    private init(state: UInt64) { self.state = state }

    /// Returns the chance for a purpose and position, derived from this one.
    package func of(_ purpose: StaticString, _ position: Int = 0) -> SeededRandom {
        var hash = Self.emptyHash
        for offset in 0..<purpose.utf8CodeUnitCount { Self.add(unsafe purpose.utf8Start[offset], to: &hash) }
        return child(hash, position)
    }

    /// Returns the chance for something whose name is known only at run time, such as a file.
    package func of(named name: some Collection<UInt8>, _ position: Int = 0) -> SeededRandom {
        var hash = Self.emptyHash
        // Going through a collection of unknown type byte by byte takes a hundred times as long.
        let isAdded: Void? = name.withContiguousStorageIfAvailable { bytes in
            for index in bytes.indices { Self.add(unsafe bytes[index], to: &hash) }
        }
        if isAdded == nil { for byte in name { Self.add(byte, to: &hash) } }
        return child(hash, position)
    }

    @inline(__always)
    private func child(_ hash: UInt64, _ position: Int) -> SeededRandom {
        let index = UInt64(truncatingIfNeeded: position) &* SplitMix64.step
        return SeededRandom(state: SplitMix64.mix(SplitMix64.mix(state ^ hash) &+ index))
    }

    // The 64-bit hash of Fowler, Noll and Vo, variant 1a [RFC 9923].
    private static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325

    @inline(__always)
    private static func add(_ byte: UInt8, to hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// A generator for drawing more than one number.
    package var generator: SplitMix64 { SplitMix64(seed: state) }

    // MARK: - One draw

    /// Returns a uniformly distributed number from 0 up to but not including `bound`; 0 if `bound` is 0.
    package func number(below bound: UInt64) -> UInt64 {
        guard bound > 0 else { return 0 }
        var generator = generator
        // The result is the high half of the product. Draw again if the low half is in the range that would make the result biased [Lemire,
        // Fast Random Integer Generation in an Interval, 2019].
        var product = generator.next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let unfair = (0 &- bound) % bound
            while product.low < unfair { product = generator.next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    package func number(in range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound) &- Int64(range.lowerBound))
        var generator = generator
        let offset = width == .max ? generator.next() : number(below: width + 1)
        return range.lowerBound &+ Int(truncatingIfNeeded: offset)
    }

    package func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        let offset = Int(number(below: UInt64(elements.count)))
        return elements[elements.index(elements.startIndex, offsetBy: offset)]
    }

    package var uuid: RandomUUID {
        var generator = generator
        return RandomUUID(using: &generator)
    }
}

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

    /// Mixes a number so that each bit of the result depends on all bits of the input. Different inputs give different results.
    @inline(__always)
    static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Values to draw from, each with a probability proportional to its weight.
package struct WeightedChoices<Value: Sendable>: Sendable {
    private var values: [Value] = []
    /// The cumulative sums of the weights.
    private var sums: [UInt64] = []

    package init() {}

    package var isEmpty: Bool { values.isEmpty }

    package mutating func append(_ value: Value, weight: UInt64) {
        values.append(value)
        sums.append((sums.last ?? 0) &+ weight)
    }

    /// Draws a value; nil if there are none, or all weights are zero.
    package func draw(_ chance: SeededRandom) -> Value? {
        let drawn = chance.number(below: sums.last ?? 0)
        let index = sums.partitioningIndex { $0 > drawn }
        return index < values.count ? values[index] : nil
    }
}
