import AttributionBase

/// The form of an option's value: the allowed values, the placeholder in help, and the conversion from text.
package struct ValueForm<Value: Sendable>: Sendable {
    package internal(set) var placeholder: String
    package let kind: ValueKind
    let read: @Sendable (String) throws(ValueFault) -> Value

    init(_ placeholder: String, _ kind: ValueKind, _ read: @escaping @Sendable (String) throws(ValueFault) -> Value) {
        self.placeholder = placeholder
        self.kind = kind
        self.read = read
    }
}

extension ValueForm where Value == String {
    package static func text(_ placeholder: String) -> ValueForm { plain(placeholder, .text) }
    /// The path of a file to read.
    package static func file(_ placeholder: String) -> ValueForm { plain(placeholder, .file) }
    /// The path of a file to write, or the common beginning of several such paths.
    package static func file(_ placeholder: String, writing use: ValueKind.Writing) -> ValueForm {
        plain(placeholder, .writtenFile(use))
    }
    /// A name, which completion offers from a list.
    package static func name(_ placeholder: String, _ names: [String]) -> ValueForm { plain(placeholder, .name(names)) }

    /// Returns the same form, restricted to the texts for which `parse` returns a value.
    ///
    /// - Parameter wanted: What is wanted, for the message about any other text.
    package func parsed<Other>(
        wanting wanted: String, by parse: @escaping @Sendable (String) -> Other?
    ) -> ValueForm<Other> {
        reading { (text) throws(ValueFault) in
            guard let value = parse(text) else { throw .unwanted(wanted) }
            return value
        }
    }

    private static func plain(_ placeholder: String, _ kind: ValueKind) -> ValueForm {
        ValueForm(placeholder, kind) { (text) throws(ValueFault) in text }
    }
}

extension ValueForm where Value == (name: String, path: String) {
    /// A name and the path of a file to read, with an equals sign between them.
    package static func namedFile(_ placeholder: String, such example: String) -> ValueForm {
        ValueForm(placeholder, .namedFile) { (text) throws(ValueFault) in
            guard let parts = ValueKind.namedFile(in: text) else {
                throw .unwanted("\(placeholder), such as \(example)")
            }
            return parts
        }
    }
}

extension ValueForm where Value == Int {
    package static func integer(_ placeholder: String, _ range: ClosedRange<Int>) -> ValueForm {
        integer(placeholder, range) { $0 }
    }
}

extension ValueForm {
    /// An integer in a range, converted to a value.
    package static func integer(
        _ placeholder: String, _ range: ClosedRange<Int>, as make: @escaping @Sendable (Int) -> Value?
    ) -> ValueForm {
        ValueForm(placeholder, .integer(range)) { (text) throws(ValueFault) in
            guard let value = make(try range.number(text)) else { throw .unwanted(range.phrase) }
            return value
        }
    }

    /// One of the values of a type with string raw values.
    package static func choice(_ placeholder: String, _ type: Value.Type = Value.self) -> ValueForm
    where Value: CaseIterable & RawRepresentable<String> {
        // A closure is used because creating a key path takes longer than describing a whole command.
        choice(placeholder, Array(Value.allCases)) { $0.rawValue }
    }

    package static func choice(
        _ placeholder: String, _ values: [Value], by name: @Sendable (Value) -> String
    ) -> ValueForm {
        let names = values.map(name)
        return ValueForm(placeholder, .choice(names)) { (text) throws(ValueFault) in
            values[try names.index(of: text)]
        }
    }

    /// Returns the same form with a hint about a text that it does not accept, unless there is a better one.
    package func hinting(_ hint: String) -> ValueForm {
        ValueForm(placeholder, kind) { (text) throws(ValueFault) in
            do throws(ValueFault) {
                return try read(text)
            } catch {
                guard case .unwanted(let wanted, nil) = error else { throw error }
                throw .unwanted(wanted, hint: hint)
            }
        }
    }

    /// Returns the same form with values converted to another type.
    package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueForm<Other> {
        ValueForm<Other>(placeholder, kind) { (text) throws(ValueFault) in transform(try read(text)) }
    }

    /// Returns the same form with values converted to another type by a function that may throw.
    package func reading<Other>(
        _ transform: @escaping @Sendable (Value) throws(ValueFault) -> Other
    ) -> ValueForm<Other> {
        ValueForm<Other>(placeholder, kind) { (text) throws(ValueFault) in try transform(try read(text)) }
    }
}
