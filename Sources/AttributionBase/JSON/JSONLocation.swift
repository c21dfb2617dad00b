extension JSONView {
    /// Returns the value at a path such as `windows[0].values[2].fine`, or the last value on the path that exists, and its offset. If that
    /// value is a member, it is the offset of its name.
    package func place(ofPath path: String) -> (value: JSONView, offset: Int) {
        var (value, offset, rest) = (self, start, path.utf8[...])
        while !rest.isEmpty {
            if rest.first == ASCII.dot { rest.removeFirst() }
            if rest.first == ASCII.openBracket {
                let digits = rest.dropFirst().prefix { $0 != ASCII.closeBracket }
                guard let index = Int(String(Substring(digits))), let element = value.element(at: index) else { break }
                (value, offset, rest) = (element, element.start, rest.dropFirst(digits.count + 2))
            } else {
                // A name may contain dots and brackets itself, so take the longest one that fits.
                let fitting = value.members.filter { member in
                    let name = member.name.string.utf8
                    let behind = rest.dropFirst(name.count).first
                    return rest.starts(with: name) && [nil, ASCII.dot, ASCII.openBracket].contains(behind)
                }
                guard let member = fitting.max(by: { $0.name.raw.count < $1.name.raw.count }) else { break }
                (value, offset) = (member.value, member.name.start)
                rest = rest.dropFirst(member.name.string.utf8.count)
            }
        }
        return (value, offset)
    }
}

extension ByteView {
    /// Returns the number of line breaks before the value at each path. If the text is not JSON, it is the number before the syntax error.
    package func lineBreaks(beforePaths paths: [String]) -> [Int] {
        func breaks(_ offset: Int) -> Int { part(0..<Swift.min(offset, count)).occurrences(of: ASCII.newline) }
        var index = JSONIndex()
        do throws(JSONSyntaxError) {
            let root = try unsafe index.read(self)
            return paths.map { breaks(root.place(ofPath: $0).offset) }
        } catch {
            return paths.map { _ in breaks(error.offset) }
        }
    }
}
