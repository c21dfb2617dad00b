/// Chance that follows from a seed: a draw is a function of the seed, of what it is for and of its position, never of how
/// many draws came before, so that results are the same in any order and on any number of threads.
///
/// ```swift
/// let device = Chance(seed: 7).of("device", 12)
/// let tier = device.of("tier").number(below: 4)
/// ```
///
/// Every chance is 64 bits. That of a purpose and position inside another is
/// `mix(mix(parent ^ fnv1a(purpose)) + position * step)`, with the mixing function and step of ``SplitMix64`` and the
/// 64-bit FNV-1a hash; its draws are what that generator gives from there. Positions of one purpose never share a chance.
/// Nothing of it is secret: keys and nonces must never come from here.
package struct Chance: Hashable, Sendable {
    private let state: UInt64

    package init(seed: UInt64) { state = SplitMix64.mix(seed &+ SplitMix64.step) }

    private init(state: UInt64) { self.state = state }

    /// The chance of one thing inside this one.
    package func of(_ purpose: StaticString, _ position: Int = 0) -> Chance {
        var hash = FNV1a()
        for offset in 0..<purpose.utf8CodeUnitCount { hash.add(unsafe purpose.utf8Start[offset]) }
        return child(hash, position)
    }

    /// The chance of one thing that has a name of its own, such as a file.
    package func of(named name: some Collection<UInt8>, _ position: Int = 0) -> Chance {
        var hash = FNV1a()
        for byte in name { hash.add(byte) }
        return child(hash, position)
    }

    @inline(__always)
    private func child(_ hash: FNV1a, _ position: Int) -> Chance {
        let place = UInt64(truncatingIfNeeded: position) &* SplitMix64.step
        return Chance(state: SplitMix64.mix(SplitMix64.mix(state ^ hash.value) &+ place))
    }

    /// The draws, for what takes more than one.
    package var generator: SplitMix64 { SplitMix64(seed: state) }

    // MARK: - One draw

    /// A number from 0 up to but not including `bound`, each as likely as another; 0 where there is none.
    package func number(below bound: UInt64) -> UInt64 {
        guard bound > 0 else { return 0 }
        var generator = generator
        // The high half of the product, drawn again where the low half lies in the part that would favour some
        // [Lemire, Fast Random Integer Generation in an Interval, 2019].
        var product = generator.next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let unfair = (0 &- bound) % bound
            while product.low < unfair { product = generator.next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    /// A number of a range, each as likely as another.
    package func number(in range: ClosedRange<Int>) -> Int {
        let width = UInt64(bitPattern: Int64(range.upperBound) &- Int64(range.lowerBound))
        var generator = generator
        let offset = width == .max ? generator.next() : number(below: width + 1)
        return range.lowerBound &+ Int(truncatingIfNeeded: offset)
    }

    /// One of the elements, each as likely as another; nil if there are none.
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

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a [RFC 9923].
private struct FNV1a {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325

    @inline(__always)
    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}
