/// The escape sequences that change the colour of text on a terminal.
enum Color {
    static let red: StaticString = "\u{1b}[1;31m"
    static let yellow: StaticString = "\u{1b}[1;33m"
    static let cyan: StaticString = "\u{1b}[1;36m"
    static let faint: StaticString = "\u{1b}[2m"
    static let none: StaticString = "\u{1b}[0m"
}
