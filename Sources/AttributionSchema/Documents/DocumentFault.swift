import AdAttribution
import AttributionBase

/// A fault in a document and its path.
@usableFromInline
package struct DocumentFault: Error, Hashable, Sendable {
    /// The path, such as `events[3].kind`; empty for the whole document.
    package var place: String
    package var problem: Problem
    /// The rule that the value breaks; nil in documents whose faults have no rules.
    package var rule: Rule?

    @usableFromInline
    package enum Problem: Hashable, Sendable {
        case unknownKey(nearest: String?, known: [String])
        case missing(wanted: String)
        /// A value of another type or out of range.
        case value(found: String, wanted: String, nearest: String? = nil)
        /// A value that conflicts with the rest of the document.
        case contradiction(String, wanted: String)
    }

    package init(_ place: String, _ problem: Problem, breaking rule: Rule? = nil) {
        self.place = place
        self.problem = problem
        self.rule = rule
    }

    /// What was found and what is wanted, without the path.
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

/// The faults of a document in the order of the text: a limited list, and the number of all.
@usableFromInline
package struct DocumentFaults: Sequence, Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The faults that are told.
    @usableFromInline package private(set) var list: [DocumentFault] = []
    /// The number of all faults.
    @usableFromInline package private(set) var count = 0

    /// The number of faults beyond ``list``.
    package var more: Int { count - list.count }
    @inlinable package var isEmpty: Bool { count == 0 }
    package var first: DocumentFault? { list.first }

    @usableFromInline package init(arrayLiteral faults: DocumentFault...) { for fault in faults { append(fault) } }

    @usableFromInline package func makeIterator() -> IndexingIterator<[DocumentFault]> { list.makeIterator() }

    /// Adds a fault. It is made only if it is told, so that no document takes more memory for its faults than for itself.
    package mutating func append(_ fault: @autoclosure () -> DocumentFault) {
        count += 1
        if list.count < Findings.defaultLimit { list.append(fault()) }
    }

    package mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Names the rule of the faults that have none.
    ///
    /// - Parameter first: The number of faults before them.
    mutating func nameRules(from first: Int, _ rule: (DocumentFault.Problem) -> Rule) {
        for index in list.indices.dropFirst(first) where list[index].rule == nil {
            list[index].rule = rule(list[index].problem)
        }
    }
}

/// Why a text is not the wanted document.
@usableFromInline
package enum DocumentError: Error, Sendable {
    case syntax(JSONSyntaxError)
    case faults(DocumentFaults)
}

extension Finding {
    /// Creates the finding for a fault.
    ///
    /// - Parameter rule: The rule of a fault that names none.
    package init(_ fault: DocumentFault, breaking rule: Rule) {
        let (found, wanted): (String, String?) =
            switch fault.problem {
            case .unknownKey: ("unknown", nil)
            case .missing(let wanted): ("missing", wanted)
            case .value(let found, let wanted, _), .contradiction(let found, let wanted): (found, wanted)
            }
        let field = fault.place.isEmpty ? nil : fault.place
        self.init(fault.rule ?? rule, field: field, found: found, wanted: wanted, hint: fault.hint)
    }
}
