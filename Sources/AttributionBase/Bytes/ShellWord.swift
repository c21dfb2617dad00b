/// Quotes a word for a POSIX shell, unless it has only letters, digits and a few safe signs.
package func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        ASCII.isDigit(byte) || ASCII.isUppercase(byte & ~0x20) || "-_./:=,@%+".utf8.contains(byte)
    }
    guard word.isEmpty || !isPlain else { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
