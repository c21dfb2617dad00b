/// How to correct an input, in words for the command line and in words for the library.
///
/// Users of the library have neither the options nor the commands of `aak`: words that name one of them are only for the command line.
package struct Advice: Hashable, Sendable {
    /// The words on the command line.
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The words for users of the library; nil if the remedy is a command or an option.
    package var forLibrary: String? {
        let words = Self.inLibrary(text)
        return Self.namesProgram(words) ? nil : words
    }

    /// The same words with the library in the place of the program, where they say what it does.
    package static func inLibrary(_ text: String) -> String {
        text.replacingEach("that aak ", by: "that this library ").replacingEach(", or read with --at PATH", by: "")
    }

    /// Whether words name an option, the program, or another program on the command line.
    package static func namesProgram(_ text: String) -> Bool {
        let words = text.split { !($0.isLetter || $0 == "-" || $0 == "_") }
        return words.contains { $0.hasPrefix("--") || $0 == "aak" || $0 == "jq" }
    }
}
