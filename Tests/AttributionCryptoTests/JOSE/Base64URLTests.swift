import AttributionBase
import AttributionCrypto
import AttributionTestSupport
import Testing

struct Base64URLTests {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func decode(_ text: String) throws(Base64Error) -> [UInt8] {
        try Base64URL.decode(Array(text.utf8))
    }

    /// RFC 4648 §10 without padding, and bytes that need the two characters of the URL alphabet.
    static let published: [(String, [UInt8])] = [
        ("", []), ("Zg", Array("f".utf8)), ("Zm8", Array("fo".utf8)), ("Zm9v", Array("foo".utf8)),
        ("Zm9vYg", Array("foob".utf8)), ("Zm9vYmE", Array("fooba".utf8)), ("Zm9vYmFy", Array("foobar".utf8)),
        ("-_-_", [0xfb, 0xff, 0xbf]), ("____", [0xff, 0xff, 0xff]), ("--__", [0xfb, 0xef, 0xff]),
    ]

    @Test(arguments: published) func bothWaysGiveWhatIsPublished(_ text: String, _ bytes: [UInt8]) throws {
        try expect(Self.decode(text), bytes)
        expect(Base64URL.encode(bytes), Array(text.utf8))
    }

    /// RFC 7515 Appendix C.
    @Test func exampleOfRFC7515() throws {
        try expect(Self.decode("A-z_4ME"), [3, 236, 255, 224, 193])
        expect(Base64URL.encode([3, 236, 255, 224, 193]), Array("A-z_4ME".utf8))
    }

    @Test func everyLengthComesBack() throws {
        for count in 0...200 {
            for fill in [0x00, 0xff, 0x9e] as [UInt8] {
                let bytes = (0..<count).map { fill &+ UInt8(truncatingIfNeeded: $0 &* 37) }
                let text = Base64URL.encode(bytes)
                expect(text.count, (count * 8 + 5) / 6)
                #expect(text.allSatisfy(Self.alphabet.contains))
                try expect(Base64URL.decode(text), bytes)
            }
        }
    }

