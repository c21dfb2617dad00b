package struct Article: Hashable, Sendable {
    package let title: String
    /// A note for the reader if the document is about another framework, or if it says nothing and the rule is an interpretation; nil
    /// otherwise.
    package let note: String?

    package init(_ title: String, note: String? = nil) {
        self.title = title
        self.note = note
    }

    /// The title, followed by the note if there is one.
    package var description: String { note.map { "\(title); \($0)" } ?? title }
}

/// An error with which the platform reports an input that breaks a rule.
package struct PlatformError: Hashable, Sendable {
    /// The name in the platform's interface.
    package let name: String
    /// What reports the error, such as "a device throws".
    private let reporter: String
    /// The first version of the platform that has the error, such as "iOS 18.0", if Apple documents it.
    package let since: String?

    package init(_ name: String, reporter: String, since: String? = nil) {
        self.name = name
        self.reporter = reporter
        self.since = since
    }

    /// The error as a clause. That a fault leads to this error is always inferred.
    package var words: String {
        "\(reporter) \(name) (\(since.map { "since \($0); " } ?? "")inferred from its name, as Apple does not document it)"
    }
}

/// What a rule is about, such as the payload of an impression.
package struct Subject: Hashable, Sendable {
    package let name: String
    package let summary: String
    /// A clause that says what happens to an input that breaks a rule of severity error about this subject.
    package let consequence: String

    package init(_ name: String, _ summary: String, consequence: String) {
        self.name = name
        self.summary = summary
        self.consequence = consequence
    }
}
