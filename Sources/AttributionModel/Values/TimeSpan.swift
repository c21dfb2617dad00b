/// Lengths of time in milliseconds.
package enum TimeSpan {
    package static let second: Int64 = 1000
    package static let minute = 60 * second
    package static let hour = 60 * minute
    package static let day = 24 * hour

    /// Returns a text such as `3d4h`, or `0s` for zero.
    package static func text(_ span: Int64) -> String {
        let units: [(String, Int64)] = [("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", 1)]
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

extension Duration {
    /// The whole milliseconds.
    package var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
