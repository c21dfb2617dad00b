import AdAttribution
import AttributionInspection
import AttributionSimulator

/// Reads the JSON documents of a simulation, each from a whole file.
enum ScenarioFile {
    /// Reads a scenario, or a world without events, and reports all its faults.
    ///
    /// - Returns: nil if there are faults.
    static func read(
        _ text: [UInt8], file: String, hasEvents: Bool = true, _ console: Console, _ judgement: TokenJudgement
    ) -> Scenario? {
        read(hasEvents ? .scenario : .world, text, file: file, console) { text throws(Problems) in
            try Scenario(parsing: text, hasEvents: hasEvents) { judgement.impression($0) }
        }
    }

    static func readCampaign(_ path: String, _ console: Console) throws(Diagnostic) -> Campaign? {
        read(.campaign, try DocumentFile.text(path), file: Input(path: path).name, console) {
            text throws(Problems) in try Campaign(parsing: text)
        }
    }

    /// Reads a document of the wanted kind. For one of another kind, one message replaces those about its members.
    private static func read<Document>(
        _ wanted: DocumentKind, _ text: [UInt8], file: String, _ console: Console,
        _ body: ([UInt8]) throws(Problems) -> Document
    ) -> Document? {
        guard let problem = wanted.problem(of: text) else {
            return DocumentFile.read(text, file: file, console, body)
        }
        console.report(Diagnostic(problem).of(file: file))
        return nil
    }
}
