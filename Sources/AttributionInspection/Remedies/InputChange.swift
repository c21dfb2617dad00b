import AttributionBase

/// A change that may make inputs readable. The tables of remedies consist of such changes.
package struct InputChange: Sendable {
    typealias Result = (texts: [[UInt8]], step: Remedy.Step)

    package let name: String
    /// What it does, in lower case and without a final period.
    package let summary: String
    /// Returns the results of changing the texts. There are none if the change does not apply.
    let results: @Sendable (_ texts: [[UInt8]]) -> [Result]

    /// All changes, from the smallest to the largest.
    package static let all = layout + [values]

    /// The changes to how inputs are laid out, as opposed to the values of their fields.
    static let layout = places + structures + texts

    /// Whether the change may be made after others. No change is made twice.
    func mayFollow(_ steps: [Remedy.Step]) -> Bool { !steps.contains { $0.name == name } }

    /// Creates a change that applies to one text at a time.
    ///
    /// - Parameters:
    ///   - filter: The command that makes the same change to each line of FILE.
    ///   - change: Returns the texts that result from one; nil if the change does not apply. It may change the words or the command of the
    ///     step.
    init(
        _ name: String, _ words: String, filter: String? = nil,
        _ change: @escaping @Sendable (ByteView, inout Remedy.Step) -> [[UInt8]]?
    ) {
        self.init(name, words) { texts in
            var step = Remedy.Step(name: name, words: words, filter: filter)
            let found = Self.changed(texts) { change($0, &step) }
            return found.map { [($0, step)] } ?? []
        }
    }

    init(_ name: String, _ summary: String, results: @escaping @Sendable ([[UInt8]]) -> [Result]) {
        self.name = name
        self.summary = summary
        self.results = results
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
        guard let object = try? index.read(self) else { return nil }
        return body(object)
    }

    /// The names of the members of the object in the text; nil if the text is not an object.
    var memberNames: [String]? { withObject { $0.members.map(\.name.string) } }
}

extension JSONView {
    /// Returns the text of the object, with each member written by `write`.
    ///
    /// Members are converted one at a time, because the values of all members together would take many times the memory of the text.
    func rewritten(_ write: (Member, inout ByteBuffer) -> Void) -> [UInt8] {
        var output = ByteBuffer()
        output.openObject()
        for member in members { write(member, &output) }
        output.closeObject()
        return output.array()
    }
}

extension ByteBuffer {
    /// Writes a member with a value from an input.
    mutating func member(named name: String, _ value: JSONView) {
        member(named: name)
        JSONValue(value).append(to: &self)
    }
}
