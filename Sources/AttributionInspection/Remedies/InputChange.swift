import AttributionBase

/// A change to inputs that may make them readable: an entry of the tables of remedies.
package struct InputChange: Sendable {
    /// What came of a change, and the words for it.
    struct Result {
        let texts: [[UInt8]]
        let step: Remedy.Step
    }

    package let name: String
    /// What it does, in lower case and without a final period.
    package let summary: String
    /// Returns what comes of texts; nothing where the change does not fit.
    let results: @Sendable (_ texts: [[UInt8]]) -> [Result]

    /// All changes, those that change least first.
    package static let all = layout + [values]

    /// The changes that make more of an input readable.
    static let layout = places + structures + texts

    /// Whether the change may follow others. None is made twice.
    func mayFollow(_ steps: [Remedy.Step]) -> Bool { !steps.contains { $0.name == name } }

    /// Creates a change with the same words and the same command for all texts.
    ///
    /// - Parameters:
    ///   - filter: the command that does the same to each line of the file whose name it has as FILE.
    ///   - change: returns the texts that come of one; nil where the change does not fit.
    init(
        _ name: String, _ words: String, filter: String? = nil,
        _ change: @escaping @Sendable (ByteView) -> [[UInt8]]?
    ) {
        self.init(name, words) { texts in
            let step = Remedy.Step(name: name, words: words, filter: filter)
            return Self.changed(texts, change).map { [Result(texts: $0, step: step)] } ?? []
        }
    }

    init(_ name: String, _ summary: String, results: @escaping @Sendable ([[UInt8]]) -> [Result]) {
        self.name = name
        self.summary = summary
        self.results = results
    }

    /// Returns texts of which at least one is changed; nil if the change fits none.
    static func changed(_ texts: [[UInt8]], _ change: (ByteView) -> [[UInt8]]?) -> [[UInt8]]? {
        var isChanged = false
        let result = texts.flatMap { text in
            guard let parts = text.withBytes({ change($0.trimmed) }) else { return [text] }
            isChanged = true
            return parts
        }
        return isChanged ? result : nil
    }
}

extension Remedy.Step {
    init(name: String, words: String, filter: String?) {
        self.init(name: name, words: words, filter: filter, path: nil)
    }
}
