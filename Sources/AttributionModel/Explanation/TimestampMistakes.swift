import AttributionBase

/// The timestamps that may have been signed in place of the one in a message.
struct TimestampMistakes {
    /// Another timestamp, and a description of the mistake.
    typealias Mistake = (text: String, words: String)

    private let text: String
    private let moment: Int64

    /// - Parameter text: The timestamp of the message. If it is not a number, no mistakes are known.
    init(_ text: String) {
        self.text = text
        let number = Int64(text) ?? 0
        moment = number.magnitude < 1 << 60 ? number : 0
    }

    /// The units of clocks, each a thousandth of the one before.
    private static let units = ["seconds", "milliseconds", "microseconds", "nanoseconds"]

    /// The times from 1973 to 5138 in each unit. Only these are tried.
    private static let ranges: [Range<Int64>] = [
        100_000_000..<100_000_000_000, 100_000_000_000..<100_000_000_000_000,
        100_000_000_000_000..<100_000_000_000_000_000, 100_000_000_000_000_000..<1 << 60,
    ]

    /// Returns the unit in which a number is a plausible time.
    private static func unit(of moment: Int64) -> Int? { ranges.firstIndex { $0.contains(moment) } }

    /// Timestamps of the same time in another unit, or truncated.
    var otherUnits: [Mistake] {
        guard moment != 0 else { return [] }
        func mistake(_ words: String, _ other: Int64) -> Mistake {
            ("\(other)", "\(words), as \(other); it must be \(text)")
        }
        var mistakes = cut
        if let unit = Self.unit(of: moment), unit != 1 {
            // The timestamp of the message is in the wrong unit. The right one was signed, or one in a third unit.
            let name = Self.units[unit]
            func mistake(in other: Int, _ signed: Int64) -> Mistake {
                ("\(signed)", "in \(Self.units[other]), as \(signed), but is in \(name) here, \(text)")
            }
            var finer = moment
            for other in Self.units.indices.dropFirst(unit + 1) {
                finer = finer.multipliedReportingOverflow(by: 1000).partialValue
                mistakes.append(mistake(in: other, finer))
            }
            var coarser = moment
            for other in Self.units.indices.prefix(unit).reversed() {
                mistakes += [coarser / 1000, (coarser + 500) / 1000].map { mistake(in: other, $0) }
                coarser /= 1000
            }
            if unit == 0 { mistakes += (1..<1000).map { mistake(in: 1, moment * 1000 + $0) } }
            return mistakes
        }
        let seconds = moment / 1000
        mistakes += [
            mistake("in seconds", seconds), mistake("in whole seconds", seconds * 1000),
            mistake("in seconds", (moment + 500) / 1000),
            mistake("in microseconds", moment.multipliedReportingOverflow(by: 1000).partialValue),
            mistake("in nanoseconds", moment.multipliedReportingOverflow(by: 1_000_000).partialValue),
            (Timestamp(milliseconds: moment).rfc3339, "as a date; it must be \(text)"),
            (Timestamp(milliseconds: seconds * 1000).rfc3339, "as a date; it must be \(text)"),
            (decimal, "in seconds with a fraction; it must be \(text)"),
        ]
        if Self.unit(of: moment) == 1 { mistakes += (1..<1000).map { mistake("in microseconds", moment * 1000 + $0) } }
        return mistakes
    }

    /// Timestamps without their upper bits or, if the message's timestamp lacks them, with them.
    private var cut: [Mistake] {
        var mistakes = [Int64(Int32(truncatingIfNeeded: moment)), Int64(UInt32(truncatingIfNeeded: moment))].map {
            other in ("\(other)", "cut to 32 bits, as \(other); it must be \(text)")
        }
        if let low = UInt32(exactly: moment) ?? Int32(exactly: moment).map(UInt32.init(bitPattern:)) {
            // The times from 2019 to 2036.
            mistakes += (360...486).map { high in
                let whole = Int64(high) << 32 + Int64(low)
                return ("\(whole)", "as \(whole), but is cut to 32 bits here, \(text)")
            }
        }
        return mistakes
    }

    /// Timestamps of a clock that was read a second time, up to 500 units before or after.
    var otherReadings: [Mistake] {
        guard moment != 0 else { return [] }
        return (1...500).flatMap { step in
            [moment + step, moment - step].map { other in
                ("\(other)", "with another reading of the clock, as \(other); it must be \(text)")
            }
        }
    }

    private var decimal: String {
        let fraction = String(moment.magnitude % 1000)
        return (moment < 0 ? "-" : "") + "\(moment.magnitude / 1000)."
            + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
