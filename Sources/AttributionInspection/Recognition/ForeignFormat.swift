import AttributionBase
import AttributionModel

/// A format of inputs other than UTF-8 text, detected by the first bytes.
package enum ForeignFormat: Hashable, Sendable {
    case gzip, zstd, xz, bzip2, zip
    /// Text in UTF-32.
    case utf32
    /// Text in UTF-16, with its byte order if it has no byte order mark.
    case utf16(ByteOrder? = nil)
    /// A byte order mark: UTF-8's at the beginning of a text or a line, or UTF-16's at the beginning of a line.
    case marked(isUTF16: Bool)
    case binaryPropertyList
    /// A binary property list whose first bytes are missing.
    case cutPropertyList
    case pem
    /// XML or HTML, where property lists are not accepted.
    case xml
    /// The HTML of an attributable link to a web ad.
    case webAdLink

    /// The byte order of UTF-16 without a byte order mark, as in the names of encodings.
    package enum ByteOrder: String, Sendable {
        /// The low byte first.
        case little = "LE"
        /// The high byte first.
        case big = "BE"
    }

    /// How many bytes are enough to detect the format.
    package static let prefixLength = 11

    private static let gzipBeginning: [UInt8] = [0x1f, 0x8b]
    private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    private static let utf16Marks: [[UInt8]] = [[0xff, 0xfe], [0xfe, 0xff]]
    private static let binaryBeginning = Array("bplist0".utf8)
    private static let beginnings: [(format: ForeignFormat, bytes: [[UInt8]])] = [
        (.gzip, [gzipBeginning]), (.zstd, [[0x28, 0xb5, 0x2f, 0xfd]]), (.xz, [[0xfd, 0x37, 0x7a, 0x58, 0x5a]]),
        (.bzip2, [Array("BZh".utf8)]), (.zip, [[0x50, 0x4b, 0x03, 0x04]]),
        (.utf32, [[0xff, 0xfe, 0x00, 0x00], [0x00, 0x00, 0xfe, 0xff]]), (.utf16(), utf16Marks),
        (.binaryPropertyList, [binaryBeginning]), (.pem, [Array("-----BEGIN ".utf8)]),
    ]

    /// Detects the format of a whole input, which may have several lines. Returns nil if it may be text. A UTF-8 byte order mark counts as
    /// text here, except before XML, because it is the fault of the file and not of a single line.
    package init?(_ text: ByteView) {
        let found = Self.beginnings.first { beginning in beginning.bytes.contains { text.starts(with: $0) } }
        if let found {
            self = found.format
        } else if let order = Self.orderOfUTF16(text) {
            self = .utf16(order)
        } else if Self.isCutPropertyList(text) {
            self = .cutPropertyList
        } else if text.starts(with: Self.mark),
            beginsLikeXML(text.part(Self.mark.count..<text.count)) == true
        {
            self = .marked(isUTF16: false)
        } else {
            return nil
        }
    }

    /// Whether a text begins like a binary property list without its first byte or bytes.
    private static func isCutPropertyList(_ text: ByteView) -> Bool {
        let whole = Array("bplist00".utf8)
        guard text.first.map(whole.contains) == true else { return false }
        return (1...4).contains { cut in
            // The first object begins with a byte that no text has here.
            text.starts(with: whole[cut...]) && text.byte(at: whole.count - cut).map { $0 >= 0x80 || $0 < 0x20 } == true
        }
    }

    /// Detects the format of a single input or of one line among others. Returns nil if it may be text.
    package init?(line: ByteView) {
        guard let first = line.first, first >= 0x80 || first == UInt8(ascii: "b") else { return nil }
        if line.starts(with: Self.mark) {
            self = .marked(isUTF16: false)
        } else if Self.utf16Marks.contains(where: { line.starts(with: $0) }) {
            self = .marked(isUTF16: true)
        } else if line.starts(with: Self.binaryBeginning) {
            self = .binaryPropertyList
        } else {
            return nil
        }
    }

    /// Detects the format of a text that begins like XML or HTML.
    package init(markup text: ByteView) {
        let tag = Array(text.trimmed.prefix { $0 != UInt8(ascii: ">") }.prefix(4096)).map {
            ASCII.isUppercase($0) ? $0 | 0x20 : $0
        }
        let isLink = tag.withBytes { tag in WebAdRequest.linkAttributes.contains { tag.includes($0) } }
        self = isLink ? .webAdLink : .xml
    }

    /// Detects the format of compressed data. Returns nil for any other bytes.
    package init?(packed bytes: ByteView) {
        let found = Self.beginnings.first { beginning in
            beginning.format.packedName != nil && beginning.bytes.contains { bytes.starts(with: $0) }
        }
        guard let found else { return nil }
        self = found.format
    }

    /// Detects the format of compressed data that was converted as if it were text, so that bytes that are not UTF-8 became other
    /// characters or replacement characters.
    package init?(packedText text: ByteView) {
        guard text.first == Self.gzipBeginning[0] else { return nil }
        let second: [[UInt8]] = [[Self.gzipBeginning[1]], Array("\u{8b}".utf8), Array("\u{fffd}".utf8)]
        guard second.contains(where: { text.part(1..<text.count).starts(with: $0) }) else { return nil }
        self = .gzip
    }

    /// Returns whether a line that is not JSON contains gzip data.
    package static func holdsGzip(_ line: ByteView) -> Bool {
        let beginnings: [[UInt8]] = [[gzipBeginning[0]], Array("\\u001f".utf8), Array("\\u001F".utf8)]
        var at = 0
        while let found = line.firstOffset(of: gzipBeginning[1], from: at) {
            let before = line.part(max(0, found - 6)..<found)
            if beginnings.contains(where: { before.suffix($0.count).elementsEqual($0) }) { return true }
            at = found + 1
        }
        return false
    }

    /// Returns the byte order of UTF-16 without a byte order mark, in which each ASCII character of JSON or a token is next to a zero byte;
    /// nil for any other text.
    private static func orderOfUTF16(_ text: ByteView) -> ByteOrder? {
        guard text.count >= 4 else { return nil }
        func isText(_ first: Int) -> Bool {
            ASCII.isPrintable(text[first]) && ASCII.isPrintable(text[first + 2])
                && text[1 - first] == 0 && text[3 - first] == 0
        }
        return isText(0) ? .little : isText(1) ? .big : nil
    }
}

