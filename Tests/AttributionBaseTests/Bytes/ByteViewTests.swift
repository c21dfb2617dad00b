import AttributionTestSupport
import Testing

@testable import AttributionBase

/// What is outside a view is never read: it is nil where a loop asks for it, false where it is compared, and ends the
/// process where it is a fault of the program.
struct ByteViewTests {
    /// A view in the middle of other bytes, which it must not show.
    private static func inside<Result: Sendable>(_ count: Int, _ body: (ByteView) -> Result) -> Result {
        let bytes = [0xee] + (0..<UInt8(count)).map { $0 } + [UInt8](repeating: 0xee, count: 16)
        return bytes.withBytes { body($0.part(1..<1 + count)) }
    }

    @Test(arguments: 0...9) func bytesOutsideAreNil(count: Int) {
        Self.inside(count) { view in
            for offset in 0..<count { expect(view.byte(at: offset), UInt8(offset)) }
            for offset in [-1, count, count + 1, .max, .min] { #expect(view.byte(at: offset) == nil) }
        }
    }

    @Test(arguments: 0...20) func wordsThatReachOutsideAreNil(count: Int) {
        Self.inside(count) { view in
            for offset in [.min, -8, -1] + Array(0...count + 1) + [.max] {
                let isInside = offset >= 0 && offset <= count - 8
                expect(view.word(at: offset, as: UInt64.self) != nil, isInside, "\(offset) of \(count)")
            }
            #expect(count < 8 || view.word(at: 0, as: UInt64.self) == 0x0706_0504_0302_0100)
        }
    }

    @Test(arguments: 0...20) func aPaddedWordHasZerosAfterTheEnd(count: Int) {
        Self.inside(count) { view in
            for offset in 0...count + 9 {
                let bytes = (offset..<offset + 8).map { $0 < count ? UInt64($0) : 0 }
                let word = bytes.reversed().reduce(0) { $0 << 8 | $1 }
                expect(view.paddedWord(at: offset), word, "\(offset) of \(count)")
            }
        }
    }

    @Test(arguments: 0...40) func severalWordsAreAllInside(count: Int) {
        Self.inside(count) { view in
            for number in 1...4 {
                for offset in [.min, -8, -1] + Array(0...count + 1) + [.max] {
                    let words = view.words(number, at: offset)
                    let isInside = offset >= 0 && offset <= count - 8 * number
                    expect(words != nil, isInside, "\(number) at \(offset) of \(count)")
                    guard let words else { continue }
                    for index in 0..<number {
                        expect(words[index], view.word(at: offset + 8 * index, as: UInt64.self))
                    }
                }
            }
        }
    }

    @Test(arguments: 0...20) func whatReachesOutsideIsNotHeld(count: Int) {
        Self.inside(count) { view in
            for start in 0...count {
                for end in start...count {
                    let part = view.part(start..<end)
                    #expect(view.holds(part, at: start))
                    for offset in [.min, -1, count - part.count + 1, count + 1, .max] {
                        #expect(!view.holds(part, at: offset), "\(start)..<\(end) at \(offset)")
                    }
                }
            }
        }
    }

    @Test(arguments: 0...20) func searchesEndAtTheEnd(count: Int) {
        Self.inside(count) { view in
            for byte in 0..<UInt8(count) {
                expect(view.firstOffset(of: byte), Int(byte))
                #expect(view.firstOffset(of: byte, from: Int(byte) + 1) == nil)
            }
            #expect(view.firstOffset(of: 0xee) == nil)
            #expect(view.firstOffset(of: 0, from: count) == nil)
            expect(Array(view), (0..<UInt8(count)).map { $0 })
            #expect(view.elementsEqual(view.part(0..<count)))
            #expect(count == 0 || !view.elementsEqual(view.part(0..<count - 1)))
        }
    }

    /// Bytes are compared in words that overlap, so every length and every place of a difference is tried.
    @Test(arguments: 0...70) func oneOtherByteMakesBytesDiffer(count: Int) {
        let bytes = (0..<UInt8(count)).map { $0 &* 37 }
        bytes.withBytes { view in
            #expect(Array(bytes).withBytes { $0.elementsEqual(view) })
            for place in 0..<count {
                for bit in [UInt8(1), 0x80] {
                    var other = bytes
                    other[place] ^= bit
                    #expect(!other.withBytes { $0.elementsEqual(view) }, "\(place) of \(count)")
                }
            }
        }
    }

    @Test func partsOutsideEndTheProcess() async {
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(3) { _ = $0.part(0..<4) } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(3) { _ = $0.part(-1..<2) } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(3) { _ = $0[3] } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(3) { _ = $0[-1] } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(24) { _ = $0.words(2, at: 0)?[2] } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(24) { _ = $0.words(2, at: 0)?[-1] } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(24) { _ = $0.words(0, at: 0) } }
        await #expect(processExitsWith: .failure) { ByteViewTests.inside(24) { _ = $0.words(.max, at: 0) } }
    }
}
