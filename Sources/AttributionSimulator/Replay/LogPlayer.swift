import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

/// Plays the lines of a log, each of which has an event and its device. All lines of a device must follow each other. Each thread needs its
/// own player.
///
/// A line is played in three steps, so that the caller can write a device's results before the next device begins: ``read(_:)``; if the
/// line belongs to another device, ``finishDevice()`` and ``beginDevice()``; then ``play()``.
package struct LogPlayer: ~Copyable {
    package private(set) var simulator: DeviceSimulator
    /// The current device's name, as JSON text.
    private var deviceText = ByteBuffer()
    private var device: [UInt8] = []
    private var hasDevice = false
    /// Whether the last line is invalid and belongs to another device than the current one. The current device ends there, as if the log
    /// were split before the line.
    package private(set) var endsDevice = false
    private var lastAt = Int64.min

    private var index = JSONIndex()
    private var members = DocumentReader(Scenario.whole)
    private var draft: EventDraft
    private var check: OrderCheck
    private var pending: TimedEvent?
    private var pendingDevice: [UInt8] = []

    package init(_ world: World, judge: @escaping TokenJudge) {
        simulator = DeviceSimulator(world)
        draft = EventDraft(start: world.start, judge)
        check = OrderCheck(world)
    }

    /// The entries of the timeline that have not been removed yet.
    package var entries: [TimelineEntry] { simulator.entries }

    /// A hash of the device's name. It differs between runs of the program.
    package var deviceHash: Int { device.hashValue }

    package mutating func removeEntries() { simulator.entries.removeAll(keepingCapacity: true) }

    /// Adds the counts of all entries since the last call. From now on, entries are only counted, and not kept.
    package mutating func takeTally(_ tally: inout Tally) {
        if var played = simulator.tally {
            simulator.tally = nil
            // Adding the smaller tally to the larger one is faster.
            played.add(tally)
            tally = played
        }
        simulator.tally = Tally(simulator.world.schemas, countsPeople: simulator.world.countsPeople)
    }

    /// Calls `body` with the current device's name, as JSON text.
    package func withDevice<Result: Sendable>(_ body: (ByteView) -> Result) -> Result { deviceText.withBytes(body) }

    /// Reads a line, and returns whether it belongs to another device than the previous one.
    package mutating func read(_ line: ByteView) throws(Problems) -> Bool {
        pending = nil
        endsDevice = false
        let root: JSONView
        do throws(JSONSyntaxError) { root = try unsafe index.read(line) } catch {
            throw Problems(Problem.syntax(error).of("this", breaking: InputRules.jsonSyntax))
        }
        members.removeAll()
        var event: TimedEvent?
        if case (let at, .device(let read))? = EventTable.log.read(root, &draft, &members) {
            event = TimedEvent(at: at, read)
        }
        var isSame = false
        if let name = root.member("device"), name.kind == .string {
            isSame = name.unescapedOrContent { name in
                hasDevice && device.withBytes { $0.elementsEqual(name) }
            }
            if !isSame { pendingDevice = name.unescapedOrContent { [UInt8]($0) } }
            endsDevice = hasDevice && !isSame
        }
        if isSame, let event, event.at < lastAt {
            let wanted = "a time not before that of the device's previous line"
            members.reportValue(
                "at", of: root, wanted: wanted, .then(", earlier than in the device's previous line"),
                breaking: ScenarioRules.time)
        }
        guard members.faults.isEmpty, let event else {
            members.nameScenarioRules()
            throw members.faults
        }
        pending = event
        endsDevice = false
        return !isSame
    }

    /// Plays the current device until its last postback.
    package mutating func finishDevice() {
        guard hasDevice else { return }
        simulator.finish()
        hasDevice = false
    }

    /// Begins a device that is drawn from a population.
    ///
    /// - Parameter country: The device's country; nil if the population has none.
    package mutating func beginDevice(named name: String, in country: CountryCode?) {
        pendingDevice = Array(name.utf8)
        beginDevice()
        if let country { simulator.storefront = country }
    }

    /// Plays an event without checking it.
    package mutating func play(_ event: TimedEvent) { simulator.play(event) }

    /// Begins the device of the line that was just read.
    package mutating func beginDevice() {
        swap(&device, &pendingDevice)
        hasDevice = true
        lastAt = .min
        deviceText.removeAll()
        JSONText.appendString(String(decoding: device, as: UTF8.self), to: &deviceText)
        simulator.reset(device: device)
        check.reset()
    }

    /// Plays the event of the line that was just read.
    package mutating func play() throws(Problems) {
        guard let event = pending else { return }
        if let problem = check.problem(event.event) { throw Problems(problem) }
        lastAt = event.at
        simulator.play(event)
    }

    /// Returns the device's name in a line without reading its other members, or nil if there is none.
    package static func device(of line: ByteView, _ index: inout JSONIndex) -> [UInt8]? {
        guard let root = try? unsafe index.read(line),
            let name = root.member("device"), name.kind == .string
        else { return nil }
        return name.unescapedOrContent { [UInt8]($0) }
    }

    /// The device of a log's last events, the offset of its first event, and whether the log has another device before it.
    package typealias LastDevice = (name: [UInt8], start: Int, followsOther: Bool)

    /// Returns the device of a log's last events. It shows where the log can be split into parts that have all lines of their devices.
    /// Events without a device belong to the one before them.
    ///
    /// - Parameter ends: The offset at which each event ends, before the line break.
    package static func lastDevice(in log: ByteView, ends: [Int], _ index: inout JSONIndex) -> LastDevice? {
        var name: [UInt8]?
        var begin = log.count
        for event in ends.indices.reversed() {
            let start = event > 0 ? ends[event - 1] + 1 : 0
            let line = log.part(start..<ends[event]).trimmed
            if !line.isEmpty, let device = device(of: line, &index) {
                if let name, device != name { return (name, begin, true) }
                name = device
                begin = start
            }
        }
        return name.map { ($0, begin, false) }
    }
}
