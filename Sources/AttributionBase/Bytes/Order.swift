extension RandomAccessCollection {
    /// Returns the first index from which on all elements satisfy a condition; the end index if there is none. The elements must be
    /// partitioned by the condition.
    // Inlinable, since it is called for each line, and a generic function that another module calls is slow otherwise.
    @inlinable
    package func partitioningIndex(where isSatisfied: (Element) -> Bool) -> Index {
        var low = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if isSatisfied(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}

extension CaseIterable where Self: Equatable {
    /// The position of the case in the declaration.
    // Inlinable, so that it is specialised for each type: reports use it for every line.
    @inlinable package var index: Int {
        var index = 0
        for value in Self.allCases {
            if value == self { break }
            index += 1
        }
        return index
    }
}

extension Sequence {
    /// Returns the elements in sorted order. The sort is stable.
    ///
    /// It is compiled once for all types of elements, whereas each use of `sorted(by:)` adds a specialised sort to the program. It is meant
    /// for what is sorted once in a run; hot paths use `sorted(by:)`.
    package func inOrder(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        return elements.indices.sorted { isBefore(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

extension Sequence where Element: Comparable {
    package func inOrder() -> [Element] { inOrder(by: <) }
}
