import AdAttribution

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
