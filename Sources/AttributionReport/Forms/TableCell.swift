import AttributionBytes
import AttributionDrawing

/// A text from anywhere as a cell of a table: on one line, harmless to a terminal, and so short that it cannot make every
/// other row as long as itself.
package struct TableCell: Sendable {
    /// More columns than any value has that is what it should be.
    package static let mostColumns = 64

    /// Ends in an ellipsis where it was cut.
    package let text: String
    /// How many columns of a terminal it takes.
    package let columns: Int

    /// - Parameter mostColumns: where the text is cut.
    package init(_ whole: String, mostColumns: Int = Self.mostColumns) {
        // Nearly all are short and printable.
        if !whole.isEmpty, whole.utf8.count <= mostColumns, whole.utf8.allSatisfy(ASCII.isPrintable) {
            (text, columns) = (whole, whole.utf8.count)
            return
        }
        var text = ""
        var columns = 0
        var scalars = 0
        // The longest beginning that leaves room for the mark of a cut.
        var bytesBeforeMark = 0
        var columnsBeforeMark = 0
        for scalar in whole.unicodeScalars {
            let (shown, width) = Self.shown(scalar)
            scalars += 1
            // Marks that combine take no column, and there is no end to them.
            guard columns + width <= mostColumns, scalars <= 2 * mostColumns else {
                self.text = String(decoding: text.utf8.prefix(bytesBeforeMark), as: UTF8.self) + "…"
                self.columns = columnsBeforeMark + 1
                return
            }
            text += shown
            columns += width
            if columns < mostColumns {
                bytesBeforeMark = text.utf8.count
                columnsBeforeMark = columns
            }
        }
        // What is empty would look like what is not there.
        self.text = whole.isEmpty ? "\"\"" : text
        self.columns = whole.isEmpty ? 2 : columns
    }

    /// How a character is shown, and how many columns that takes.
    private static func shown(_ scalar: Unicode.Scalar) -> (String, Int) {
        if let escape = VisibleText.escape(of: scalar) { return (escape, escape.utf8.count) }
        return (String(scalar), TerminalText.columns(of: scalar))
    }
}
