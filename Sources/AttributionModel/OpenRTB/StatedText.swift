import AttributionBase

/// A text for comparisons. A value that is not a text is never equal.
package enum StatedText: Equatable, Sendable {
    case missing
    case text(String)
    /// A value that is not text, described in words.
    case other(String)

    init(_ value: JSONView?) {
        self = value.map { $0.text.map(Self.text) ?? .other($0.shortened + ", which is not a string") } ?? .missing
    }

    /// Reads a member of one of a document's objects. If `holder` is not an object, the value counts as unknown rather than missing.
    init(_ name: StaticString, of holder: StaticString, in document: JSONView) {
        let value = document.member(holder)
        guard let value, value.kind != .object else {
            self.init(value?.member(name))
            return
        }
        self = .other("unknown, since \(holder) is \(value.shortened)")
    }

    /// `app.bundle` of a request: the publisher's item ID.
    package static func bundleOfApp(in document: JSONView) -> StatedText {
        StatedText("bundle", of: "app", in: document)
    }

    /// Whether the value is a given text, byte for byte; two encodings of a letter are different texts.
    func isEqual(_ text: String) -> Bool {
        if case .text(let own) = self { own.utf8.elementsEqual(text.utf8) } else { false }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var words: String {
        switch self {
        case .missing: "missing"
        case .text(let text): text.excerpt
        case .other(let words): words
        }
    }
}
