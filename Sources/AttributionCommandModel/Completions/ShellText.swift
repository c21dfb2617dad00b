enum ShellText {
    /// Returns a literal word for bash or zsh.
    static func singleQuoted(_ text: String) -> String { "'\(replacing(text, ["'": "'\\''"]))'" }

    /// Returns a literal word for fish, where a backslash escapes in single quotes.
    static func fishQuoted(_ text: String) -> String { "'\(replacing(text, ["\\": "\\\\", "'": "\\'"]))'" }

    /// Returns the text with a backslash before each of the characters.
    static func escaping(_ characters: String, in text: String) -> String {
        replacing(text, Dictionary(uniqueKeysWithValues: characters.map { ($0, "\\\($0)") }))
    }

    /// Returns a name in a form that is valid in the name of a function.
    static func identifier(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// Replaces characters, and line breaks with spaces, because nothing here spans lines.
    private static func replacing(_ text: String, _ replacements: [Character: String]) -> String {
        text.map { replacements[$0] ?? ($0.isNewline ? " " : String($0)) }.joined()
    }
}
