import AttributionBytes

/// Numbers that are a slip of the hand away from another, or that stand for it elsewhere: what it may have been before it was
/// changed.
package enum NumberMistakes {
    /// The nearest first; the number itself is not among them.
    ///
    /// - Parameter digits: the number, in plain decimal digits.
    package static func neighbours(of digits: [UInt8]) -> [[UInt8]] {
        guard !digits.isEmpty, digits.count <= 20, digits.allSatisfy(ASCII.isDigit) else { return [] }
        var result: [[UInt8]] = []
        let all = UInt8(ascii: "0")...UInt8(ascii: "9")
        for place in digits.indices.reversed() {
            for digit in all where digit != digits[place] {
                var other = digits
                other[place] = digit
                result.append(other)
            }
        }
        for place in digits.indices.dropLast() where digits[place] != digits[place + 1] {
            var other = digits
            other.swapAt(place, place + 1)
            result.append(other)
        }
        for place in digits.indices where digits.count > 1 {
            var other = digits
            other.remove(at: place)
            result.append(other)
        }
        for place in (0...digits.count).reversed() {
            for digit in all { result.append(digits[..<place] + [digit] + digits[place...]) }
        }
        // Where a digit is carried.
        if let number = UInt64(String(decoding: digits, as: UTF8.self)) {
            result += [number &+ 1, number &- 1].map { Array(String($0).utf8) }
        }
        // A number has no leading zeros.
        return result.filter { $0.count == 1 || $0.first != ASCII.zero }
    }

    /// Source identifiers that one may have been: those with more digits in front of its own, with fewer, and those near it.
    package static func sources(of digits: [UInt8], isText: Bool) -> [[UInt8]] {
        guard (2...4).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return [] }
        var result: [[UInt8]] = []
        if digits.count < 4 {
            for first in 1...99 {
                let front = Array(String(first).utf8)
                if front.count + digits.count <= 4 { result.append(front + digits) }
            }
            if digits.count == 2 { result += all.map { [ASCII.zero, $0] + digits } }
        }
        result += (2..<digits.count).reversed().map { Array(digits.suffix($0)) }
        result += neighbours(of: digits).filter { (2...4).contains($0.count) }
        if digits.count == 4 {
            for first in all {
                for second in all {
                    result.append([first, second] + digits[2...])
                    result.append(digits[..<2] + [first, second])
                }
            }
        }
        return result.filter { $0 != digits && (isText || $0.first != ASCII.zero) }
    }

    private static let all = Array("0123456789".utf8)
}