// MARK: - Words

extension ForeignFormat: CustomStringConvertible {
    /// Whether the input has lines. In compressed data, line feeds occur by chance; in UTF-16, splitting at them would cut characters in
    /// half.
    package var hasLines: Bool {
        switch self {
        case .pem, .xml, .webAdLink: true
        case .gzip, .zstd, .xz, .bzip2, .zip, .utf32, .utf16, .marked, .binaryPropertyList, .cutPropertyList: false
        }
    }

    private typealias Traits = (found: String, wanted: String, packedName: String?, command: String?, hint: String)

    private var traits: Traits {
        func packed(_ name: String, _ command: String) -> Traits {
            ("\(name) data", "text", name, command, "\(command) | aak … unpacks it")
        }
        func encoded(_ name: String, _ order: String = "") -> Traits {
            let command = "iconv -f \(name)\(order) -t UTF-8 FILE"
            return (name, "UTF-8", nil, command, "\(command) converts it")
        }
        func other(_ found: String, _ hint: String) -> Traits { (found, Self.input, nil, nil, hint) }
        switch self {
        case .gzip: return packed("gzip", "gunzip -c FILE")
        case .zstd: return packed("zstd", "zstd -dc FILE")
        case .xz: return packed("xz", "xz -dc FILE")
        case .bzip2: return packed("bzip2", "bunzip2 -c FILE")
        case .zip: return packed("zip", "unzip -p FILE")
        case .utf32: return encoded("UTF-32")
        case .utf16(let order): return encoded("UTF-16", order?.rawValue ?? "")
        case .marked(let isUTF16):
            let hint =
                isUTF16
                ? "only a part of the input is UTF-16; convert each part before joining them"
                : "save the text as UTF-8 without a byte order mark"
            return ("a byte order mark", "UTF-8 without one", nil, nil, hint)
        case .binaryPropertyList: return other("a binary property list", "aak validate FILE reads it")
        case .cutPropertyList:
            return other("a binary property list without its first bytes", Self.damagedPropertyList)
        case .xml: return other("XML", "if it is a property list, aak validate FILE reads it")
        case .webAdLink:
            return other(
                "the link of a web ad, which has no signature",
                "the answer to the device's request is signed; aak skan sign makes it")
        case .pem: return other("a PEM file", "pass a key with --key FILE; aak key inspect FILE says what it is")
        }
    }

    /// The name of the compression format; nil for any other format.
    package var packedName: String? { traits.packedName }

    /// The command that converts FILE to UTF-8 text; nil if there is no such command for a whole file.
    package var command: String? { traits.command }

    package var hint: String { traits.hint }

    /// What the input is, in words.
    package var found: String { traits.found }

    private static let input = "a token or JSON"

    package static let damagedPropertyList =
        "the file was changed, such as by a text editor; take it again from where it came, byte for byte"

    package var rule: Rule { traits.wanted == Self.input ? InputRules.unsupported : InputRules.encoding }

    package var description: String { problem.description }

    package var problem: Problem {
        let isMark = if case .marked = self { true } else { false }
        return .whole("this", isMark ? "begins with" : "is", found: traits.found, wanted: traits.wanted).breaking(rule)
            .hinting(hint)
    }
}

/// Returns whether an input begins like XML or HTML, including XML property lists and parts of them; nil if there are too few bytes to
/// decide.
package func beginsLikeXML(_ text: ByteView) -> Bool? {
    let longestName = 64
    let start = text.firstIndex { !ASCII.isWhiteSpace($0) } ?? text.count
    let text = text.part(start..<text.count)
    guard text.count > 1 else { return text.isEmpty || text[0] == UInt8(ascii: "<") ? nil : false }
    guard text[0] == UInt8(ascii: "<") else { return false }
    if ["<?", "<!", "<plist", "<dict"].contains(where: { text.starts(with: $0.utf8) }) { return true }
    guard ASCII.isUppercase(text[1] & ~0x20), !text.starts(with: "<eyJ".utf8) else { return false }
    let name = text.part(1..<min(text.count, 1 + longestName)).prefix { ASCII.isWordPart($0) || $0 == ASCII.colon }
        .count
    let line = text.prefix { $0 != ASCII.newline }
    guard let next = text.byte(at: 1 + name), line.contains(UInt8(ascii: ">")) || line.count < text.count else {
        return nil
    }
    guard next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || ASCII.isWhiteSpace(next) else { return false }
    // A log line may begin with a word in angle brackets before an object or a token.
    return line.contains(UInt8(ascii: ">")) && !line.contains(ASCII.openBrace)
        && !text.part(0..<line.count).includes("eyJ")
}
