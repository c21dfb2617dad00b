import AttributionBase
import AttributionModel

/// The description of an object's member without the types of its value and holder.
@usableFromInline struct MemberTraits: Sendable {
    @usableFromInline let name: StaticString
    /// What is wanted if the member is missing; nil if the member is optional.
    @usableFromInline let missing: String?
    @usableFromInline let missingRule: Rule?
    /// Whether the member is read first, because others depend on it.
    @usableFromInline let isFirst: Bool

    @usableFromInline init(name: StaticString, missing: String?, missingRule: Rule?, isFirst: Bool) {
        (self.name, self.missing, self.missingRule, self.isFirst) = (name, missing, missingRule, isFirst)
    }
}

/// The part of a shape that is independent of the type of its holder: the members' names, and which of them are required. It is a type of
/// its own because the compiler specialises generic code for each holder.
@usableFromInline struct ObjectLayout: Sendable {
    @usableFromInline let wanted: String
    let isOpen: Bool
    let names: [String]
    private let members: [MemberTraits]
    private let alwaysReportsMissing: Bool
    private let table: MemberNames
    /// Sets of members, one bit for each.
    private let required: UInt64
    private let first: UInt64

    @usableFromInline init(_ members: [MemberTraits], wanted: String, isOpen: Bool, alwaysReportsMissing: Bool) {
        precondition(members.count < UInt64.bitWidth, "a member has a bit")
        self.members = members
        self.wanted = wanted
        self.isOpen = isOpen
        self.alwaysReportsMissing = alwaysReportsMissing
        names = members.map { "\($0.name)" }
        table = MemberNames(members.enumerated().map { ($1.name, UInt8($0)) })
        func set(_ isIn: (MemberTraits) -> Bool) -> UInt64 {
            members.indices.reduce(0) { isIn(members[$1]) ? $0 | 1 << UInt64($1) : $0 }
        }
        required = set { $0.missing != nil }
        first = set(\.isFirst)
    }

    /// Reads the members of an object, or reports its faults.
    ///
    /// - Parameter readMember: Reads the value of a member, given by its index, and returns whether it succeeded.
    /// - Returns: Whether all required members could be read; nil if the value is no object.
    @usableFromInline func read(
        _ view: JSONView, _ reader: inout DocumentReader,
        _ readMember: (Int, JSONView, inout DocumentReader) -> Bool
    ) -> Bool? {
        guard view.kind == .object else {
            reader.reportValue(view, wanted: wanted)
            return nil
        }
        let before = reader.faults.count
        var present: UInt64 = 0
        var good: UInt64 = 0
        func read(_ value: JSONView, _ index: Int) {
            let bit: UInt64 = 1 << UInt64(index)
            guard present & bit == 0 else { return }
            present |= bit
            reader.enter(.key(members[index].name))
            if readMember(index, value, &reader) { good |= bit }
            reader.leave()
        }
        if first != 0 {
            for member in view.members {
                guard let index = table.number(of: member).map(Int.init), members[index].isFirst else { continue }
                read(member.value, index)
            }
        }
        var rest = view.members
        while let member = rest.next() {
            if let index = table.number(of: member).map(Int.init) {
                read(member.value, index)
            } else if !isOpen {
                reader.reportUnknown(member.name.string, known: names)
            }
        }
        if required & ~present != 0, alwaysReportsMissing || reader.faults.count == before {
            for (index, member) in members.enumerated() where present & 1 << UInt64(index) == 0 {
                guard let missing = member.missing else { continue }
                reader.report(.missing(wanted: missing), at: .key(member.name), breaking: member.missingRule)
            }
        }
        return required & ~good == 0
    }
}
