import AttributionJSON

/// All that is wrong with a document, so that it can be put right at once.
public struct DocumentFailure: Error, Hashable, Sendable {
    /// In the order of the text; at least one.
    public let faults: [Fault]

    /// One thing that is wrong with a document.
    public struct Fault: Hashable, Sendable {
        /// Where it is, such as `events[3].kind`; empty for the whole document.
        public let place: String
        /// What stands there, cut where it is long; nil for a member that is missing or unknown.
        public let found: String?
        /// What should stand there; nil for a member that is unknown there.
        public let wanted: String?
        /// How it may be put right, where that is likely.
        public let hint: String?
        /// In the words of the command line: `"events[3].kind" is 7, want download or redownload`.
        public let description: String
    }

    package init(_ fault: Fault) { faults = [fault] }

    /// - Parameter whole: what the document is, with its article.
    package init(_ error: DocumentError, whole: String) {
        switch error {
        case .syntax(let error):
            let words = "the document is no JSON: \(error)"
            faults = [Fault(place: "", found: "\(error)", wanted: "JSON", hint: nil, description: words)]
        case .faults(let found): faults = found.map { Fault($0, whole: whole) }
        }
    }
}

extension DocumentFailure: CustomStringConvertible {
    /// Each fault in a line of its own.
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension DocumentFailure.Fault: CustomStringConvertible {
    /// A document that is plainly another one.
    ///
    /// - Parameters:
    ///   - found: what it is, with its article.
    ///   - wanted: what it should be.
    package init(found: String, wanted: String, hint: String) {
        self.init(
            place: "", found: found, wanted: wanted, hint: hint, description: "this is \(found), want \(wanted)")
    }

    fileprivate init(_ fault: DocumentFault, whole: String) {
        place = fault.place
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
    /// Naming the place, what was found and what is wanted.
    ///
    /// - Parameter whole: what the document is, with its article.
    package func message(whole: String) -> String { (place.isEmpty ? whole : "\"\(place)\"") + " " + message }
}
