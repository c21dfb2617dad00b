import AttributionSimulator
import Bytes
import StrictJSON

/// Reads the JSON documents of a simulation, each a whole file.
enum ScenarioFile {
    /// The bytes of a file, or of standard input for `-`.
    static func contents(_ path: String) throws(Diagnostic) -> [UInt8] {
        let name = DocumentFile.name(of: path)
        guard let text = try DocumentFile.contents(path) else { throw .trouble("\(name) is larger than 64 MiB") }
        try DocumentFile.refuseKey(text, name)
        return text
    }

    /// Reads a scenario, or a world without events. What is wrong with it is told at once.
    ///
    /// - Returns: nil where something was wrong.
    static func read(
        _ text: [UInt8], file: String, hasEvents: Bool = true, _ console: Console, _ judgement: TokenJudgement
    ) -> Scenario? {
        guard isKind(hasEvents ? .scenario : .world, text, file: file, console) else { return nil }
        do throws(DocumentError) {
            return try Scenario(parsing: text, hasEvents: hasEvents) { judgement.impression($0) }
        } catch {
            report(error, file: file, console)
            return nil
        }
    }

    /// Whether a document may be what is wanted. One that is plainly of another kind is told by name, and not member by member.
    static func isKind(_ wanted: DocumentKind, _ text: [UInt8], file: String, _ console: Console) -> Bool {
        // What is wrong with a world and a scenario is much the same, and told well.
        guard let kind = DocumentKind(parsing: text), (kind == .campaign) != (wanted == .campaign) else { return true }
        console.report(
            Diagnostic(
                file: file, message: "this is \(kind.name), want \(wanted.name)", hint: "\(kind.command) plays it"))
        return false
    }

    static func report(_ error: DocumentError, file: String, _ console: Console) {
        switch error {
        case .syntax(let fault): console.report(Diagnostic(file: file, message: "the document is no JSON: \(fault)"))
        case .faults(let faults): for fault in faults { console.report(Diagnostic(fault, file: file)) }
        }
    }
}

extension Diagnostic {
    init(_ fault: DocumentFault, file: String?) {
        let place = fault.place.isEmpty ? "the scenario" : "\"\(fault.place)\""
        self.init(
            file: file, field: fault.place.isEmpty ? nil : fault.place, message: place + " " + fault.message,
            hint: fault.hint)
    }
}
