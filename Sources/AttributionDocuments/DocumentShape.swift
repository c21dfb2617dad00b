import AttributionJSON

/// The form of an object in a document: its members, each described once.
///
/// From it come the reading, the faults with their places, the tables of help and manual, and the words for fuzzing.
@safe
@usableFromInline
package final class DocumentShape<Holder: Sendable>: Sendable {
    @usableFromInline package typealias Check = @Sendable (inout Holder, JSONView, inout DocumentReader) -> Void

    @usableFromInline package let members: [DocumentMember<Holder>]
    /// What is read into.
    @usableFromInline let blank: Holder
    /// What is wanted instead of something else.
    @usableFromInline package let wanted: String
    /// Whether missing members are told beside other faults of the object.
    @usableFromInline let alwaysTellsMissing: Bool
    /// Whether other members are passed over.
    @usableFromInline let isOpen: Bool
    @usableFromInline let check: Check?
    /// The members' names.
    @usableFromInline package let names: [String]
    @usableFromInline let table: StringTable
    /// The members, whom `members` keeps: counting who refers to one takes longer than most of them take to read.
    @usableFromInline let slots: [Unmanaged<DocumentMember<Holder>>]
    @usableFromInline let required: UInt64
    @usableFromInline let first: UInt64

    /// - Parameters:
    ///   - isOpen: whether other members are passed over, where nobody knows which there can be.
    ///   - alwaysTellsMissing: false for an object that is likely to be another one, if anything in it is wrong.
    ///   - check: what must hold of the members together.
    @inlinable
    package init(
        _ blank: Holder, wanted: String = "an object", isOpen: Bool = false, alwaysTellsMissing: Bool = true,
        of members: [DocumentMember<Holder>], check: Check? = nil
    ) {
        precondition(members.count < UInt64.bitWidth, "a member has a bit")
        self.blank = blank
        self.wanted = wanted
        self.alwaysTellsMissing = alwaysTellsMissing
        self.isOpen = isOpen
        self.members = members
        self.check = check
        names = members.map { "\($0.name)" }
        table = StringTable(names)
        unsafe slots = unsafe members.map { unsafe Unmanaged.passUnretained($0) }
        func set(_ isIn: (DocumentMember<Holder>) -> Bool) -> UInt64 {
            members.indices.reduce(0) { isIn(members[$1]) ? $0 | 1 << UInt64($1) : $0 }
        }
        required = set { $0.missing != nil }
        first = set(\.isFirst)
    }

    @inlinable
    package convenience init(
        _ blank: Holder, wanted: String = "an object", alwaysTellsMissing: Bool = true, check: Check? = nil,
        @DocumentMembers<Holder> members: () -> [DocumentMember<Holder>]
    ) {
        self.init(blank, wanted: wanted, alwaysTellsMissing: alwaysTellsMissing, of: members(), check: check)
    }

    /// Reads an object, or reports all that is wrong with it.
    ///
    /// - Returns: what could be read; nil where it is no object, or lacks something that is required.
    @inlinable
    package func read(_ view: JSONView, _ reader: inout DocumentReader) -> Holder? {
        var holder = blank
        return read(view, into: &holder, &reader) ? holder : nil
    }

    /// - Returns: whether it is an object that has all that is required.
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
            let isGood = unsafe slots[place]._withUnsafeGuaranteedRef { member in
                reader.enter(.key(member.name))
                defer { reader.leave() }
                return member.read(&holder, value, &reader)
            }
            if isGood { good |= bit }
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
        if required & ~present != 0, alwaysTellsMissing || reader.faults.count == before {
            for (place, member) in members.enumerated() where present & 1 << UInt64(place) == 0 {
                if let missing = member.missing { reader.report(.key(member.name), .missing(wanted: missing)) }
            }
        }
        check?(&holder, view, &reader)
        return required & ~good == 0
    }

    // MARK: - Tables

    /// A line of help for each member.
    package var rows: [(name: String, text: String)] {
        members.map { ("\($0.name)", $0.text(blank)) }
    }

    /// The names in such an object that no help tells. None of a shape that has a table.
    @usableFromInline package var untold: [String] { members.flatMap(\.untold) }

    /// All names and words that can stand in such an object.
    @usableFromInline package var words: [String] { members.flatMap(\.allWords) }
}

/// Members one below the other.
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
