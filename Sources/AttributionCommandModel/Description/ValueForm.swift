/// What the value of an option may be, what stands for it in help, and how a text becomes one.
package struct ValueForm<Value: Sendable>: Sendable {
    let placeholder: String
    let kind: ValueKind
    let read: @Sendable (String) throws(ValueFault) -> Value

    init(
        _ placeholder: String, _ kind: ValueKind, _ read: @escaping @Sendable (String) throws(ValueFault) -> Value
    ) {
        self.placeholder = placeholder
        self.kind = kind
        self.read = read
    }
}

/// Why a text is no value of an option.
package enum ValueFault: Error, Sendable {
    /// It is none of the words that the kind has.
    case choice
    /// It is no whole number, or none of the range.
    case integer
    /// What is said of it behind the option's name, such as `is "x", want RFC 3339`.
    case unlike(String, hint: String? = nil)
    /// What is said instead of all that.
    case rejected(String, hint: String?)
}

extension ValueForm where Value == String {
    /// Any text.
    package static func text(_ placeholder: String) -> ValueForm { plain(placeholder, .text) }
    /// The path of a file that is read.
    package static func file(_ placeholder: String) -> ValueForm { plain(placeholder, .file) }
    /// The path of a file that is written to, or what its name begins with.
    package static func file(_ placeholder: String, writing use: ValueKind.Writing) -> ValueForm {
        plain(placeholder, .writtenFile(use))
    }
    /// A name of which completions offer these.
    package static func name(_ placeholder: String, _ names: [String]) -> ValueForm { plain(placeholder, .name(names)) }

    private static func plain(_ placeholder: String, _ kind: ValueKind) -> ValueForm {
        ValueForm(placeholder, kind) { (text) throws(ValueFault) in text }
    }
}

extension ValueForm where Value == Int {
    /// A whole number of a range.
    package static func integer(_ placeholder: String, _ range: ClosedRange<Int>) -> ValueForm {
        integer(placeholder, range) { $0 }
    }
}

extension ValueForm {
    /// What a whole number of a range stands for.
    package static func integer(
        _ placeholder: String, _ range: ClosedRange<Int>, as make: @escaping @Sendable (Int) -> Value?
    ) -> ValueForm {
        ValueForm(placeholder, .integer(range)) { (text) throws(ValueFault) in
            guard let number = Int(text), range.contains(number), let value = make(number) else { throw .integer }
            return value
        }
    }

    /// One of the values of a type that are words.
    package static func choice(_ placeholder: String, _ type: Value.Type = Value.self) -> ValueForm
    where Value: CaseIterable & RawRepresentable<String> {
        choice(placeholder, Array(Value.allCases), by: \.rawValue)
    }

    /// One of these values.
    package static func choice(
        _ placeholder: String, _ values: [Value], by name: @Sendable (Value) -> String
    ) -> ValueForm {
        let names = values.map(name)
        return ValueForm(placeholder, .choice(names)) { (text) throws(ValueFault) in
            guard let place = names.firstIndex(of: text) else { throw .choice }
            return values[place]
        }
    }

    /// The value as another type, for which there are no other words than those of this form.
    package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueForm<Other> {
        ValueForm<Other>(placeholder, kind) { (text) throws(ValueFault) in transform(try read(text)) }
    }

    /// The value as another type, which not every value of this form is.
    package func reading<Other>(
        _ transform: @escaping @Sendable (Value) throws(ValueFault) -> Other
    ) -> ValueForm<Other> {
        ValueForm<Other>(placeholder, kind) { (text) throws(ValueFault) in try transform(try read(text)) }
    }
}
