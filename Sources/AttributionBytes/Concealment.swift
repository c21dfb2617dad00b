extension String {
    /// The text as a message quotes it: of each run of characters that may be a secret, only how it begins.
    ///
    /// A scalar of P-256 is 43 characters of base64url, or 64 hexadecimal digits. The ID of a key may look the same, and is known
    /// by its beginning too. A name that somebody gave has fewer kinds of characters, or words parted by hyphens.
    package var concealed: String {
        guard utf8.count >= Self.shortestSecret else { return self }
        var result = ""
        var run: [UInt8] = []
        func append() {
            let isSecret = Self.mayBeSecret(run)
            result += String(decoding: isSecret ? run.prefix(Self.shownOfSecret) : run[...], as: UTF8.self)
            if isSecret { result += "…" }
            run.removeAll()
        }
        for character in self {
            if let byte = character.asciiValue, Self.isOfSecret(byte) {
                run.append(byte)
            } else {
                append()
                result.append(character)
            }
        }
        append()
        return result
    }

    private static let shortestSecret = 43
    private static let shownOfSecret = 8
    /// Of so many characters at random, hardly ever more are hyphens or underscores.
    private static let mostSeparators = 5

    private static func isOfSecret(_ byte: UInt8) -> Bool {
        ASCII.isUppercase(byte & 0xdf) || ASCII.isDigit(byte) || isSeparator(byte)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == ASCII.minus || byte == UInt8(ascii: "_") }

    private static func mayBeSecret(_ run: [UInt8]) -> Bool {
        guard run.count >= shortestSecret, run.contains(where: ASCII.isDigit) else { return false }
        // Of an option the dashes are no part.
        let parted = run.drop { $0 == ASCII.minus }
        guard parted.filter(isSeparator).count <= mostSeparators else { return false }
        return run.contains(where: ASCII.isUppercase) || run.count >= 64 && run.allSatisfy { ASCII.hexValue($0) != nil }
    }
}
