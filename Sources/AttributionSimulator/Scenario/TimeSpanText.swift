import AdAttribution
import AttributionBase

extension TimeSpan {
    /// Returns the milliseconds of an offset such as `90s`, `1s999ms` or `3d4h`: numbers with the units d, h, m, s
    /// and ms, each at most once and in this order. Returns nil for any other text, and if the offset exceeds 64
    /// bits.
    package static func offset(_ text: ByteView) -> Int64? {
        let units: [(name: StaticString, length: Int64)] = [
            ("d", day), ("h", hour), ("m", minute), ("s", second), ("ms", 1),
        ]
        func sum(_ factor: Int64, _ number: Int64, _ added: Int64) -> Int64? {
            let (product, overflow) = factor.multipliedReportingOverflow(by: number)
            let (sum, carry) = product.addingReportingOverflow(added)
            return overflow || carry ? nil : sum
        }
        var at = 0
        var next = 0
        var total: Int64 = 0
        while at < text.count {
            var number: Int64 = 0
            let start = at
            while at < text.count, ASCII.isDigit(text[at]) {
                guard let sum = sum(10, number, Int64(text[at] - ASCII.zero)) else { return nil }
                number = sum
                at += 1
            }
            guard at > start else { return nil }
            let nameStart = at
            while at < text.count, !ASCII.isDigit(text[at]) { at += 1 }
            let name = text.part(nameStart..<at)
            guard let unit = units[next...].firstIndex(where: { name.elementsEqual($0.name) }) else { return nil }
            next = unit + 1
            guard let sum = sum(number, units[unit].length, total) else { return nil }
            total = sum
        }
        return text.isEmpty ? nil : total
    }
}

// The longest time that a device is active after its last event, and the resulting latest time for events.

extension TimeSpan {
    /// The longest time from an event to the last entry that it can cause: the deadline of a first update, the end of
    /// Developer Mode, or the last attempt to deliver a postback.
    static let aftermath: Int64 = {
        let windows = DeviceSimulator.windowLengths.reduce(0, +)
        let delays = ConversionWindow.allCases.map { DeviceSimulator.milliseconds($0.delay(.regular).upperBound) }
        let attempts = DeviceSimulator.retryEvery * Int64(DeviceSimulator.attemptLimit - 1)
        let timers = 2 * DeviceSimulator.timerLength
        return max(
            DeviceSimulator.firstUpdateOfInstall, DeviceSimulator.modeLength,
            max(windows + (delays.max() ?? 0), timers) + attempts)
    }()

    /// The latest time of a scenario's last event, so that nothing happens after the year 9999.
    package static let lastEvent = Int64(TimestampBounds.last) - aftermath

    static let lastEventText = TimeWriter.text(lastEvent)
    static let lastEventReason = "so that everything that follows falls before the year 10000"

    /// The possible start times of a scenario. RFC 3339 begins with the year 0.
    static let starts: ClosedRange<Int64> = -62_167_219_200_000...lastEvent
}
