extension RandomAccessCollection {
    /// Returns the first index whose element and all after it satisfy a condition; the end index if there is none.
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
    /// The place of the case in the order of their declaration.
    // Reports ask it for each line, so that it is compiled for the type of the cases.
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
    /// The elements in the order of a comparison, equal ones as they came.
    ///
    /// For what is sorted once a run: compiled once for all types of elements, while each `sorted(by:)` brings a sort of its
    /// own into the program. What is sorted for each line uses that.
    package func inOrder(by isBefore: (Element, Element) -> Bool) -> [Element] {
        let elements = Array(self)
        return elements.indices.sorted { isBefore(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

extension Sequence where Element: Comparable {
    package func inOrder() -> [Element] { inOrder(by: <) }
}
