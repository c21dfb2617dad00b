import AttributionBase

/// Numbers that differ from another one by a typing error or a common substitution, and so may be the original of a
/// changed value.
package enum NumberMistakes {
    /// Returns the numbers that differ by a typing error, the most similar first, without the number itself.
    ///
    /// - Parameter digits: The number in plain decimal digits.
    package static func neighbours(of digits: [UInt8]) -> [[UInt8]] {
        guard !digits.isEmpty, digits.count <= 20, digits.allSatisfy(ASCII.isDigit) else { return [] }
        var result: [[UInt8]] = []
        func add(_ change: (inout [UInt8]) -> Void) {
            var other = digits
            change(&other)
            result.append(other)
        }
        for place in digits.indices.reversed() {
            for digit in all where digit != digits[place] { add { $0[place] = digit } }
        }
        for place in digits.indices.dropLast() where digits[place] != digits[place + 1] {
            add { $0.swapAt(place, place + 1) }
        }
        for place in digits.indices where digits.count > 1 { add { $0.remove(at: place) } }
        for place in (0...digits.count).reversed() {
            for digit in all { add { $0.insert(digit, at: place) } }
        }
        // Neighbors with a carry.
        if let number = UInt64(String(decoding: digits, as: UTF8.self)) {
            let neighbors = [number.addingReportingOverflow(1), number.subtractingReportingOverflow(1)]
            result += neighbors.filter { !$0.overflow }.map { Array(String($0.partialValue).utf8) }
        }
        // Numbers have no leading zeros.
        return result.filter { $0.count == 1 || $0.first != ASCII.zero }
    }

    /// Returns the source identifiers that one may have been: with more leading digits, with fewer, and with a typing
    /// error.
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
