import AdAttribution
import Bytes

/// A form of a whole input that is not lines of UTF-8 text, told by its first bytes.
enum ForeignFormat: CaseIterable {
    case gzip, zstd, xz, bzip2, zip, utf32, utf16, binaryPropertyList, pem, markedXML

    /// How many bytes are enough to tell.
    static let prefixLength = 11

    /// Nil for what may be text.
    init?(_ text: UnsafeRawBufferPointer) {
        let found = Self.allCases.first { format in format.magic.contains { unsafe text.starts(with: $0) } }
        if let found {
            self = found
        } else if unsafe Self.isUTF16(text) {
            self = .utf16
        } else if unsafe Self.isMarkedXML(text) {
            self = .markedXML
        } else {
            return nil
        }
    }

    private static func isMarkedXML(_ text: UnsafeRawBufferPointer) -> Bool {
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        guard unsafe text.starts(with: byteOrderMark) else { return false }
        return unsafe beginsLikeXML(text.part(byteOrderMark.count..<text.count)) == true
    }

    private var magic: [[UInt8]] {
        switch self {
        case .gzip: [[0x1f, 0x8b]]
        case .zstd: [[0x28, 0xb5, 0x2f, 0xfd]]
        case .xz: [[0xfd, 0x37, 0x7a, 0x58, 0x5a]]
        case .bzip2: [Array("BZh".utf8)]
        case .zip: [[0x50, 0x4b, 0x03, 0x04]]
        case .utf32: [[0xff, 0xfe, 0x00, 0x00], [0x00, 0x00, 0xfe, 0xff]]
        case .utf16: [[0xff, 0xfe], [0xfe, 0xff]]
        case .binaryPropertyList: [Array("bplist0".utf8)]
        case .pem: [Array("-----BEGIN ".utf8)]
        case .markedXML: []
        }
    }

    /// Without a byte order mark: each ASCII character of JSON or a token has a zero beside it.
    private static func isUTF16(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= 4 else { return false }
        func isText(_ first: Int) -> Bool {
            unsafe ASCII.isPrintable(text[first]) && ASCII.isPrintable(text[first + 2])
                && text[1 - first] == 0 && text[3 - first] == 0
        }
        return isText(0) || isText(1)
    }

    /// What is wrong with the input, told once; the hint is the command that converts it.
    var problem: Diagnostic {
        switch self {
        case .gzip: Self.packed("gzip", "gunzip -c FILE")
        case .zstd: Self.packed("zstd", "zstd -dc FILE")
        case .xz: Self.packed("xz", "xz -dc FILE")
        case .bzip2: Self.packed("bzip2", "bunzip2 -c FILE")
        case .zip: Self.packed("zip", "unzip -p FILE")
        case .utf32:
            Diagnostic(
                rule: InputRules.encoding, message: "this is UTF-32, want UTF-8",
                hint: "iconv -f UTF-32 -t UTF-8 FILE converts it")
        case .utf16:
            Diagnostic(
                rule: InputRules.encoding, message: "this is UTF-16, want UTF-8",
                hint: "iconv -f UTF-16 -t UTF-8 FILE converts it")
        case .binaryPropertyList:
            Diagnostic(
                rule: InputRules.propertyListSyntax, message: "this is a binary property list, want one in XML or JSON",
                hint: "plutil -convert xml1 -o - FILE converts it")
        case .markedXML:
            Diagnostic(
                rule: InputRules.encoding, message: "this begins with a byte order mark, want UTF-8 without one",
                hint: "tail -c +4 FILE takes it off")
        case .pem:
            Diagnostic(
                rule: InputRules.unsupported, message: "this is a PEM file, want tokens or JSON",
                hint: "a key is passed by --key FILE; aak key inspect FILE says what it is")
        }
    }

    private static func packed(_ name: String, _ command: String) -> Diagnostic {
        Diagnostic(
            rule: InputRules.encoding, message: "this is \(name) data, want text",
            hint: "\(command) | aak … unpacks it on the way")
    }
}

/// Whether an input begins like an XML property list, or like any other XML or HTML. Nil if too little has come to tell.
func beginsLikeXML(_ text: UnsafeRawBufferPointer) -> Bool? {
    let beginnings = ["<?xml", "<!", "<plist"]
    let start = unsafe text.firstIndex { !ASCII.isWhiteSpace($0) } ?? text.count
    let text = unsafe text.part(start..<text.count)
    if beginnings.contains(where: { unsafe text.starts(with: $0.utf8) }) { return true }
    return beginnings.contains { unsafe $0.utf8.starts(with: text) } ? nil : false
}
