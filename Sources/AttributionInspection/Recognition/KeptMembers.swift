import AttributionBase

/// Collects the members of a line that are output together with the result for its input. Each thread needs its own.
///
/// They are written as one object, in which each member is nested under the names of its path in the line. Array
/// indices become names too. Missing members are omitted.
package struct KeptMembers: ~Copyable {
    private let paths: [MemberPath]
    private var walker = MemberWalker()
    private var members: [Member] = []
    /// The names in the paths of all members, one member after another.
    private var names: [Name] = []
    private var values = ByteBuffer(capacity: 16)
    private var output = ByteBuffer(capacity: 16)

    private struct Member {
        let names: Range<Int>
        let value: Range<Int>
    }

    /// The members to write in their order, each with the number of names that it shares with the one before. It depends
    /// only on ``names``, which are the same for nearly all lines.
    private var order: [(member: Int, common: Int)] = []
    private var orderedNames: [Name] = []
    private var orderedCounts: [Int] = []

    /// A range of parts of a path that form one name.
    private struct Name: Equatable {
        let path: Int
        let first: Int
        let length: Int
    }

    package init(_ paths: [String]) { self.paths = paths.map { MemberPath($0) } }

    /// The object as JSON text; nil if a line has none of the members. Valid until the next line.
    package var text: ByteView? { output.isEmpty ? nil : unsafe output.bytes }

    package mutating func removeAll() { output.removeAll() }

    package mutating func take(from root: JSONView) {
        output.removeAll()
        guard !paths.isEmpty else { return }
        members.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        values.removeAll()
        for (index, path) in paths.enumerated() {
            // An unreadable string on the path contains no member.
            guard let found = try? walker.find(path, in: root) else { continue }
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

    /// An object around members, or a member.
    private struct Node {
        var member: Int?
        var children: [Int] = []
        /// The first member in it that is written.
        var first = Int.max
    }

    /// A node by the one around it and its name there.
    private struct Step: Hashable {
        let node: Int
        let name: String
    }

    /// Finds the order of the members: grouped by the objects that contain them, and those by their first member. Members
    /// that are inside another member, or the same as another, are left out.
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
        // What is around a node has a lower index.
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
            // The last one that is pending is the next, and shares the names of what is around it.
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
