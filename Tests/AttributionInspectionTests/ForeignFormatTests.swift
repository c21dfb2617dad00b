import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// Foreign formats are detected by the first bytes, in whole inputs and in lines, and text is never mistaken for one.
struct ForeignFormatTests {
    private static let vectors: [(bytes: [UInt8], whole: ForeignFormat?, line: ForeignFormat?)] = [
        ([0x1f, 0x8b, 8, 0], .gzip, nil),
        ([0x28, 0xb5, 0x2f, 0xfd], .zstd, nil),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a], .xz, nil),
        (Array("BZh9".utf8), .bzip2, nil),
        ([0x50, 0x4b, 0x03, 0x04], .zip, nil),
        ([0xff, 0xfe, 0, 0], .utf32, .marked(isUTF16: true)),
        ([0x00, 0x00, 0xfe, 0xff], .utf32, nil),
        ([0xff, 0xfe, 0x7b, 0], .utf16(), .marked(isUTF16: true)),
        ([0xfe, 0xff, 0, 0x7b], .utf16(), .marked(isUTF16: true)),
        ([0x7b, 0, 0x22, 0], .utf16(.little), nil),
        ([0, 0x65, 0, 0x79], .utf16(.big), nil),
        (Array("bplist00".utf8), .binaryPropertyList, .binaryPropertyList),
        (Array("-----BEGIN PRIVATE KEY".utf8), .pem, nil),
        (Array("\u{feff}<?xml ".utf8), .marked(isUTF16: false), .marked(isUTF16: false)),
        // Among lines, the mark is a fault of the first line only.
        (Array("\u{feff}{}".utf8), nil, .marked(isUTF16: false)),
        (Array("{}".utf8), nil, nil), (Array("eyJ".utf8), nil, nil), (Array("b".utf8), nil, nil), ([], nil, nil),
        ([0x7b], nil, nil), ([0xc3, 0xa4], nil, nil), (Array("<plist>".utf8), nil, nil),
    ]

    @Test func firstBytes() {
        for (bytes, whole, line) in Self.vectors {
            bytes.withBytes { text in
                expect(ForeignFormat(text), whole, "\(bytes)")
                expect(ForeignFormat(line: text), line, "\(bytes)")
            }
        }
    }

    @Test func words() {
        let fault = InputFault.foreign(.marked(isUTF16: true))
        expect(fault.description, "this begins with a byte order mark; it must be UTF-8 without one")
        expect(fault.hint, "only a part of the input is UTF-16; convert each part before joining them")
        expect(fault.rule.id, "encoding")
        expect(InputFault.foreign(.pem).hint, InputFault.privateKey.hint)
    }
}
