/// Completion for fish.
///
/// Each completion has a condition on the command that the words before the cursor have reached.
struct FishCompletion {
    let root: Command

    private var function: String { "__" + ShellText.identifier(root.name) }

    var lines: [String] {
        let paths = CommandPath(root).subtree(includingHidden: true)
        var lines = ["# fish completion for \(root.name)", ""]
        for part in [valueTable(paths), commandTable(paths), walk] { lines += part + [""] }
        lines.append(complete(["-f"]))
        for path in paths { lines += [""] + completions(for: path) }
        return lines
    }

    // MARK: - Finding the command

    /// Returns a function that says whether an option takes a value.
    private func valueTable(_ paths: [CommandPath]) -> [String] {
        let spellings = paths.flatMap { path in
            path.command.options.filter { $0.value != nil }.flatMap { option in
                option.spellings.map { ShellText.fishQuoted("\(path.title) \($0)") }
            }
        }
        return table("takes_value", "Whether option $argv[2] of command $argv[1] takes a value.", spellings)
    }

    /// Returns a function that says whether a command exists.
    private func commandTable(_ paths: [CommandPath]) -> [String] {
        let titles = paths.filter { !$0.isRoot }.map { ShellText.fishQuoted($0.title) }
        return table("has_command", "Whether command $argv[1] has the command $argv[2].", titles)
    }

    private func table(_ name: String, _ comment: String, _ patterns: [String]) -> [String] {
        let cases = patterns.flatMap { ["        case \($0)", "            return 0"] }
        let start = ["# \(comment)", "function \(function)_\(name)", "    switch \"$argv[1] $argv[2]\""]
        return start + cases + ["    end", "    return 1", "end"]
    }

    /// A function that says whether the words before the cursor lead to a command.
    private var walk: [String] {
        let help = CommandPath(root).hasHelpCommand ? "\(root.name) \(CommandPath.help.name)" : ""
        return """
            # Whether the words before the cursor lead to command $argv[1]. After help, they lead to "help" and it.
            function \(function)_at
                set -l path \(ShellText.fishQuoted(root.name))
                set -l helping
                set -l ended
                set -l pending
                set -l words (commandline -opc)
                for word in $words[2..-1]
                    if set -q pending[1]
                        set pending
                    else if test -z "$ended"; and test "$word" = --
                        set ended 1
                    else if test -z "$ended"; and string match -q -- '--*' "$word"
                        \(function)_takes_value "$path" "$word"; and set pending 1
                    else if test -z "$ended"; and string match -q -- '-?*' "$word"
                        set -l letters (string split '' -- (string sub -s 2 -- "$word"))
                        for index in (seq (count $letters))
                            if \(function)_takes_value "$path" "-$letters[$index]"
                                test $index -eq (count $letters); and set pending 1
                                break
                            end
                        end
                    else if test -z "$helping"; and test "$path $word" = \(ShellText.fishQuoted(help))
                        set helping 'help '
                    else if \(function)_has_command "$path" "$word"
                        set path "$path $word"
                    end
                end
                test "$helping$path" = "$argv[1]"
            end
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    // MARK: - Completions

    private func completions(for path: CommandPath) -> [String] {
        let condition = ["-n", at(path.title)]
        var lines: [String] = []
        if !path.command.subcommands.isEmpty {
            lines += path.commandEntries.map { complete(condition + entry($0)) }
            if CommandPath(root).hasHelpCommand {
                let commands = path.commandEntries.filter { $0.term != CommandPath.help.name }
                let helped = commands + (path.isRoot ? path.topicEntries : [])
                lines += helped.map { complete(["-n", at("help \(path.title)")] + entry($0)) }
            }
        } else if let operand = path.command.operand {
            let arguments = candidates(operand.value)
            if !arguments.isEmpty { lines.append(complete(condition + arguments)) }
        }
        lines += path.command.options.map { complete(condition + optionArguments($0)) }
        lines += path.standardOptions.map { complete(condition + standardArguments($0)) }
        return lines
    }

    private func at(_ title: String) -> String { ShellText.fishQuoted("\(function)_at \(ShellText.fishQuoted(title))") }

    private func entry(_ entry: Block.Item) -> [String] {
        ["-a", ShellText.fishQuoted(entry.term), "-d", ShellText.fishQuoted(entry.text)]
    }

    private func optionArguments(_ option: Option) -> [String] {
        let short = option.short.map { ["-s", ShellText.fishQuoted(String($0))] } ?? []
        let value = option.value.map { valueArguments($0.kind) } ?? []
        let long = option.words.flatMap { ["-l", ShellText.fishQuoted($0)] }
        return short + long + value + ["-d", ShellText.fishQuoted(option.summary)]
    }

    private func standardArguments(_ option: StandardOption) -> [String] {
        let isShort = !option.rawValue.hasPrefix("--")
        let name = option.rawValue.drop { $0 == "-" }
        return [isShort ? "-s" : "-l", String(name), "-d", ShellText.fishQuoted(option.summary)]
    }

    private func valueArguments(_ kind: ValueKind) -> [String] {
        switch kind {
        case .text, .namedFile: ["-x"]
        case .file, .writtenFile: ["-r", "-F"]
        case .directory, .choice, .name, .integer: ["-x"] + candidates(kind)
        }
    }

    /// Returns the candidates for a value, as arguments of `complete`.
    private func candidates(_ kind: ValueKind) -> [String] {
        switch kind {
        case .text, .namedFile: []
        case .file, .writtenFile: ["-F"]
        case .directory: ["-a", "'(__fish_complete_directories)'"]
        case .choice, .name, .integer:
            kind.candidates.isEmpty ? [] : ["-a", ShellText.fishQuoted(kind.candidates.joined(separator: " "))]
        }
    }

    private func complete(_ arguments: [String]) -> String {
        (["complete", "-c", ShellText.fishQuoted(root.name)] + arguments).joined(separator: " ")
    }
}
