import AttributionSimulator

extension SimulateCommand {
    /// Tells the guidelines of hosts that are errors, each once for a slot; they stand in the timeline too.
    static func tellHostErrors(in entries: [TimelineEntry], file: String, _ console: Console) -> ExitStatus {
        var told: Set<String> = []
        for entry in entries {
            guard case .host(.guideline(let fact)) = entry.fact, fact.severity == .error else { continue }
            let message = "\(fact)"
            guard told.insert(message).inserted else { continue }
            console.report(
                Diagnostic(
                    file: file, rule: fact.rule, field: fact.rule.field, message: message, hint: fact.rule.hint))
        }
        return told.isEmpty ? .good : .bad
    }
}
