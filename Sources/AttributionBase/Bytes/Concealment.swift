extension String {
    /// The text for use in messages: runs of characters that may be a secret are cut after their first characters.
    ///
    /// A P-256 scalar has 43 base64 characters or 64 hexadecimal digits. A key ID may look the same; its first characters are enough to
    /// recognise it. Names chosen by people use fewer kinds of characters, or separate words with hyphens; paths separate them with
    /// slashes.
    package var concealed: String {
        guard utf8.count >= Self.shortestSecret else { return self }
        var result = ""
        var run: [UInt8] = []
        for character in self {
            if let byte = character.asciiValue, Self.isOfSecret(byte) {
                run.append(byte)
            } else {
                result += Self.concealing(run)
                run.removeAll()
                result.append(character)
            }
        }
        return result + Self.concealing(run)
    }

    private static let shortestSecret = 43
    private static let shownOfSecret = 8
    /// The greatest number of hyphens and underscores in a possible secret. Random base64url rarely has more.
    private static let mostSeparators = 5
    /// Returns a run of base64 characters, in which possible secrets are cut.
    private static func concealing(_ run: [UInt8]) -> String {
        guard run.count >= shortestSecret else { return String(decoding: run, as: UTF8.self) }
        let pieces = run.split(omittingEmptySubsequences: false, whereSeparator: isOfBase64)
        // In standard base64, a secret may contain slashes. It may also be the end of a path whose folders have plain names.
        let start = pieces.first { $0.contains { ASCII.isUppercase($0) || ASCII.isDigit($0) } }?.startIndex
        if pieces.count > 1, let start, mayBeBase64(run[start...]) {
            return String(decoding: run[..<start] + run[start...].prefix(shownOfSecret), as: UTF8.self) + "…"
        }
        var shown: [UInt8] = []
        for piece in pieces {
            shown += mayBeSecret(piece) ? piece.prefix(shownOfSecret) + "…".utf8 : piece
            if piece.endIndex < run.endIndex { shown.append(run[piece.endIndex]) }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Whether a run may be a secret in standard base64. Of random characters, one in 32 is a slash or a plus sign, and two in five are
    /// uppercase letters. A path has more slashes and fewer uppercase letters.
    private static func mayBeBase64(_ run: ArraySlice<UInt8>) -> Bool {
        run.count >= shortestSecret && run.contains(where: ASCII.isDigit)
            && run.count(where: ASCII.isUppercase) >= run.count / 7
            && run.count { isSeparator($0) || isOfBase64($0) } <= Swift.max(mostSeparators, run.count / 12)
    }

    private static func isOfSecret(_ byte: UInt8) -> Bool {
        ASCII.isUppercase(byte & 0xdf) || ASCII.isDigit(byte) || isSeparator(byte) || isOfBase64(byte)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == ASCII.minus || byte == UInt8(ascii: "_") }

    /// Whether a character is in the alphabet of standard base64 but not in that of base64url.
    private static func isOfBase64(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") }

    private static func mayBeSecret(_ run: ArraySlice<UInt8>) -> Bool {
        guard run.count >= shortestSecret, run.contains(where: ASCII.isDigit) else { return false }
        // Leading dashes belong to an option, not to its value.
        let name = run.drop { $0 == ASCII.minus }
        guard name.filter(isSeparator).count <= mostSeparators else { return false }
        return run.contains(where: ASCII.isUppercase) || run.count >= 64 && run.allSatisfy { ASCII.hexValue($0) != nil }
    }
}
