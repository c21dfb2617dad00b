/// Measures text, in pixels of a font or in columns of a terminal.
package struct Ruler: Sendable {
    private enum Unit {
        case pixels(size: Int, isBold: Bool)
        case columns
    }

    private let unit: Unit

    package static func font(size: Int, isBold: Bool) -> Ruler { Ruler(unit: .pixels(size: size, isBold: isBold)) }

    /// Characters of one width, where those of East Asia and emoji take two.
    package static let terminal = Ruler(unit: .columns)

    /// How much room a text takes at most, rounded up.
    package func width(_ text: String) -> Int {
        (text.reduce(0) { $0 + parts($1) } + partsOfOne - 1) / partsOfOne
    }

    /// Into how many parts a pixel or a column is divided, so that nothing is rounded before the end.
    private var partsOfOne: Int {
        switch unit {
        case .pixels: 100
        case .columns: 1
        }
    }

    private func parts(_ character: Character) -> Int {
        switch unit {
        case .pixels(let size, let isBold):
            character.unicodeScalars.reduce(0) { $0 + FontWidths.hundredths(of: $1, isBold: isBold) * size }
        case .columns: character.unicodeScalars.reduce(0) { $0 + TerminalText.columns(of: $1) }
        }
    }

    // MARK: - Text for a room

    /// The text, or as much of it as the room takes, with a … where something is missing.
    package func fitted(_ text: String, _ kind: TextKind, room: Int) -> FittedText {
        let text = VisibleText.of(text)
        guard width(text) > room else { return FittedText(shown: text) }
        return FittedText(shown: shortened(text, kind, room: room), full: text)
    }

    /// The same where only the last part of the text is of a kind and may be as long as it likes.
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
            // What the names of all networks end in identifies none of them.
            for suffix in [".adattributionkit", ".skadnetwork"] where text.hasSuffix(suffix) {
                let stem = text.dropLast(suffix.count) + "…"
                if width(String(stem)) <= room { return String(stem) }
                return cut(String(text.dropLast(suffix.count)), room: room, headShare: 60)
            }
            return cut(text, room: room, headShare: 60)
        case .url:
            // The host stands at the beginning, and a conversion's tag at the end.
            let address = text.hasPrefix("https://") ? String(text.dropFirst(8)) : text
            return width(address) <= room ? address : cut(address, room: room, headShare: 60)
        }
    }

    /// Takes something out of a text, so that it fits.
    ///
    /// - Parameter headShare: how much of the room, in hundredths, its beginning has.
    private func cut(_ text: String, room: Int, headShare: Int) -> String {
        let room = room * partsOfOne - parts("…")
        guard room > 0 else { return "" }
        var used = 0
        var head = ""
        var start = text.startIndex
        while start < text.endIndex {
            let next = parts(text[start])
            guard (used + next) * 100 <= room * headShare else { break }
            used += next
            head.append(text[start])
            start = text.index(after: start)
        }
        while head.last == " " { head.removeLast() }
        var end = text.endIndex
        while end > start {
            let before = text.index(before: end)
            let next = parts(text[before])
            guard used + next <= room else { break }
            used += next
            end = before
        }
        return head + "…" + text[end...]
    }
}

/// What a text is, and so which of its parts identify it.
package enum TextKind: Sendable {
    /// It can be understood from its beginning.
    case words
    /// Its beginning and its end identify it; of an ad network what stands before the common ending.
    case name
    /// The host identifies it, and its end.
    case url
}

/// Words of ours, which are short, and then a text from outside, which may be long.
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
    /// The whole text where it is not what is shown.
    package let full: String?

    package init(shown: String, full: String? = nil) {
        self.shown = shown
        self.full = full
    }
}
