import AttributionJSON

extension Field {
    /// The field with a value, as a member of an object.
    package func member(_ value: JSONValue) -> JSONValue.Member { JSONValue.Member(text, value) }
}

extension JSONValue {
    /// The value of an object's field, or nil; setting nil takes the field out.
    package subscript(field: Field) -> JSONValue? {
        get { self[field.text] }
        set { self[name: field.text] = newValue }
    }

    /// The value of an object's member; setting nil takes the member out.
    package subscript(name name: String) -> JSONValue? {
        get { self[name] }
        set {
            guard case .object(var members) = self else { return }
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(.init(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }
}
