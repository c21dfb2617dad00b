import AttributionBytes
import AttributionDocuments
import AttributionJSON
import AttributionSimulator

/// Reads the JSON documents of a simulation, each a whole file.
enum ScenarioFile {
    /// What a document is called in messages about all of it, be it a world or a campaign too.
    static let whole = Scenario.whole

    /// Reads a scenario, or a world without events. What is wrong with it is told at once.
    ///
    /// - Returns: nil where something was wrong.
    static func read(
        _ text: [UInt8], file: String, hasEvents: Bool = true, _ console: Console, _ judgement: TokenJudgement
    ) -> Scenario? {
        guard isKind(hasEvents ? .scenario : .world, text, file: file, console) else { return nil }
        return DocumentFile.read(text, file: file, whole: whole, console) { text throws(DocumentError) in
            try Scenario(parsing: text, hasEvents: hasEvents) { judgement.impression($0) }
        }
    }

    static func readCampaign(_ path: String, _ console: Console) throws(Diagnostic) -> Campaign? {
        let text = try DocumentFile.text(path)
        let file = DocumentFile.name(of: path)
        guard isKind(.campaign, text, file: file, console) else { return nil }
        return DocumentFile.read(text, file: file, whole: whole, console) { text throws(DocumentError) in
            try Campaign(parsing: text)
        }
    }

    /// Whether a document may be what is wanted. One that is plainly of another kind is told by name, and not member by member.
    private static func isKind(_ wanted: DocumentKind, _ text: [UInt8], file: String, _ console: Console) -> Bool {
        guard let kind = DocumentKind.other(than: wanted, in: text) else { return true }
        console.report(Diagnostic(file: file, message: "this is \(kind.name), want \(wanted.name)", hint: kind.hint))
        return false
    }
}
