import AdAttribution
import AttributionBase

/// The faults of a document, so that they can be corrected at once.
public struct DocumentFailure: Error, Hashable, Sendable {
    /// The first faults in the order of the text, at most 100; never empty.
    public let faults: [Fault]
    /// The number of further faults.
    public let more: Int

    /// A fault of a document.
    public struct Fault: Hashable, Sendable {
        /// The path of the value, such as `events[3].kind`; empty for the whole document.
        public let place: String
        /// The rule that the document breaks; nil for a document without rules, and for text that is not JSON.
        public let rule: Rule?
        /// The value that was found, shortened if it is long; nil for a missing or unknown member.
        public let found: String?
        /// What is wanted instead; nil for an unknown member.
        public let wanted: String?
        /// How to correct the fault, if there is a likely way.
        public let hint: String?
        /// The fault as the command line words it: `"events[3].kind" is 7, want download or redownload`.
        public let description: String
    }

    private init(faults: [Fault], more: Int) {
        self.faults = faults
        self.more = more
    }

    package init(_ fault: Fault) { self.init(faults: [fault], more: 0) }

    /// - Parameter whole: What the document is, with its article.
    package init(_ error: DocumentError, whole: String) {
        switch error {
        case .syntax(let error):
            let words = "the document is not JSON: \(error)"
            self.init(Fault(place: "", rule: nil, found: "\(error)", wanted: "JSON", hint: nil, description: words))
        case .faults(let found):
            self.init(faults: found.map { Fault($0, whole: whole) }, more: found.more)
        }
    }
}

extension DocumentFailure: CustomStringConvertible {
    /// The faults, one per line.
    public var description: String {
        (faults.map(\.description) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n")
    }
}

extension DocumentFailure.Fault: CustomStringConvertible {
    /// Creates a fault for a document that is clearly of another kind.
    ///
    /// - Parameters:
    ///   - found: What the document is, with its article.
    ///   - wanted: What it should be.
    package init(found: String, wanted: String, hint: String, breaking rule: Rule) {
        let words = "this is \(found), want \(wanted)"
        self.init(place: "", rule: rule, found: found, wanted: wanted, hint: hint, description: words)
    }

    fileprivate init(_ fault: DocumentFault, whole: String) {
        place = fault.place
        rule = fault.rule
        hint = fault.hint
        description = fault.message(whole: whole)
        switch fault.problem {
        case .unknownKey: (found, wanted) = (nil, nil)
        case .missing(let wanted): (self.found, self.wanted) = (nil, wanted)
        case .value(let found, let wanted, _): (self.found, self.wanted) = (found, wanted)
        case .contradiction(let found, let wanted): (self.found, self.wanted) = (found, wanted)
        }
    }
}

extension DocumentFault {
    /// Returns a message with the path, what was found and what is wanted.
    ///
    /// - Parameter whole: What the document is, with its article.
    package func message(whole: String) -> String { (place.isEmpty ? whole : "\"\(place)\"") + " " + message }
}
