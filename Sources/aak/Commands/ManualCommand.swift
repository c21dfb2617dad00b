import AttributionCommandModel

enum CompletionsCommand {
    static let command = Command(
        name: "completions",
        summary: "write shell completions",
        discussion: "Writes a completion script for the shell. make install installs the scripts too.",
        operand: Operand(
            "SHELL", summary: "bash, zsh or fish", isRequired: true, value: .choice(Shell.allCases.map(\.rawValue))),
        options: [CommonOptions.outputFile] + CommonOptions.diagnostics,
        sections: [CommonOptions.ownExitStatus(good: "The script was written.")],
        examples: [
            "Complete in this bash session": "source <(aak completions bash)",
            "Turn on completion in zsh, if ~/.zfunc is in fpath before compinit is called": """
            mkdir -p ~/.zfunc
            aak completions zsh > ~/.zfunc/_aak
            """,
            "Complete in fish from now on": """
            mkdir -p ~/.config/fish/completions
            aak completions fish > ~/.config/fish/completions/aak.fish
            """,
        ])

    /// - Parameter root: The command whose completions are written.
    static func run(
        _ invocation: Invocation, _ console: Console, of root: Command
    ) throws(Diagnostic) -> ExitStatus {
        guard let shell = invocation.operands.first.flatMap(Shell.init) else { return .trouble }
        try console.write(root.completions(for: shell))
        return .good
    }

    /// Answers a completion script. Errors are not reported, because a message would appear in the middle of what the user types.
    static func answer(_ words: ArraySlice<String>, of root: Command) -> ExitStatus {
        try? Console().write(root.answer(to: Array(words)))
        return .good
    }
}

/// `aak manual`: writes the man pages. It is used by packagers, the project's own checks and `make man`.
enum ManualCommand {
    static let command = Command(
        name: "manual",
        summary: "write the man pages into a folder",
        operand: Operand("FOLDER", summary: "an existing folder", isRequired: true, value: .directory),
        options: CommonOptions.diagnostics,
        isHidden: true)

    static func run(
        _ invocation: Invocation, _ console: Console, of root: Command, date: String
    ) throws(Diagnostic) -> ExitStatus {
        guard let folder = invocation.operands.first else { return .trouble }
        for page in root.manualPages(date: date) {
            let path = folder + "/" + page.fileName
            try attempting("write \(path)") { () throws(SystemError) in
                let file = try Descriptor.open(path, .createOrEmpty(permissions: 0o644))
                try file.write(page.text)
                try file.close()
            }
        }
        return .good
    }
}
