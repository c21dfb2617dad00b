/// A member of an object that is written in streams, value by value: its name, and what it means. For objects that nobody waits for, there
/// is ``Record``, whose members also have their values.
///
/// Each kind of result has a table with a constant for each of its members. Code that writes or reads a member uses the constant; help and
/// JSON Schemas list the table.
@usableFromInline package struct OutputMember: Sendable {
    @usableFromInline package let name: StaticString
    /// What the value means, in a sentence.
    @usableFromInline package let meaning: StaticString

    @inlinable
    package init(_ name: StaticString, _ meaning: StaticString) { (self.name, self.meaning) = (name, meaning) }

    /// The name as a string, for code that is not called often.
    package var text: String { "\(name)" }
    /// The name with its meaning.
    package var word: (word: String, meaning: String) { (text, "\(meaning)") }

    package func member(_ value: JSONValue) -> JSONValue.Member { .init(text, value) }
}

extension Record.Member {
    package init(_ member: OutputMember, _ value: @escaping @Sendable (Row) -> JSONValue?) {
        self.init(member.text, "\(member.meaning)", value)
    }
}

/// The members that say where the input of a result is, in the results of several commands.
///
/// They are computed, so that their names are constants in the modules of all writers.
package enum ResultMember {
    @inlinable package static var path: OutputMember { .init("path", "The path of the object in its line.") }
    @inlinable package static var file: OutputMember {
        .init("file", "The name of the input file, if the run has several inputs.")
    }
    @inlinable package static var line: OutputMember { .init("line", "The line number of the input.") }
    @inlinable package static var log: OutputMember { .init("log", "The members of the line that --keep copied.") }

    /// What comes before the path of a copied member.
    package static let logPrefix = "\(log.name)."
}
