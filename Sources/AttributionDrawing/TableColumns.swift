/// The layout of a table with three texts per row, where the second and third share the room after the first.
///
/// The third text begins at the same position in every row where it fits. A longer one begins further left.
package struct TableColumns {
    private let ruler: Ruler
    private let room: Int
    private let gap: Int
    private let third: Int

    /// - Parameters:
    ///   - room: The room for the second and third texts together.
    ///   - gap: The least space between the two.
    package init(_ rows: [(second: Phrase, third: Phrase)], _ ruler: Ruler, room: Int, gap: Int) {
        self.ruler = ruler
        self.room = room
        self.gap = gap
        let shared = rows.filter { !$0.second.isEmpty && !$0.third.isEmpty }
        let widest = shared.map { ruler.width(VisibleText.of($0.second.text)) }.max() ?? -gap
        third = max(0, min(widest, room * 3 / 5) + gap)
    }

    /// Returns the texts of a row and the position of the third.
    package func row(_ second: Phrase, _ third: Phrase) -> (second: FittedText, third: FittedText, thirdAt: Int) {
        guard !third.isEmpty else { return (ruler.fitted(second, room: room), FittedText(shown: ""), self.third) }
        let fitted = ruler.fitted(third, room: second.isEmpty ? room : room * 3 / 5)
        let place = max(0, min(self.third, room - ruler.width(fitted.shown)))
        return (ruler.fitted(second, room: max(0, place - gap)), fitted, place)
    }
}
