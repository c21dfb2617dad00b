import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionCrypto

/// RFC 4231 §4.2, §4.3, §4.4 and §4.7: a short key, a text as key, bytes as message, and a key longer than a block.
struct HMACSHA256Tests {
    static let vectors: [(key: [UInt8], message: [UInt8], tag: String)] = [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ]

    @Test(arguments: vectors) func tagIsTheOnePublished(key: [UInt8], message: [UInt8], tag: String) throws {
        expect(HMACSHA256.tag(of: message, key: key), hex(tag))
    }

    /// The deterministic signer writes the tag over the key or over the message.
    @Test(arguments: [0, 32]) func tagMayOverwriteWhatItIsMadeOf(offset: Int) throws {
        let (key, message) = ([UInt8](1...32), [UInt8](33...64))
        let tag = HMACSHA256.tag(of: message, key: key)
        let bytes = SecretMemory(count: 64)
        bytes.copy(key + message, to: 0)
        HMACSHA256().authenticate(bytes[32..<64], key: bytes[0..<32], to: bytes, at: offset)
        expect(Array(bytes[offset..<offset + 32]), tag)
    }
}

/// NIST's example values for FIPS 180-4: the digests of `abc`.
struct OtherDigestTests {
    @Test func numbersAreTheLeftmostBitsOfDigests() {
        let message = Array("abc".utf8)
        #expect(
            OtherDigest.sha1.number(of: message)
                == hex("000000000000000000000000a9993e364706816aba3e25717850c26c9cd0d89d"))
        #expect(
            OtherDigest.sha384.number(of: message)
                == hex("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"))
        #expect(
            OtherDigest.sha512.number(of: message)
                == hex("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"))
    }
}
