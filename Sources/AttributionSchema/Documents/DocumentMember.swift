import AdAttribution
import AttributionBase

/// The description of an object's member in a document: its name, its value and where that is stored, whether it is
/// required, and its help text.
@usableFromInline
package final class DocumentMember<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Reading = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Bool

    @usableFromInline
    package enum Presence: Sendable {
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
    @usableFromInline let choices: [String]
    /// All names and words that the value may contain.
    @usableFromInline let words: [String]
    @usableFromInline let undescribedParts: [String]
    @usableFromInline let standard: (@Sendable (Holder) -> String?)?
    /// Reads the value into the holder. Returns false if it could not be read.
    @usableFromInline let read: Reading

    /// Creates a member with its own code for reading.
    @inlinable
    package convenience init(
        _ name: StaticString, wanted: String, _ presence: Presence = .optional, first: Bool = false,
        words: [String] = [],
        help: String? = nil, read: @escaping Reading
    ) {
        self.init(name, wanted, presence, first, [], words, [], help, nil, read)
    }

    /// - Parameters:
    ///   - default: The value if the member is missing, if help shows it.
    ///   - set: Stores the value.
    @inlinable
    package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ presence: Presence = .optional, first: Bool = false,
        default standard: (@Sendable (Holder) -> Value)? = nil, help: String? = nil,
        set: @escaping @Sendable (inout Holder, Value) -> Void
    ) {
        let read = value.read
        var told: (@Sendable (Holder) -> String?)?
        if let standard, let text = value.text { told = { text(standard($0)) } }
        self.init(
            name, value.wanted, presence, first, value.choices, value.words, value.undescribed, help, told
        ) { holder, view, reader in
            guard let found = read(view, &reader) else { return false }
            set(&holder, found)
            return true
        }
    }

    /// Creates a member whose value is stored as it is read.
    ///
    /// - Parameter showsDefault: whether help shows the value of an object that lacks the member.
    @inlinable
    package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ path: WritableKeyPath<Holder, Value> & Sendable,
        _ presence: Presence = .optional, first: Bool = false, showsDefault: Bool = false, help: String? = nil
    ) {
        var standard: (@Sendable (Holder) -> Value)?
        if showsDefault { standard = { $0[keyPath: path] } }
        self.init(name, value, presence, first: first, default: standard, help: help) { $0[keyPath: path] = $1 }
    }

    /// Creates a member whose value is stored as it is read, and which is nil if it is missing.
    @inlinable
    package convenience init<Value>(
        _ name: StaticString, _ value: DocumentValue<Value>, _ path: WritableKeyPath<Holder, Value?> & Sendable,
        _ presence: Presence = .optional, first: Bool = false, help: String? = nil
    ) {
        self.init(name, value, presence, first: first, help: help) { $0[keyPath: path] = $1 }
    }

    @inlinable
    init(
        _ name: StaticString, _ wanted: String, _ presence: Presence, _ isFirst: Bool, _ choices: [String],
        _ words: [String], _ undescribed: [String], _ help: String?, _ standard: (@Sendable (Holder) -> String?)?,
        _ read: @escaping Reading
    ) {
        self.name = name
        (missing, missingRule) =
            if case .required(let words, let rule) = presence { (words ?? wanted, rule) } else { (nil, nil) }
        self.isFirst = isFirst
        self.help = help
        self.choices = choices
        self.words = words
        undescribedParts = undescribed
        self.standard = standard
        self.read = read
    }

    /// Returns the same member for an object that contains this one's holder.
    @inlinable
    package func within<Outer>(_ path: WritableKeyPath<Outer, Holder> & Sendable) -> DocumentMember<Outer> {
        var outer: (@Sendable (Outer) -> String?)?
        if let standard { outer = { standard($0[keyPath: path]) } }
        let presence: DocumentMember<Outer>.Presence =
            if let missing { .required(missing, breaking: missingRule) } else { .optional }
        return DocumentMember<Outer>(
            name, "", presence, isFirst, choices, words, undescribedParts, help, outer
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
        let marked = choices.map { $0 == standard && !tellsDefault ? "\($0) (the default)" : $0 }
        return (help ?? "").replacingEach("{choices}", by: alternatives(marked))
            .replacingEach("{default}", by: standard ?? "")
    }

    /// The names of the member and of those in it that no help text mentions.
    @usableFromInline var undescribed: [String] {
        guard let help else { return ["\(name)"] + undescribedParts }
        return undescribedParts.filter { !help.includes($0) }
    }

    /// The name, and all names and words that the value may contain.
    @usableFromInline var allWords: [String] { ["\(name)"] + words }
}
