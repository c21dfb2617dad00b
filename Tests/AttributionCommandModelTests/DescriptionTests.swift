import AttributionTestSupport
import Testing

@testable import AttributionCommandModel
@testable import AttributionProgram

/// Parsing, help, manual pages and completions are correct only for a description with these properties.
struct DescriptionTests {
    private static let paths = CommandPath(Program.root).subtree(includingHidden: true)

    private static func repeated(_ words: [String]) -> [String] {
        Dictionary(grouping: words, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    }

    private static func isWord(_ name: String) -> Bool {
        name.first?.isLetter == true && name.last != "-"
            && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    }

    @Test func eachNameIsThereOnce() {
        for path in Self.paths {
            let command = path.command
            let names = command.subcommands.map(\.name) + command.topics.map(\.name)
            expect(Self.repeated(names + (path.isRoot ? [CommandPath.help.name] : [])), [], "\(path.title)")
            let words = names + command.options.flatMap(\.words)
            let areWords = words.allSatisfy { Self.isWord($0) && $0.count > 1 }
            #expect(areWords, "\(path.title)")
            #expect(command.subcommands.isEmpty || command.operand == nil, "\(path.title)")
            #expect(command.topics.isEmpty || path.isRoot, "\(path.title)")
            let spellings = command.options.flatMap(\.spellings) + path.standardOptions.map(\.rawValue)
            expect(Self.repeated(spellings), [], "\(path.title)")
            expect(Self.repeated(command.sections.map { $0.title.uppercased() }), [], "\(path.title)")
        }
        #expect(Self.paths.count > 20)
    }

    @Test func relationsAreToOptionsOfTheSameCommand() {
        for path in Self.paths {
            for option in path.command.options {
                for other in option.relations.flatMap({ $0.others() }).flatMap(\.options) {
                    let isHere = path.command.options.contains { $0.identity === other.identity }
                    #expect(isHere, "\(path.title): --\(option.name) stands to --\(other.name)")
                }
            }
        }
    }

    @Test func choicesNeedNoQuotes() {
        for path in Self.paths {
            let kinds = path.command.options.compactMap(\.value?.kind) + (path.command.operand.map { [$0.value] } ?? [])
            for choices in kinds.compactMap(\.choices) {
                #expect(!choices.isEmpty && Self.repeated(choices) == [], "\(path.title)")
                let arePlain = choices.joined().allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-_.+".contains($0))
                }
                #expect(arePlain && !choices.contains(""), "\(path.title)")
            }
        }
    }

    @Test func summariesAreClauses() {
        for path in Self.paths {
            let command = path.command
            let summaries =
                [command.summary] + command.options.map(\.summary) + command.topics.map(\.summary)
                + (command.operand.map { [$0.summary] } ?? [])
            for summary in summaries {
                let word = summary.prefix { $0.isLetter }
                let isSentence = word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase)
                #expect(!summary.isEmpty && summary.last != "." && !isSentence, "\(path.title): \(summary)")
                #expect(!summary.contains { $0.isNewline }, "\(path.title): \(summary)")
            }
            let areCaptions = command.examples.allSatisfy { $0.caption.last.map { !".:".contains($0) } ?? false }
            #expect(areCaptions, "\(path.title)")
        }
    }
}
