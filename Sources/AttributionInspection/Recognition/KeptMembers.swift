import AttributionBase

/// The members of a line that are written together with the result for its input. Each thread needs its own.
///
/// They are written as one object, in which each member is nested in the same way as in the line. Array indices become member names too.
/// Missing members are omitted.
package struct KeptMembers: ~Copyable {
    private let paths: [MemberPath]
    private var walker = MemberWalker()
    private var members: [Member] = []
    /// The names on the paths of all members, one path after another.
    private var names: [Name] = []
    private var values = ByteBuffer(capacity: 16)
    private var output = ByteBuffer(capacity: 16)

    private struct Member {
        let names: Range<Int>
        let value: Range<Int>
    }

    /// The members in the order in which they are written, each with the number of names that its path shares with the previous one. Lines
    /// with the same ``names`` have the same order, so it is rarely computed again.
    private var order: [(member: Int, common: Int)] = []
    private var orderedNames: [Name] = []
    private var orderedCounts: [Int] = []

    /// A name that consists of successive parts of a path.
    private struct Name: Equatable {
        let path: Int
        let first: Int
        let length: Int
    }

    package init(_ paths: [String]) { self.paths = paths.map { MemberPath($0) } }

    /// The object as JSON text; nil if the line has none of the members. It is valid until the next line.
    package var text: ByteView? { output.isEmpty ? nil : unsafe output.bytes }

    package mutating func removeAll() { output.removeAll() }

    package mutating func take(from root: JSONView) {
        output.removeAll()
        guard !paths.isEmpty else { return }
        members.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        values.removeAll()
        var lookup = MemberLookup(in: root, names: paths.count)
        for (index, path) in paths.enumerated() {
            // If a string on the path cannot be read, the member is missing.
            guard let found = try? walker.find(path, by: &lookup) else { continue }
            let start = values.count
            JSONText.appendCompact(found, to: &values)
            let firstName = names.count
            var part = 0
            for length in walker.lengths {
                names.append(Name(path: index, first: part, length: length))
                part += length
            }
            members.append(Member(names: firstName..<names.count, value: start..<values.count))
        }
        if orderedNames != names || !orderedCounts.elementsEqual(members.lazy.map(\.names.count)) { arrange() }
        write()
    }

    /// A node of the tree of members: a member, or an object that contains some.
    private struct Node {
        var member: Int?
        var children: [Int] = []
        /// The first member inside the node.
        var first = Int.max
    }

    /// Identifies a node by its parent and its name.
    private struct Step: Hashable {
        let node: Int
        let name: String
    }

    /// Computes the order of the members. They are grouped by the objects that contain them, and the groups are ordered by their first
    /// member. Members inside another member, and duplicates, are left out.
    private mutating func arrange() {
        orderedNames = names
        orderedCounts = members.map(\.names.count)
        order.removeAll(keepingCapacity: true)
        var nodes = [Node()]
        var known: [Step: Int] = [:]
        for index in members.indices {
            var node = 0
            for name in members[index].names {
                let step = Step(node: node, name: self.name(name))
                if let next = known[step] {
                    node = next
                } else {
                    known[step] = nodes.count
                    nodes[node].children.append(nodes.count)
                    node = nodes.count
                    nodes.append(Node())
                }
            }
            if nodes[node].member == nil { nodes[node].member = index }
        }
        // A parent has a lower index than its children.
        for index in nodes.indices.reversed() {
            if let member = nodes[index].member {
                nodes[index].first = member
                nodes[index].children = []
            } else {
                nodes[index].first = nodes[index].children.map { nodes[$0].first }.min() ?? .max
                nodes[index].children = nodes[index].children.inOrder { nodes[$0].first > nodes[$1].first }
            }
        }
        var pending = [(node: 0, depth: 0)]
        var common = 0
        while let (node, depth) = pending.popLast() {
            if let member = nodes[node].member {
                order.append((member, common))
                common = depth
            }
            // The last pending node is the next one. Its path shares the names of its parent.
            pending += nodes[node].children.map { ($0, depth + 1) }
            if let next = pending.last { common = Swift.min(common, next.depth - 1) }
        }
    }

    /// Writes the members, grouped by the objects that contain them.
    private mutating func write() {
        var last: Int?
        for (next, common) in order {
            if let last {
                for _ in common..<members[last].names.count - 1 { output.closeObject() }
            } else {
                output.openObject()
            }
            let names = members[next].names
            for index in names.lowerBound + common..<names.upperBound {
                output.member(named: name(index))
                if index < names.upperBound - 1 { output.openObject() }
            }
            output.append(values, in: members[next].value)
            last = next
        }
        guard let last else { return }
        for _ in members[last].names { output.closeObject() }
    }

    private func name(_ index: Int) -> String {
        let name = names[index]
        return paths[name.path].name(from: name.first, name.length)
    }
}
