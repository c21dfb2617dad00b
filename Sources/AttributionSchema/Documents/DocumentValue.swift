import AttributionBase
import AttributionModel

/// The description of a value in a document: what is wanted, its form, and how it is read.
@usableFromInline package struct DocumentValue<Value>: Sendable {
    @usableFromInline package typealias ValueReader = @Sendable (JSONView, inout DocumentReader) -> Value?

    @usableFromInline package let wanted: String
    @usableFromInline package let form: DocumentForm
    /// Formats a value for help that shows a default.
    @usableFromInline let text: (@Sendable (Value) -> String)?
    /// Reads a value, or reports the fault and returns nil.
    @usableFromInline package let read: ValueReader

    @inlinable package init(
        _ wanted: String, _ form: DocumentForm, text: (@Sendable (Value) -> String)? = nil, read: @escaping ValueReader
    ) {
        self.wanted = wanted
        self.form = form
        self.text = text
        self.read = read
    }

    /// Creates a description whose `parse` returns nil for a wrong value.
    @inlinable package init(
        _ wanted: String, _ form: DocumentForm, text: (@Sendable (Value) -> String)? = nil,
        parse: @escaping @Sendable (JSONView) -> Value?
    ) {
        self.init(wanted, form, text: text) { view, reader in
            if let value = parse(view) { return value }
            reader.reportValue(view, wanted: wanted)
            return nil
        }
    }

    /// Returns the same description with values converted to another type.
    @inlinable package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> DocumentValue<Other> {
        DocumentValue<Other>(wanted, form) { [read] in read($0, &$1).map(transform) }
    }

    /// Returns the same description with an additional check.
    ///
    /// - Parameter form: The form of the values that pass the check, if it is narrower.
    @inlinable package func checked(
        _ form: DocumentForm? = nil, _ check: @escaping @Sendable (Value, JSONView, inout DocumentReader) -> Void
    ) -> DocumentValue {
        DocumentValue(wanted, form ?? self.form, text: text) { [read] view, reader in
            guard let value = read(view, &reader) else { return nil }
            check(value, view, &reader)
            return value
        }
    }
}

extension DocumentValue {
    /// Returns the same description, where a wrong value breaks the given rule.
    package func breaking(_ rule: Rule) -> DocumentValue {
        DocumentValue(wanted, form, text: text) { [read] view, reader in
            let before = reader.faults.count
            let value = read(view, &reader)
            reader.nameRules(ofFaultsFrom: before, unknown: rule, missing: rule, value: rule)
            return value
        }
    }
}

// MARK: - Plain values

extension DocumentValue where Value == Bool {
    package static var bool: DocumentValue {
        DocumentValue("true or false", .bool, text: \.description) { view in
            view.kind == .true ? true : view.kind == .false ? false : nil
        }
    }
}

extension DocumentValue where Value == String {
    package static func string(_ wanted: String = "a string") -> DocumentValue {
        DocumentValue(wanted, .string(), text: \.self) { $0.kind == .string ? $0.string : nil }
    }

