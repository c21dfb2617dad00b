import AttributionBase
import AttributionDrawing

/// An untrusted text as a cell of a table: on one line, harmless to a terminal, and limited in width.
package struct TableCell: Sendable {
    /// The default maximum width, which every legitimate value fits.
    package static let mostColumns = 64

    /// The visible text, which ends in an ellipsis if it was cut.
    package let text: String
    /// The width in terminal columns.
    package let columns: Int

    /// - Parameter mostColumns: the maximum width, at which the text is cut.
    package init(_ whole: String, mostColumns: Int = Self.mostColumns) {
        // Nearly all texts are short and printable.
        if !whole.isEmpty, whole.utf8.count <= mostColumns, whole.utf8.allSatisfy(ASCII.isPrintable) {
            (text, columns) = (whole, whole.utf8.count)
            return
        }
        var text = ""
        var columns = 0
        var scalars = 0
        // The longest beginning that leaves room for an ellipsis.
        var bytesBeforeMark = 0
        var columnsBeforeMark = 0
        for scalar in whole.unicodeScalars {
            let (shown, width) = Self.shown(scalar)
            scalars += 1
            // The number of characters is limited too, because combining marks have no width.
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
        // An empty text would look like a missing value.
        self.text = whole.isEmpty ? "\"\"" : text
        self.columns = whole.isEmpty ? 2 : columns
    }

    /// Returns the visible form of a character and its width in columns.
    private static func shown(_ scalar: Unicode.Scalar) -> (String, Int) {
        if let escape = VisibleText.escape(of: scalar) { return (escape, escape.utf8.count) }
        return (String(scalar), TerminalText.columns(of: scalar))
    }
}
