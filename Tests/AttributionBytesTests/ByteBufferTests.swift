import AttributionBytes
import Testing

@Suite struct ByteBufferTests {
    private static func text(_ fill: (inout ByteBuffer) -> Void) -> String {
        var buffer = ByteBuffer(capacity: 1)
        fill(&buffer)
        return String(decoding: buffer.array(), as: UTF8.self)
    }

    @Test func decimalsAreWhatSwiftWrites() {
        var values = [0, 1, Int.max, Int.max - 1]
        var power = 1
        for _ in 0..<18 {
            power *= 10
            values += [power - 1, power, power + 1]
        }
        for value in values { #expect(Self.text { $0.append(decimal: value) } == String(value)) }
    }

    /// Texts around the size that a Swift string stores inline, and around the buffer's initial capacity.
    @Test(arguments: [0, 1, 15, 16, 17, 255, 256, 257, 1000])
    func textsAreAppendedWhole(_ count: Int) {
        let text = String(repeating: "x", count: count)
        #expect(
            Self.text {
                $0.append(text: text)
                $0.append(text: "é")
            } == text + "é")
    }

    @Test func whatIsKnownToTheCompilerIsAppendedTo() {
        #expect(
            Self.text {
                $0.append("aak: ")
                $0.append("hint:")
                $0.append(ASCII.space)
            } == "aak: hint: ")
    }

    @Test func theFrontIsDropped() {
        #expect(
            Self.text {
                $0.append("abcdef")
                $0.removeFirst(2)
            } == "cdef")
        #expect(
            Self.text {
                $0.append("abcdef")
                $0.removeFirst(6)
            } == "")
        #expect(
            Self.text {
                $0.append("abcdef")
                $0.truncate(to: 1)
            } == "a")
    }
}
