@testable import AttributionCommandModel

extension Command {
    /// Returns the problems of this description of a tool, one line each; empty if there are none.
    ///
    /// A test calls this once for the actual description. Parsing, help, manual pages and completions are only
    /// correct for a description without problems.
    func problems() -> [String] {
        CommandPath(self).subtree(includingHidden: true).flatMap { path in
            path.problems().map { "\(path.title): \($0)" }
        }
    }
}

extension CommandPath {
    fileprivate func problems() -> [String] {
        [
            command.nameProblems, command.proseProblems, commandProblems, optionProblems, operandProblems,
            sectionProblems, command.examples.flatMap(exampleProblems),
        ].flatMap { $0 }
    }

    private var commandProblems: [String] {
        let names = command.subcommands.map(\.name)
        var problems = repeated(names).map { "two subcommands are named \($0)" }
        for topic in command.topics {
            if !isRoot { problems.append("topic \(topic.name) is at no root") }
            if names.contains(topic.name) { problems.append("\(topic.name) is a command and a topic") }
            if !isCommandName(topic.name) { problems.append("the name of topic \(topic.name) is no plain word") }
            problems += summaryProblems(topic.summary).map { "topic \(topic.name): \($0)" }
        }
        if isRoot && names.contains(CommandPath.help.name) { problems.append("help is a command already") }
        if !names.isEmpty && command.operand != nil { problems.append("it has both subcommands and an operand") }
        if !names.isEmpty && command.visibleSubcommands.isEmpty { problems.append("all its subcommands are hidden") }
        return problems
    }

    private var optionProblems: [String] {
        let standard = standardOptions.map(\.rawValue)
        let spellings = command.options.flatMap(\.spellings)
        var problems = repeated(spellings).map { "two options are spelled \($0)" }
        problems += spellings.filter(standard.contains).map { "option \($0) is built in" }
        for option in command.options {
            problems += option.problems.map { "option --\(option.name): \($0)" }
            let unknown = option.relations.flatMap { $0.others() }.flatMap(\.options).filter { other in
                !command.options.contains { $0.identity === other.identity }
            }
            problems += unknown.map { "option --\(option.name): it stands to --\($0.name), which is no option here" }
        }
        return problems
    }

    private var operandProblems: [String] {
        guard let operand = command.operand else { return [] }
        let problems = placeholderProblems(operand.name) + operand.value.problems + summaryProblems(operand.summary)
        return problems.map { "operand \(operand.name): \($0)" }
    }

    private var sectionProblems: [String] {
        let generated = ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ARGUMENTS", "EXAMPLES", "HELP", "SEE ALSO"]
        let titles = command.sections.map { $0.title.uppercased() }
        var problems = repeated(titles).map { "two sections are titled \($0)" }
        problems += titles.filter { generated.contains($0) }.map { "section \($0) is generated" }
        if titles.contains("") { problems.append("a section has no title") }
        for section in command.sections { problems += section.problems.map { "section \(section.title): \($0)" } }
        return problems
    }
}

extension Command {
    fileprivate var nameProblems: [String] {
        isCommandName(name) ? [] : ["the name '\(name)' is not lower-case letters, digits and hyphens"]
    }

    fileprivate var proseProblems: [String] {
        summaryProblems(summary) + (discussion.contains(where: isBlank) ? ["a paragraph is empty"] : [])
    }
}

extension Option {
    fileprivate var problems: [String] {
        var problems = summaryProblems(summary)
        if !isCommandName(name) { problems.append("the name is not lower-case letters, digits and hyphens") }
        if name.count == 1 { problems.append("the name is as short as a short option") }
        if let short, !(short.isASCII && (short.isLetter || short.isNumber)) {
            problems.append("the short form '\(short)' is not a letter or digit")
        }
        if let details, isBlank(details) { problems.append("the details are empty") }
        if let group, isBlank(group) { problems.append("the group is empty") }
        if let value { problems += placeholderProblems(value.placeholder) + value.kind.problems }
        return problems
    }
}

extension ValueKind {
    fileprivate var problems: [String] {
        guard case .choice(let choices) = self else { return [] }
        var problems = repeated(choices).map { "the choice \($0) is there twice" }
        if choices.isEmpty { problems.append("there is no choice") }
        if !choices.allSatisfy(isPlainWord) { problems.append("a choice is not one plain word") }
        return problems
    }
}

extension Section {
    fileprivate var problems: [String] { blocks.isEmpty ? ["it is empty"] : blocks.flatMap(\.problems) }
}

extension Block {
    fileprivate var problems: [String] {
        switch self {
        case .paragraph(let text): isBlank(text) ? ["a paragraph is empty"] : []
        case .literal(let text): isBlank(text) ? ["a literal is empty"] : []
        case .items(let items): Self.problems(items)
        }
    }

    private static func problems(_ items: [Item]) -> [String] {
        var problems = repeated(items.map(\.term)).map { "the term \($0) is there twice" }
        if items.isEmpty { problems.append("a list is empty") }
        if items.contains(where: { isBlank($0.term) || isBlank($0.text) }) { problems.append("an item is empty") }
        return problems
    }
}
