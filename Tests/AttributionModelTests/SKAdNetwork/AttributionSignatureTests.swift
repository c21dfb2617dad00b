import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct AttributionSignatureTests {
    private func read(_ text: String) -> (raw: [UInt8], fault: AttributionSignature.Fault?) {
        var output = ByteBuffer()
        let bytes = Array(text.utf8)
        var der = ByteBuffer()
        let fault = bytes.withBytes { AttributionSignature.read($0, der: &der, raw: &output) }
        return (output.array(), fault)
    }

    private func base64(_ bytes: [UInt8]) -> String {
        var output = ByteBuffer()
        bytes.withBytes { Base64.encode($0, to: &output) }
        return output.text
    }

    @Test("What a key signs is read back, and written again to the same text")
    func roundTrip() {
        let key = newKey()
        for count in 0..<200 {
            let signature = key.sign([UInt8(count)])
            let text = AttributionSignature.text(of: signature)
            #expect(text.hasPrefix("M"))
            expect(read(text).raw, signature.rawRepresentation)
            #expect(read(text).fault == nil)
        }
    }

    static let faults: [(der: String, fault: AttributionSignature.Fault)] = [
        ("", .empty),
        ("3106020101020101", .der(.notASequence(found: 0x31))),
        ("3007020101020101", .der(.truncated(announced: 9, found: 8))),
        ("3005020101020101", .der(.trailingBytes(1))),
        ("30ff020101020101", .der(.lengthOfSeveralBytes(at: 1, found: 0xff))),
        ("3006027f01020101", .der(.integerTooLong(.r, at: 3, announced: 127, found: 4))),
        ("300702020001020101", .der(.needlessZero(.r, at: 4))),
        ("3006020101020100", .der(.outOfRange(.s))),
    ]

    @Test("Whatever is not the one DER form is refused", arguments: faults)
    func derFaults(der: String, fault: AttributionSignature.Fault) {
        let result = read(base64(hex(der) ?? []))
        expect(result.fault, fault)
        #expect(result.raw.isEmpty)
    }

    @Test func smallestSignature() {
        #expect(read(base64(hex("3006020101020101") ?? [])).fault == nil)
        expect(read(base64([UInt8](repeating: 7, count: 64))).fault, .raw)
    }

    @Test("Base64 has one form too")
    func base64Faults() {
        let good = AttributionSignature.text(of: newKey().sign([1]))
        expect(read("MAYCAQECAQEC\n").fault, .base64(.character(10, offset: 12)))
        expect(read("MAYCAQECAQ").fault, .base64(.length(10)))
        #expect(read(String(good.dropLast())).fault != nil)
        expect(read("-" + good.dropFirst()).fault, .base64(.character(UInt8(ascii: "-"), offset: 0)))
        expect(read("\\" + good.dropFirst()).fault, .base64(.character(UInt8(ascii: "\\"), offset: 0)))
        expect(read("MAYCAQECAQF=").fault, .base64(.trailingBits(offset: 10)))
        #expect(read("MAYCAQECAQE=").fault == nil)
        expect(read("MA=YCAQECAQE").fault, .base64(.character(UInt8(ascii: "="), offset: 2)))
        expect(read("====").fault, .base64(.character(UInt8(ascii: "="), offset: 0)))
        expect(read(String(repeating: "A", count: 10_000_000)).fault, .tooLong(10_000_000))
        for fault in [
            AttributionSignature.Fault.base64(.trailingBits(offset: 10)), .empty, .tooLong(1), .der(.outOfRange(.r)),
            .base64(.character(0, offset: 1)),
        ] {
            #expect(fault.problem.found?.isEmpty == false && fault.problem.wanted?.isEmpty == false)
        }
    }
}
