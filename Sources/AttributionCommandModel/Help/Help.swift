extension CommandPath {
    /// Returns the usage line, the summary, and an entry for each command and option, as text that ends with a
    /// newline.
    package func shortHelp(width: Int = 80) -> String {
        var page = HelpPage(width: width)
        addUsage(&page)
        addLists(&page, .short)
        return page.text
    }

    /// Returns the whole description as text that ends with a newline.
    package func fullHelp(width: Int = 80) -> String {
        var page = HelpPage(width: width)
        addUsage(&page)
        for paragraph in command.discussion {
            page.blank()
            page.paragraph(paragraph)
        }
        addLists(&page, .full)
        for section in command.sections {
            page.heading(section.title)
            page.add(section.blocks)
        }
        addExamples(&page)
        return page.text
    }

    /// Returns help of the given length.
    package func help(_ length: HelpLength, width: Int = 80) -> String {
        switch length {
        case .short: shortHelp(width: width)
        case .full: fullHelp(width: width)
        }
    }

    private func addUsage(_ page: inout HelpPage) {
        page.paragraph(usage, lead: "usage: ")
        page.blank()
        page.paragraph(command.summary)
    }

    private func addLists(_ page: inout HelpPage, _ length: HelpLength) {
        var lists: [(title: String, entries: [HelpEntry])] = []
        if !command.subcommands.isEmpty { lists.append(("Commands", commandEntries)) }
        if isRoot, !root.topics.isEmpty { lists.append(("Topics of \(title) \(HelpCommand.name)", topicEntries)) }
        if let operand = command.operand { lists.append(("Arguments", [operand.entry])) }
        for group in OptionGroup.groups(of: command.visibleOptions) {
            lists.append((group.title, group.options.map { $0.entry(length) }))
        }
        lists.append(("Help", standardEntries))

        let column = page.column(for: lists.flatMap(\.entries))
        for list in lists {
            page.heading(list.title)
            page.entries(list.entries, column: column)
        }
        if !command.visibleSubcommands.isEmpty {
            page.blank()
            page.paragraph("See \(title) COMMAND --help for what a command does.")
        }
    }

    private func addExamples(_ page: inout HelpPage) {
        guard !command.examples.isEmpty else { return }
        page.heading("Examples")
        for (index, example) in command.examples.enumerated() {
            if index > 0 { page.blank() }
            page.paragraph("\(example.caption):", indent: 2)
            page.literal(example.command, indent: 4)
        }
    }
}

extension HelpPage {
    /// Adds the blocks of a section below its heading.
    mutating func add(_ blocks: [Block]) {
        for (index, block) in blocks.enumerated() {
            if index > 0 { blank() }
            switch block {
            case .paragraph(let text):
                paragraph(text, indent: 2)
            case .items(let items):
                let list = items.map { HelpEntry(label: $0.term, paragraphs: [$0.text]) }
                entries(list, column: column(for: list))
            case .literal(let text):
                literal(text, indent: 4)
            }
        }
    }
}
