/// The members of a JSON object that is written, in their order: of each the name, what it means, and its value in a row.
package struct Record<Row>: Sendable {
    package struct Member: Sendable {
        package let name: String
        /// What the value means, in a sentence.
        package let meaning: String
        fileprivate let value: @Sendable (Row) -> JSONValue?

        /// - Parameter value: returns the value in a row; nil where the row's object has no such member.
        package init(_ name: String, _ meaning: String, _ value: @escaping @Sendable (Row) -> JSONValue?) {
            (self.name, self.meaning, self.value) = (name, meaning, value)
        }
    }

    package let members: [Member]

    package init(_ members: Member...) { self.members = members }

    /// Returns the object of a row.
    package func json(_ row: Row) -> JSONValue {
        .object(members.compactMap { member in member.value(row).map { .init(member.name, $0) } })
    }
}
