extension CommandPath {
    /// Returns help of the given length as text that ends with a newline.
    package func help(_ length: HelpLength, width: Int = 80) -> String {
        var page = HelpPage(width: width)
        page.paragraph(usage, lead: "usage: ")
        if length == .full { page.blank() }
        page.paragraph(command.summary)
        switch length {
        case .short: addShortHelp(&page)
        case .full: addFullHelp(&page)
        }
        return page.text
    }

    // MARK: - Short help

    private static let shownExamples = 2

    /// Adds what fits on one screen: examples, and what most people need.
    private func addShortHelp(_ page: inout HelpPage) {
        addExamples(&page, command.examples.prefix(Self.shownExamples), areParted: false)
        let lists = commandLists.map { ($0.title, $0.entries.filter { $0.term != CommandPath.help.name }) }
        addLists(&page, lists + essentials, onOneLineEach: true)
        page.blank()
        if command.subcommands.isEmpty {
            page.paragraph("More: " + ([fullHelp] + homes).joined(separator: ", "))
        } else {
            page.paragraph("Run \(title) COMMAND -h for examples, \(title) COMMAND --help for more.")
            guard isRoot, !root.topics.isEmpty else { return }
            page.paragraph(
                "\(title) \(CommandPath.help.name) TOPIC: \(root.topics.map(\.name).joined(separator: ", "))")
        }
    }

    /// The operand, and the options that most people need.
    private var essentials: [EntryList] {
        let options = command.options.filter(\.isEssential).map { Block.Item($0.briefLabel, $0.summary) }
        let entries = (command.operand.map { [$0.entry] } ?? []) + options
        return entries.isEmpty ? [] : [("Common options", entries)]
    }

    private var fullHelp: String { "\(title) \(StandardOption.fullHelp.rawValue)" }

    /// The command lines whose help describes the options that this command's own help leaves out.
    private var homes: [String] { elsewhere.map(\.title) }

    private var elsewhere: [(title: String, elements: [Option])] {
        command.options.filter { $0.home != nil && $0.home != fullHelp }.grouped { $0.home ?? "" }
    }

    // MARK: - Full help

    private func addFullHelp(_ page: inout HelpPage) {
        addExamples(&page, command.examples[...], areParted: true)
        for paragraph in command.discussion {
            page.blank()
            page.paragraph(paragraph)
        }
        var commands = commandLists
        if isRoot { showFirstExamples(&commands) }
        addLists(&page, commands)
        var lists: [EntryList] = []
        if isRoot, !root.topics.isEmpty { lists.append(("Topics of \(title) \(CommandPath.help.name)", topicEntries)) }
        if !command.helpOptions.isEmpty {
            let options = command.helpOptions.map { $0.entry(.full) }
            lists.append(("Options of \(title) \(CommandPath.help.name)", options))
        }
        if let operand = command.operand { lists.append(("Arguments", [operand.entry])) }
        // Options with another home are only listed by name below.
        let described = command.options.filter { $0.home == nil || $0.home == fullHelp }
        lists += described.grouped().map { ($0.title, $0.elements.map { $0.entry(.full) }) }
        lists.append(("Help", standardEntries))
        addLists(&page, lists)
        for list in elsewhere {
            page.heading("Options described in \(list.title)")
            page.paragraph(list.elements.map(\.shortLabel).joined(separator: "; "), indent: 2)
        }
        for section in command.sections where !section.isOfAll || isRoot {
            page.heading(section.title)
            page.add(section.blocks)
        }
        guard !command.visibleSubcommands.isEmpty else { return }
        page.blank()
        page.paragraph("Run \(title) COMMAND -h for examples, \(title) COMMAND --help for more.")
    }

    /// Adds the first example's command line to each command of the first list.
    private func showFirstExamples(_ lists: inout [EntryList]) {
        guard lists.count > 1 else { return }
        lists[0].entries = lists[0].entries.map { entry in
            guard let example = command.subcommand(named: entry.term)?.examples.first else { return entry }
            return Block.Item(entry.term, entry.text, example.command)
        }
    }

    // MARK: - Parts

    private func addLists(_ page: inout HelpPage, _ lists: [EntryList], onOneLineEach: Bool = false) {
        let column = page.column(for: lists.flatMap(\.entries))
        for list in lists {
            page.heading(list.title)
            page.entries(list.entries, column: column, onOneLineEach: onOneLineEach)
        }
    }

    private func addExamples(
        _ page: inout HelpPage, _ examples: ArraySlice<(caption: String, command: String)>, areParted: Bool
    ) {
        guard !examples.isEmpty else { return }
        page.heading("Examples")
        for (index, example) in examples.enumerated() {
            if areParted, index > 0 { page.blank() }
            page.paragraph("\(example.caption):", indent: 2)
            page.literal(example.command, indent: 4)
        }
    }
}

/// A title, and the entries under it.
typealias EntryList = (title: String, entries: [Block.Item])

extension HelpPage {
    mutating func add(_ blocks: [Block]) {
        for (index, block) in blocks.enumerated() {
            if index > 0 { blank() }
            switch block {
            case .paragraph(let text):
                paragraph(text, indent: 2)
            case .items(let items):
                entries(items, column: column(for: items))
            case .literal(let text):
                literal(text, indent: 4)
            }
        }
    }
}
