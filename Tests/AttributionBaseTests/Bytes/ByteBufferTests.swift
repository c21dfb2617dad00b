import AttributionBase
import AttributionTestSupport
import Testing

struct ByteBufferTests {
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
        for value in values { expect(Self.text { $0.append(decimal: value) }, String(value)) }
    }

    /// Texts around the size that a Swift string stores inline, and around the buffer's initial capacity.
    @Test(arguments: [0, 1, 15, 16, 17, 255, 256, 257, 1000])
    func textsAreAppendedWhole(_ count: Int) {
        let text = String(repeating: "x", count: count)
        expect(
            Self.text {
                $0.append(text: text)
                $0.append(text: "é")
            }, text + "é")
    }

    @Test func whatIsKnownToTheCompilerIsAppendedTo() {
        expect(
            Self.text {
                $0.append("aak: ")
                $0.append("hint:")
                $0.append(ASCII.space)
            }, "aak: hint: ")
    }

    @Test func theFrontIsDropped() {
        expect(
            Self.text {
                $0.append("abcdef")
                $0.removeFirst(2)
            }, "cdef")
        expect(
            Self.text {
                $0.append("abcdef")
                $0.removeFirst(6)
            }, "")
        expect(
            Self.text {
                $0.append("abcdef")
                $0.truncate(to: 1)
            }, "a")
    }

    @Test func otherBuffersAreAppendedWholeOrInPart() {
        var other = ByteBuffer()
        other.append("0123456789")
        var buffer = ByteBuffer(capacity: 1)
        buffer.append(other)
        buffer.append(other, from: 8)
        buffer.append(other, in: 2..<5)
        buffer.append(other, from: 10)
        expect(buffer.text, "012345678989234")
        expect(buffer.firstOffset(of: UInt8(ascii: "8")), 8)
        expect(buffer.firstOffset(of: UInt8(ascii: "8"), from: 9), 10)
        expect(buffer.lastOffset(of: UInt8(ascii: "9")), 11)
        #expect(buffer.lastOffset(of: UInt8(ascii: "x")) == nil)
    }

    @Test func asManyBytesAreAppendedAsWereRead() {
        var buffer = ByteBuffer(capacity: 1)
        buffer.append("ab")
        for room in [0, 1, 300] {
            let count = unsafe buffer.append(upTo: room) { target in
                let count = min(2, target.count)
                for index in 0..<count { unsafe target[index] = UInt8(ascii: "x") }
                return count
            }
            expect(count, min(2, room))
        }
        expect(buffer.text, "abxxx")
    }

    @Test func whatIsNotThereEndsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            buffer.append(ByteBuffer(), in: 0..<1)
        }
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            buffer.append(ByteBuffer(), from: 1)
        }
        await #expect(processExitsWith: .failure) {
            var buffer = ByteBuffer()
            _ = unsafe buffer.append(upTo: 4) { $0.count + 1 }
        }
    }
}
