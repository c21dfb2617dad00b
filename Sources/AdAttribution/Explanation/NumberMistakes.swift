import AttributionBase

/// Numbers that differ from another one by a typing error or a common substitution, and so may be the original of a
/// changed value.
enum NumberMistakes {
    /// Returns the numbers that differ by a typing error, the most similar first, without the number itself.
    ///
    /// - Parameter digits: The number in plain decimal digits.
    static func neighbours(of digits: [UInt8]) -> [[UInt8]] {
        guard !digits.isEmpty, digits.count <= 20, digits.allSatisfy(ASCII.isDigit) else { return [] }
        let places = digits.indices
        let replaced: [[UInt8]] = places.reversed().flatMap { at in
            all.map { digits[..<at] + [$0] + digits[(at + 1)...] }
        }
        let swapped: [[UInt8]] = places.dropLast().map { at in
            var other = digits
            other.swapAt(at, at + 1)
            return other
        }
        let removed = places.map { Array(digits[..<$0] + digits[($0 + 1)...]) }
        let inserted: [[UInt8]] = (0...digits.count).reversed().flatMap { at in
            all.map { digits[..<at] + [$0] + digits[at...] }
        }
        // Neighbors with a carry.
        let number = UInt64(String(decoding: digits, as: UTF8.self))
        let carried = number.map { [$0 &+ 1, $0 &- 1].map { Array(String($0).utf8) } } ?? []
        // Numbers have no leading zeros.
        let others: [[UInt8]] = [replaced, swapped, removed, inserted, carried].flatMap(\.self)
        return others.filter {
            $0 != digits && ($0.count == 1 || $0.first != ASCII.zero) && !$0.isEmpty
        }
    }

    /// Returns the source identifiers that one may have been: with more leading digits, with fewer, and with a typing
    /// error.
    static func sources(of digits: [UInt8], isText: Bool) -> [[UInt8]] {
        guard (2...4).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return [] }
        let pairs: [[UInt8]] = all.flatMap { first in all.map { [first, $0] } }
        let fronts = (all.map { [$0] } + pairs).filter { $0.count + digits.count <= 4 }
        let longer: [[UInt8]] = fronts.map { $0 + digits }
        let shorter: [[UInt8]] = (2..<digits.count).reversed().map { Array(digits.suffix($0)) }
        let mistyped = neighbours(of: digits).filter { (2...4).contains($0.count) }
        let halves: [[UInt8]] = digits.count < 4 ? [] : pairs.flatMap { [$0 + digits[2...], digits[..<2] + $0] }
        return (longer + shorter + mistyped + halves).filter { $0 != digits && (isText || $0.first != ASCII.zero) }
    }

    private static let all = Array("0123456789".utf8)
}
