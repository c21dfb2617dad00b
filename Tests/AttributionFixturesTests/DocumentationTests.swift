import AttributionTestSupport
import Testing

/// The Swift code in the guide and in articles is that of `Examples/swift`, which is built and run.
struct DocumentationTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try Repository.bytes(of: path), as: UTF8.self)
    }

    /// Returns the Swift blocks of a page, except package manifests and an import alone.
    private static func blocks(of page: String) throws -> [String] {
        try text(page).split(separator: "\n```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```", maxSplits: 1).first.map(String.init) }
            .filter { !$0.contains("import PackageDescription") && $0 != "import AdAttribution\n" }
    }

    /// Guards the pages: each module of the products has one, with an overview, an example and topics.
    @Test func everyModuleHasAPage() throws {
        let manifest = try Self.text("Package.swift")
        let products = manifest.split(separator: ".library(").dropFirst().flatMap { product in
            let targets = product.split(separator: "targets: [", maxSplits: 1)[1].prefix { $0 != "]" }
            return targets.split(separator: "\"").map(String.init).filter { $0 != ", " }
        }
        expect(products.count, 4)
        for product in products {
            let folder = "Sources/\(product)/\(product).docc"
            let page = try Self.text("\(folder)/\(product).md")
            #expect(page.hasPrefix("# ``\(product)``\n") && page.contains("\n## Overview\n"))
            // The page lists the articles beside it.
            for article in try Repository.names(in: folder) where article != "\(product).md" {
                #expect(page.contains("- <doc:\(article.dropLast(3))>\n"), "\(article)")
            }
        }
    }

    @Test(arguments: [
        ("Documentation/guide/library.md", 5), ("SignImpressions", 4), ("ReceivePostbacks", 6), ("TestWithFixtures", 3),
        ("SimulateInATest", 3), ("ReadSKAdNetwork", 2), ("AnswerBids", 2), ("CheckInfoPlist", 1), ("AdAttribution", 2),
        ("AttributionTesting", 1), ("AttributionReport", 4), ("JudgeInputs", 4), ("AttributionFoundation", 1),
        ("Documentation/guide/test.md", 1),
    ])
    func whatIsShownIsBuilt(_ page: String, _ count: Int) throws {
        let example = try Repository.paths(below: "Examples/swift", ending: ".swift")
        let sources = try example.map { try Self.text("Examples/swift/" + $0) }
        let articles = try Repository.paths(below: "Sources", ending: ".docc/\(page).md")
        let blocks = try Self.blocks(of: articles.first.map { "Sources/" + $0 } ?? page)
        expect(blocks.count, count)
        for block in blocks {
            let isBuilt = sources.contains(block)
            #expect(isBuilt, "\(block.prefix(160))")
        }
    }

    /// Guards the table of labels: a thing has one label wherever it is passed.
    @Test func aThingHasOneLabel() throws {
        let page = try Self.text("Sources/AdAttribution/AdAttribution.docc/AdAttribution.md")
        let table = try #require(page.split(separator: "| what is passed | label |\n|---|---|\n").last)
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("| ") }.map {
            row in
            row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
        #expect(rows.count == 6 && rows.allSatisfy { $0.count > 1 })
        let lines = try Self.text("Documentation/api.txt").split(separator: "\n")
        for row in rows {
            var found: Set<String> = []
            for line in lines {
                let parts = [",", ")", "?", " ="].flatMap { end in
                    line.split(separator: ": " + row[0] + end, omittingEmptySubsequences: false).dropLast()
                }
                for part in parts {
                    // What stands between the start of the parameter and its type.
                    let parameter = part.split(separator: ", ").last?.split(
                        separator: "(", omittingEmptySubsequences: false)
                    guard let parameter, parameter.count > 1 || part.contains(", "), let name = parameter.last,
                        let label = name.split(separator: " ").first
                    else { continue }
                    found.insert(label + ":")
                }
            }
            expect(found, Set(row.dropFirst()), "\(row[0])")
        }
    }

    /// Returns the lines of a text without their indentation, and without blank lines.
    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }

    /// Returns the Swift blocks in the comments of the public symbols of a file, without indentation.
    private static func commentBlocks(of file: String) throws -> [String] {
        var blocks: [String] = []
        var pending: [String] = []
        var open: [String]?
        for line in lines(of: try text(file)) {
            guard line.hasPrefix("///") else {
                // Attributes stand between the comment and its declaration.
                guard !line.hasPrefix("@") else { continue }
                if !line.hasPrefix("package ") { blocks += pending }
                pending = []
                continue
            }
            let text = String(line.dropFirst(3).drop { $0 == " " })
            switch (open, text) {
            case (nil, "```swift"): open = []
            case (let block?, "```"):
                pending.append(block.joined(separator: "\n"))
                open = nil
            case (let block?, _): open = text.isEmpty ? block : block + [text]
            default: break
            }
        }
        return blocks
    }

    /// Guards the examples in the comments of public symbols, which a stranger copies: one of them named a member that does not
    /// exist.
    @Test func whatCommentsShowIsBuilt() throws {
        let examples = try Repository.paths(below: "Examples/swift", ending: ".swift").map { path in
            "\n" + Self.lines(of: try Self.text("Examples/swift/" + path)).joined(separator: "\n") + "\n"
        }
        let blocks = try Repository.paths(below: "Sources", ending: ".swift")
            .flatMap { try Self.commentBlocks(of: "Sources/" + $0) }
        expect(blocks.count, 30)
        for block in blocks {
            let isBuilt = examples.contains { $0.contains("\n\(block)\n") }
            #expect(isBuilt, "\(block)")
        }
    }
}
