/// The members of a JSON object that is written, in their order: of each the name, what it means, and its value in a row.
package struct Record<Row>: Sendable {
    package struct Member: Sendable {
        package let name: String
        /// What the value means, in a sentence; empty if it is what the name means elsewhere, as for a field.
        package let meaning: String
        fileprivate let value: @Sendable (Row) -> JSONValue?

        /// - Parameter value: returns the value in a row; nil where the row's object has no such member.
        package init(_ name: String, _ meaning: String = "", _ value: @escaping @Sendable (Row) -> JSONValue?) {
            (self.name, self.meaning, self.value) = (name, meaning, value)
        }
    }

    package let members: [Member]

    package init(_ members: Member...) { self.members = members }
    package init(_ members: [Member]) { self.members = members }

    /// The same members for rows with such a row in them; they are absent where it is nil.
    package func members<Outer>(of row: @escaping @Sendable (Outer) -> Row?) -> [Record<Outer>.Member] {
        members.map { member in .init(member.name, member.meaning) { row($0).flatMap(member.value) } }
    }

    /// The names of the members with their meanings.
    package var words: [(word: String, meaning: String)] {
        members.filter { !$0.meaning.isEmpty }.map { ($0.name, $0.meaning) }
    }

    package func json(_ row: Row) -> JSONValue { .object(values(row)) }

    /// Returns the members of a row's object.
    package func values(_ row: Row) -> [JSONValue.Member] {
        members.compactMap { member in member.value(row).map { .init(member.name, $0) } }
    }

    /// Appends the members to an object that is open.
    package func append(_ row: Row, to output: inout ByteBuffer) {
        for member in values(row) {
            output.member(named: member.name)
            member.value.append(to: &output)
        }
    }
}
