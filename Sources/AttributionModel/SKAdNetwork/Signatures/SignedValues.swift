import AttributionBase

/// The members of an ad or a postback, indexed by field.
///
/// It points into the text that it was loaded from, and can be reused for the next object.
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

    /// Replaces the values with the members of an object. A member that is `null` counts as absent.
    ///
    /// - Parameter names: Returns the field for a member's name.
    package mutating func load(_ object: JSONView, names: (JSONView) -> SignedField? = SignedField.named) {
        clear()
        isLoaded = true
        var members = object.members
        while let member = members.next() {
            guard member.value.kind != .null, let field = names(member.name) else { continue }
            values[field.rawValue] = member.value
        }
    }
}
