import AttributionBase

/// A transformation of the text of an input, with a name. It is tried when an input is refused, and `aak repair` applies it.
///
/// It changes only what it means to change: all other bytes stay as they were, so that digits, escapes, blanks, the order of members and
/// unknown members are kept.
package struct Remedy: Sendable {
    /// The texts after a remedy, what it did in words, and the path for `--at` with the same effect, if there is one.
    struct Result {
        let texts: [[UInt8]]
        /// What the input looks like, and what to do.
        let words: String
        /// What was changed, where that differs from input to input.
        var details: String?
        var path: String?
        /// Whether it is known to be what was meant. If not, it is described, but neither offered nor applied.
        var isDecided = true
    }

    package let name: String
    /// What it does, in lower case and without a final period.
    package let summary: String
    /// An input that it helps, and what becomes of it.
    package let example: Example
    /// Returns the possible results of changing the texts, the likeliest first. There are none if the remedy does not fit.
    let results: @Sendable (_ texts: [[UInt8]]) -> [Result]

    package struct Example: Sendable, ExpressibleByDictionaryLiteral {
        package let before: String
        package let after: String

        package init(dictionaryLiteral elements: (String, String)...) { (before, after) = elements[0] }
    }

    /// All remedies, in the order in which they are tried: from the smallest change to the largest.
    package static let all = layout + values + [table, packed]

    /// The remedies for how inputs are laid out, as opposed to the values of their members.
    static let layout = places + structures + [inside] + texts

    /// The greatest number of members of an object whose names and values are changed.
    static let mostMembers = 1024

    package static func named(_ name: String) -> Remedy? { all.first { $0.name == name } }

    init(
        _ name: String, _ summary: String, _ example: Example,
        results: @escaping @Sendable (_ texts: [[UInt8]]) -> [Result]
    ) {
        (self.name, self.summary, self.example, self.results) = (name, summary, example, results)
    }

    /// Creates a remedy that is applied to one text at a time.
    ///
    /// - Parameters:
    ///   - look: What an input that needs it looks like, and what to do; the summary unless given.
    ///   - change: Returns the texts that result from one; nil if the remedy does not fit. It may change the words.
    init(
        _ name: String, _ summary: String, look: String? = nil, _ example: Example,
        each change: @escaping @Sendable (ByteView, inout String) -> [[UInt8]]?
    ) {
        self.init(name, summary, example) { texts in
            var words = look ?? summary
            let found = Self.changed(texts) { change($0, &words) }
            return found.map { [Result(texts: $0, words: words)] } ?? []
        }
    }

    /// Applies a change to each text. A text to which it does not apply stays. Returns nil if it applies to none.
    static func changed(_ texts: [[UInt8]], _ change: (ByteView) -> [[UInt8]]?) -> [[UInt8]]? {
        var isChanged = false
        let result = texts.flatMap { text in
            guard let parts = text.withBytes({ change($0.trimmed) }) else { return [text] }
            isChanged = true
            return parts
        }
        return isChanged ? result : nil
    }

    /// Does the same with a value that was found in each text beforehand. A text without one stays.
    static func changed<Found>(
        _ texts: [[UInt8]], with found: [Found?], _ change: (ByteView, Found) -> [[UInt8]]?
    ) -> [[UInt8]]? {
        var rest = found[...]
        return changed(texts) { text in (rest.popFirst() ?? nil).flatMap { change(text, $0) } }
    }
}

extension ByteView {
    /// Calls `body` with the object in the text; returns nil if the text is not an object.
    ///
    /// Most changes apply to few objects and can decide that by the names, so `body` gets a view: creating the values of a whole object
    /// takes many times as long as scanning it.
    func withObject<Result: Sendable>(_ body: (JSONView) -> Result?) -> Result? {
        guard first == ASCII.openBrace else { return nil }
        var index = JSONIndex()
        guard let object = try? unsafe index.read(self) else { return nil }
        return body(object)
    }

    /// Calls `body` with the object in the text if it has no more members than a message may have, even with many unknown ones.
    func withMessage<Result: Sendable>(_ body: (JSONView) -> Result?) -> Result? {
        withObject { $0.members.underestimatedCount <= Remedy.mostMembers ? body($0) : nil }
    }

    /// The names of the members of such an object in the text; nil if there is none.
    var memberNames: [String]? { withMessage { $0.members.map(\.name.string) } }
}
