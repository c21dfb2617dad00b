import AttributionTestSupport
import Testing

@testable import AttributionCommandModel

/// Topics of `help` other than commands.
struct TopicTests {
    static let tool = Command(
        name: "tool", summary: "do things", subcommands: [Command(name: "run", summary: "run it")],
        topics: [
            Topic(
                name: "recipe", summary: "what stands in a recipe", discussion: "A recipe is a document.",
                sections: [Section("Members", .items([.init("salt", "how much")]))])
        ])

    @Test(arguments: [
        (["help", "recipe"], "topic: recipe"),
        (["help", "run"], "full help: tool run"),
        (["help", "recipe", "run"], "tool: unknown command \"run\""),
        (["recipe"], "tool: unknown command \"recipe\""),
        (["help", "recip"], "tool: unknown command \"recip\""),
        (["help", "other"], "tool: unknown command \"other\""),
    ])
    func reads(_ line: [String], _ wanted: String) throws {
        let read = Reading.read(line, Self.tool)
        expect(read.prefix { $0 != "/" }.description.trimmed, wanted)
        // A word that resembles a topic leads to it, unlike others.
        let isNear = line.last?.hasPrefix("recip") == true && !wanted.hasPrefix("topic")
        expect(read.contains("tool help recipe"), isNear)
    }

    @Test func standsInHelpAndManual() {
        #expect(CommandPath(Self.tool).help(.full).contains("Topics of tool help:\n  recipe"))
        expect(
            Self.tool.topics[0].text(),
            """
            recipe: what stands in a recipe

            A recipe is a document.

            Members:
              salt  how much

            """)
        let pages = Self.tool.manualPages(date: "January 1, 2026")
        expect(pages.map(\.fileName), ["tool.1", "tool-run.1", "tool-recipe.5"])
        #expect(pages[0].text.contains("\n\\fBtool\\-recipe\\fR(5)\n"))
        #expect(pages[2].text.hasPrefix(".TH TOOL-RECIPE 5 "))
        #expect(pages[2].text.hasSuffix("\n\\fBtool\\fR(1),\n\\fBtool\\-run\\fR(1)\n"))
    }

    @Test func isCompletedAfterHelp() {
        expect(Self.tool.answer(to: ["help", ""]), "words 0\nrun\trun it\nrecipe\twhat stands in a recipe\n")
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
