/// Texts that people have instead of the ID of an App Store item, which is a number.
package enum ItemText {
    /// Says that a text has an item's ID inside, as the App Store's links do, or that it is an app's bundle ID. Nil for any other text.
    package static func look(of text: String) -> String? {
        guard text.utf8.count <= 512 else { return nil }
        // The ID ends the path of a link.
        let path = text.split(whereSeparator: { $0 == "?" || $0 == "#" }).first ?? ""
        let last = path.split(separator: "/").last ?? ""
        if last.lowercased().hasPrefix("id"), let number = UInt64(last.dropFirst(2)) {
            return "did you mean \(number)? the item's ID is the number after \"id\""
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isBundle =
            labels.count > 1
            && labels.allSatisfy { label in
                label.first?.isLetter == true
                    && label.utf8.allSatisfy { ASCII.isDigit($0) || ASCII.isUppercase($0 & ~0x20) || $0 == ASCII.minus }
            }
        return isBundle
            ? "this is a bundle ID; the item's ID is the number in the app's link, apps.apple.com/app/id…" : nil
    }
}
