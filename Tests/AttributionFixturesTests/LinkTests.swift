import AttributionTestSupport
import Testing

/// A page of Markdown as links see it: its headings and where it points to.
private struct MarkdownPage {
    /// The targets of links and pictures, in order.
    var targets: [String] = []
    /// What a link to a heading says after `#`.
    var anchors: Set<String> = []

    init(_ text: String) {
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            if line.hasPrefix("#") { anchors.insert(Self.anchor(of: line.drop { $0 == "#" || $0 == " " })) }
            targets += Self.targets(in: line, after: "](", until: ")")
            targets += Self.targets(in: line, after: "src=\"", until: "\"")
        }
    }

    private static func targets(in line: Substring, after opening: String, until closing: Character) -> [String] {
        line.split(separator: opening, omittingEmptySubsequences: false).dropFirst()
            .compactMap { rest in rest.firstIndex(of: closing).map { String(rest[..<$0]) } }
    }

    /// The anchor that GitHub gives to a heading: lower case, without punctuation, hyphens for spaces.
    private static func anchor(of heading: Substring) -> String {
        String(
            heading.lowercased()
                .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                .map { $0 == " " ? "-" : $0 })
    }
}

/// Links between pages lead to files and headings that exist.
struct LinkTests {
    /// The path that a link leads to, from the top of the repository, or `nil` if it leads out of it.
    private static func path(_ target: Substring, from page: String) -> String? {
        var parts = page.split(separator: "/").dropLast()
        for part in target.split(separator: "/") {
            if part == ".." {
                if parts.popLast() == nil { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Repository.bytes(of: path), as: UTF8.self)
    }

    /// Returns the links of a page that lead nowhere.
    private static func broken(on page: String, saying text: String) throws -> [String] {
        try MarkdownPage(text).targets.filter { target in
            if target.hasPrefix("https://") { return false }
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let path = parts[0].isEmpty ? page : path(parts[0], from: page)
            guard let path, path == page || Repository.has(path) else { return true }
            if parts.count == 1 { return false }
            let linked = path == page ? text : try Self.text(path)
            return !MarkdownPage(linked).anchors.contains(String(parts[1]))
        }
    }

    @Test func everyLinkLeadsSomewhere() throws {
        let guide = try Repository.names(in: "Documentation/guide").map { "Documentation/guide/" + $0 }
        #expect(guide.count >= 14)
        for page in [
            "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "keys/README.md",
        ] + guide {
            try expect(Self.broken(on: page, saying: Self.text(page)), [], "\(page)")
        }
        // The README leads to every page of the guide.
        let linked = Set(MarkdownPage(try Self.text("README.md")).targets)
        for page in guide { #expect(linked.contains(page), "\(page)") }
    }

    @Test(arguments: [
        ("[a](README.md)", []), ("[a](../SECURITY.md#what-it-promises) <img src=\"no.svg\">", ["no.svg"]),
        ("[a](../../above)", ["../../above"]), ("[a](nothing.md)", ["nothing.md"]),
        ("[a](#no-heading)", ["#no-heading"]),
        ("# It's *a* heading\n[a](#its-a-heading)\n```\n[b](nothing)\n```", []),
        ("[a](../SECURITY.md#no-heading) [b](../Examples/sql)", ["../SECURITY.md#no-heading"]),
    ])
    func brokenLinksAreFound(_ text: String, _ expected: [String]) throws {
        try expect(Self.broken(on: "keys/page.md", saying: text), expected)
    }
}
