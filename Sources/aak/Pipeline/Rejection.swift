import AttributionInspection

/// Why a line is bad: at least one message.
struct Rejection: Error {
    let problem: Diagnostic
    /// What else is wrong. Most bad lines have one fault, and then this costs nothing.
    let others: [Diagnostic]
    /// How much more is wrong that nobody noted.
    let more: Int

    init(_ problem: Diagnostic, others: [Diagnostic] = [], more: Int = 0) {
        self.problem = problem
        self.others = others
        self.more = more
    }
}

extension Diagnostic {
    static func lineTooLong(_ length: Int) -> Diagnostic { Diagnostic(InputFault.tooLong(length)) }
}
