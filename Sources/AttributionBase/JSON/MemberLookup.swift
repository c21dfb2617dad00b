/// Looks up members of large objects of one text by many names. Reading all members once for each name would take time in proportion to
/// the number of names times the number of members.
package struct MemberLookup {
    package let root: JSONView
    private let isForMany: Bool
    /// The members of each object that was looked into, by the object's index: the hash of the name, and the index of its node.
    private var sorted: [Int: [UInt64]] = [:]

    /// The fewest names and nodes for which sorting is worthwhile.
    private static let (fewestNames, fewestNodes) = (16, 64)

    /// - Parameter names: how many names are looked up in the text.
    package init(in root: JSONView, names: Int = 1) {
        self.root = root
        isForMany = names >= Self.fewestNames
    }

    /// Returns the value of a member of an object of the text, as ``JSONView/member(named:)`` does.
    package mutating func member(named name: String, of object: JSONView) -> JSONView? {
        guard isForMany, object.kind == .object, object.next - object.index >= Self.fewestNodes else {
            return object.member(named: name)
        }
        if sorted[object.index] == nil { sorted[object.index] = Self.sorted(object) }
        guard let members = sorted[object.index] else { return nil }
        let hash = UInt64(Array(name.utf8).withBytes { nameHash($0) })
        var place = members.partitioningIndex { $0 >> 32 >= hash }
        while place < members.count, members[place] >> 32 == hash {
            let member = object.value(at: Int(members[place] & 0xffff_ffff))
            if member.isEqual(to: name) { return object.value(at: member.index + 1) }
            place += 1
        }
        return nil
    }

    private static func sorted(_ object: JSONView) -> [UInt64] {
        var found: [UInt64] = []
        var members = object.members
        while let member = members.next() {
            let hash = member.name.unescapedOrContent { nameHash($0) }
            found.append(UInt64(hash) << 32 | UInt64(member.name.index))
        }
        found.sort()
        return found
    }
}
