import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

/// Property lists in the binary form that built apps have.
struct BinaryPropertyListTests {
    /// Writes a value as Apple's tools do: strings that are the same are one object.
    private struct Writer {
        private var objects: [[UInt8]] = []
        private var numbers: [String: Int] = [:]

        static func write(_ value: JSONValue) -> [UInt8] {
            var writer = Writer()
            let top = writer.add(value)
            var bytes = Array("bplist00".utf8)
            var places: [Int] = []
            for object in writer.objects {
                places.append(bytes.count)
                bytes += object
            }
            let table = bytes.count
            for index in places { bytes += big(index, 4) }
            bytes += [0, 0, 0, 0, 0, 0, 4, 2]
            return bytes + big(places.count, 8) + big(top, 8) + big(table, 8)
        }

        static func big(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
        }

        private func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + Self.big(count, 4)
        }

        private mutating func add(_ value: JSONValue) -> Int {
            switch value {
            case .null: return append([0])
            case .bool(let isTrue): return append([isTrue ? 9 : 8])
            case .number(let text):
                if let number = Int(text) { return append([0x13] + Self.big(number, 8)) }
                return append([0x23] + Self.big(Int(bitPattern: UInt((Double(text) ?? 0).bitPattern)), 8))
            case .string(let text):
                if let number = numbers[text] { return number }
                let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
                let number = append(
                    isASCII
                        ? head(5, text.utf8.count) + Array(text.utf8)
                        : head(6, text.utf16.count) + text.utf16.flatMap { Self.big(Int($0), 2) })
                numbers[text] = number
                return number
            case .array(let elements):
                let number = append([])
                objects[number] = head(10, elements.count) + elements.map { add($0) }.flatMap { Self.big($0, 2) }
                return number
            case .object(let members):
                let number = append([])
                let keys = members.map { add(.string($0.name)) }
                let values = members.map { add($0.value) }
                objects[number] = head(13, members.count) + (keys + values).flatMap { Self.big($0, 2) }
                return number
            }
        }

        private mutating func append(_ object: [UInt8]) -> Int {
            objects.append(object)
            return objects.count - 1
        }
    }

    private static let configuration: JSONValue = .object([
        .init("CFBundleIdentifier", .string("com.example.app")), .init("Größe", .string("日本 \u{1f600}")),
        .init("AttributionCopyEndpoint", .string("https://example.com")),
        .init("numbers", .array([.number("0"), .number("-1"), .number("9223372036854775807"), .number("1.5")])),
        .init("AdNetworkIdentifiers", .array((0..<40).map { .string("n\($0 % 30).adattributionkit") })),
        .init("flags", .object([.init("yes", .bool(true)), .init("no", .bool(false)), .init("", .null)])),
        .init("empty", .array([.array([]), .object([]), .string("")])),
    ])

    @Test func readsWhatItsXMLWouldSay() throws {
        try expect(PropertyList.value(of: Writer.write(Self.configuration)), Self.configuration)
    }

    /// A list as Python's plistlib writes it, with a real, data, a date and an integer of 16 bytes.
    @Test func readsWhatOthersWrite() throws {
        let list =
            Array("bplist00".utf8)
            + [0xd4, 1, 2, 3, 4, 5, 6, 7, 8, 0x51, 0x61, 0x51, 0x62, 0x51, 0x63, 0x51, 0x64]
            + [0x22, 0x3f, 0xc0, 0, 0] + [0x43, 1, 2, 3] + [0x33, 0x41, 0xc0, 0, 0, 0, 0, 0, 0]
            + [0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xff, count: 8)
        let places = [8, 17, 19, 21, 23, 25, 30, 34, 43]
        let bytes =
            list + places.map { UInt8($0) } + [0, 0, 0, 0, 0, 0, 1, 1] + Writer.big(9, 8) + Writer.big(0, 8)
            + Writer.big(list.count, 8)
        let wanted: JSONValue = .object([
            .init("a", .number("1.5")), .init("b", .string("AQID")), .init("c", .string("2018-01-05T18:48:32Z")),
            .init("d", .number("18446744073709551615")),
        ])
        try expect(PropertyList.value(of: bytes), wanted)
    }

    /// Makes a file of objects, of which the first is the top.
    private func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += Writer.big(bytes.count, 2)
            bytes += object
        }
        let start = bytes.count
        return bytes + table + [0, 0, 0, 0, 0, 0, 2, 1] + Writer.big(objects.count, 8) + Writer.big(0, 8)
            + Writer.big(start, 8)
    }

    @Test func refusesWhatNoWriterMakes() throws {
        let text = [0x5f, 0x11, 0x03, 0xe8] + [UInt8](repeating: 0x61, count: 1000)
        var faults: [([[UInt8]], String)] = [
            ([[0xa1, 0]], "in itself"), ([[0xa2, 1, 1], [0xa0]], "in two places"),
            ([[0xa1, 7]], "not among the objects"),
            ([[0xd1, 1, 1], [0x10, 1]], "a key of a dictionary is not a string"),
            ([[0xd2, 1, 1, 1, 1], [0x51, 0x61]], "the key \"a\" is repeated"), ([[0x5f, 0x51]], "not an integer"),
            ([[0x5f, 0x13, 0x7f, 255, 255, 255, 255, 255, 255, 255]], "goes on behind"),
            ([[0x6f, 0x13, 0x7f, 255, 255, 255, 255, 255, 255, 255]], "goes on behind"),
            ([[0x53, 0x61]], "goes on behind"),
            ([[0x13, 0]], "goes on behind"), ([[0x80, 1]], "does not begin an object"), ([[0x51, 0xe9]], "not ASCII"),
            ([[0x61, 0xd8, 0]], "not UTF-16"), ([[0x14] + [UInt8](repeating: 1, count: 16)], "more than 64 bits"),
            // Two hundred times the same string of a thousand characters.
            ([[0xaf, 0x10, 200] + [UInt8](repeating: 1, count: 200), text], "16 times the bytes"),
            ((0..<101).map { [0xa1, UInt8($0 + 1)] } + [[0xa0]], "deeper than 100 levels"),
        ]
        faults += [Double.nan, .infinity, -63_113_904_001, 252_455_616_000].map {
            ([[0x33] + Writer.big(Int(bitPattern: UInt($0.bitPattern)), 8)], "not in the years 1 to 9999")
        }
        for (objects, words) in faults {
            let error = #expect(throws: Problem.self, "\(words)") {
                try PropertyList.value(of: file(objects))
            }
            #expect(error.map { "\($0)".contains(words) } ?? false, "\(error.map { "\($0)" } ?? "") \(words)")
        }
        let levels = (0..<99).map { [0xa1, UInt8($0 + 1)] } + [[0xa0]]
        #expect(try PropertyList.value(of: file(levels)) != .null)
    }

    /// No change of a byte, and no cut, ends the program or takes long.
    @Test func changedAndCutFilesAreReadOrRefused() {
        let bytes = Writer.write(Self.configuration)
        for count in bytes.indices {
            #expect(throws: Problem.self) { try PropertyList.value(of: Array(bytes[..<count])) }
        }
        let chance = SeededRandom(seed: 3)
        for index in bytes.indices {
            for draw in 0..<8 {
                var changed = bytes
                changed[index] = UInt8(chance.of("byte", index).of("draw", draw).number(in: 0...255))
                _ = try? PropertyList.value(of: changed)
            }
        }
    }
}
