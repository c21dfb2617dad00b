extension CommandPath {
    /// Returns help of the given length as text that ends with a newline.
    package func help(_ length: HelpLength, width: Int = 80) -> String {
        var page = HelpPage(width: width)
        page.paragraph(usage, lead: "usage: ")
        page.blank()
        page.paragraph(command.summary)
        for paragraph in length == .full ? command.discussion : [] {
            page.blank()
            page.paragraph(paragraph)
        }
        addLists(&page, length)
        guard length == .full else { return page.text }
        for section in command.sections where !section.isOfAll || isRoot {
            page.heading(section.title)
            page.add(section.blocks)
        }
        addExamples(&page)
        return page.text
    }

    private func addLists(_ page: inout HelpPage, _ length: HelpLength) {
        let help = "\(title) \(CommandPath.help.name)"
        var lists = commandLists
        if isRoot, !root.topics.isEmpty { lists.append(("Topics of \(help)", topicEntries)) }
        if !command.helpOptions.isEmpty {
            lists.append(("Options of \(help)", command.helpOptions.map { $0.entry(length) }))
        }
        if let operand = command.operand { lists.append(("Arguments", [operand.entry])) }
        // The options that the help of this command describes, and those that another command's does, by that command.
        let described = command.options.filter { $0.home == nil || $0.home == title }
        let others = command.options.filter { $0.home != nil && $0.home != title }
        lists += described.grouped().map { ($0.title, $0.elements.map { $0.entry(length) }) }
        lists.append(("Help", standardEntries))

        let column = page.column(for: lists.flatMap(\.entries))
        for list in lists {
            page.heading(list.title)
            page.entries(list.entries, column: column)
        }
        for list in others.grouped(by: { $0.home ?? "" }) {
            page.heading("Options described in \(list.title) --help")
            page.paragraph(list.elements.map(\.shortLabel).joined(separator: "; "), indent: 2)
        }
        if !command.visibleSubcommands.isEmpty {
            page.blank()
            page.paragraph("Run \(title) COMMAND --help for more about a command.")
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
