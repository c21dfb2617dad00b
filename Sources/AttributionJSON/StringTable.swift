import AttributionBytes

/// Texts that strings are looked up among, in one piece of memory: no text is copied or counted for that.
@usableFromInline
package struct StringTable: Sendable {
    private let lengths: [Int]
    /// The UTF-8 of all, one after the other.
    private let bytes: [UInt8]

    @usableFromInline
    package init(_ texts: [String]) {
        lengths = texts.map(\.utf8.count)
        bytes = texts.flatMap(\.utf8)
    }

    /// The place of the text that a string means; nil for any other value too.
    @usableFromInline
    package func place(of view: JSONView) -> Int? {
        guard view.kind == .string else { return nil }
        return unsafe view.unescapedOrContent { text in
            unsafe bytes.withUnsafeBytes { bytes in
                var start = 0
                for place in lengths.indices {
                    let end = start &+ lengths[place]
                    if end &- start == text.count, unsafe text.elementsEqual(bytes.part(start..<end)) {
                        return place
                    }
                    start = end
                }
                return nil
            }
        }
    }
}
