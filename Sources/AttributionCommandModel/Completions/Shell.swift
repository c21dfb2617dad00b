package enum Shell: String, Sendable, CaseIterable {
    case bash
    case zsh
    case fish
}

extension Command {
    /// Returns a script that lets a shell complete the commands, options and values of this tool.
    ///
    /// The script depends only on the shell. Bash runs it from `~/.bashrc`. zsh finds it as `_aak` on its `fpath`, or
    /// runs it after `compinit`. fish finds it as `aak.fish` among its completions.
    package func completions(for shell: Shell) -> String {
        let lines =
            switch shell {
            case .bash: BashCompletion(root: self).lines
            case .zsh: ZshCompletion(root: self).lines
            case .fish: FishCompletion(root: self).lines
            }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension CommandPath {
    /// The options that completions offer, as typed: `-k`, `--key`.
    var completedOptions: [String] {
        command.options.flatMap(\.spellings) + standardOptions.map(\.rawValue)
    }

    /// The names of the commands that completions offer.
    var completedCommands: [String] { commandEntries.map(\.term) }
}
