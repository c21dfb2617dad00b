import AttributionBase

/// The values that are allowed. The parser checks choices and integers; completions offer choices, files and
/// directories.
package enum ValueKind: Sendable, Equatable {
    /// Any text. The command itself checks it.
    case text
    /// The path of a file to read. The parser does not check that it exists.
    case file
    /// A name, an equals sign, and the path of a file to read.
    case namedFile
    /// The path of a file to write.
    case writtenFile(Writing)
    /// The path of a directory. The parser does not check that it exists.
    case directory
    /// Exactly one of these words.
    case choice([String])
    /// A name from a list that is too long for the help text. Completion offers the names, and the command itself checks them.
    case name([String])
    case integer(ClosedRange<Int>)

    package enum Writing: Sendable, Equatable {
        /// The results, which otherwise are written to standard output.
        case results
        /// Additional output.
        case besides
        /// Additional output that later runs read with the named option. If that option is given a folder, all files in the folder are read
        /// except this one.
        case memory(readBy: String)
        /// Several files whose paths begin with the value.
        case several
    }
}

extension ValueKind {
    /// Returns the text if it is a valid value of this kind.
    func checked(_ text: String) throws(ValueFault) -> String {
        switch self {
        case .text, .file, .namedFile, .writtenFile, .directory, .name: break
        case .choice(let choices): _ = try choices.index(of: text)
        case .integer(let range): _ = try range.number(text)
        }
        return text
    }

    package var isWritten: Bool { if case .writtenFile = self { true } else { false } }

    /// Returns the path in a value of this kind; nil if the value names no file.
    package func path(in text: String) -> String? {
        switch self {
        case .file, .writtenFile, .directory: text
        case .namedFile: Self.namedFile(in: text)?.path
        case .text, .choice, .name, .integer: nil
        }
    }

    /// Splits a value of the kind ``namedFile`` at its first equals sign.
    static func namedFile(in text: String) -> (name: String, path: String)? {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    var choices: [String]? {
        if case .choice(let choices) = self { choices } else { nil }
    }

    /// The candidates for completion: the choices or names, and the numbers of a short range.
    var candidates: [String] {
        switch self {
        case .choice(let words), .name(let words): words
        case .integer(let range):
            // Only short ranges are listed, because a range may include every integer.
            range.lowerBound >= 0 && range.upperBound < 10 ? range.map(String.init) : []
        case .text, .file, .namedFile, .writtenFile, .directory: []
        }
    }

    /// A phrase for the allowed values if the placeholder cannot show them: "one of: pem, jwk".
    var constraint: String? {
        switch self {
        case .text, .file, .namedFile, .writtenFile, .directory, .name: nil
        case .choice(let choices): "one of: \(choices.joined(separator: ", "))"
        case .integer(let range): range.phrase
        }
    }
}

extension [String] {
    /// Returns the index of a choice, given its text.
    func index(of text: String) throws(ValueFault) -> Int {
        if let index = firstIndex(of: text) { return index }
        let nearest = Spelling.nearest(to: text, among: self)
        let words = count > 12 ? prefix(5) + ["…"] : self
        throw .unwanted("one of " + words.joined(separator: ", "), hint: nearest.map { "did you mean \($0)?" })
    }
}

extension ClosedRange<Int> {
    /// Parses a number in the range.
    func number(_ text: String) throws(ValueFault) -> Int {
        guard let number = Int(text), contains(number) else { throw .unwanted(phrase) }
        return number
    }

    /// The range in words, without bounds that are just the limits of `Int`.
    var phrase: String {
        switch (lowerBound == .min, upperBound == .max) {
        case (true, true): "an integer"
        case (false, true): "an integer of at least \(lowerBound)"
        case (true, false): "an integer of at most \(upperBound)"
        case (false, false): "an integer from \(lowerBound) to \(upperBound)"
        }
    }
}

/// Why a text is not valid as the value of an option.
package enum ValueFault: Error, Sendable {
    /// The text is not what is wanted, such as one of the choices. The value says what is wanted.
    case unwanted(String, hint: String? = nil)
    /// A fault with a complete message.
    case rejected(String, hint: String?)
}
