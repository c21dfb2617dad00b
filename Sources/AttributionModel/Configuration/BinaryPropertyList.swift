import AttributionBase

/// Reads the binary form of property lists, which the Info.plist of a built app has [CFBinaryPList.c].
///
/// A file has a header, objects, a table of the objects' offsets, and a trailer that says where the table is. Objects refer to others by
/// number. Two things that no writer produces are rejected: a dictionary or an array that is referred to twice, so that each is read once
/// and none can contain itself; and values much larger than the file, which many references to one string could produce.
struct BinaryPropertyListReader {
    static let beginning = Array("bplist00".utf8)
    private static let trailerSize = 32
    private static let depthLimit = 100
    /// How many times larger than the file its values may be.
    private static let mostGrowth = 16

    private let bytes: ByteView
    private let placeSize: Int
    private let numberSize: Int
    private let count: Int
    private let top: Int
    private let table: Int
    /// The numbers of the dictionaries and arrays read so far.
    private var containers = Set<Int>()
    private var room: Int

    init(_ bytes: ByteView) throws(Problem) {
        guard bytes.starts(with: Self.beginning) else {
            throw Self.fault(0, "the version is not 00, the only one of property lists")
        }
        let trailer = bytes.count - Self.trailerSize
        guard trailer > Self.beginning.count else { throw Self.fault(bytes.count, "the file ends before its trailer") }
        self.bytes = bytes
        placeSize = Int(bytes[trailer + 6])
        numberSize = Int(bytes[trailer + 7])
        room = Self.mostGrowth * (bytes.count + 1024)
        guard let count = bytes.unsigned(at: trailer + 8, size: 8), let top = bytes.unsigned(at: trailer + 16, size: 8),
            let table = bytes.unsigned(at: trailer + 24, size: 8), (1...8).contains(placeSize),
            (1...8).contains(numberSize),
            table > Self.beginning.count, table < trailer, count <= trailer, table + count * placeSize == trailer,
            top < count
        else { throw Self.fault(trailer, "the trailer does not fit the file; it may be cut short or changed") }
        (self.count, self.top, self.table) = (count, top, table)
    }

    mutating func document() throws(Problem) -> JSONValue { try value(top, depth: 0) }

    private mutating func value(_ number: Int, depth: Int) throws(Problem) -> JSONValue {
        guard depth < Self.depthLimit else {
            throw Self.fault(table, "objects nest deeper than \(Self.depthLimit) levels")
        }
        guard let start = offset(of: number) else {
            throw Self.fault(table, "object \(number) is not among the objects")
        }
        let marker = bytes[start]
        let low = Int(marker & 0x0f)
        switch (marker >> 4, low) {
        case (0, 0): return .null
        case (0, 8), (0, 9): return .bool(low == 9)
        case (1, 0...4): return .number(try integer(start, 1 << low))
        case (2, 2), (2, 3):
            let real = try real(start, 1 << low)
            return real.isFinite ? .number("\(real)") : .string("\(real)")
        case (3, 3):
            // Dates are seconds since 2001.
            let seconds = try real(start, 8)
            guard (-63_113_904_000..<252_455_615_999).contains(seconds) else {
                throw Self.fault(start, "a date is not in the years 1 to 9999")
            }
            return .string(Timestamp(secondsSince1970: seconds + TimestampBounds.referenceDate).rfc3339)
        case (4, _):
            let content = try content(start, low)
            var text = ByteBuffer()
            Base64.encode(content, to: &text)
            return .string(text.text)
        case (5, _), (6, _): return .string(try string(start))
        case (0xa, _):
            let (numbers, _) = try numbers(start, number, low, perItem: 1)
            var elements: [JSONValue] = []
            for number in numbers { elements.append(try value(number, depth: depth + 1)) }
            return .array(elements)
        case (0xd, _):
            let (numbers, count) = try numbers(start, number, low, perItem: 2)
            var members: [JSONValue.Member] = []
            var names = Set<[UInt8]>()
            for index in 0..<count {
                guard let key = offset(of: numbers[index]), [5, 6].contains(bytes[key] >> 4) else {
                    throw Self.fault(start, "a key of a dictionary is not a string")
                }
                let name = try string(key)
                guard names.insert(Array(name.utf8)).inserted else {
                    throw Self.fault(start, "the key \"\(name)\" is repeated")
                }
                members.append(.init(name, try value(numbers[count + index], depth: depth + 1)))
            }
            return .object(members)
        default: throw Self.fault(start, "0x\(String(marker, radix: 16)) does not begin an object of property lists")
        }
    }

