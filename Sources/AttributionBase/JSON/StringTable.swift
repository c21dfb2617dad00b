/// A table for looking up strings, in contiguous memory. A lookup copies no text and measures no length.
@usableFromInline
package struct StringTable: Sendable {
    private let lengths: [Int]
    /// The UTF-8 of all texts, concatenated.
    private let bytes: [UInt8]

    @usableFromInline
    package init(_ texts: [String]) {
        lengths = texts.map(\.utf8.count)
        bytes = texts.flatMap(\.utf8)
    }

    /// Returns the index of the text equal to a string; nil if there is none or the value is not a string.
    @usableFromInline
    package func place(of view: JSONView) -> Int? {
        guard view.kind == .string else { return nil }
        return view.unescapedOrContent { text in
            bytes.withBytes { bytes in
                var start = 0
                for place in lengths.indices {
                    let end = start &+ lengths[place]
                    if end &- start == text.count, text.elementsEqual(bytes.part(start..<end)) { return place }
                    start = end
                }
                return nil
            }
        }
    }
}
