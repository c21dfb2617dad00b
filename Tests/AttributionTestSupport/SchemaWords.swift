import AttributionBase

/// What a JSON Schema of a document says that the document may contain.
extension JSONValue {
    /// The names of members, and the words of choices, in the order of the schema.
    package var schemaWords: [String] {
        var words = inner.flatMap { part in (part.name.map { [$0] } ?? []) + part.schema.schemaWords }
        if case .array(let choices)? = self["enum"] { words += choices.compactMap(\.words) }
        if case .object(let definitions)? = self["$defs"] { words += definitions.flatMap(\.value.schemaWords) }
        return words
    }

    /// The names of members that neither have a description nor stand in that of a member around them.
    ///
    /// - Parameter others: the members of which the insides are described elsewhere.
    package func undescribedNames(besides others: Set<String> = []) -> [String] {
        inner.flatMap { name, schema -> [String] in
            guard let name else { return schema.undescribedNames(besides: others) }
            let parts = others.contains(name) ? [] : schema.undescribedNames(besides: others)
            guard let text = schema["description"]?.words, text != "required" else { return [name] + parts }
            return parts.filter { !text.contains($0) }
        }
    }

    private var words: String? { if case .string(let text) = self { text } else { nil } }

    /// The schemas inside this one: those of members with their names.
    private var inner: [(name: String?, schema: JSONValue)] {
        guard case .object(let members) = self else { return [] }
        return members.flatMap { member -> [(name: String?, schema: JSONValue)] in
            switch (member.name, member.value) {
            case ("properties", .object(let members)): members.map { ($0.name, $0.value) }
            case ("items", let schema), ("additionalProperties", let schema): [(nil, schema)]
            case ("anyOf", .array(let schemas)): schemas.map { (nil, $0) }
            default: []
            }
        }
    }
}
