import AttributionBytes
import AttributionJSON

/// A member of an object in a document, described once: its name, its value and where that goes, whether it must be there, and
/// what help says of it.
@usableFromInline
package final class DocumentMember<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Reading = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Bool

    @usableFromInline
    package enum Presence: Sendable {
        case optional
        /// With what is wanted where it is missing; nil for what is wanted of the value anyway.
        case required(String? = nil)

        @inlinable package static var required: Presence { .required() }
    }

    @usableFromInline package let name: StaticString
    /// What is wanted where it is missing; nil for one that may be.
    @usableFromInline let missing: String?
    /// Whether it is read before the others, which depend on it.
    @usableFromInline let isFirst: Bool
    /// What the value can be, with `{choices}` for its words and `{default}` for what holds without it. Nil where the help of the
    /// object that it belongs to tells.
    @usableFromInline package let help: String?
    @usableFromInline let choices: [String]
    /// All names and words that can stand in the value.
    @usableFromInline let words: [String]
    @usableFromInline let untoldParts: [String]
    @usableFromInline let standard: (@Sendable (Holder) -> String?)?
    /// False where the value could not be read.
    @usableFromInline let read: Reading

    /// One that is read in a way of its own.
    @inlinable
    package convenience init(
        _ name: StaticString, wanted: String, _ presence: Presence = .optional, first: Bool = false,
        words: [String] = [],
        help: String? = nil, read: @escaping Reading
    ) {
        self.init(name, wanted, presence, first, [], words, [], help, nil, read)
    }

    /// - Parameters:
    ///   - default: what holds where it is missing, where help tells that.
    ///   - set: keeps the value.
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
            name, value.wanted, presence, first, value.choices, value.words, value.untold, help, told
        ) { holder, view, reader in
            guard let found = read(view, &reader) else { return false }
            set(&holder, found)
            return true
        }
    }

    @inlinable
    init(
        _ name: StaticString, _ wanted: String, _ presence: Presence, _ isFirst: Bool, _ choices: [String],
        _ words: [String], _ untold: [String], _ help: String?, _ standard: (@Sendable (Holder) -> String?)?,
        _ read: @escaping Reading
    ) {
        self.name = name
        missing = if case .required(let words) = presence { words ?? wanted } else { nil }
        self.isFirst = isFirst
        self.help = help
        self.choices = choices
        self.words = words
        untoldParts = untold
        self.standard = standard
        self.read = read
    }

    /// The same of an object that holds this one's holder.
    @inlinable
    package func within<Outer>(_ path: WritableKeyPath<Outer, Holder> & Sendable) -> DocumentMember<Outer> {
        var outer: (@Sendable (Outer) -> String?)?
        if let standard { outer = { standard($0[keyPath: path]) } }
        let presence: DocumentMember<Outer>.Presence = if let missing { .required(missing) } else { .optional }
        return DocumentMember<Outer>(
            name, "", presence, isFirst, choices, words, untoldParts, help, outer
        ) { [read] holder, view, reader in read(&holder[keyPath: path], view, &reader) }
    }

    // MARK: - Tables

    /// What help says, where the member is one of an object that begins as `blank`.
    func text(_ blank: Holder) -> String {
        let text = filled(blank)
        if missing == nil || text.contains("required") { return text }
        return text.isEmpty ? "required" : text + "; required"
    }

    /// Its name, and what help says of it if it says anything.
    package func phrase(_ blank: Holder) -> String { help == nil ? "\(name)" : "\(name): " + filled(blank) }

    private func filled(_ blank: Holder) -> String {
        let standard = standard?(blank)
        let tellsDefault = help?.contains("{default}") ?? false
        let marked = choices.map { $0 == standard && !tellsDefault ? "\($0) (the default)" : $0 }
        return (help ?? "").filled("{choices}", alternatives(marked)).filled("{default}", standard ?? "")
    }

    /// The names of it, and in it, that no help tells.
    @usableFromInline var untold: [String] {
        guard let help else { return ["\(name)"] + untoldParts }
        return untoldParts.filter { !help.contains($0) }
    }

    /// Its name, and all that can stand in its value.
    @usableFromInline var allWords: [String] { ["\(name)"] + words }
}

extension String {
    /// The text with another in the place of a mark.
    fileprivate func filled(_ mark: String, _ other: String) -> String {
        var (text, rest) = ("", self[...])
        while let place = rest.firstIndex(of: "{") {
            text += rest[..<place]
            rest = rest[place...]
            let isMark = rest.hasPrefix(mark)
            text += isMark ? other : "{"
            rest = rest.dropFirst(isMark ? mark.count : 1)
        }
        return text + rest
    }
}
