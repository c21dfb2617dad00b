// swift-format-ignore-file: NoBlockComments

/* Nothing is planted in a comment: a < b /* nor c && d */ nor e == 1. */

/// Nor here: a < 5 && b.
@available(macOS 15, *)
public struct Sample<Element: Comparable & Sendable>: Sendable where Element: Hashable {
    #if os(Linux)
        static var limit: Int { 3 < 4 ? 5 : 6 }
    #else
        static var limit: Int { 5 }
    #endif

    let text = "a < \(1 + 2 < 4 ? "b && \"c\"" : #"\d == 1"#) d"
    let quotes = #""a < b && c""# + #""""#
    let long = """
        if a < b, c == 3 { return 7 }
        """

    /// What the tests look at closely.
    public static func isIn(_ value: Int, _ names: [String]) -> Bool {
        guard value > 10, !names.isEmpty else { return false }
        return names.contains("in") && value <= 20
    }

    /// What they do not look at.
    public static func sum(_ values: [Int]) -> Int? {
        values.first.map { $0 + values.dropFirst().reduce(0, +) }
    }

    public static func sign(_ value: Int) -> Int {
        // Of two that are the same, neither is greater.
        value == 0 ? 0 : value < 0 ? -1 : 1
    }

    static func between(_ low: Element, _ high: Element) -> Bool { low < high }

    static func ordered(_ one: Element, _ other: Element) -> Bool {
        between(one, other) || one == other
    }
}
