extension Command {
    /// Returns the manual pages of a tool: one for the root, one for each of its commands, and one for each topic.
    ///
    /// The page of a command also describes all its subcommands. The date is described at `CommandPath.manualPage(date:)`.
    ///
    /// - Returns: The man(7) source of each page, and its file name, such as `aak-sign.1`.
    package func manualPages(date: String) -> [(fileName: String, text: String)] {
        let path = CommandPath(self)
        let commands = path.manualFamily.map { ("\($0.manualName).1", $0.manualPage(date: date)) }
        return commands
            + topics.map {
                ("\(path.manualName(of: $0)).\(Topic.manualSection)", path.manualPage(of: $0, date: date))
            }
    }
}

extension CommandPath {
    /// Returns the manual page of the command as man(7) source.
    ///
    /// - Parameter date: The date of the last change, such as "November 21, 2025".
    package func manualPage(date: String) -> String {
        var writer = ManualWriter(manualName, section: 1, summary: command.summary, date: date)
        writer.section("Synopsis")
        addSynopsis(&writer)
        writer.section("Description")
        addDescription(&writer)
        let sections = manualSections
        for section in sections.before { add(section, to: &writer) }
        addSeeAlso(&writer, but: manualName)
        for section in sections.after { add(section, to: &writer) }
        return writer.text
    }

    /// The name of the page: the words of the command joined by hyphens.
    var manualName: String { names.joined(separator: "-") }

    func manualName(of topic: Topic) -> String { "\(root.name)-\(topic.name)" }

    fileprivate func manualPage(of topic: Topic, date: String) -> String {
        let name = manualName(of: topic)
        var writer = ManualWriter(name, section: Topic.manualSection, summary: topic.summary, date: date)
        writer.section("Description")
        for paragraph in topic.discussion { writer.paragraph(paragraph) }
        for section in topic.sections { add(section, to: &writer) }
        addSeeAlso(&writer, but: name)
        return writer.text
    }

    /// The paths that have pages: the root and its commands.
    fileprivate var manualFamily: [CommandPath] {
        let root = CommandPath(root)
        return [root] + root.children()
    }

    /// Adds references to all other pages, ordered by section and name.
    private func addSeeAlso(_ writer: inout ManualWriter, but own: String) {
        let commands = manualFamily.map(\.manualName).inOrder().map { (name: $0, section: 1) }
        let topics = root.topics.map { manualName(of: $0) }.inOrder().map { (name: $0, section: Topic.manualSection) }
        let others = (commands + topics).filter { $0.name != own }
        guard !others.isEmpty else { return }
        writer.section("See also")
        writer.paragraph(
            others.enumerated().map { index, page in
                ManualText.reference(page.name, page.section) + (index == others.count - 1 ? "" : ",")
            })
    }
}

// MARK: - Sections

extension CommandPath {
    /// The commands that the page describes in full: the command itself and, unless it is a root, all below it. A
    /// root's commands have their own pages.
    var describedOnPage: [CommandPath] { isRoot ? [self] : subtree() }

    private static let examplesTitle = "EXAMPLES"

    /// The conventional order of the sections after DESCRIPTION. SEE ALSO comes before the first section that `last` names.
    private static let order = [
        "CONTEXT", "RETURN VALUES", "ENVIRONMENT", "FILES", "EXIT STATUS", examplesTitle, "DIAGNOSTICS", "ERRORS",
    ]
    private static let last = ["STANDARDS", "HISTORY", "AUTHORS", "CAVEATS", "BUGS", "SECURITY CONSIDERATIONS"]

    /// The sections of all commands on the page, before and after SEE ALSO. Sections with the same title are merged, and equal blocks
    /// appear once. Sections with other titles come before the conventional ones. The section for examples has no blocks here; its contents
    /// are written separately.
    private var manualSections: (before: [Section], after: [Section]) {
        var merged: [Section] = []
        for section in describedOnPage.flatMap(\.command.sections) {
            let title = section.title.uppercased()
            if let index = merged.firstIndex(where: { $0.title.uppercased() == title }) {
                merged[index].blocks += section.blocks.filter { !merged[index].blocks.contains($0) }
            } else {
                merged.append(section)
            }
        }
        if describedOnPage.contains(where: { !$0.command.examples.isEmpty }) {
            merged.append(Section(Self.examplesTitle))
        }
        func sorted(_ order: [String]) -> [Section] {
            order.flatMap { title in merged.filter { $0.title.uppercased() == title } }
        }
        let unconventional = merged.filter { !(Self.order + Self.last).contains($0.title.uppercased()) }
        return (unconventional + sorted(Self.order), sorted(Self.last))
    }

    private func add(_ section: Section, to writer: inout ManualWriter) {
        writer.section(section.title)
        if section.title == Self.examplesTitle { addExamples(&writer) }
        writer.add(section.blocks)
    }

    private func addExamples(_ writer: inout ManualWriter) {
        for example in describedOnPage.flatMap(\.command.examples) {
            writer.paragraph("\(example.caption):")
            writer.literal(example.command)
        }
    }
}
