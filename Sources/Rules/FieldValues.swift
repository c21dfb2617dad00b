import StrictJSON

extension Field {
    /// The field with a value, as a member of an object.
    package func member(_ value: JSONValue) -> JSONValue.Member { JSONValue.Member(text, value) }
}

extension JSONValue {
    /// The value of an object's field, or nil.
    package subscript(field: Field) -> JSONValue? { self[field.text] }
}
