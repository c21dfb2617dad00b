import AttributionBytes
import AttributionJOSE

/// What stands where the path of a file is wanted, before it is looked for.
enum PathText {
    private static let longest = 4095
    private static let longestName = 255

    /// What is wrong with a text that can be no path, or is a secret; nil for what may be one. It is never quoted.
    ///
    /// - Parameter subject: what holds the text, such as `"--key"`.
    static func fault(_ text: String, of subject: String) -> Diagnostic? {
        let isShort = text.utf8.count < 32
        // Nearly all are short, and none of those is a key.
        guard !isShort || text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d }) || KeyMaterial(in: text) != nil else {
            return nil
        }
        guard !System.exists(text) else { return nil }
        if KeyMaterial(in: text) != nil { return holdsKey(subject) }
        if KeyMaterial.mayBeScalar(text) {
            // The ID of a key looks the same, unless a key is what is wanted.
            guard ["\"--key\"", "AAK_KEY"].contains(subject) else {
                return .trouble("\(subject) looks like a key or the ID of one, want the path of a file")
            }
            return holdsKey(subject)
        }
        let names = text.utf8.split(separator: UInt8(ascii: "/"))
        guard
            text.utf8.count > longest || names.contains(where: { $0.count > longestName })
                || text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d })
        else { return nil }
        if text.contains("eyJ") {
            return .trouble("\(subject) holds a token among other words, want the token alone")
        }
        return .trouble("\(subject) holds a text of \(counted(text.count, "character")), want the path of a file")
    }

    static func holdsKey(_ subject: String) -> Diagnostic {
        .trouble(
            "\(subject) holds a key, want the path of a file",
            hint: "a key that is in no file is passed by --key <(COMMAND) or by --key - from standard input")
    }

    /// The first argument with a private key in it, which is neither obeyed nor shown, whatever it was meant for.
    static func faultOfSecret(in arguments: [String]) -> Diagnostic? {
        for (place, argument) in arguments.enumerated() where argument.utf8.count >= 10 {
            guard let material = KeyMaterial(in: argument) else { continue }
            // A PEM block is never a value, not even a public one.
            guard material == .privateKey || argument.utf8.first == UInt8(ascii: "-") else { continue }
            return holdsKey(subject(of: place, in: arguments))
        }
        return nil
    }

    /// What an argument is: the value of an option, by its name, or one of the arguments, by its number.
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
