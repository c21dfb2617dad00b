import AttributionBase
import AttributionModel
import AttributionSchema

// Values that only the documents of simulations have.

extension DocumentValue where Value == Int64 {
    static var start: DocumentValue {
        let text: @Sendable (Int64) -> String = { Timestamp(milliseconds: $0).rfc3339 }
        return DocumentValue("an RFC 3339 time", .string(pattern: "^[0-9]{4}-[0-9]{2}-"), text: text) { view, reader in
            let text = view.string
            let start = text.utf8.contains(ASCII.minus) ? Timestamp(text)?.milliseconds : nil
            if let start, TimeSpan.starts.contains(start) { return start }
            reader.reportValue(
                view,
                wanted: start == nil
                    ? "an RFC 3339 time"
                    : "a time from the year 0 to \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)",
                breaking: ScenarioRules.time)
            return nil
        }
    }

    /// Reads a time, given as an offset from `start` or as an RFC 3339 time. It must not be before `start`.
    static func time(_ view: JSONView, from start: Int64, _ reader: inout DocumentReader) -> Int64? {
        var time: Int64?
        if view.kind == .string, let offset = view.unescapedOrContent({ TimeSpan.offset($0) }) {
            time = TimeSpan.saturated(start, offset)
        } else if view.kind == .string, view.string.utf8.contains(ASCII.minus) {
            time = Timestamp(view.string)?.milliseconds
        }
        guard let time else {
            reader.reportValue(view, wanted: timeWanted, breaking: ScenarioRules.time)
            return nil
        }
        if time >= start, time <= max(start, TimeSpan.lastEvent) { return time }
        reader.reportValue(
            view,
            wanted: "a time from the start to \(TimeSpan.lastEventText), \(TimeSpan.lastEventReason)",
            breaking: ScenarioRules.time)
        return nil
    }

    static var timeWanted: String { "an offset such as 90s, 1s999ms or 3d4h, or an RFC 3339 time" }
}

extension DocumentValue where Value == String {
    /// The host of a URL, or of a URL without its scheme, in lowercase.
    static var webHost: DocumentValue {
        DocumentValue("a URL or its host, such as \"rival.example\"", .string()) { view in
            view.string.webHost.flatMap { host in
                // The greatest length of a name, in bytes (RFC 1035 §2.3.4).
                host.utf8.count > 253 || host.utf8.contains { $0 <= ASCII.space } ? nil : host
            }
        }
    }
}

extension DocumentValue where Value == DataTier {
    static var tier: DocumentValue { DocumentValue<Int>.integer(0...3).map { DataTier(rawValue: $0) ?? .zero } }
}

extension String {
    /// The host of a URL, or of a URL without its scheme, in lowercase and without user information and port; nil if it is empty. An IPv6
    /// address keeps its brackets.
    var webHost: String? {
        var text = Substring(self)
        if let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") { text = text[colon...].dropFirst(3) }
        let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let address = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let host =
            if address.first == "[", let end = address.firstIndex(of: "]") {
                address[...end]
            } else {
                address.prefix { $0 != ":" }
            }
        return host.isEmpty ? nil : host.lowercased()
    }
}

// How long a device may be active after its last event, and therefore how late an event may be.

extension TimeSpan {
    /// The longest time between an event and the last entry that it can cause: the deadline of the first update, the end of Developer Mode,
    /// or the last attempt to deliver a postback.
    static let aftermath: Int64 = {
        let windows = DeviceSimulator.windowLengths.reduce(0, +)
        let delays = ConversionWindow.allCases.map { $0.delay(.regular).upperBound.milliseconds }
        let attempts = DeviceSimulator.retryEvery * Int64(DeviceSimulator.attemptLimit - 1)
        let timers = 2 * DeviceSimulator.timerLength
        return max(
            DeviceSimulator.firstUpdateOfInstall, DeviceSimulator.modeLength,
            max(windows + (delays.max() ?? 0), timers) + attempts)
    }()

    /// The latest possible time of a scenario's last event, so that nothing happens after the year 9999.
    package static let lastEvent = Int64(TimestampBounds.last) - aftermath

    static let lastEventText = TimeWriter.text(lastEvent)
    static let lastEventReason = "so that everything that follows falls before the year 10000"

    /// The possible start times of a scenario. RFC 3339 begins with the year 0.
    static let starts: ClosedRange<Int64> = -62_167_219_200_000...lastEvent
}
