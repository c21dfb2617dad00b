import AttributionBase

/// Remedies that were applied to an input one after another, successfully: with them, more of it can be read, or fewer rules are broken.
package struct Repair: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        /// The name of the remedy.
        package let name: String
        /// What the input looks like, and what to do.
        package let words: String
        /// What was changed, where that differs from input to input.
        package var details: String?
        /// The path for `--at` with the same effect, if there is one.
        package var path: String?
        /// Whether the result is known to be what was meant.
        var isDecided = true

        package init(name: String, words: String, path: String? = nil) {
            (self.name, self.words, self.path) = (name, words, path)
        }

        init(_ remedy: Remedy, _ result: Remedy.Result) {
            self.init(name: remedy.name, words: result.words, path: result.path)
            (details, isDecided) = (result.details, result.isDecided)
        }
    }

    package let steps: [Step]
    /// The texts that result.
    package var texts: [[UInt8]] = []

    package init(steps: [Step], texts: [[UInt8]] = []) { (self.steps, self.texts) = (steps, texts) }

    /// The same repair with a text for each input, where several follow each other or are in an array.
    package var withEachInput: Repair {
        var repair = self
        repair.texts = texts.flatMap { text in
            guard let inputs = text.withBytes(\.inputs), inputs.count > 1,
                inputs.allSatisfy({ $0.first == ASCII.openBrace || $0.withBytes(\.beginsLikeToken) })
            else { return [text] }
            return inputs
        }
        return repair
    }

    private static let namesOfValues = Set(Remedy.values.map { $0.name })

    /// Whether only values are changed that follow from the types of their members.
    package var isOfCertainValues: Bool {
        steps.allSatisfy { step in Remedy.certainValues.contains { $0.name == step.name } }
    }

    /// Whether values are changed. Then only a key can show whether they are the values that were signed.
    package var changesValues: Bool { steps.contains { Self.namesOfValues.contains($0.name) } }

    /// Whether nothing else is changed than values.
    package var changesOnlyValues: Bool { steps.allSatisfy { Self.namesOfValues.contains($0.name) } }

    /// Whether nothing is left for a person to decide.
    package var isDecided: Bool { steps.allSatisfy(\.isDecided) }

    package var names: [String] { steps.map(\.name) }

    package var hint: String {
        let diagnosis = "this looks like"
        var text = ""
        var (isOfValue, hasPath) = (false, false)
        for (index, step) in steps.enumerated() {
            let isValue = Self.namesOfValues.contains(step.name)
            var words = isValue && !isOfValue ? "to make the input readable, " + step.words : step.words
            if index > 0, words.hasPrefix(diagnosis) { words = "the text" + words.dropFirst("this".count) }
            if index == 0 {
                text = words
            } else if isValue, isOfValue {
                text += " and " + words
            } else {
                let joint = step.path != nil ? "then" : hasPath ? "in that member," : "in the result,"
                text += "; \(joint) \(words)"
            }
            (isOfValue, hasPath) = (isValue, step.path != nil)
        }
        return text
    }

    /// The path of the last step, if the step only follows a path.
    package var path: String? { steps.last?.path }
}

/// How much can be read of a rejected input. More is better.
struct Readability: Comparable, Equatable {
    /// The number of complete messages that can be read.
    var messages = 0
    /// The number of signed parts of postbacks that can be read, but whose bodies may be lost.
    var tokens = 0
    /// The number of records that have an input inside.
    var nested = 0
    /// The number of texts of which nothing can be read.
    var unread = 0

    static func < (left: Readability, right: Readability) -> Bool {
        (left.messages, left.tokens, left.nested, -left.unread)
            < (right.messages, right.tokens, right.nested, -right.unread)
    }

    static func + (left: Readability, right: Readability) -> Readability {
        Readability(
            messages: left.messages + right.messages, tokens: left.tokens + right.tokens,
            nested: left.nested + right.nested, unread: left.unread + right.unread)
    }

    var readsAny: Bool { messages + tokens > 0 }
}
