import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionCommandModel
@testable import AttributionProgram

/// The options of all commands that stand for a field of messages.
struct FieldOptionTests {
    private static let commands = CommandPath(Program.root).subtree()

    private static var options: [(path: CommandPath, option: Option, field: any OptionField)] {
        commands.flatMap { path in
            path.command.options.compactMap { option in option.field.map { (path, option, $0) } }
        }
    }

    /// The names of all fields of messages.
    private static let fields = Set(
        [ImpressionField.shape, PostbackField.shape, BodyField.shape, SignedField.adShape, SignedField.postbackShape]
            .flatMap(\.fields).map(\.text))

    @Test func haveTheNameOfTheirFieldInEveryCommand() {
        for (path, option, field) in Self.options where !["lost", "window", "fidelity"].contains(option.name) {
            expect(option.name, field.name, "\(path.title) \(option.spelling)")
        }
        // An option with the name of a field stands for this field.
        for path in Self.commands {
            for option in path.command.options where Self.fields.contains(option.name) && option.field == nil {
                Issue.record("\(path.title) \(option.spelling) stands for no field")
            }
        }
    }

    @Test func haveTheSameShorterWordsInEveryCommand() {
        let words = Dictionary(grouping: Self.options) { $0.option.name }.mapValues { Set($0.map(\.option.brief)) }
        for (name, briefs) in words { expect(briefs.count, 1, "--\(name) has \(briefs)") }
        #expect(words["conversion-value"] == ["fine"] && words["coarse-conversion-value"] == ["coarse"])
    }

    /// Returns the message about a command line; nil if its options are in order.
    private static func message(_ words: [String]) -> Diagnostic? {
        do throws(UsageError) {
            let invocation = try Program.parse(words)
            do throws(Diagnostic) {
                try invocation.checkFields()
                return nil
            } catch {
                return error
            }
        } catch {
            return Program.diagnostic(error)
        }
    }

    /// A value that breaks a rule of its field is refused by every command that makes messages, with this rule, and the message has the
    /// name of the option that was written.
    @Test func nameTheRuleThatAValueBreaks() throws {
        var checked = 0
        for (path, option, _) in Self.options {
            guard option.value != nil, let field = option.field as? FieldOption, path.command.name != "validate" else {
                continue
            }
            let line = Array(path.names.dropFirst())
            for text in [
                "", "x", "-1", "0", "64", "us", "1e3", "High", "tap", "a_b", "18446744073709551616", "1700000000",
            ] {
                for more in [[], ["--framework", "skadnetwork"], ["--version", "3.0"]] {
                    guard let invocation = try? Program.parse(line + more) else { continue }
                    let findings = field.findings(of: text, in: invocation, now: .now)
                    guard let rule = findings.first(where: { $0.severity == .error })?.rule else { continue }
                    for name in option.spellings {
                        let words = line + more + (name.hasPrefix("--") ? ["\(name)=\(text)"] : [name, text])
                        let message = try #require(Self.message(words), "\(words) is accepted")
                        #expect(message.rule == rule && message.field == name, "\(words): \(message.message)")
                        #expect(message.message.hasPrefix("\"\(name)\" is "), "\(words): \(message.message)")
                    }
                    checked += 1
                }
            }
        }
        #expect(checked > 200, "\(checked)")
    }

    /// What an option offers is not refused for its field.
    @Test func acceptWhatTheyOffer() throws {
        for (path, option, _) in Self.options {
            for word in option.value?.kind.candidates ?? [] {
                let words = Array(path.names.dropFirst()) + ["\(option.spelling)=\(word)"]
                guard (try? Program.parse(words)) != nil else { continue }
                #expect(Self.message(words) == nil, "\(words): \(Self.message(words)?.message ?? "")")
            }
        }
    }

    @Test func areListedForContributors() throws {
        let text = String(decoding: try Repository.bytes(of: "CONTRIBUTING.md"), as: UTF8.self)
        #expect(text.contains(Self.table), "CONTRIBUTING.md must have this table:\n\(Self.table)")
    }

    /// The table of the options, from the descriptions of the commands.
    private static var table: String {
        let rows = options.grouped { row in
            "| \(row.option.spellings.filter { $0.hasPrefix("--") }.map { "`\($0)`" }.joined(separator: ", ")) | `\(row.field.name)` |"
        }
        return
            (["| option | field | commands |", "|---|---|---|"]
            + rows.map { title, rows in
                "\(title) \(rows.map { "`\($0.path.names.dropFirst().joined(separator: " "))`" }.joined(separator: ", ")) |"
            }).joined(separator: "\n")
    }
}
