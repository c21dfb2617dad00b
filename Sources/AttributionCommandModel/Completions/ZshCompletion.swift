/// Completion for zsh, built on `_arguments`: one function for each command.
struct ZshCompletion {
    let root: Command

    var lines: [String] {
        let rootPath = CommandPath(root)
        let paths = rootPath.subtree(includingHidden: true)
        let families = paths.filter(Self.isFamily)
        let function = Self.function(rootPath)
        var lines = ["#compdef \(root.name)", ""]
        for path in paths { lines += commandFunction(path) + [""] }
        if rootPath.hasHelpCommand {
            for path in families { lines += helpFunction(path) + [""] }
        }
        for path in families { lines += listFunction(path, "list", path.commandEntries) + [""] }
        lines += listFunction(rootPath, "topics", rootPath.commandEntries + rootPath.topicEntries) + [""]
        lines += [
            "# The script may be found on fpath, where it is the function, or be sourced.",
            "if [[ $funcstack[1] == \(function) ]]; then",
            "    \(function) \"$@\"",
            "else",
            "    compdef \(function) \(root.name)",
            "fi",
        ]
        return lines
    }

    // MARK: - Functions

    /// Returns the name of a command's function. The double underscores make it distinct for every path, because a
    /// name may contain a single one.
    private static func function(_ path: CommandPath, _ purpose: String = "") -> String {
        let names = path.names.map(ShellText.identifier).joined(separator: "__")
        return "_\(names)" + (purpose.isEmpty ? "" : "___\(purpose)")
    }

    private static func isFamily(_ path: CommandPath) -> Bool { !path.command.subcommands.isEmpty }

    /// Returns a function that completes what follows a command.
    private func commandFunction(_ path: CommandPath) -> [String] {
        let specs = optionSpecs(path) + operandSpecs(path)
        guard Self.isFamily(path) else {
            return ["\(Self.function(path))() {", "    _arguments -s -S : \\"] + joined(specs) + ["}"]
        }
        let helpTarget = path.hasHelpCommand ? [(CommandPath.help.name, Self.function(path, "help"))] : []
        let targets = path.children(includingHidden: true).map { ($0.command.name, Self.function($0)) }
        return familyFunction(Self.function(path), path, specs, targets + helpTarget)
    }

    /// Returns a function that completes the names of commands after `help`.
    private func helpFunction(_ path: CommandPath) -> [String] {
        let targets = path.children().filter(Self.isFamily).map { ($0.command.name, Self.function($0, "help")) }
        return familyFunction(Self.function(path, "help"), path, [], targets, list: path.isRoot ? "topics" : "list")
    }

    private func familyFunction(
        _ name: String, _ path: CommandPath, _ specs: [String], _ targets: [(word: String, function: String)],
        list: String = "list"
    ) -> [String] {
        let listing = "'1:command:\(Self.function(path, list))'"
        if targets.isEmpty { return ["\(name)() {", "    _arguments -s -S : \\"] + joined(specs + [listing]) + ["}"] }
        var lines = [
            "\(name)() {",
            "    local curcontext=\"$curcontext\" state line ret=1",
            "    typeset -A opt_args",
            "    _arguments -C -s -S : \\",
        ]
        lines += joined(specs + [listing, "'*::argument:->argument'"], ending: " && ret=0")
        lines += [
            "    if [[ $state == argument ]]; then",
            "        curcontext=\"${curcontext%:*:*}:\(root.name)-$line[1]:\"",
            "        case $line[1] in",
        ]
        lines += targets.map { "            \(ShellText.singleQuoted($0.word))) \($0.function) && ret=0 ;;" }
        lines += ["        esac", "    fi", "    return ret", "}"]
        return lines
    }

    /// Returns a function that lists the commands of a family, or everything that a root's help covers, with
    /// summaries.
    private func listFunction(_ path: CommandPath, _ list: String, _ entries: [Block.Item]) -> [String] {
        let entries = entries.map { entry in
            let name = ShellText.escaping("\\:", in: entry.term)
            return "        " + ShellText.singleQuoted("\(name):\(ShellText.escaping("\\:", in: entry.text))")
        }
        return [
            "\(Self.function(path, list))() {",
            "    local -a commands",
            "    commands=(",
        ] + entries + [
            "    )",
            "    _describe -t commands \(ShellText.singleQuoted("\(path.title) command")) commands",
            "}",
        ]
    }

    private func joined(_ specs: [String], ending: String = "") -> [String] {
        specs.enumerated().map { index, spec in
            "        \(spec)" + (index == specs.count - 1 ? ending : " \\")
        }
    }
}

// MARK: - Specifications for _arguments

extension ZshCompletion {
    private func optionSpecs(_ path: CommandPath) -> [String] {
        let declared = path.command.options.flatMap { option in
            option.spellings.map { optionSpec(option, spelling: $0) }
        }
        let standard = path.standardOptions.map {
            ShellText.singleQuoted("(- *)\($0.rawValue)[\(Self.explanation($0.summary))]")
        }
        return declared + standard
    }

    private func optionSpec(_ option: Option, spelling: String) -> String {
        let exclusion = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
        let isLong = spelling.hasPrefix("--")
        let sign = option.value == nil ? "" : isLong ? "=" : "+"
        let value = option.value.map { ":\(Self.message($0.placeholder)):\(Self.action($0.kind))" } ?? ""
        let spec = "\(exclusion)\(spelling)\(sign)[\(Self.explanation(option.summary))]\(value)"
        return ShellText.singleQuoted(spec)
    }

    private func operandSpecs(_ path: CommandPath) -> [String] {
        guard !Self.isFamily(path), let operand = path.command.operand else { return [] }
        let position = operand.isRepeating ? "*:" : operand.isRequired ? "1:" : "1::"
        return [ShellText.singleQuoted("\(position)\(Self.message(operand.name)):\(Self.action(operand.value))")]
    }

    private static func action(_ kind: ValueKind) -> String {
        switch kind {
        case .text, .namedFile: " "
        case .file, .writtenFile: "_files"
        case .directory: "_files -/"
        case .choice, .name, .integer:
            kind.candidates.isEmpty
                ? " "
                : "(\(kind.candidates.map { ShellText.escaping("\\ ():;&|<>$`\"'*?[]{}~#", in: $0) }.joined(separator: " ")))"
        }
    }

    private static func explanation(_ text: String) -> String { ShellText.escaping("\\[]:", in: text) }

    private static func message(_ text: String) -> String { ShellText.escaping("\\:", in: text) }
}
