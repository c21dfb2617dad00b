import AttributionBase
import AttributionCrypto

/// Checks on the paths of files before they are opened.
enum PathText {
    private static let longest = 4095
    private static let longestName = 255

    /// Returns the fault of a text that cannot be a path, or is a secret; nil if it may be a path. The text is never
    /// quoted.
    ///
    /// - Parameter subject: the name of the text's source, such as `"--key"`.
    static func fault(_ text: String, of subject: String) -> Diagnostic? {
        let hasLines = text.utf8.contains { $0 == 0x0a || $0 == 0x0d }
        // Nearly all texts are short, and no key is that short.
        guard text.utf8.count >= 32 || hasLines || KeyMaterial(in: text) != nil else { return nil }
        guard !System.exists(text) else { return nil }
        if KeyMaterial(in: text) != nil { return holdsKey(subject) }
        if KeyMaterial.mayBeScalar(text) {
            // The ID of a key looks the same, unless a key is wanted.
            guard ["\"--key\"", "AAK_KEY"].contains(subject) else {
                return .trouble(
                    subject, "looks like", found: "a key or the ID of one", wanted: "the path of a file")
            }
            return holdsKey(subject)
        }
        let names = text.utf8.split(separator: UInt8(ascii: "/"))
        guard hasLines || text.utf8.count > longest || names.contains(where: { $0.count > longestName }) else {
            return nil
        }
        if text.includes("eyJ") {
            return .trouble(subject, "holds", found: "a token among other words", wanted: "only the token")
        }
        return .trouble(
            subject, "holds", found: "a text of \(counted(text.count, "character"))", wanted: "the path of a file")
    }

    static func holdsKey(_ subject: String) -> Diagnostic {
        .trouble(
            subject, "holds", found: "a key", wanted: "the path of a file",
            hint: "pass a key that is not in a file by --key <(COMMAND), or by --key - from standard input")
    }

    /// Returns the fault of the first argument that contains a private key. Such an argument is neither used nor
    /// shown.
    static func faultOfSecret(in arguments: [String]) -> Diagnostic? {
        for (place, argument) in arguments.enumerated() where argument.utf8.count >= 10 {
            guard let material = KeyMaterial(in: argument) else { continue }
            // A PEM block is never a valid value, even if it is public.
            guard material == .privateKey || argument.utf8.first == UInt8(ascii: "-") else { continue }
            return holdsKey(subject(of: place, in: arguments))
        }
        return nil
    }

    /// Returns the name of an argument in messages: the option if it is an option's value, or else its number.
    private static func subject(of place: Int, in arguments: [String]) -> String {
        func isOption(_ word: Substring) -> Bool {
            word.hasPrefix("-") && word.utf8.count > 1 && word.utf8.count <= 40
                && word.utf8.dropFirst().contains { $0 != UInt8(ascii: "-") }
        }
        if let equals = arguments[place].firstIndex(of: "="), isOption(arguments[place][..<equals]) {
            return "\"\(arguments[place][..<equals])\""
        }
        if place > 0, isOption(arguments[place - 1][...]), !arguments[place - 1].contains("=") {
            return "\"\(arguments[place - 1])\""
        }
        return "argument \(place + 1)"
    }
}
