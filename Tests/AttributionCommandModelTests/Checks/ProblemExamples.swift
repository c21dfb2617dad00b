@testable import AttributionCommandModel

extension CommandPath {
    /// Returns the problems of an example: missing parts, no call of the tool, or a call that the tool would reject.
    func exampleProblems(_ example: (caption: String, command: String)) -> [String] {
        var problems: [String] = []
        if isBlank(example.caption) { problems.append("an example has no caption") }
        if let last = example.caption.last, ".:".contains(last) {
            problems.append("the caption '\(example.caption)' ends with punctuation")
        }
        let calls = ShellExample.calls(of: root.name, in: example.command)
        if calls.isEmpty { problems.append("the example '\(example.caption)' does not call \(root.name)") }
        for call in calls {
            guard let arguments = call else { continue }
            do throws(UsageError) {
                _ = try root.parse(arguments)
            } catch {
                problems.append("the example '\(example.caption)' is refused: \(error.message)")
            }
        }
        return problems
    }
}

/// The part of a shell's grammar that examples need.
enum ShellExample {
    private static let separators: Set<String> = ["|", "&&", "||", ";", "&"]

    /// Returns the calls of a tool in command lines: the arguments of each, or `nil` if only a shell could determine
    /// them.
    static func calls(of tool: String, in command: String) -> [[String]?] {
        logicalLines(command).flatMap { line in
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            return words.split { separators.contains($0) }.compactMap { call(of: tool, in: Array($0)) }
        }
    }

    private static func call(of tool: String, in words: [String]) -> [String]?? {
        guard let start = words.firstIndex(of: tool) else {
            // Only a shell can read a call inside quotes or $( ).
            let isMentioned = words.contains { word in
                word.split { !($0.isLetter || $0.isNumber || $0 == "-") }.contains { $0 == tool }
            }
            return isMentioned ? .some(nil) : .none
        }
        let arguments = words[(start + 1)...].prefix { !isRedirection($0) }
        let isPlain = arguments.allSatisfy { word in !word.contains { "'\"`$\\*?(){}<>#".contains($0) } }
        return .some(isPlain ? Array(arguments) : nil)
    }

    private static func isRedirection(_ word: String) -> Bool {
        let rest = word.drop { $0.isNumber }
        return rest.first == ">" || rest.first == "<"
    }

    /// Returns the lines without comments. A line that ends with a backslash is joined with the next.
    private static func logicalLines(_ command: String) -> [String] {
        var lines: [String] = []
        var pending = ""
        for line in TextLayout.literalLines(command) {
            if line.last == "\\" {
                pending += line.dropLast() + " "
            } else {
                lines.append(pending + line)
                pending = ""
            }
        }
        if !pending.isEmpty { lines.append(pending) }
        return lines.filter { !$0.hasPrefix("#") }
    }
}
