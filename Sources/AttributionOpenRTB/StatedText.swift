import AttributionJSON

/// A text to compare with. What is no text is like no other.
enum StatedText: Equatable, Sendable {
    case missing
    case text(String)
    /// Something else, in words.
    case other(String)

    init(_ value: JSONValue?) {
        switch value {
        case nil: self = .missing
        case .string(let text)?: self = .text(text)
        case let value?: self = .other(value.excerpt + ", which is no string")
        }
    }

    /// A member of one of a document's objects; of anything but an object it cannot be told, and is not missing.
    init(_ name: String, of holder: String, in document: JSONValue) {
        let value = document[holder]
        guard let value, !value.isObject else {
            self.init(value?[name])
            return
        }
        self = .other("unknown, since \(holder) is \(value.excerpt)")
    }

    /// Whether it is a text, byte for byte: two spellings of one letter are two texts.
    func isEqual(_ text: String) -> Bool {
        if case .text(let own) = self { own.utf8.elementsEqual(text.utf8) } else { false }
    }

    /// What there is, for a message.
    var words: String {
        switch self {
        case .missing: "missing"
        case .text(let text): JSONValue.string(text).excerpt
        case .other(let words): words
        }
    }
}

/// `device.osv` of a request.
enum DeviceSystem: Equatable, Sendable {
    /// The request does not say.
    case unknown
    /// The major version.
    case version(Int)
    /// Something else, in words.
    case unreadable(String)

    /// - Parameter request: a bid request.
    init(_ request: JSONValue) {
        switch StatedText("osv", of: "device", in: request) {
        case .missing: self = .unknown
        case .text(let text):
            let major = text.split(separator: ".", omittingEmptySubsequences: false).first.flatMap { Int($0) }
            self = major.map { .version($0) } ?? .unreadable(JSONValue.string(text).excerpt)
        case .other(let words): self = .unreadable(words)
        }
    }
}
