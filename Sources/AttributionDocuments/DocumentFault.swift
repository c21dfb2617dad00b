import AttributionJSON

/// What is wrong with a document, and where in it.
@usableFromInline
package struct DocumentFault: Error, Hashable, Sendable {
    /// Such as `events[3].kind`; empty for the whole.
    package var place: String
    package var problem: Problem

    @usableFromInline
    package enum Problem: Hashable, Sendable {
        case unknownKey(nearest: String?, known: [String])
        case missing(wanted: String)
        /// Another type, or a value beyond its range.
        case value(found: String, wanted: String, nearest: String?)
        /// What cannot be beside the rest of the document, whatever it is by itself.
        case contradiction(String, wanted: String)
    }

    package init(_ place: String, _ problem: Problem) {
        self.place = place
        self.problem = problem
    }

    /// Naming what was found and what is wanted, without the place.
    package var message: String {
        switch problem {
        case .unknownKey: "is not a known key here"
        case .missing(let wanted): "is missing, want \(wanted)"
        case .value(let found, let wanted, _): "is \(found), want \(wanted)"
        case .contradiction(let words, let wanted): "\(words), want \(wanted)"
        }
    }

    package var hint: String? {
        switch problem {
        case .unknownKey(let nearest?, _), .value(_, _, let nearest?): "did you mean \"\(nearest)\"?"
        case .unknownKey(nil, let known) where !known.isEmpty: "known there: " + known.joined(separator: ", ")
        default: nil
        }
    }
}

/// What a text that should be a document can be wrong in.
@usableFromInline
package enum DocumentError: Error, Sendable {
    case syntax(JSONSyntaxError)
    /// All that is wrong, in the order of the text.
    case faults([DocumentFault])
}
