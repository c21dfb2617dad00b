import AttributionBase
import AttributionModel

/// The form of an object in a document. It describes each member once.
///
/// Reading, faults with their paths, and the tables of help and manual all derive from it.
@safe
@usableFromInline package final class DocumentShape<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Check = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Void

    @usableFromInline package let members: [DocumentMember<Holder>]
    /// The value that members are read into.
    @usableFromInline let blank: Holder
    /// What is wanted, for messages about another value.
    @usableFromInline package let wanted: String
    /// Whether missing members are reported even if the object has other faults.
    @usableFromInline let alwaysReportsMissing: Bool
    /// Whether unknown members are ignored.
    @usableFromInline let isOpen: Bool
    /// Members of which one at least is required, as `check` knows too.
    @usableFromInline let oneOf: [String]
    @usableFromInline let check: Check?
    @usableFromInline package let names: [String]
    @usableFromInline let table: MemberNames
    @usableFromInline let required: UInt64
    @usableFromInline let first: UInt64

    /// - Parameters:
    ///   - isOpen: Whether unknown members are ignored, for objects whose members cannot all be known.
    ///   - alwaysReportsMissing: False for an object that is probably of another kind if anything in it is wrong.
    ///   - oneOf: Members of which one at least is required, which `check` reports.
    ///   - check: A check of all members together.
    @inlinable package init(
        _ blank: Holder, wanted: String = "an object", isOpen: Bool = false, alwaysReportsMissing: Bool = true,
        of members: [DocumentMember<Holder>], oneOf: [String] = [], check: Check? = nil
    ) {
        precondition(members.count < UInt64.bitWidth, "a member has a bit")
        self.blank = blank
        self.wanted = wanted
        self.alwaysReportsMissing = alwaysReportsMissing
        self.isOpen = isOpen
        self.oneOf = oneOf
        self.members = members
        self.check = check
        names = members.map { "\($0.name)" }
        table = MemberNames(members.enumerated().map { ($1.name, UInt8($0)) })
        func set(_ isIn: (DocumentMember<Holder>) -> Bool) -> UInt64 {
            members.indices.reduce(0) { isIn(members[$1]) ? $0 | 1 << UInt64($1) : $0 }
        }
        required = set { $0.missing != nil }
        first = set(\.isFirst)
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
        guard view.kind == .object else {
            reader.reportValue(view, wanted: wanted)
            return false
        }
        let before = reader.faults.count
        var present: UInt64 = 0
        var good: UInt64 = 0
        func read(_ value: JSONView, _ index: Int) {
            let bit: UInt64 = 1 << UInt64(index)
            guard present & bit == 0 else { return }
            present |= bit
            let member = members[index]
            reader.enter(.key(member.name))
            if member.read(&holder, value, &reader) { good |= bit }
            reader.leave()
        }
        if first != 0 {
            for member in view.members {
                guard let index = table.number(of: member).map(Int.init), members[index].isFirst else { continue }
                read(member.value, index)
            }
        }
        var rest = view.members
        while let member = rest.next() {
            if let index = table.number(of: member).map(Int.init) {
                read(member.value, index)
            } else if !isOpen {
                reader.reportUnknown(member.name.string, known: names)
            }
        }
        if required & ~present != 0, alwaysReportsMissing || reader.faults.count == before {
            for (index, member) in members.enumerated() where present & 1 << UInt64(index) == 0 {
                guard let missing = member.missing else { continue }
                reader.report(.missing(wanted: missing), at: .key(member.name), breaking: member.missingRule)
            }
        }
        check?(&holder, view, &reader)
        return required & ~good == 0
    }

    // MARK: - Tables

    package var rows: [(name: String, text: String)] { members.map { ("\($0.name)", $0.text(blank)) } }

    @usableFromInline package var form: DocumentForm {
        .object { [self] in
            ObjectForm(
                members.map { .init("\($0.name)", $0.form, $0.text(blank), isRequired: $0.missing != nil) },
                oneOf: oneOf, isOpen: isOpen)
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

/// The description of an object's member in a document: its name, its value and where that is stored, whether it is
/// required, and its help text.
@usableFromInline package final class DocumentMember<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Reading = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Bool

    @usableFromInline package enum Presence: Sendable {
        case optional
        /// The member is required. The associated values say what is wanted if it is missing, where nil means the same
        /// as for a wrong value, and which rule a document without it breaks, if it has one of its own.
        case required(String? = nil, breaking: Rule? = nil)

        @inlinable package static var required: Presence { .required() }
    }

    @usableFromInline package let name: StaticString
    /// What is wanted if the member is missing; nil if it is optional.
    @usableFromInline let missing: String?
    @usableFromInline let missingRule: Rule?
    /// Whether the member is read before others, which depend on it.
    @usableFromInline let isFirst: Bool
    /// A description of the value, with `{choices}` for its words and `{default}` for its default. Nil if the help of
    /// the enclosing object describes it.
    @usableFromInline package let help: String?
    @usableFromInline let form: DocumentForm
    @usableFromInline let standard: (@Sendable (Holder) -> String?)?
    /// Reads the value into the holder. Returns false if it could not be read.
    @usableFromInline let read: Reading

    /// Creates a member with its own code for reading.
    ///
    /// - Parameter standard: The value if the member is missing, in words, if help shows it.
    @inlinable package init(
        _ name: StaticString, wanted: String, _ presence: Presence = .optional, first: Bool = false,
        form: DocumentForm = .any, help: String? = nil, standard: (@Sendable (Holder) -> String?)? = nil,
        read: @escaping Reading
    ) {
        self.name = name
        (missing, missingRule) =
            if case .required(let words, let rule) = presence { (words ?? wanted, rule) } else { (nil, nil) }
        isFirst = first
        self.help = help
        self.form = form
        self.standard = standard
        self.read = read
    }

    /// - Parameters:
    ///   - default: The value if the member is missing, if help shows it.
    ///   - set: Stores the value.
    @inlinable package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ presence: Presence = .optional, first: Bool = false,
        default standard: (@Sendable (Holder) -> Value)? = nil, help: String? = nil,
        set: @escaping @Sendable (inout Holder, Value) -> Void
    ) {
        let read = value.read
        var told: (@Sendable (Holder) -> String?)?
        if let standard, let text = value.text { told = { text(standard($0)) } }
        self.init(
            name, wanted: value.wanted, presence, first: first, form: value.form, help: help, standard: told
        ) { holder, view, reader in
            guard let found = read(view, &reader) else { return false }
            set(&holder, found)
            return true
        }
    }

    /// Creates a member whose value is stored as it is read.
    ///
    /// - Parameter showsDefault: whether help shows the value of an object that lacks the member.
    @inlinable package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ path: WritableKeyPath<Holder, Value> & Sendable,
        _ presence: Presence = .optional, first: Bool = false, showsDefault: Bool = false, help: String? = nil
    ) {
        var standard: (@Sendable (Holder) -> Value)?
        if showsDefault { standard = { $0[keyPath: path] } }
        self.init(name, value, presence, first: first, default: standard, help: help) { $0[keyPath: path] = $1 }
    }

    /// Creates a member whose value is stored as it is read, and which is nil if it is missing.
    @inlinable package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ path: WritableKeyPath<Holder, Value?> & Sendable,
        _ presence: Presence = .optional, first: Bool = false, help: String? = nil
    ) {
        self.init(name, value, presence, first: first, help: help) { $0[keyPath: path] = $1 }
    }

    /// Returns the same member for an object that contains this one's holder.
    @inlinable package func within<Outer>(_ path: WritableKeyPath<Outer, Holder> & Sendable) -> DocumentMember<Outer> {
        var outer: (@Sendable (Outer) -> String?)?
        if let standard { outer = { standard($0[keyPath: path]) } }
        let presence: DocumentMember<Outer>.Presence =
            if let missing { .required(missing, breaking: missingRule) } else { .optional }
        return DocumentMember<Outer>(
            name, wanted: "", presence, first: isFirst, form: form, help: help, standard: outer
        ) { [read] holder, view, reader in read(&holder[keyPath: path], view, &reader) }
    }

    // MARK: - Tables

    /// Returns the help text for the member of an object that starts as `blank`.
    func text(_ blank: Holder) -> String {
        let text = filled(blank)
        if missing == nil || text.includes("required") { return text }
        return text.isEmpty ? "required" : text + "; required"
    }

    /// Returns the name, followed by the help text if there is any.
    package func phrase(_ blank: Holder) -> String { help == nil ? "\(name)" : "\(name): " + filled(blank) }

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
