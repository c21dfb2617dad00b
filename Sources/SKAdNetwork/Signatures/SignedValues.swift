import AttributionBytes
import AttributionJSON

/// The members of an ad or a postback, each known field at its place.
///
/// It points into the text it was loaded from, and is used again for the next one.
package struct SignedValues {
    private var values = [JSONView?](repeating: nil, count: SignedField.allCases.count)
    private var isLoaded = false

    package init() {}

    package subscript(field: SignedField) -> JSONView? { values[field.rawValue] }

    package mutating func clear() {
        guard isLoaded else { return }
        for index in values.indices { values[index] = nil }
        isLoaded = false
    }

    /// Takes the members of an object instead of those before.
    ///
    /// - Parameter names: gives the field of a member's name.
    package mutating func load(_ object: JSONView, names: (JSONView) -> SignedField? = SignedField.named) {
        clear()
        add(object, names: names)
    }

    /// Takes the members of an object besides those before.
    package mutating func add(_ object: JSONView, names: (JSONView) -> SignedField? = SignedField.named) {
        isLoaded = true
        var members = object.members
        while let member = members.next() {
            if let field = names(member.name) { values[field.rawValue] = member.value }
        }
    }
}