    package static var uuid: DocumentValue {
        DocumentValue("a UUID", .string(pattern: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")) { view in
            let isUUID = view.kind == .string && view.unescapedOrContent { UUIDText.isValid($0) }
            return isUUID ? view.string : nil
        }
    }
}

extension DocumentValue where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> DocumentValue {
        DocumentValue(
            integers(UInt64(range.lowerBound)...UInt64(range.upperBound)), .integer(range), text: \.description
        ) { view in
            view.unsignedInteger.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// An integer of either sign that fits in `Int`.
    package static var anyInteger: DocumentValue {
        DocumentValue("an integer", .integer(.min ... .max)) { $0.isInteger ? Int($0.raw.text) : nil }
    }
}

extension DocumentValue where Value == UInt64 {
    package static func item(from least: UInt64 = 1) -> DocumentValue {
        DocumentValue("an item ID (\(integers(least...UInt64.max)))", .integer(Int(clamping: least)...Int.max)) {
            view in
            view.unsignedInteger.flatMap { $0 >= least ? $0 : nil }
        }
    }
}

extension DocumentValue where Value == CountryCode {
    package static var country: DocumentValue {
        DocumentValue("two capital letters", .string(pattern: "^[A-Z]{2}$")) {
            $0.kind == .string ? CountryCode(text: $0.string) : nil
        }
    }
}

extension DocumentValue where Value == String {
    /// A name for people to read.
    package static var title: DocumentValue {
        DocumentValue("a name of at least one character", .string(pattern: #"[\s\S]"#)) { view in
            let text = view.string
            return text.isEmpty ? nil : text
        }
    }

    /// A currency code. It is not compared with any list of currencies.
    package static var currency: DocumentValue {
        DocumentValue(Money.wantedCurrency, .string(pattern: "^[A-Z]{3}$")) {
            $0.kind == .string && Money.isCurrency($0.string) ? $0.string : nil
        }
    }
}

extension DocumentValue where Value == Money {
    /// An amount of money, as a string of decimal digits.
    package static func price(decimals: Int) -> DocumentValue {
        DocumentValue(
            "a decimal string such as \"2.50\", with at most \(decimals) decimals",
            .string(pattern: "^[0-9]+([.][0-9]{1,\(decimals)})?$")
        ) { view in
            guard view.kind == .string else { return nil }
            return view.unescapedOrContent { text in
                let behind = text.firstIndex(of: ASCII.dot).map { text.count - $0 - 1 } ?? 0
                return behind <= decimals ? Money(text) : nil
            }
        }
    }
}

extension DocumentValue where Value == String {
    package static var network: DocumentValue {
        let wanted = "a lowercase ID ending in .adattributionkit or .skadnetwork"
        let pattern = "^[a-z0-9.-]+[.](adattributionkit|skadnetwork)$"
        return DocumentValue(wanted, .string(pattern: pattern)) { view, reader in
            // A log has few networks, and a full check, which also looks for uppercase letters outside ASCII, is slow.
            if view.kind == .string, let known = reader.networks.first(where: { view.isEqual(to: $0) }) { return known }
            guard view.kind == .string, let network = AdNetworkIdentifier(text: view.string)?.description else {
                reader.reportValue(view, wanted: wanted)
                return nil
            }
            reader.remember(network)
            return network
        }
    }
}

extension DocumentValue where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    package static var choice: DocumentValue { choice(of: Array(Value.allCases), otherwise: nil) }

    /// - Parameter otherwise: What a message says is wanted if the value is a case of the type but not in `values`; nil to list the words.
    package static func choice(of values: [Value], otherwise: String?) -> DocumentValue {
        let words = values.map(\.rawValue)
        let all = Value.allCases.map(\.rawValue)
        let wanted = someAlternatives(words)
        return DocumentValue(wanted, .words(words), text: \.rawValue) { view, reader in
            if let index = words.firstIndex(where: { view.isEqual(to: $0) }) { return values[index] }
            let isOther = all.contains { view.isEqual(to: $0) }
            reader.reportValue(
                view, wanted: isOther ? otherwise ?? wanted : wanted,
                nearest: isOther || view.kind != .string ? nil : Spelling.nearest(to: view.string, among: words))
            return nil
        }
    }
}

// MARK: - Lists and entries

extension DocumentValue {
    @inlinable package static func list<Element>(
        of element: DocumentValue<Element>, _ wanted: String = "an array of strings"
    ) -> DocumentValue where Value == [Element] {
        DocumentValue(wanted, .list(element.form)) { view, reader in
            var values: [Element] = []
            let isArray = reader.elements(of: view, wanted) { reader, view in
                if let value = element.read(view, &reader) { values.append(value) }
            }
            return isArray ? values : nil
        }
    }

    /// Describes an object whose member names are data, such as identifiers.
    ///
    /// - Parameters:
    ///   - known: A description of the valid names.
    ///   - key: Converts a name; returns nil if it is invalid.
    @inlinable package static func entries<Key, Element>(
        of element: DocumentValue<Element>, _ wanted: String = "an object", known: String,
        key: @escaping @Sendable (String) -> Key?
    ) -> DocumentValue where Value == [(Key, Element)] {
        DocumentValue(wanted, .entries(element.form)) { view, reader in
            guard view.kind == .object else {
                reader.reportValue(view, wanted: wanted)
                return nil
            }
            var entries: [(Key, Element)] = []
            for member in view.members {
                let name = member.name.string
                guard let key = key(name) else {
                    reader.report(.unknownKey(nearest: nil, known: [known]), at: .name(name))
                    continue
                }
                let value = reader.inside(.name(name)) { element.read(member.value, &$0) }
                if let value { entries.append((key, value)) }
            }
            return entries
        }
    }
}

extension DocumentValue where Value == Int64 {
    /// A length of time such as `30s`, in milliseconds.
    package static func span(atLeast least: Int64, suchAs examples: String = "30s or 1m30s") -> DocumentValue {
        let text = least > 0 ? " of at least \(TimeSpan.text(least))," : ""
        return DocumentValue(
            "a duration\(text) such as \(examples)", .string(pattern: "^([0-9]+(d|h|m|s|ms))+$"),
            text: TimeSpan.text
        ) { view in
            guard view.kind == .string, let span = view.unescapedOrContent({ TimeSpan.offset($0) }) else { return nil }
            return span >= least && span < .max ? span : nil
        }
    }
}
