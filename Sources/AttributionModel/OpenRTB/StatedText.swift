import AttributionBase

/// A text for comparisons. A value that is not a text is never equal.
enum StatedText: Equatable, Sendable {
    case missing
    case text(String)
    /// A value that is not text, described in words.
    case other(String)

    init(_ value: JSONValue?) {
        switch value {
        case nil: self = .missing
        case .string(let text)?: self = .text(text)
        case let value?: self = .other(value.excerpt + ", which is not a string")
        }
    }

    /// Reads a member of one of a document's objects. If the holder is not an object, the value is unknown rather than
    /// missing.
    init(_ name: String, of holder: String, in document: JSONValue) {
        let value = document[holder]
        guard let value, !value.isObject else {
            self.init(value?[name])
            return
        }
        self = .other("unknown, since \(holder) is \(value.excerpt)")
    }

    /// Whether the value is a given text, byte for byte; two encodings of a letter are different texts.
    func isEqual(_ text: String) -> Bool {
        if case .text(let own) = self { own.utf8.elementsEqual(text.utf8) } else { false }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The value as text, for a message.
    var words: String {
        switch self {
        case .missing: "missing"
        case .text(let text): text.excerpt
        case .other(let words): words
        }
    }
}
