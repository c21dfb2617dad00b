import AttributionBase

@testable import AttributionProgram

/// The files of simulations: valid documents are played with reproducible results, whose lines are in time order.
///
/// The first byte of an input chooses the kind of the document.
enum ScenarioFuzz {
    enum Document: UInt8, CaseIterable {
        case scenario, world, population, crowd
    }

    /// The maximum number of days of a population, and of counts, that a run has time for.
    private static let longestPopulation = 60

    private static let log = ProgramRun.file("log", Array(LogFuzz.exampleLog.utf8))
    private static let crowded = ProgramRun.file("crowded", Array(LogFuzz.crowdedWorld.utf8))

    static func document(_ input: [UInt8]) -> (kind: Document, text: [UInt8])? {
        guard let first = input.first else { return nil }
        return Document(rawValue: first % UInt8(Document.allCases.count)).map { ($0, Array(input.dropFirst())) }
    }

    /// Returns whether the program reads an input's document.
    static func accepts(_ input: [UInt8]) -> Bool {
        guard let (kind, text) = document(input) else { return false }
        return ProgramRun.outcome(arguments(kind, ProgramRun.file("document", text)) + ["--summary"]).status == .good
    }

    private static func arguments(_ kind: Document, _ path: String) -> [String] {
        switch kind {
        case .scenario: ["simulate", path]
        case .world: ["simulate", "--world", path, log]
        case .population: ["simulate", "--devices", "2", "--population", path]
        case .crowd: ["simulate", "--world", crowded, "--crowd", path, log]
        }
    }

    static func test(_ input: ByteView) {
        guard let (kind, text) = document([UInt8](input)) else { return }
        if kind == .population, let population = try? JSONValue(parsing: text),
            case .number(let days)? = population["days"],
            (Int(days) ?? 0) > longestPopulation
        {
            return
        }
        let run = arguments(kind, ProgramRun.file("document", text))
        let first = ProgramRun.outcome(run + ["--compact"])
        demand(first == ProgramRun.outcome(run + ["--compact"]), "\(kind): the same bytes twice")
        demand(first.status != .trouble || !first.messages.isEmpty, "\(kind): trouble is told")
        guard first.status == .good else {
            demand(first.status == .trouble || !first.messages.isEmpty, "\(kind): what is wrong is told")
            return
        }
        TimelineLines.check(first.output)
        let explained = ProgramRun.outcome(run + ["--compact", "--explain"])
        demand(
            TimelineLines.check(explained.output) == TimelineLines.check(first.output),
            "\(kind): reasons add no line")
        let summary = ProgramRun.outcome(run + ["--summary", "--compact"])
        demand((try? JSONValue(parsing: summary.output)) != nil, "\(kind): a summary is JSON")
        if kind == .scenario {
            for form in ["text", "svg"] {
                let drawn = ProgramRun.outcome(run + ["--timeline", form])
                demand(drawn.status == .good && !drawn.output.isEmpty, "a scenario that is played is drawn as \(form)")
            }
        } else {
            demand(ProgramRun.outcome(run + ["--compact", "-j3"]) == first, "\(kind): the same on three threads")
        }
    }
}

/// Checks on the lines of timelines.
enum TimelineLines {
    /// Demands that every line is JSON, and that the time of a device never goes back. Returns the number of lines.
    @discardableResult
    static func check(_ output: [UInt8]) -> Int {
        var times: [String: String] = [:]
        let lines = output.split(separator: ASCII.newline)
        for line in lines {
            guard let value = try? JSONValue(parsing: Array(line)), case .string(let at)? = value["at"] else {
                fatalError("a line of a timeline is no JSON with a time: \(String(decoding: line, as: UTF8.self))")
            }
            let device = value["device"]?.text ?? ""
            demand(times[device].map { $0 <= at } ?? true, "time does not go back: \(at)")
            times[device] = at
        }
        return lines.count
    }
}

extension TimelineLines {
    /// Demands that every line is JSON. The times are not checked, since a device that occurs again begins anew.
    static func checkJSON(_ output: [UInt8]) {
        for line in output.split(separator: ASCII.newline) {
            demand(
                (try? JSONValue(parsing: Array(line))) != nil,
                "a line of a timeline is JSON: \(String(decoding: line, as: UTF8.self))")
        }
    }
}
