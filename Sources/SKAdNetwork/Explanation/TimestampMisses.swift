import AdAttribution

/// Texts with another timestamp than the ad's.
enum TimestampMisses {
    static func variants(_ document: ExplainedDocument) -> [TextVariant] {
        let right = document.draft
        guard let text = right[.timestamp]?.text, let moment = Int64(text), moment.magnitude < 1 << 60 else {
            return []
        }
        func variant(_ words: String, _ other: String) -> TextVariant {
            .init("\"timestamp\" was signed \(words), want \(text)", right.with(.timestamp, other))
        }
        func variant(_ words: String, _ other: Int64) -> TextVariant {
            variant("\(words), as \(other)", String(other))
        }
        let seconds = moment / 1000
        var variants = [
            variant("in seconds", seconds), variant("in whole seconds", seconds * 1000),
            variant("in microseconds", moment * 1000), variant("in seconds", (moment + 500) / 1000),
            variant("cut to 32 bits", Int64(Int32(truncatingIfNeeded: moment))),
            variant("cut to 32 bits", Int64(UInt32(truncatingIfNeeded: moment))),
            variant("as a date", Timestamp(milliseconds: moment).rfc3339),
            variant("as a date", Timestamp(milliseconds: seconds * 1000).rfc3339),
            variant("in seconds with a fraction", decimal(moment)),
        ]
        // The document's own was changed on its way.
        if let low = UInt32(exactly: moment) ?? Int32(exactly: moment).map(UInt32.init(bitPattern:)) {
            // From 2019 to 2036.
            variants += (360...486).map { high in
                let whole = Int64(high) << 32 + Int64(low)
                return .init(
                    "\"timestamp\" was signed as \(whole), and cut to 32 bits in the document",
                    right.with(.timestamp, String(whole)))
            }
        }
        if moment < 10_000_000_000, moment > 0 {
            variants += (0..<1000).map { fraction in
                let whole = moment * 1000 + Int64(fraction)
                return .init(
                    "\"timestamp\" was signed as \(whole), and stands in seconds in the document",
                    right.with(.timestamp, String(whole)))
            }
        }
        // A clock that was read twice.
        return variants
            + (1...1000).flatMap { step -> [TextVariant] in
                let words = "with another reading of the clock"
                return [variant(words, moment + Int64(step)), variant(words, moment - Int64(step))]
            }
    }

    private static func decimal(_ moment: Int64) -> String {
        let fraction = String(moment.magnitude % 1000)
        return "\(moment / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
