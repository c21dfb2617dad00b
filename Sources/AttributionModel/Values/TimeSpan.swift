import AttributionBase

/// Lengths of time in milliseconds.
package enum TimeSpan {
    package static let second: Int64 = 1000
    package static let minute = 60 * second
    package static let hour = 60 * minute
    package static let day = 24 * hour

    private static let units: [(name: StaticString, length: Int64)] = [
        ("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", 1),
    ]

    /// Returns a text such as `3d4h`, or `0s` for zero.
    package static func text(_ span: Int64) -> String {
        var rest = span
        var text = ""
        for (name, length) in units where rest >= length {
            text += "\(rest / length)\(name)"
            rest %= length
        }
        return text.isEmpty ? "0s" : text
    }

    /// Returns the sum of a time and a span, at most `Int64.max`.
    package static func saturated(_ time: Int64, _ span: Int64) -> Int64 {
        let (sum, overflow) = time.addingReportingOverflow(span)
        return overflow ? .max : sum
    }
}

extension TimeSpan {
    /// Returns the milliseconds of an offset such as `90s`, `1s999ms` or `3d4h`: numbers with the units d, h, m, s
    /// and ms, each at most once and in this order. Returns `Int64.max` if the offset exceeds 64 bits, and nil for any
    /// other text.
    package static func offset(_ text: ByteView) -> Int64? {
        func sum(_ factor: Int64, _ number: Int64, _ added: Int64) -> Int64 {
            let (product, overflow) = factor.multipliedReportingOverflow(by: number)
            return overflow ? .max : saturated(product, added)
        }
        var at = 0
        var next = 0
        var total: Int64 = 0
        while at < text.count {
            var number: Int64 = 0
            let start = at
            while at < text.count, ASCII.isDigit(text[at]) {
                number = sum(10, number, Int64(text[at] - ASCII.zero))
                at += 1
            }
            guard at > start else { return nil }
            let nameStart = at
            while at < text.count, !ASCII.isDigit(text[at]) { at += 1 }
            let name = text.part(nameStart..<at)
            guard let unit = units[next...].firstIndex(where: { name.elementsEqual($0.name) }) else { return nil }
            next = unit + 1
            total = sum(number, units[unit].length, total)
        }
        return text.isEmpty ? nil : total
    }
}

extension Duration {
    package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
