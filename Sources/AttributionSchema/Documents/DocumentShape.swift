import AttributionBase
import AttributionModel

/// The form of an object in a document. It describes each member once.
///
/// Reading, faults with their paths, and the tables of help and manual all derive from it.
@safe
@usableFromInline package final class DocumentShape<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Check = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Void

    @usableFromInline package let members: [DocumentMember<Holder>]
    /// The initial value, into which members are read.
    @usableFromInline let blank: Holder
    @usableFromInline let layout: ObjectLayout
    /// Members of which at least one is required. It is for help and the JSON Schema; `check` enforces it.
    @usableFromInline let oneOf: [String]
    @usableFromInline let check: Check?

    /// What the object must be, for the message about any other value.
    @usableFromInline package var wanted: String { layout.wanted }
    package var names: [String] { layout.names }

    /// - Parameters:
    ///   - isOpen: Whether unknown members are ignored, for objects whose members cannot all be known.
    ///   - alwaysReportsMissing: Whether missing members are reported even if the object has other faults. False if an object with faults
    ///     is probably of another kind.
    ///   - oneOf: Members of which at least one is required; `check` must report it.
    ///   - check: A check of all members together.
    @inlinable package init(
        _ blank: Holder, wanted: String = "an object", isOpen: Bool = false, alwaysReportsMissing: Bool = true,
        of members: [DocumentMember<Holder>], oneOf: [String] = [], check: Check? = nil
    ) {
        self.blank = blank
        self.oneOf = oneOf
        self.members = members
        self.check = check
        layout = ObjectLayout(
            members.map(\.traits), wanted: wanted, isOpen: isOpen, alwaysReportsMissing: alwaysReportsMissing)
    }

    @inlinable package convenience init(
        _ blank: Holder, wanted: String = "an object", alwaysReportsMissing: Bool = true, oneOf: [String] = [],
        check: Check? = nil, @DocumentMembers<Holder> members: () -> [DocumentMember<Holder>]
    ) {
        self.init(
            blank, wanted: wanted, alwaysReportsMissing: alwaysReportsMissing, of: members(), oneOf: oneOf, check: check
        )
    }

    /// Reads an object, or reports all its faults.
    ///
    /// - Returns: What could be read; nil if the value is not an object or lacks a required member.
    @inlinable package func read(_ view: JSONView, _ reader: inout DocumentReader) -> Holder? {
        var holder = blank
        return read(view, into: &holder, &reader) ? holder : nil
    }

    /// - Returns: Whether the value is an object with all required members.
    @inlinable package func read(_ view: JSONView, into holder: inout Holder, _ reader: inout DocumentReader) -> Bool {
        let hasAll = layout.read(view, &reader) { members[$0].read(&holder, $1, &$2) }
        guard let hasAll else { return false }
        check?(&holder, view, &reader)
        return hasAll
    }

    // MARK: - Tables

    package var rows: [(name: String, text: String)] { members.map { ("\($0.traits.name)", $0.text(blank)) } }

    @usableFromInline package var form: DocumentForm {
        .object { [self] in
            ObjectForm(
                members.map {
                    .init("\($0.traits.name)", $0.form, $0.text(blank), isRequired: $0.traits.missing != nil)
                }, oneOf: oneOf, isOpen: layout.isOpen)
        }
    }
}

@resultBuilder
@usableFromInline package enum DocumentMembers<Holder: Sendable> {
    @inlinable
    package static func buildExpression(_ member: DocumentMember<Holder>) -> [DocumentMember<Holder>] { [member] }

    @inlinable package static func buildBlock(_ members: [DocumentMember<Holder>]...) -> [DocumentMember<Holder>] {
        members.flatMap(\.self)
    }
}

