import AttributionBase

extension UsageError {
    /// The error message: one line in lowercase, without a final period.
    package var message: String {
        switch fact {
        case .missingCommand(let choices):
            let subject = path.isRoot ? "which command?" : "which \(path.command.name) command?"
            return choices.isEmpty ? subject : "\(subject) one of: \(choices.joined(separator: ", "))"
        case .unknownCommand(let word, _, _):
            return "unknown command \(shown(word))"
        case .unknownOption(let option, _, _):
            return "unknown option \(shown(option))"
        case .missingValue(let option, let placeholder):
            return "option \(option) needs a value (\(placeholder))"
        case .unexpectedValue(let option, let value):
            return "option \(option) takes no value, but was given \(shown(value))"
        case .equalsAfterShortOption(let option, _):
            return "option \(option) takes its value without an equals sign"
        case .repeatedOption(let option):
            return "option \(option) was given more than once"
        case .invalidChoice, .invalidInteger:
            return value.map { "\"\($0.option)\" is \($0.found)" + demand($0.wanted) } ?? ""
        case .missingOperand(let name):
            return "\(path.title) needs \(name)"
        case .unexpectedOperand(let word, nil):
            return "unexpected argument \(shown(word)); \(path.title) takes only options"
        case .unexpectedOperand(let word, let limit?):
            return "unexpected argument \(shown(word)); \(path.title) takes one \(limit)"
        case .rejected(let message, _):
            return message
        }
    }

    /// A hint, if there is one: "did you mean --deterministic?".
    package var hint: String? {
        switch fact {
        case .unknownCommand(_, let nearest, let elsewhere):
            return nearest.map { "did you mean \($0)?" } ?? list(elsewhere).map { "did you mean \($0)?" }
        case .unknownOption(let option, let nearest, let owners):
            let suggestion = nearest.map { "did you mean \($0)?" }
            // If most commands have the option, naming the first few is not helpful.
            let owner =
                path.isRoot && owners.count > 3
                ? "options come after the command, as in \(owners[0]) \(option)"
                : list(owners).map { "\(option) is an option of \($0)" }
            let hints = [suggestion, owner].compactMap { $0 }
            return hints.isEmpty ? nil : hints.joined(separator: " ")
        case .invalidChoice(_, _, _, let nearest):
            return nearest.map { "did you mean \($0)?" }
        case .equalsAfterShortOption(let option, let value):
            return "write \(option) \(printable(value))"
        case .rejected(_, let hint):
            return hint
        case .missingCommand, .missingValue, .unexpectedValue, .repeatedOption, .invalidInteger, .missingOperand,
            .unexpectedOperand:
            return nil
        }
    }

    /// A reference to the help: "see aak sign --help".
    package var seeAlso: String { "see \(path.title) \(StandardOption.fullHelp.rawValue)" }

    /// The option or operand whose value is at fault, that value and what is wanted, as messages about fields of inputs have them;
    /// nil for any other error.
    package var value: (option: String, found: String, wanted: String)? {
        switch fact {
        case .invalidChoice(let subject, let value, let choices, _):
            (subject, shown(value), "one of " + choices.joined(separator: ", "))
        case .invalidInteger(let subject, let value, let range): (subject, shown(value), range.phrase)
        default: nil
        }
    }

    private func list(_ titles: [String]) -> String? {
        let shown = titles.prefix(3)
        return shown.isEmpty ? nil : shown.joined(separator: ", ")
    }
}

/// Returns an argument in quotes, safe to show on one line of a terminal.
private func shown(_ text: String) -> String { quoted(VisibleText.of(text)) }

/// Escapes characters that could control a terminal, shortens long text, and conceals possible secrets.
private func printable(_ text: String) -> String { VisibleText.of(excerpt(text.concealed)) }
