/// Measures text, in pixels of a font or columns of a terminal.
package struct Ruler: Sendable {
    /// The font size in pixels; nil for terminal columns.
    private let size: Int?
    private let isBold: Bool

    package static func font(size: Int, isBold: Bool) -> Ruler { Ruler(size: size, isBold: isBold) }

    /// Terminal columns: most characters take one, East Asian characters and emoji take two.
    package static let terminal = Ruler(size: nil, isBold: false)

    /// Returns the width of a text, rounded up. For fonts, it is an upper bound.
    package func width(_ text: String) -> Int { (parts(text.unicodeScalars) + partsOfOne - 1) / partsOfOne }

    /// The number of internal units in a pixel or column. Widths are rounded only after adding them up.
    private var partsOfOne: Int { size == nil ? 1 : 100 }

    private func parts(_ scalars: String.UnicodeScalarView) -> Int {
        guard let size else { return scalars.reduce(0) { $0 + TerminalText.columns(of: $1) } }
        return scalars.reduce(0) { $0 + Self.hundredths(of: $1, isBold: isBold) * size }
    }

    // MARK: - Text for a room

    /// Returns a text, shortened with an … if it is too wide.
    package func fitted(_ text: String, _ kind: TextKind, room: Int) -> FittedText {
        let text = VisibleText.of(text)
        guard width(text) > room else { return FittedText(shown: text) }
        return FittedText(shown: shortened(text, kind, room: room), full: text)
    }

    /// Returns a phrase, whose last part is shortened if it is too wide.
    package func fitted(_ phrase: Phrase, room: Int) -> FittedText {
        let full = VisibleText.of(phrase.text)
        guard width(full) > room else { return FittedText(shown: full) }
        let lead = VisibleText.of(phrase.lead)
        let least = width(lead + "abc…")
        guard !phrase.name.isEmpty, least <= room else {
            return FittedText(shown: shortened(full, .words, room: room), full: full)
        }
        let name = shortened(VisibleText.of(phrase.name), phrase.kind, room: room - width(lead))
        return FittedText(shown: lead + name, full: full)
    }

    private func shortened(_ text: String, _ kind: TextKind, room: Int) -> String {
        switch kind {
        case .words: return cut(text, room: room, headShare: 100)
        case .name:
            // The ending that all network IDs share does not identify any of them.
            for suffix in [".adattributionkit", ".skadnetwork"] where text.hasSuffix(suffix) {
                let stem = text.dropLast(suffix.count) + "…"
                if width(String(stem)) <= room { return String(stem) }
                return cut(String(text.dropLast(suffix.count)), room: room, headShare: 60)
            }
            return cut(text, room: room, headShare: 60)
        case .url:
            // The host at the beginning and the tag of the conversion at the end are what identify such a URL.
            let address = text.hasPrefix("https://") ? String(text.dropFirst(8)) : text
            return width(address) <= room ? address : cut(address, room: room, headShare: 60)
        }
    }

    /// Shortens a text so that it fits.
    ///
    /// - Parameter headShare: How much of the room its beginning gets, in percent.
    private func cut(_ text: String, room: Int, headShare: Int) -> String {
        let room = room * partsOfOne - parts("…".unicodeScalars)
        guard room > 0 else { return "" }
        var used = 0
        var head = ""
        var start = text.startIndex
        while start < text.endIndex {
            let next = parts(text[start].unicodeScalars)
            guard (used + next) * 100 <= room * headShare else { break }
            used += next
            head.append(text[start])
            start = text.index(after: start)
        }
        while head.last == " " { head.removeLast() }
        var end = text.endIndex
        while end > start {
            let before = text.index(before: end)
            let next = parts(text[before].unicodeScalars)
            guard used + next <= room else { break }
            used += next
            end = before
        }
        return head + "…" + text[end...]
    }
}

/// What a text is, which decides which parts of it are kept when it is shortened.
package enum TextKind: Sendable {
    /// Words, of which the beginning is kept.
    case words
    /// A name, of which the beginning and the end are kept, apart from an ending that all ad networks share.
    case name
    /// A URL, of which the host and the end are kept.
    case url
}

/// Short words of the program, followed by a text from outside, which may be long.
package struct Phrase: Sendable {
    package var lead: String
    package var name: String
    package var kind: TextKind

    package init(_ lead: String, name: String, _ kind: TextKind) {
        self.lead = lead
        self.name = name
        self.kind = kind
    }

    package init(_ words: String) { self.init(words, name: "", .words) }

    package var text: String { lead + name }
    package var isEmpty: Bool { lead.isEmpty && name.isEmpty }
}

/// A text that has been shortened, if necessary, to fit its place.
package struct FittedText: Sendable {
    package let shown: String
    /// The whole text if it was shortened.
    package let full: String?

    package init(shown: String, full: String? = nil) {
        self.shown = shown
        self.full = full
    }
}

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

    package static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - Ruler.terminal.width(text)))
    }

    /// Returns a text, padded with leading spaces to a width.
    package static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - Ruler.terminal.width(text))) + text
    }

    package static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}

// Upper bounds on the widths of characters, in hundredths of the font size.
//
// For each character, it is the greatest width in Liberation Sans (same widths as Arial), DejaVu Sans, Noto Sans, Roboto, Open Sans, Lato,
// Cantarell and Inter, rounded up. ``family`` names those of the fonts that most systems have.
extension Ruler {
    /// The `font-family` for which the bounds hold.
    package static let family = "Arial,'Liberation Sans',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

    /// The widths from the space to the tilde.
    private static let regular: [UInt8] = [
        32, 41, 46, 84, 64, 99, 78, 28, 40, 40, 56, 84, 32, 47, 32, 46, 64, 64, 64, 64, 65, 64, 64, 64, 64,
        64, 34, 34, 84, 84, 84, 56, 102, 69, 69, 73, 78, 67, 62, 78, 77, 34, 56, 67, 57, 93, 77, 81, 67, 81,
        73, 67, 65, 75, 69, 104, 69, 67, 69, 40, 46, 40, 84, 56, 58, 62, 64, 56, 64, 62, 37, 64, 64, 28, 28,
        58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 55, 64, 56, 64, 84,
    ]

    /// The same for the weights 600 and 700.
    private static let bold: [UInt8] = [
        35, 46, 53, 84, 70, 102, 88, 31, 46, 46, 57, 84, 38, 47, 38, 47, 70, 70, 70, 70, 70, 70, 70, 70, 70,
        70, 40, 40, 84, 84, 84, 62, 104, 78, 77, 76, 84, 69, 69, 83, 84, 39, 57, 78, 64, 100, 84, 86, 74,
        86, 78, 73, 69, 82, 78, 111, 78, 73, 73, 46, 47, 46, 84, 56, 61, 68, 72, 60, 72, 68, 44, 72, 72, 35,
        35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 56, 72, 84,
    ]

    package static func hundredths(of scalar: Unicode.Scalar, isBold: Bool) -> Int {
        let value = Int(scalar.value)
        if value >= 0x20, value < 0x7f { return Int((isBold ? bold : regular)[value - 0x20]) }
        // The system may draw other characters in any font. These bounds are from the Noto fonts, which cover nearly all of Unicode.
        switch value {
        case 0xb7: return 40  // ·
        case 0xd7: return 84  // ×
        case 0x2013: return 66  // –
        case 0x2026, 0x2192: return 101  // … →
        case ..<0x600: return 165
        case 0x3000..<0xa000, 0xac00..<0xd7a4, 0x20000..<0x40000: return 125
        case 0xfdfd: return 800
        case 0x12000..<0x12550: return 470
        default: return 290
        }
    }
}
