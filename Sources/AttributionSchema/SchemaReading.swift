import AttributionBase
import AttributionModel
import Synchronization

extension ConversionSchema {
    /// Reads a file such as `{"app":1108187390,"windows":[…]}`.
    ///
    /// - Parameter document: JSON text in UTF-8.
    /// - Throws: Everything that is wrong with the document, each problem with its path and in the words of `aak validate`.
    public init(parsing document: some Collection<UInt8>) throws(Problems) {
        self = try DocumentReader.read(document, "the schema") { Self.read($0, &$1) }
    }

    /// Reads a schema from a string.
    public init(parsing document: String) throws(Problems) { try self.init(parsing: document.utf8) }

    /// Reads a schema from a document, or reports all its faults.
    ///
    /// - Parameter app: The app whose description contains the schema, which then need not name it; nil for a schema that stands alone.
    package static func read(
        _ view: JSONView, of app: ItemIdentifier? = nil, _ reader: inout DocumentReader
    ) -> ConversionSchema? {
        SchemaDraft.read(view, of: app, &reader)?.schema
    }

    /// Returns all findings about a JSON value as a schema, warnings included.
    package static func findings(of view: JSONView) -> Findings {
        var reader = DocumentReader()
        var findings = Findings()
        let draft = SchemaDraft.read(view, of: nil, &reader)
        for fault in reader.faults.list { findings.append(Finding(SchemaRules.type, fault)) }
        for finding in draft?.warnings ?? [] { findings.append(finding) }
        return findings
    }

    /// What a schema is called in messages.
    package static let kind = "a conversion schema"

    /// Whether an object is a schema: only schemas have a list of windows.
    package static func isSchema(_ object: JSONView) -> Bool {
        object.kind == .object && object.member("windows")?.kind == .array
    }

    /// Whether an object of no known kind is probably meant as a schema: it has a list whose elements look like windows, but under another
    /// name.
    package static func resembles(_ object: JSONView) -> Bool {
        object.members.contains {
            guard $0.value.kind == .array, let first = $0.value.elements.first, first.kind == .object else {
                return false
            }
            return first.member("values")?.kind == .array && first.member("window") != nil
        }
    }

    // MARK: - Tables

    /// The help for the members of a schema, of a window and of an entry.
    package static var rows: (schema: Rows, window: Rows, value: Rows) {
        (SchemaDraft.shape.rows, SchemaDraft.windowShape.rows, SchemaDraft.entryShape.rows)
    }

    package typealias Rows = [(name: String, text: String)]

    /// The forms of a schema in the description of its app, and of one that stands alone.
    package static var form: DocumentForm { SchemaDraft.shape.form }
    package static var wholeForm: DocumentForm { SchemaDraft.whole.form }
}

extension SchemaDraft {
    /// - Returns: Nil if there are faults.
    fileprivate static func read(
        _ view: JSONView, of app: ItemIdentifier?, _ reader: inout DocumentReader
    ) -> SchemaDraft? {
        let before = reader.faults.count
        var draft = shape.read(view, &reader)
        if let app {
            if let found = draft?.app, found != app {
                let wanted = "\(app), as in the entry that contains the schema"
                reader.report(.value(found: "\(found)", wanted: wanted), at: .key("app"))
            }
            draft?.app = app
        } else if view.kind == .object, view.member("app") == nil {
            reader.report(.missing(wanted: "the app's item ID"), at: .key("app"))
        }
        reader.nameRules(
            ofFaultsFrom: before, unknown: SchemaRules.unknownMember, missing: SchemaRules.missing,
            value: SchemaRules.type)
        return reader.faults.count == before ? draft : nil
    }

    fileprivate var schema: ConversionSchema? {
        guard let app else { return nil }
        var found: [ConversionWindow: ConversionSchema.Window] = [:]
        for draft in windows { if let window = draft.window { found[window] = .init(draft.entries) } }
        return ConversionSchema(name: name, app: app, from: from, currency: currency, windows: found)
    }

    fileprivate var warnings: [Finding] {
        windows.enumerated().flatMap { index, draft -> [Finding] in
            guard let window = draft.window else { return [] }
            return EntryChecks(draft.entries, window).warnings.map { warning in
                let place = "windows[\(index)].values[\(warning.rank)].\(warning.problem.place)"
                return Finding(SchemaRules.type, warning.problem.at(place))
            }
        }
    }
}

/// The conversion schemas of any number of apps. Those of one app are ordered by the time at which they take effect.
package struct SchemaTable: Sendable {
    private var table: [ItemIdentifier: App] = [:]
    /// The currency that the schemas name; nil if none does.
    package private(set) var currency: String?
    private let isOfOneCurrency: Bool

    private struct App: Sendable {
        var schemas: [ConversionSchema] = [] {
            didSet { prepared = Prepared() }
        }
        var prepared = Prepared()
    }

    /// The prepared schemas of an app. They are prepared together on first use, not each time that a schema is added.
    private final class Prepared: Sendable {
        private let schemas = AtomicLazyReference<AppSchemas>()

        func load(_ list: [ConversionSchema]) -> AppSchemas { schemas.load() ?? schemas.storeIfNil(AppSchemas(list)) }
    }

    /// - Parameter isOfOneCurrency: Whether all schemas must have the same currency, because amounts are added up.
    package init(isOfOneCurrency: Bool = false) { self.isOfOneCurrency = isOfOneCurrency }

    package var isEmpty: Bool { table.isEmpty }

    /// The apps that have schemas, in no order.
    package var apps: [ItemIdentifier] { Array(table.keys) }

    /// Adds a schema.
    ///
    /// - Returns: Why the schema was rejected, such as that another schema of the app takes effect at the same time; nil if it was added.
    package mutating func add(_ schema: ConversionSchema) -> Problem? {
        if isOfOneCurrency, let problem = schema.problem(after: currency) { return problem }
        let app = schema.advertisedItemIdentifier
        let place = table[app]?.schemas.partition { $0.start > schema.start } ?? 0
        if place > 0, table[app]?.schemas[place - 1].from == schema.from {
            let rule = SchemaRules.fromTwice
            let found = schema.from.map { "is \"\($0.rfc3339)\"" } ?? "is missing"
            let wanted = schema.from == nil ? "only one of them may lack it" : "it must differ"
            let end = MessageEnding.then(", here and in another schema of the app; \(wanted)")
            return .contradiction(found, wanted: rule.wanted, end).at(rule.field, breaking: rule)
        }
        table[app, default: App()].schemas.insert(schema, at: place)
        currency = currency ?? schema.currency
        return nil
    }

    /// The schemas of an app; nil if it has none.
    package subscript(app: ItemIdentifier) -> AppSchemas? { table[app].map { $0.prepared.load($0.schemas) } }

    package func schemas(of app: ItemIdentifier) -> [ConversionSchema] { table[app]?.schemas ?? [] }
}

extension ConversionSchema {
    /// Why the schema's amounts cannot be added to or compared with amounts in the given currency; nil if they can.
    package func problem(after currency: String?) -> Problem? {
        guard let found = self.currency, let currency, found != currency else { return nil }
        return .value(found: "\"\(found)\"", wanted: "\"\(currency)\" as in the schema before").at("currency")
    }
}
