extension Field {
    package func member(_ value: JSONValue) -> JSONValue.Member { JSONValue.Member(text, value) }
}

extension String? {
    /// Calls `body` with a view of the text as a JSON string, or with nil if there is no text.
    ///
    /// - Returns: Nil if there is a text but it cannot be read.
    package func withView<Result: Sendable>(_ body: (JSONView?) -> Result) -> Result? {
        guard let self else { return body(nil) }
        return JSONValue.string(self).withView { body($0) }
    }
}

extension JSONValue {
    /// The value of a field; nil if the object lacks it. Setting nil removes the field.
    package subscript(field: Field) -> JSONValue? {
        get { self[field.text] }
        set { self[name: field.text] = newValue }
    }

    /// The value of a member; nil if the object lacks it. Setting nil removes the member.
    package subscript(name name: String) -> JSONValue? {
        get { self[name] }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(.init(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }
}
