import AttributionTestSupport
import Testing

/// The Swift code in README and articles is that of `Tests/Example`, which is built and run.
@Suite struct DocumentationTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try Repository.bytes(of: path), as: UTF8.self)
    }

    /// Returns the Swift blocks of a page, except package manifests and tests.
    private static func blocks(of page: String) throws -> [String] {
        try text(page).split(separator: "\n```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```", maxSplits: 1).first.map(String.init) }
            .filter { !$0.contains("import PackageDescription") && !$0.contains("import Testing") }
    }

    @Test(arguments: [
        ("README.md", 2), ("Documentation.docc/SignImpressions.md", 1), ("Documentation.docc/ReceivePostbacks.md", 3),
        ("Documentation.docc/TestWithFixtures.md", 1), ("Documentation.docc/SimulateInATest.md", 1),
    ])
    func whatIsShownIsBuilt(_ page: String, _ count: Int) throws {
        let example = try Repository.paths(below: "Tests/Example/Sources", ending: ".swift")
        let sources = try example.map { try Self.text("Tests/Example/Sources/" + $0) }
        let blocks = try Self.blocks(of: page)
        #expect(blocks.count == count)
        for block in blocks { #expect(sources.contains(block), "\(block.prefix(80))") }
    }
}
