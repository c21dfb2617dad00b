import AttributionDrawing

/// The tick marks of a time axis, with times counted from the start of the timeline.
struct TimeAxis {
    let ticks: [(at: Int64, text: String)]

    /// The customary intervals between ticks.
    private static let steps: [Int64] = {
        var steps: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        steps += [1, 2, 5, 10, 15, 30].map { $0 * TimeSpan.second }
        steps += [1, 2, 5, 10, 15, 30].map { $0 * TimeSpan.minute }
        steps += [1, 2, 3, 6, 12].map { $0 * TimeSpan.hour }
        var days = TimeSpan.day
        for _ in 0..<7 {
            steps += [days, 2 * days, 5 * days]
            days *= 10
        }
        return steps
    }()

    /// - Parameters:
    ///   - start: the start of the timeline, from which times are counted.
    ///   - gap: the minimum space between two labels.
    init(_ scale: Scale, start: Int64, _ ruler: Ruler, gap: Int) {
        let (first, last) = (scale.span.lowerBound - start, scale.span.upperBound - start)
        for step in Self.steps where (last - first) / step <= 40 {
            let times = stride(from: (first + step - 1) / step * step, through: last, by: Int64.Stride(step))
            let ticks = times.map { (at: $0 + start, text: TimeSpan.text($0)) }
            guard !ticks.isEmpty else { break }
            let places = ticks.map { scale.place($0.at) }
            let widest = ticks.map { ruler.width($0.text) }.max() ?? 0
            if zip(places, places.dropFirst()).allSatisfy({ $1 - $0 >= widest + gap }) {
                self.ticks = ticks
                return
            }
        }
        ticks = [(scale.span.lowerBound, TimeSpan.text(first))]
    }
}

extension TimeSpan {
    /// Returns the text with only its two largest units.
    static func shortText(_ span: Int64) -> String {
        let step = span >= day ? hour : span >= hour ? minute : span >= minute ? second : 1
        return text(span / step * step)
    }
}