    /// The payload of a token is decoded up to its dot, which nobody looks for first.
    @Test func aRunEndsBeforeTheFirstOtherCharacter() throws {
        var runs = 0
        for count in 0...100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            let text = Base64URL.encode(bytes)
            for rest in ["", ".", ".A", ".AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "=", "+AAAAAAAA"] {
                var output = ByteBuffer(capacity: 1)
                output.append(ASCII.comma)
                let (end, fault) = (text + Array(rest.utf8)).withBytes { Base64URL.decodeRun($0, to: &output) }
                #expect(end == text.count && fault == nil)
                expect(output.array(), [ASCII.comma] + bytes)
                runs += 1
            }
        }
        expect(runs, 606)
    }

    @Test(arguments: [("A.AAA", 1, Base64Error.length(1)), ("AAAAAA_.", 7, .trailingBits(offset: 6))])
    func aRunThatIsNotCanonicalAppendsNothing(_ text: String, _ end: Int, _ fault: Base64Error) {
        var output = ByteBuffer(capacity: 1)
        let found = Array(text.utf8).withBytes { Base64URL.decodeRun($0, to: &output) }
        #expect(found.end == end && found.fault == fault)
        let count = output.count
        expect(count, 0)
    }

    @Test func everyByteComesBackAtEachPlaceOfAGroup() throws {
        for byte in UInt8.min...UInt8.max {
            for bytes in [
                [byte], [byte, 1], [1, byte], [byte, 1, 2], [1, byte, 2], [1, 2, byte], [1, 2, 3, byte],
            ] {
                try expect(Base64URL.decode(Base64URL.encode(bytes)), bytes)
            }
        }
    }

    @Test func everyByteOutsideOfTheAlphabetIsRefusedAtEachPlace() {
        var refused = 0
        for byte in UInt8.min...UInt8.max where !Self.alphabet.contains(byte) {
            for count in [2, 3, 4, 6, 7, 8, 40] {
                for index in 0..<count {
                    var text = [UInt8](repeating: UInt8(ascii: "A"), count: count)
                    text[index] = byte
                    #expect(throws: Base64Error.character(byte, offset: index)) { try Base64URL.decode(text) }
                }
            }
            refused += 1
        }
        expect(refused, 192)
    }

    /// Long texts are decoded in blocks, and the first fault must be found in any block.
    @Test func theFirstFaultOfALongTextIsNamed() {
        for count in 290...293 {
            for index in 0..<count {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: count)
                text[index] = UInt8(ascii: "*")
                text[count - 1] = UInt8(ascii: "=")
                let first = index == count - 1 ? UInt8(ascii: "=") : UInt8(ascii: "*")
                #expect(throws: Base64Error.character(first, offset: index)) { try Base64URL.decode(text) }
            }
        }
    }

    static let malformed: [(String, String, Base64Error)] = [
        ("padding of one", "Zm8=", .character(UInt8(ascii: "="), offset: 3)),
        ("padding of two", "Zg==", .character(UInt8(ascii: "="), offset: 2)),
        ("padding after whole groups", "Zm9v=", .character(UInt8(ascii: "="), offset: 4)),
        ("padding only", "=", .character(UInt8(ascii: "="), offset: 0)),
        ("standard alphabet, plus", "+_-_", .character(UInt8(ascii: "+"), offset: 0)),
        ("standard alphabet, slash", "-/-_", .character(UInt8(ascii: "/"), offset: 1)),
        ("space first", " Zm9v", .character(UInt8(ascii: " "), offset: 0)),
        ("space inside", "Zm 9v", .character(UInt8(ascii: " "), offset: 2)),
        ("newline last", "Zm9v\n", .character(UInt8(ascii: "\n"), offset: 4)),
        ("carriage return last", "Zm9vYg\r", .character(UInt8(ascii: "\r"), offset: 6)),
        ("dot", "Zm9v.", .character(UInt8(ascii: "."), offset: 4)),
        ("first of two bad characters", "!m9*", .character(UInt8(ascii: "!"), offset: 0)),
        ("bad character and spare bits", "Zm9*Zh", .character(UInt8(ascii: "*"), offset: 3)),
        ("one character", "A", .length(1)),
        ("five characters", "AAAAA", .length(5)),
        ("nine characters", "AAAAAAAAA", .length(9)),
    ]

    @Test(arguments: malformed) func isRefusedForItsFault(_ name: String, _ text: String, _ error: Base64Error) {
        #expect(throws: error) { try Self.decode(text) }
    }

    @Test func noVectorVanishes() {
        expect(Set(Self.malformed.map(\.0)).count, 16)
    }

    @Test func lengthsOfOneModuloFourAreRefused() {
        for count in stride(from: 1, through: 201, by: 4) {
            let text = [UInt8](repeating: UInt8(ascii: "A"), count: count)
            #expect(throws: Base64Error.length(count)) { try Base64URL.decode(text) }
        }
    }

    /// Only last characters without excess bits are canonical: 4 after one character, 16 after two.
    @Test(arguments: [(1, 4), (2, 16)]) func spareBitsAreRefused(_ before: Int, _ canonical: Int) throws {
        for groups in [0, 1, 5] {
            var accepted = 0
            for (value, character) in Self.alphabet.enumerated() {
                let text = [UInt8](repeating: UInt8(ascii: "w"), count: groups * 4 + before) + [character]
                if value.isMultiple(of: 64 / canonical) {
                    expect(Base64URL.encode(try Base64URL.decode(text)), text)
                    accepted += 1
                } else {
                    #expect(throws: Base64Error.trailingBits(offset: text.count - 1)) { try Base64URL.decode(text) }
                }
            }
            expect(accepted, canonical)
        }
    }

    /// Every decodable text of up to three characters of a small alphabet is encoded to itself again.
    @Test func whatDecodesEncodesBack() {
        let characters = Array("AQgwBhx-_09z=+/ ".utf8)
        var accepted = 0
        for one in characters {
            for two in characters {
                for three in characters {
                    for text in [[one, two], [one, two, three], [one, two, three, one]] {
                        guard let bytes = try? Base64URL.decode(text) else { continue }
                        accepted += 1
                        expect(Base64URL.encode(bytes), text)
                    }
                }
            }
        }
        #expect(accepted > 1000)
    }

    @Test func faultAppendsNothing() {
        var output = ByteBuffer()
        output.append("kept")
        for text in ["Zm9*", "Zm9vA", "Zm9vZh", "Zm9vYm9="] {
            let bytes = Array(text.utf8)
            let fault = bytes.withBytes { Base64URL.decode($0, to: &output) }
            #expect(fault != nil)
            expect(output.text, "kept")
        }
    }
}
