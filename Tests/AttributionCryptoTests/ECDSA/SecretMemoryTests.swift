import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// Memory for secrets that change.
struct SecretMemoryTests {
    /// The bytes of a memory.
    private static func content(of memory: borrowing SecretMemory) -> [UInt8] { Array(memory.bytes) }

    @Test func memoryBeginsAsZerosAndIsErasedToZeros() {
        let memory = SecretMemory(count: 5)
        expect(Self.content(of: memory), [0, 0, 0, 0, 0])
        memory.copy([1, 2, 3, 4, 5], to: 0)
        expect(Self.content(of: memory), [1, 2, 3, 4, 5])
        memory.erase()
        expect(Self.content(of: memory), [0, 0, 0, 0, 0])
    }

    @Test func partsMayOverlapWhenCopied() {
        let memory = SecretMemory(count: 6)
        memory.copy([1, 2, 3, 4, 5, 6], to: 0)
        memory.copy(0, count: 5, to: 1)
        expect(Self.content(of: memory), [1, 1, 2, 3, 4, 5])
        memory.copy(2, count: 4, to: 0)
        expect(Self.content(of: memory), [2, 3, 4, 5, 4, 5])
        memory.fill(1..<3, with: 9)
        memory[5] ^= 2
        expect(Self.content(of: memory), [2, 9, 9, 5, 4, 7])
    }

    @Test func memoryOfNoBytesTakesNone() {
        let memory = SecretMemory(count: 0)
        memory.copy([], to: 0)
        expect(Self.content(of: memory), [])
    }

    @Test func nothingOutsideIsRead() async {
        await #expect(processExitsWith: .failure) { _ = SecretMemory(count: 4)[4] }
        await #expect(processExitsWith: .failure) { _ = SecretMemory(count: 4)[-1] }
        await #expect(processExitsWith: .failure) { _ = SecretMemory(count: 4)[2..<5] }
    }

    @Test func nothingOutsideIsWritten() async {
        await #expect(processExitsWith: .failure) { SecretMemory(count: 4)[4] = 1 }
        await #expect(processExitsWith: .failure) { SecretMemory(count: 4).copy([1, 2, 3], to: 2) }
        await #expect(processExitsWith: .failure) { SecretMemory(count: 4).copy([1], to: -1) }
        await #expect(processExitsWith: .failure) { SecretMemory(count: 4).copy(0, count: 3, to: 2) }
        await #expect(processExitsWith: .failure) { SecretMemory(count: 4).fill(3..<5, with: 1) }
    }
}
