/// Functions for text in terminal columns.
package enum TerminalText {
    /// Returns the width of a character in columns: none for combining marks, two for wide East Asian characters and
    /// emoji (Unicode Standard Annex 11, in whole blocks).
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x300: return 1
        case 0x1100...0x115f, 0x231a...0x231b, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
            0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1aff0...0x1b2ff,
            0x1f004...0x1f004, 0x1f0cf...0x1f0cf, 0x1f18e...0x1f64f, 0x1f680...0x1f6ff, 0x1f7e0...0x1f7ff,
            0x1f900...0x1f9ff, 0x1fa70...0x1faff, 0x20000...0x3fffd:
            return 2
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: return 0
            default: return 1
            }
        }
    }

    /// Returns the text with trailing spaces up to a width.
    package static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - Ruler.terminal.width(text)))
    }

    /// Returns the text with leading spaces up to a width.
    package static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - Ruler.terminal.width(text))) + text
    }

    package static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
