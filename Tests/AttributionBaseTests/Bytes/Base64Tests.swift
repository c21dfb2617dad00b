import AttributionBase
import AttributionTestSupport
import Testing

struct Base64Tests {
    private func encode(_ bytes: [UInt8]) -> String {
        var output = ByteBuffer()
        bytes.withBytes { Base64.encode($0, to: &output) }
        return output.text
    }

    private func decode(_ text: String) -> (bytes: [UInt8], fault: Base64Error?) {
        var output = ByteBuffer()
        let bytes = Array(text.utf8)
        let fault = bytes.withBytes { Base64.decode($0, to: &output) }
        return (output.array(), fault)
    }

    @Test("The vectors of RFC 4648 §10, both ways")
    func vectors() {
        let vectors = [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
        for (plain, text) in vectors {
            expect(encode(Array(plain.utf8)), text)
            expect(decode(text).bytes, Array(plain.utf8))
        }
        expect(encode([0xfb, 0xff, 0xbf]), "+/+/")
    }

    @Test("What decodes is the one text of its bytes")
    func canonical() {
        let alphabet = Array("AQgw/+=-_ ").map(String.init)
        var accepted = 0
        for a in alphabet {
            for b in alphabet {
                for c in alphabet {
                    for d in alphabet {
                        let text = a + b + c + d
                        let result = decode(text)
                        if result.fault == nil {
                            expect(encode(result.bytes), text)
                            accepted += 1
                        } else {
                            #expect(result.bytes.isEmpty)
                        }
                    }
                }
            }
        }
        // Six letters of the alphabet: 6⁴ whole groups, 6² × those without excess bits, with = and with ==.
        expect(accepted, 1296 + 6 * 6 * 4 + 6 * 4)
    }

    @Test func faults() {
        expect(decode("Zg=").fault, .length(3))
        expect(decode("Z").fault, .length(1))
        expect(decode("Zg==Zg==").fault, .character(UInt8(ascii: "="), offset: 2))
        expect(decode("Zh==").fault, .trailingBits(offset: 1))
        expect(decode("Zm9=").fault, .trailingBits(offset: 2))
        expect(decode("Zm9\n").fault, .character(10, offset: 3))
        #expect(decode("===").fault != nil)
    }
}
