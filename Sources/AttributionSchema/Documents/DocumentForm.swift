import AttributionBase

/// The form of a value in a document as data, from which its JSON Schema (draft 2020-12) is made.
///
/// The schema accepts every valid document. It does not express conditions between members; only the parser checks those.
@usableFromInline package indirect enum DocumentForm: Sendable {
    /// Any value: what is required of it is described only in words.
    case any
    case bool, null, number
    /// A string that matches the ECMA-262 regular expression, if there is one.
    case string(pattern: String? = nil)
    /// An integer. `Int.min` and `Int.max` mean that there is no bound.
    case integer(ClosedRange<Int>)
    case words([String])
    /// An array, with a number of elements in the given range.
    case list(DocumentForm, ClosedRange<Int> = 0...Int.max)
    /// An object whose member names are not fixed, although some of them are known.
    case entries(DocumentForm, known: [String] = [])
    case either([DocumentForm])
    /// A form that occurs more than once, under a name for its definition.
    case named(String, DocumentForm)
    /// An object, described on demand, because most runs read documents without showing their form.
    case object(@Sendable () -> ObjectForm)
}

@usableFromInline package struct ObjectForm: Sendable {
    package struct Member: Sendable {
        package let name: String
        let form: DocumentForm
        package let text: String
        let isRequired: Bool

        package init(_ name: String, _ form: DocumentForm, _ text: String = "", isRequired: Bool = false) {
            (self.name, self.form, self.text, self.isRequired) = (name, form, text, isRequired)
        }
    }

    let members: [Member]
    /// Members of which at least one is required.
    let oneOf: [String]
    /// Whether there may be other members.
    let isOpen: Bool

    package init(_ members: [Member], oneOf: [String] = [], isOpen: Bool = true) {
        (self.members, self.oneOf, self.isOpen) = (members, oneOf, isOpen)
    }
}

extension DocumentForm {
    /// The fixed words that the value can be, for help.
    var choices: [String] { if case .words(let words) = self { words } else { [] } }
}

// MARK: - JSON Schema

extension DocumentForm {
    fileprivate typealias Members = [JSONValue.Member]

    /// Returns the form as a JSON Schema of whole documents.
    package func jsonSchema(_ title: String) -> JSONValue {
        var definitions: Members = []
        let own = keywords(&definitions)
        return .object(
            [
                .init("$schema", "https://json-schema.org/draft/2020-12/schema"), .init("title", .string(title)),
            ] + own + (definitions.isEmpty ? [] : [.init("$defs", .object(definitions))]))
    }

    /// Returns the members of the schema.
    ///
    /// - Parameter definitions: The definitions of the document, to which missing ones are added.
    fileprivate func keywords(_ definitions: inout Members) -> Members {
        switch self {
        case .any: return []
        case .bool: return Self.type("boolean")
        case .null: return Self.type("null")
        case .number: return Self.type("number")
        case .string(let pattern): return Self.type("string") + (pattern.map { [.init("pattern", .string($0))] } ?? [])
        case .integer(let range): return Self.type("integer") + Self.bounds("minimum", "maximum", range, from: .min)
        case .words(let words): return [.init("enum", .array(words.map { .string($0) }))]
        case .list(let form, let counts):
            return Self.type("array") + [.init("items", form.schema(&definitions))]
                + Self.bounds("minItems", "maxItems", counts, from: 0)
        case .entries(let form, let known):
            let schema = form.schema(&definitions)
            return Self.type("object")
                + (known.isEmpty ? [] : [.init("properties", .object(known.map { .init($0, schema) }))])
                + [.init("additionalProperties", schema)]
        case .either(let forms): return [.init("anyOf", .array(forms.map { $0.schema(&definitions) }))]
        case .named(let name, let form):
            if !definitions.contains(where: { $0.name == name }) {
                let schema = form.schema(&definitions)
                definitions.append(.init(name, schema))
            }
            return [.init("$ref", .string("#/$defs/\(name)"))]
        case .object(let object): return object().keywords(&definitions)
        }
    }

    private func schema(_ definitions: inout Members) -> JSONValue { .object(keywords(&definitions)) }

    private static func type(_ name: String) -> Members { [.init("type", .string(name))] }

    private static func bounds(_ least: String, _ most: String, _ range: ClosedRange<Int>, from start: Int) -> Members {
        (range.lowerBound > start ? [.init(least, .number("\(range.lowerBound)"))] : [])
            + (range.upperBound < Int.max ? [.init(most, .number("\(range.upperBound)"))] : [])
    }
}

extension ObjectForm {
    fileprivate func keywords(_ definitions: inout [JSONValue.Member]) -> [JSONValue.Member] {
        var properties: [JSONValue.Member] = []
        for member in members {
            var keywords = member.form.keywords(&definitions)
            if !member.text.isEmpty { keywords.append(.init("description", .string(member.text))) }
            properties.append(.init(member.name, .object(keywords)))
        }
        func required(_ names: [String]) -> JSONValue.Member { .init("required", .array(names.map { .string($0) })) }
        let needed = members.filter(\.isRequired).map(\.name)
        return [.init("type", "object"), .init("properties", .object(properties))]
            + (needed.isEmpty ? [] : [required(needed)])
            + (oneOf.isEmpty ? [] : [.init("anyOf", .array(oneOf.map { .object([required([$0])]) }))])
            + (isOpen ? [] : [.init("additionalProperties", false)])
    }
}
