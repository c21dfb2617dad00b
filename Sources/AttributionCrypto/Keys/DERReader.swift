import AttributionBase

/// Reads consecutive elements of a range of bytes.
@safe
struct DERReader {
    private let bytes: ByteView
    private var at: Int
    private let end: Int

    init(_ bytes: ByteView, _ range: Range<Int>) {
        self.bytes = bytes
        at = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { at == end }

    /// Returns the next element and moves past it; nil if it has another tag or is incomplete.
    mutating func nextIf(_ tag: UInt8) -> DERElement? {
        guard let element = DERElement(bytes, at: at), element.tag == tag, element.end <= end else { return nil }
        at = element.end
        return element
    }

    mutating func next(_ tag: UInt8) throws(KeyError) -> DERElement {
        guard let element = nextIf(tag) else { throw .malformedDER }
        return element
    }

    func inside(_ element: DERElement) -> DERReader { DERReader(bytes, element.content..<element.end) }

    func content(_ element: DERElement) -> ByteView {
        bytes.part(element.content..<element.end)
    }

    /// Returns the value of a one-byte integer, such as a version.
    func number(_ element: DERElement) throws(KeyError) -> Int {
        guard element.end - element.content == 1, case let value = bytes[element.content], value < 0x80 else {
            throw .malformedDER
        }
        return Int(value)
    }
}
