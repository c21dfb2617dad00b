import AttributionBase

/// The form of an object in a document. It describes each member once.
///
/// Reading, faults with their paths, the tables of help and manual, and the words for fuzzing all derive from it.
@safe
@usableFromInline
package final class DocumentShape<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Check = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Void

    @usableFromInline package let members: [DocumentMember<Holder>]
    /// The value that members are read into.
    @usableFromInline let blank: Holder
    /// What is wanted, for messages about another value.
    @usableFromInline package let wanted: String
    /// Whether missing members are reported even if the object has other faults.
    @usableFromInline let alwaysReportsMissing: Bool
    /// Whether unknown members are ignored.
    @usableFromInline let isOpen: Bool
    @usableFromInline let check: Check?
    /// The names of the members.
    @usableFromInline package let names: [String]
    @usableFromInline let table: StringTable
    @usableFromInline let required: UInt64
    @usableFromInline let first: UInt64

    /// - Parameters:
    ///   - isOpen: Whether unknown members are ignored, for objects whose members cannot all be known.
    ///   - alwaysReportsMissing: False for an object that is probably of another kind if anything in it is wrong.
    ///   - check: A check of all members together.
    @inlinable
    package init(
        _ blank: Holder, wanted: String = "an object", isOpen: Bool = false, alwaysReportsMissing: Bool = true,
        of members: [DocumentMember<Holder>], check: Check? = nil
    ) {
        precondition(members.count < UInt64.bitWidth, "a member has a bit")
        self.blank = blank
        self.wanted = wanted
        self.alwaysReportsMissing = alwaysReportsMissing
        self.isOpen = isOpen
        self.members = members
        self.check = check
        names = members.map { "\($0.name)" }
        table = StringTable(names)
        func set(_ isIn: (DocumentMember<Holder>) -> Bool) -> UInt64 {
            members.indices.reduce(0) { isIn(members[$1]) ? $0 | 1 << UInt64($1) : $0 }
        }
        required = set { $0.missing != nil }
        first = set(\.isFirst)
    }

    @inlinable
    package convenience init(
        _ blank: Holder, wanted: String = "an object", alwaysReportsMissing: Bool = true, check: Check? = nil,
        @DocumentMembers<Holder> members: () -> [DocumentMember<Holder>]
    ) {
        self.init(blank, wanted: wanted, alwaysReportsMissing: alwaysReportsMissing, of: members(), check: check)
    }

    /// Reads an object, or reports all its faults.
    ///
    /// - Returns: What could be read; nil if the value is not an object or lacks a required member.
    @inlinable
    package func read(_ view: JSONView, _ reader: inout DocumentReader) -> Holder? {
        var holder = blank
        return read(view, into: &holder, &reader) ? holder : nil
    }

    /// - Returns: Whether the value is an object with all required members.
    @inlinable
    package func read(_ view: JSONView, into holder: inout Holder, _ reader: inout DocumentReader) -> Bool {
        guard view.kind == .object else {
            reader.reportValue(view, wanted: wanted)
            return false
        }
        let before = reader.faults.count
        var present: UInt64 = 0
        var good: UInt64 = 0
        func read(_ value: JSONView, _ place: Int) {
            let bit: UInt64 = 1 << UInt64(place)
            guard present & bit == 0 else { return }
            present |= bit
            let member = members[place]
            reader.enter(.key(member.name))
            if member.read(&holder, value, &reader) { good |= bit }
            reader.leave()
        }
        if first != 0 {
            for member in view.members {
                guard let place = table.place(of: member.name), members[place].isFirst else { continue }
                read(member.value, place)
            }
        }
        var rest = view.members
        while let member = rest.next() {
            if let place = table.place(of: member.name) {
                read(member.value, place)
            } else if !isOpen {
                reader.reportUnknown(member.name.string, known: names)
            }
        }
        if required & ~present != 0, alwaysReportsMissing || reader.faults.count == before {
            for (place, member) in members.enumerated() where present & 1 << UInt64(place) == 0 {
                guard let missing = member.missing else { continue }
                reader.report(.key(member.name), .missing(wanted: missing), breaking: member.missingRule)
            }
        }
        check?(&holder, view, &reader)
        return required & ~good == 0
    }

    // MARK: - Tables

    /// The members' names and help texts, for a table.
    package var rows: [(name: String, text: String)] { members.map { ("\($0.name)", $0.text(blank)) } }

    /// The names in the object that no help text mentions. Empty for a shape that has a table.
    @usableFromInline package var undescribed: [String] { members.flatMap(\.undescribed) }

    /// All names and words that the object may contain.
    @usableFromInline package var words: [String] { members.flatMap(\.allWords) }
}

/// A builder for lists of members.
@resultBuilder
@usableFromInline
package enum DocumentMembers<Holder: Sendable> {
    @inlinable
    package static func buildExpression(_ member: DocumentMember<Holder>) -> [DocumentMember<Holder>] { [member] }

    @inlinable
    package static func buildBlock(_ members: [DocumentMember<Holder>]...) -> [DocumentMember<Holder>] {
        members.flatMap(\.self)
    }
}
