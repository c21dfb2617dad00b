/// The document that a rule comes from.
public struct Article: Hashable, Sendable {
    /// The title, as the document bears it.
    public let title: String
    /// Set where the document speaks of another framework and the rule is carried over from there, or where it is silent
    /// and the rule is a reading of it: what the reader should know.
    public let note: String?

    /// A document of a title.
    public init(_ title: String, note: String? = nil) {
        self.title = title
        self.note = note
    }

    /// The title, with the note behind it.
    public var description: String { note.map { "\(title); \($0)" } ?? title }
}

/// The name of an error that the platform gives for an input that breaks a rule.
public struct PlatformError: Hashable, Sendable {
    /// The name as the platform's interface spells it.
    public let name: String
    /// Whether that this error is the one that comes is a reading of its name, and not documented.
    public let isReading: Bool

    /// An error of a name.
    public init(_ name: String, isReading: Bool) {
        self.name = name
        self.isReading = isReading
    }
}

/// What a rule applies to, such as the payload of an impression.
public struct Subject: Hashable, Sendable {
    /// A word for it, as it stands in the catalogue.
    public let name: String
    /// What it is, in words.
    public let summary: String
    /// What becomes of an input that breaks a rule about it of severity error, as a clause.
    public let consequence: String

    /// A subject of a name.
    public init(_ name: String, _ summary: String, consequence: String) {
        self.name = name
        self.summary = summary
        self.consequence = consequence
    }
}