    // MARK: - Objects

    /// Returns the offset of an object; nil if it is not within the objects.
    private func offset(of number: Int) -> Int? {
        guard number < count, let index = bytes.unsigned(at: table + number * placeSize, size: placeSize),
            (Self.beginning.count..<table).contains(index)
        else { return nil }
        return index
    }

    private func bits(_ start: Int, _ size: Int) throws(Problem) -> ByteView {
        guard start + size < table else { throw cut(start) }
        return bytes.part(start + 1..<start + 1 + size)
    }

    private func integer(_ start: Int, _ size: Int) throws(Problem) -> String {
        let bits = try bits(start, size)
        // Integers of less than 8 bytes are unsigned, those of 8 bytes signed. 16 bytes are used for unsigned integers that need the 64th
        // bit.
        guard size == 16 else { return size < 8 ? "\(bits.number)" : "\(Int64(bitPattern: bits.number))" }
        guard bits.part(0..<8).number == 0 else { throw Self.fault(start, "a number has more than 64 bits") }
        return "\(bits.part(8..<16).number)"
    }

    private func real(_ start: Int, _ size: Int) throws(Problem) -> Double {
        let bits = try bits(start, size).number
        return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// Returns the offset of an object's items and their number, which follows the marker if it does not fit into it.
    private func items(_ start: Int, _ low: Int, size: Int) throws(Problem) -> (at: Int, count: Int) {
        var (at, count) = (start + 1, low)
        if low == 0x0f {
            guard let marker = bytes.byte(at: at), marker & 0xf8 == 0x10, marker & 7 < 4,
                let found = bytes.unsigned(at: at + 1, size: 1 << Int(marker & 7))
            else { throw Self.fault(start, "the number of items is not an integer") }
            count = found
            at += 1 + 1 << Int(marker & 7)
        }
        guard at <= table, count <= (table - at) / size else { throw cut(start) }
        return (at, count)
    }

    private mutating func content(_ start: Int, _ low: Int, size: Int = 1) throws(Problem) -> ByteView {
        let (at, count) = try items(start, low, size: size)
        room -= 1 + count * size
        guard room >= 0 else {
            throw Self.fault(start, "the values have more than \(Self.mostGrowth) times the bytes of the file")
        }
        return bytes.part(at..<at + count * size)
    }

    private mutating func string(_ start: Int) throws(Problem) -> String {
        let isASCII = bytes[start] >> 4 == 5
        let content = try content(start, Int(bytes[start] & 0x0f), size: isASCII ? 1 : 2)
        if isASCII {
            guard content.allSatisfy({ $0 < 0x80 }) else { throw Self.fault(start, "a string of ASCII is not ASCII") }
            return content.text
        }
        let units = stride(from: 0, to: content.count, by: 2).map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw Self.fault(start, "a string is not UTF-16")
        }
        return text
    }

    /// Returns the numbers of the objects that a dictionary or an array contains, and how many items it has.
    private mutating func numbers(
        _ start: Int, _ number: Int, _ low: Int, perItem: Int
    ) throws(Problem) -> (numbers: [Int], count: Int) {
        guard containers.insert(number).inserted else {
            throw Self.fault(start, "a dictionary or an array is in two places, or in itself")
        }
        let content = try content(start, low, size: perItem * numberSize)
        var numbers: [Int] = []
        for at in stride(from: 0, to: content.count, by: numberSize) {
            guard let number = content.unsigned(at: at, size: numberSize) else {
                throw Self.fault(start, "the number of an object is too large")
            }
            numbers.append(number)
        }
        return (numbers, numbers.count / perItem)
    }

    // MARK: - Faults

    private func cut(_ start: Int) -> Problem { Self.fault(start, "an object goes on behind the objects") }

    private static func fault(_ offset: Int, _ problem: String) -> Problem { .noPropertyList(problem, atByte: offset) }
}

extension ByteView {
    /// The value of up to eight bytes as an unsigned big-endian number.
    fileprivate var number: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }

    /// Returns an unsigned big-endian number of `size` bytes; nil if they are out of bounds, or the number does not fit into `Int`.
    fileprivate func unsigned(at start: Int, size: Int) -> Int? {
        guard start >= 0, start <= count - size else { return nil }
        return Int(exactly: part(start..<start + size).number)
    }
}
