/// What a value may be: the parser checks choices and integers, completions offer choices, files and directories.
package enum ValueKind: Sendable, Equatable {
    /// Any text. The command itself judges it.
    case text
    /// The path of a file that is read. The parser does not look whether it exists.
    case file
    /// The path of a file that is written to.
    case writtenFile(Writing)
    /// The path of a directory. The parser does not look whether it exists.
    case directory
    /// One of these words, exactly.
    case choice([String])
    /// A name of which there are too many for help to list. Completions offer them; the command itself judges it.
    case name([String])
    /// A whole number in a range.
    case integer(ClosedRange<Int>)

    /// What is written to a file.
    package enum Writing: Sendable, Equatable {
        /// What else goes to standard output.
        case results
        /// Something beside it.
        case besides
        /// Several files, whose names begin so.
        case several
    }
}

extension ValueKind {
    /// The text, where it may be a value of this kind.
    func checked(_ text: String) throws(ValueFault) -> String {
        switch self {
        case .text, .file, .writtenFile, .directory, .name: break
        case .choice(let choices): guard choices.contains(text) else { throw .choice }
        case .integer(let range): guard let number = Int(text), range.contains(number) else { throw .integer }
        }
        return text
    }

    /// The choices, when the kind is a choice.
    var choices: [String]? {
        if case .choice(let choices) = self { choices } else { nil }
    }

    /// What completions offer: the choices, and the numbers of a short range.
    var candidates: [String] {
        switch self {
        case .choice(let words), .name(let words): words
        case .integer(let range):
            // Clamped, since the range may be that of all numbers.
            range.lowerBound >= 0 && range.upperBound < 10 ? range.map(String.init) : []
        case .text, .file, .writtenFile, .directory: []
        }
    }

    /// A phrase that says which values are allowed when the placeholder cannot: "one of: pem, jwk".
    var constraint: String? {
        switch self {
        case .text, .file, .writtenFile, .directory, .name: nil
        case .choice(let choices): "one of: \(choices.joined(separator: ", "))"
        case .integer(let range): range.phrase
        }
    }
}

extension ClosedRange<Int> {
    /// The range in words, without the ends that only the machine sets.
    var phrase: String {
        switch (lowerBound == .min, upperBound == .max) {
        case (true, true): "a whole number"
        case (false, true): "a whole number, at least \(lowerBound)"
        case (true, false): "a whole number, at most \(upperBound)"
        case (false, false): "a whole number from \(lowerBound) to \(upperBound)"
        }
    }
}
