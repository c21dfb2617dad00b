import AttributionBase

/// A change to inputs that may make them readable: an entry of the tables of remedies.
package struct InputChange: Sendable {
    typealias Result = (texts: [[UInt8]], step: Remedy.Step)

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

    /// Creates a change of one text at a time.
    ///
    /// - Parameters:
    ///   - filter: the command that does the same to each line of the file whose name it has as FILE.
    ///   - change: returns the texts that come of one; nil where the change does not fit. It may give the step other words or
    ///     another command.
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

    /// Does the same with what was found in each text before; a text in which nothing was found stays.
    static func changed<Found>(
        _ texts: [[UInt8]], with found: [Found?], _ change: (ByteView, Found) -> [[UInt8]]?
    ) -> [[UInt8]]? {
        var rest = found[...]
        return changed(texts) { text in (rest.popFirst() ?? nil).flatMap { change(text, $0) } }
    }
}

extension ByteView {
    /// Calls `body` with the object that the text is; returns nil for any other string.
    ///
    /// Most changes fit few objects, which their names tell: to make all values of an object takes many times as long as to
    /// read it.
    func withObject<Result: Sendable>(_ body: (JSONView) -> Result?) -> Result? {
        guard first == ASCII.openBrace else { return nil }
        var index = JSONIndex()
        guard let object = try? index.read(self) else { return nil }
        return body(object)
    }

    /// The names of that object's members.
    var memberNames: [String]? { withObject { $0.members.map(\.name.string) } }
}

extension JSONView {
    /// Returns the text of an object with each member as a function writes it.
    ///
    /// The values of all members together would take many times the memory of their text, so there is one at a time.
    func rewritten(_ write: (Member, inout ByteBuffer) -> Void) -> [UInt8] {
        var output = ByteBuffer()
        output.openObject()
        for member in members { write(member, &output) }
        output.closeObject()
        return output.array()
    }
}

extension ByteBuffer {
    /// Writes a member with a value of an input.
    mutating func member(named name: String, _ value: JSONView) {
        member(named: name)
        JSONValue(value).append(to: &self)
    }
}
