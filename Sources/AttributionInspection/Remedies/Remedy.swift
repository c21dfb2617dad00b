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
    let results: @Sendable (_ texts: ScannedTexts) -> [Result]

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
        results: @escaping @Sendable (_ texts: ScannedTexts) -> [Result]
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
            let found = Self.changed(texts) { text, _ in change(text, &words) }
            return found.map { [Result(texts: $0, words: words)] } ?? []
        }
    }

    /// Creates a remedy that is applied to one object at a time. Other texts stay.
    init(
        _ name: String, _ summary: String, look: String? = nil, _ example: Example,
        eachObject change: @escaping @Sendable (JSONView, inout String) -> [[UInt8]]?
    ) {
        self.init(name, summary, example) { texts in
            var words = look ?? summary
            let found = Self.changed(texts) { _, place in texts.withObject(at: place) { change($0, &words) } }
            return found.map { [Result(texts: $0, words: words)] } ?? []
        }
    }

    /// Applies a change to each text, which gets its place among the texts too. A text to which it does not apply stays. Returns nil if it
    /// applies to none.
    static func changed(_ texts: ScannedTexts, _ change: (ByteView, Int) -> [[UInt8]]?) -> [[UInt8]]? {
        var isChanged = false
        var result: [[UInt8]] = []
        for (place, text) in texts.all.enumerated() {
            if let parts = text.withBytes({ change($0.trimmed, place) }) {
                isChanged = true
                result += parts
            } else {
                result.append(text)
            }
        }
        return isChanged ? result : nil
    }
}

extension ByteView {
    /// Calls `body` with the object in the text; returns nil if the text is not an object.
    func withObject<Result: Sendable>(_ body: (JSONView) -> Result?) -> Result? {
        guard first == ASCII.openBrace else { return nil }
        var index = JSONIndex()
        guard let object = try? unsafe index.read(self) else { return nil }
        return body(object)
    }
}
