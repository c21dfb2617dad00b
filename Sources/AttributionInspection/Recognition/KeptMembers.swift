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
        /// Whether the member was written, or is inside another member that is written.
        var isDone = false
    }

    /// A range of parts of a path that form one name.
    private typealias Name = (path: Int, first: Int, length: Int)

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
                names.append((index, part, length))
                part += length
            }
            members.append(Member(names: firstName..<names.count, value: start..<values.count))
        }
        dropInner()
        write()
    }

    /// Excludes members that are inside another member, or the same as another.
    private mutating func dropInner() {
        for inner in members.indices {
            members[inner].isDone = members.indices.contains { outer in
                guard outer != inner else { return false }
                let count = members[outer].names.count
                guard count <= members[inner].names.count, commonNames(outer, inner) == count else { return false }
                return count < members[inner].names.count || outer < inner
            }
        }
    }

    /// Writes the members, grouped by the objects that contain them.
    private mutating func write() {
        var last: Int?
        while let next = next(after: last) {
            let common = last.map { commonNames($0, next) } ?? 0
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
            members[next].isDone = true
            last = next
        }
        guard let last else { return }
        for _ in members[last].names { output.closeObject() }
    }

    /// Returns the member to write next: the first of those that share the most enclosing objects with the last one.
    private func next(after last: Int?) -> Int? {
        var best: (index: Int, common: Int)?
        for index in members.indices where !members[index].isDone {
            let common = last.map { commonNames($0, index) } ?? 0
            if best.map({ common > $0.common }) ?? true { best = (index, common) }
        }
        return best?.index
    }

    /// Returns the number of names that the paths of two members share at the beginning.
    private func commonNames(_ left: Int, _ right: Int) -> Int {
        var count = 0
        for (left, right) in zip(members[left].names, members[right].names) {
            guard name(left) == name(right) else { break }
            count += 1
        }
        return count
    }

    private func name(_ index: Int) -> String {
        let name = names[index]
        return paths[name.path].name(from: name.first, name.length)
    }
}
