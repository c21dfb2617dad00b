/// Words of a shell script.
enum ShellText {
    /// A word for bash or zsh that stands for itself.
    static func singleQuoted(_ text: String) -> String {
        "'\(replacing(text, ["'": "'\\''"]))'"
    }

    /// A word for fish, in whose single quotes a backslash escapes.
    static func fishQuoted(_ text: String) -> String {
        "'\(replacing(text, ["\\": "\\\\", "'": "\\'"]))'"
    }

    /// The text with a backslash before each of the characters.
    static func escaping(_ characters: String, in text: String) -> String {
        replacing(text, Dictionary(uniqueKeysWithValues: characters.map { ($0, "\\\($0)") }))
    }

    /// A name as part of the name of a function.
    static func identifier(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// Replaces characters. A line break becomes a space, because nothing here spans lines.
    private static func replacing(_ text: String, _ replacements: [Character: String]) -> String {
        text.map { replacements[$0] ?? ($0.isNewline ? " " : String($0)) }.joined()
    }
}

extension CommandPath {
    /// The options that completions offer, as they are typed: `-k`, `--key`.
    var completedOptions: [String] {
        command.visibleOptions.flatMap(\.spellings) + StandardOption.allCases.map(\.rawValue)
    }

    /// The names of commands that completions offer here.
    var completedCommands: [String] {
        commandEntries.map(\.label)
    }
}
