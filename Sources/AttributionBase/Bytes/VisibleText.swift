/// Makes text from any source harmless to terminals and in XML. All parts of an input that are displayed are escaped here, or with the
/// escapes of JSON.
package enum VisibleText {
    /// Returns a text with certain characters escaped, such as `\u{202e}`: those that XML does not allow, that could control a terminal,
    /// that are invisible, or that change the text direction. Escaping the result again does not change it.
    ///
    /// - Parameter kept: A character that is not escaped, such as the tab between columns.
    package static func of(_ text: String, keeping kept: Unicode.Scalar? = nil) -> String {
        guard text.unicodeScalars.contains(where: { $0 != kept && escape(of: $0) != nil }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar != kept, let escape = escape(of: scalar) {
                result += escape
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    package static func escape(of scalar: Unicode.Scalar) -> String? {
        if 0x20..<0x7f ~= scalar.value { return nil }
        if let byte = SystemText.byte(of: scalar) { return "\\x" + String(byte, radix: 16) }
        // XML 1.0 §2.2 does not allow the noncharacters U+FFFE and U+FFFF; those of the other planes are escaped with them.
        guard JSONText.isTerminalControl(scalar) || scalar.value & 0xfffe == 0xfffe else { return nil }
        return "\\u{" + String(scalar.value, radix: 16) + "}"
    }
}
