extension CommandPath {
    /// Writes the SYNOPSIS: an entry for each runnable command on the page.
    func addSynopsis(_ writer: inout ManualWriter) {
        for path in describedOnPage where path.isRoot || path.command.subcommands.isEmpty {
            writer.macro("Nm", ManualText.arguments(path.title))
            for option in path.command.options {
                writer.macro("Op", option.manualForm(option.spellings.suffix(1)))
            }
            if !path.command.subcommands.isEmpty {
                writer.macro("Ar", "command")
                writer.macro("Op", "Ar argument ...")
            } else if let operand = path.command.operand {
                let form = "Ar \(ManualText.name(operand.name))" + (operand.isRepeating ? " ..." : "")
                operand.isRequired ? writer.macro(form) : writer.macro("Op", form)
            }
        }
    }

    /// Writes the DESCRIPTION: the command's purpose, its commands, its operand and its options.
    func addDescription(_ writer: inout ManualWriter) {
        addDiscussion(&writer)
        if isRoot { addCommandList(&writer) }
        addOptions(&writer, withStandard: true)
        for path in describedOnPage.dropFirst() {
            writer.subsection(path.title)
            path.addDiscussion(&writer)
            path.addOptions(&writer, withStandard: false)
        }
    }

    private func addDiscussion(_ writer: inout ManualWriter) {
        writer.paragraph(command.summary.asSentence)
        for paragraph in command.discussion { writer.paragraph(paragraph) }
        if let operand = command.operand {
            writer.list([operand]) {
                "Ar \(ManualText.name($0.name))" + ($0.isRepeating ? " ..." : "")
            } body: { writer, operand in
                writer.paragraph(operand.summary.asSentence)
                if let constraint = operand.value.constraint { writer.prose(constraint.asSentence) }
            }
        }
    }

    /// Writes the commands of a root, each with a reference to its page.
    private func addCommandList(_ writer: inout ManualWriter) {
        guard !command.subcommands.isEmpty else { return }
        writer.paragraph("The commands are as follows:")
        var entries = children().map { path in
            (term: "Cm \(ManualText.name(path.command.name))", summary: path.command.summary, page: path.manualName)
        }
        if hasHelpCommand {
            entries.append(("Cm \(CommandPath.help.name) Op Ar command ...", CommandPath.help.summary, ""))
        }
        writer.list(entries) {
            $0.term
        } body: { writer, entry in
            writer.paragraph(entry.summary.asSentence)
            guard !entry.page.isEmpty else { return }
            writer.prose("See")
            writer.macro("Xr", "\(ManualText.arguments(entry.page)) 1 .")
        }
    }

    /// Writes the options under their headings and, if the page is about this command, the standard options.
    private func addOptions(_ writer: inout ManualWriter, withStandard: Bool) {
        let groups = command.options.grouped()
        func list(_ options: [Option], _ title: String) {
            guard !options.isEmpty else { return }
            writer.paragraph(title)
            writer.list(options) { option in
                option.manualForm(option.spellings[...])
            } body: { writer, option in
                option.addDescription(&writer)
            }
        }
        for (title, options) in groups {
            list(options, title == [Option].defaultTitle ? "The options are as follows:" : "\(title):")
        }
        list(command.helpOptions, "Options of \(title) \(CommandPath.help.name):")
        guard withStandard else { return }
        writer.paragraph(groups.isEmpty ? "The options are as follows:" : "Help:")
        writer.list(standardOptions) {
            "Fl \(ManualText.name(String($0.rawValue.dropFirst())))"
        } body: { writer, option in
            writer.paragraph(option.summary.asSentence)
        }
    }
}

extension Option {
    /// The value as arguments of a macro line, with a leading space.
    private var manualValue: String {
        guard let value else { return "" }
        if let choices = value.inlineChoices { return " Cm " + choices.map(ManualText.name).joined(separator: " | ") }
        return " Ar \(ManualText.name(value.placeholder))"
    }

    /// Returns the option in the given spellings, with its value.
    func manualForm(_ spellings: ArraySlice<String>) -> String {
        spellings.map { "Fl \(ManualText.name(String($0.dropFirst())))" }.joined(separator: " , ") + manualValue
    }

    fileprivate func addDescription(_ writer: inout ManualWriter) {
        writer.paragraph(summary.asSentence)
        if let constraint = value?.unstatedConstraint { writer.prose("The value is \(constraint).") }
        if isRepeatable { writer.prose("This option may be given more than once.") }
        if !exclusions.isEmpty { writer.prose("It cannot be combined with \(exclusions.list("or")).") }
        for needed in needs { writer.prose("It requires \(needed.list("or")).") }
        if let details { writer.paragraph(details) }
    }
}

extension String {
    /// The summary as a sentence: with a final period, and a capital at the start if the first word consists of
    /// lowercase letters.
    var asSentence: String {
        var firstWord = prefix { !$0.isWhitespace }
        while let last = firstWord.last, ".,;:?!".contains(last) { firstWord.removeLast() }
        let isPlain = firstWord.allSatisfy { $0.isLetter && $0.isLowercase }
        let start = isPlain ? prefix(1).uppercased() : String(prefix(1))
        let isEnded = last.map { ".?!".contains($0) } ?? true
        return start + dropFirst() + (isEnded ? "" : ".")
    }
}
