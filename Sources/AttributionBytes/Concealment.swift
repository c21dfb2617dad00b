extension String {
    /// The text for use in messages: runs of characters that may be secret are cut after their first characters.
    ///
    /// A P-256 scalar has 43 base64url characters or 64 hexadecimal digits. A key ID may look the same; its first
    /// characters are enough to recognise it. Names chosen by people use fewer kinds of characters, or separate words
    /// with hyphens.
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
    /// The greatest number of hyphens and underscores in a run that may be secret. A random run rarely has more.
    private static let mostSeparators = 5

    private static func isOfSecret(_ byte: UInt8) -> Bool {
        ASCII.isUppercase(byte & 0xdf) || ASCII.isDigit(byte) || isSeparator(byte)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == ASCII.minus || byte == UInt8(ascii: "_") }

    private static func mayBeSecret(_ run: [UInt8]) -> Bool {
        guard run.count >= shortestSecret, run.contains(where: ASCII.isDigit) else { return false }
        // Leading dashes belong to an option, not to its value.
        let parted = run.drop { $0 == ASCII.minus }
        guard parted.filter(isSeparator).count <= mostSeparators else { return false }
        return run.contains(where: ASCII.isUppercase) || run.count >= 64 && run.allSatisfy { ASCII.hexValue($0) != nil }
    }
}
