extension ByteView {
    /// Whether this text contains another one, which must not be empty.
    package func includes(_ text: String) -> Bool { firstOffset(of: Array(text.utf8)) != nil }

    /// Returns the offset of bytes, of which there must be at least one.
    package func firstOffset(of wanted: [UInt8], from start: Int = 0) -> Int? {
        var start = start
        while let found = firstOffset(of: wanted[0], from: start) {
            if part(found..<Swift.min(found + wanted.count, count)).elementsEqual(wanted) { return found }
            start = found + 1
        }
        return nil
    }
}

/// Searches for a text within a text, byte by byte in UTF-8.
///
/// The standard library has such searches only in its module for regular expressions, which would make a statically linked program a
/// megabyte larger.
extension StringProtocol {
    /// Returns the first occurrence of a text, which must not be empty; nil if there is none.
    package func firstOccurrence(of text: String) -> Range<Index>? {
        let (bytes, wanted) = (utf8, text.utf8)
        guard let first = wanted.first else { return nil }
        var rest = bytes[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return start..<rest.index(start, offsetBy: wanted.count) }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether this text contains another one, which must not be empty.
    package func includes(_ text: String) -> Bool { firstOccurrence(of: text) != nil }

    /// Returns the number of occurrences of another text, which must not be empty.
    package func occurrences(of text: String) -> Int {
        var (count, rest) = (0, self[...])
        while let place = rest.firstOccurrence(of: text) {
            count += 1
            rest = rest[place.upperBound...]
        }
        return count
    }

    /// Returns the text with each occurrence of another text replaced, which must not be empty.
    package func replacingEach(_ text: String, by other: String) -> String {
        var (result, rest) = ("", self[...])
        while let place = rest.firstOccurrence(of: text) {
            result += rest[..<place.lowerBound] + other
            rest = rest[place.upperBound...]
        }
        return result + rest
    }
}
