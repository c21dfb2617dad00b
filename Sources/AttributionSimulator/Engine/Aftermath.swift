import AdAttribution

// How long a device goes on after the last event, and so until when there can be events.

extension TimeSpan {
    /// The longest time from an event to the last line that can come of it: the deadline of a first update, the end of
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

    /// When the last event of a scenario can be, so that nothing falls after the year 9999.
    package static let lastEvent = Int64(TimestampBounds.last) - aftermath

    static let lastEventText = TimeWriter.text(lastEvent)
    static let lastEventReason = "so that everything that follows falls before the year 10000"

    /// When a scenario can start, from the first year that RFC 3339 has.
    static let starts: ClosedRange<Int64> = -62_167_219_200_000...lastEvent
}
