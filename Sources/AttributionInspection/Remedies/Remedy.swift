import AttributionBase

/// A way to make a rejected input readable. It was tried successfully: with it, more of the input can be read.
package struct Remedy: Equatable, Sendable {
    /// A change to an input, described in words and as a command.
    package struct Step: Equatable, Sendable {
        /// The name of the remedy, which does not change between versions.
        package let name: String
        /// What the input looks like, and what to do.
        package var words: String
        /// The command for a POSIX shell that makes the change to each line of the input file, whose name follows the command; nil if there
        /// is no short one.
        package var filter: String?
        /// The path for `--at` with the same effect, if there is one.
        package var path: String?

        package init(name: String, words: String, filter: String? = nil, path: String? = nil) {
            (self.name, self.words) = (name, words)
            (self.filter, self.path) = (filter, path)
        }
    }

    package let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    package var isOfValues: Bool { steps.map(\.name) == [InputChange.values.name] }

    package var name: String { steps.map(\.name).joined(separator: "+") }

    package var hint: String {
        let (diagnosis, words) = ("this looks like", steps.map(\.words))
        return words.indices.reduce("") { text, index in
            guard index > 0 else { return words[index] }
            let own =
                words[index].hasPrefix(diagnosis) ? "the text" + words[index].dropFirst("this".count) : words[index]
            let joint =
                steps[index].path != nil ? "then" : steps[index - 1].path != nil ? "in that member," : "in the result,"
            return "\(text); \(joint) \(own)"
        }
    }

    /// The commands to run before this program in a pipeline; nil if a step has none.
    package var filters: [String]? {
        var filters: [String] = []
        for step in path == nil ? steps[...] : steps.dropLast() {
            guard let filter = step.filter else { return nil }
            filters.append(filter)
        }
        return filters
    }

    /// The commands of all steps, even of those that ``path`` could replace; nil if a step has none.
    package var allFilters: [String]? {
        let filters = steps.compactMap(\.filter)
        return filters.count == steps.count ? filters : nil
    }

    package var path: String? { steps.last?.path }
}

/// How much can be read of a rejected input. More is better.
struct InputWorth: Comparable, Equatable {
    /// The number of complete messages that can be read.
    var messages = 0
    /// The number of signed parts of postbacks that can be read, but whose bodies may be lost.
    var tokens = 0
    /// The number of texts of which nothing can be read.
    var unread = 0

    static func < (left: InputWorth, right: InputWorth) -> Bool {
        (left.messages, left.tokens, -left.unread) < (right.messages, right.tokens, -right.unread)
    }

    static func + (left: InputWorth, right: InputWorth) -> InputWorth {
        InputWorth(
            messages: left.messages + right.messages, tokens: left.tokens + right.tokens,
            unread: left.unread + right.unread)
    }

    var readsAny: Bool { messages + tokens > 0 }
}