/// The description of one member of an object: its name, its value and where that is stored, whether it is required, and its help text.
@usableFromInline package final class DocumentMember<Holder: Sendable>: Sendable {
    @usableFromInline package typealias MemberReader = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Bool

    @usableFromInline package enum Presence: Sendable {
        case optional
        /// The member is required. The first value says what is wanted if the member is missing; nil means the same as for a wrong value.
        /// The second is the rule that a missing member breaks; nil means the document's general rule.
        case required(String? = nil, breaking: Rule? = nil)

        @inlinable package static var required: Presence { .required() }
    }

    @usableFromInline let traits: MemberTraits
    package var name: StaticString { traits.name }
    /// A description of the value, with `{choices}` for its words and `{default}` for its default; nil if the help of the enclosing object
    /// describes it.
    @usableFromInline package let help: String?
    @usableFromInline let form: DocumentForm
    @usableFromInline let standard: (@Sendable (Holder) -> String?)?
    /// Reads the value into the holder. Returns false if it could not be read.
    @usableFromInline let read: MemberReader

    /// Creates a member with its own code for reading.
    ///
    /// - Parameter standard: The default in words, if help shows it.
    @inlinable package init(
        _ name: StaticString, wanted: String, _ presence: Presence = .optional, first: Bool = false,
        form: DocumentForm = .any, help: String? = nil, standard: (@Sendable (Holder) -> String?)? = nil,
        read: @escaping MemberReader
    ) {
        traits =
            if case .required(let words, let rule) = presence {
                MemberTraits(name: name, missing: words ?? wanted, missingRule: rule, isFirst: first)
            } else {
                MemberTraits(name: name, missing: nil, missingRule: nil, isFirst: first)
            }
        self.help = help
        self.form = form
        self.standard = standard
        self.read = read
    }

    /// - Parameters:
    ///   - default: The default, if help shows it.
    ///   - set: Stores the value.
    @inlinable package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ presence: Presence = .optional, first: Bool = false,
        default standard: (@Sendable (Holder) -> Value)? = nil, help: String? = nil,
        set: @escaping @Sendable (inout Holder, Value) -> Void
    ) {
        let read = value.read
        var defaultWords: (@Sendable (Holder) -> String?)?
        if let standard, let text = value.text { defaultWords = { text(standard($0)) } }
        self.init(
            name, wanted: value.wanted, presence, first: first, form: value.form, help: help, standard: defaultWords
        ) { holder, view, reader in
            guard let found = read(view, &reader) else { return false }
            set(&holder, found)
            return true
        }
    }

    /// Creates a member whose value is stored as it is read.
    ///
    /// - Parameter showsDefault: Whether help shows the value that `blank` has as the default.
    @inlinable package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ path: WritableKeyPath<Holder, Value> & Sendable,
        _ presence: Presence = .optional, first: Bool = false, showsDefault: Bool = false, help: String? = nil
    ) {
        var standard: (@Sendable (Holder) -> Value)?
        if showsDefault { standard = { $0[keyPath: path] } }
        self.init(name, value, presence, first: first, default: standard, help: help) { $0[keyPath: path] = $1 }
    }

    /// Creates a member that is stored as it is read, in an optional that stays nil if the member is missing.
    @inlinable package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ path: WritableKeyPath<Holder, Value?> & Sendable,
        _ presence: Presence = .optional, first: Bool = false, help: String? = nil
    ) {
        self.init(name, value, presence, first: first, help: help) { $0[keyPath: path] = $1 }
    }

    /// Returns the same member for an outer object, which stores this one's holder at a key path.
    @inlinable package func within<Outer>(_ path: WritableKeyPath<Outer, Holder> & Sendable) -> DocumentMember<Outer> {
        var outer: (@Sendable (Outer) -> String?)?
        if let standard { outer = { standard($0[keyPath: path]) } }
        let presence: DocumentMember<Outer>.Presence =
            if let missing = traits.missing { .required(missing, breaking: traits.missingRule) } else { .optional }
        return DocumentMember<Outer>(
            traits.name, wanted: "", presence, first: traits.isFirst, form: form, help: help, standard: outer
        ) { [read] holder, view, reader in read(&holder[keyPath: path], view, &reader) }
    }

    // MARK: - Tables

    /// Returns the help text. Defaults come from `blank`.
    func text(_ blank: Holder) -> String {
        let text = filled(blank)
        if traits.missing == nil || text.includes("required") { return text }
        return text.isEmpty ? "required" : text + "; required"
    }

    /// Returns the name, followed by the help text if there is any.
    package func phrase(_ blank: Holder) -> String {
        help == nil ? "\(traits.name)" : "\(traits.name): " + filled(blank)
    }

    private func filled(_ blank: Holder) -> String {
        let standard = standard?(blank)
        let tellsDefault = help?.includes("{default}") ?? false
        let marked = form.choices.map { $0 == standard && !tellsDefault ? "\($0) (the default)" : $0 }
        return (help ?? "").replacingEach("{choices}", by: alternatives(marked))
            .replacingEach("{default}", by: standard ?? "")
    }
}

extension DocumentValue {
    @inlinable package static func object(_ shape: DocumentShape<Value>) -> DocumentValue where Value: Sendable {
        DocumentValue(shape.wanted, shape.form) { shape.read($0, &$1) }
    }
}
