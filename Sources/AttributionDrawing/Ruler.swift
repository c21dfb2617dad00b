/// A measure for text, in pixels of a font or columns of a terminal.
package struct Ruler: Sendable {
    private enum Unit {
        case pixels(size: Int, isBold: Bool)
        case columns
    }

    private let unit: Unit

    package static func font(size: Int, isBold: Bool) -> Ruler { Ruler(unit: .pixels(size: size, isBold: isBold)) }

    /// Terminal columns: most characters take one, East Asian characters and emoji take two.
    package static let terminal = Ruler(unit: .columns)

    /// Returns the greatest width of a text, rounded up.
    package func width(_ text: String) -> Int { (parts(text.unicodeScalars) + partsOfOne - 1) / partsOfOne }

    /// The number of parts in a pixel or column, so that rounding happens only at the end.
    private var partsOfOne: Int {
        switch unit {
        case .pixels: 100
        case .columns: 1
        }
    }

    private func parts(_ scalars: String.UnicodeScalarView) -> Int {
        switch unit {
        case .pixels(let size, let isBold):
            scalars.reduce(0) { $0 + FontWidths.hundredths(of: $1, isBold: isBold) * size }
        case .columns: scalars.reduce(0) { $0 + TerminalText.columns(of: $1) }
        }
    }

    // MARK: - Text for a room

    /// Returns the text, shortened with an … if it does not fit in the room.
    package func fitted(_ text: String, _ kind: TextKind, room: Int) -> FittedText {
        let text = VisibleText.of(text)
        guard width(text) > room else { return FittedText(shown: text) }
        return FittedText(shown: shortened(text, kind, room: room), full: text)
    }

    /// Returns a phrase, with its last part shortened if it does not fit in the room.
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
            // Endings that all network names share identify none of them.
            for suffix in [".adattributionkit", ".skadnetwork"] where text.hasSuffix(suffix) {
                let stem = text.dropLast(suffix.count) + "…"
                if width(String(stem)) <= room { return String(stem) }
                return cut(String(text.dropLast(suffix.count)), room: room, headShare: 60)
            }
            return cut(text, room: room, headShare: 60)
        case .url:
            // The host is at the beginning of a URL, and a conversion's tag is at the end.
            let address = text.hasPrefix("https://") ? String(text.dropFirst(8)) : text
            return width(address) <= room ? address : cut(address, room: room, headShare: 60)
        }
    }

    /// Shortens a text so that it fits.
    ///
    /// - Parameter headShare: The share of the room for its beginning, in percent.
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

/// The kind of a text, which determines the parts that identify it.
package enum TextKind: Sendable {
    /// Words that the beginning identifies.
    case words
    /// A name that the beginning and end identify, without the ending that all ad networks share.
    case name
    /// A URL that the host and the end identify.
    case url
}

/// Short words of the program, followed by an external text, which may be long.
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

/// A text that fits where it is shown.
package struct FittedText: Sendable {
    package let shown: String
    /// The whole text if it was shortened.
    package let full: String?

    package init(shown: String, full: String? = nil) {
        self.shown = shown
        self.full = full
    }
}
