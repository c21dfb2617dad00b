/// A table of three texts a row, of which the second and the third share what room the first leaves: how its columns lie.
///
/// The third begins at one place wherever it can. Where it is too long for that it begins further left, in its row alone.
package struct TableColumns {
    private let ruler: Ruler
    private let room: Int
    private let gap: Int
    private let third: Int

    /// - Parameters:
    ///   - room: of the second and third together.
    ///   - gap: what is between the two at least.
    package init(_ rows: [(second: Phrase, third: Phrase)], _ ruler: Ruler, room: Int, gap: Int) {
        self.ruler = ruler
        self.room = room
        self.gap = gap
        let shared = rows.filter { !$0.second.isEmpty && !$0.third.isEmpty }
        let widest = shared.map { ruler.width(VisibleText.of($0.second.text)) }.max() ?? -gap
        third = max(0, min(widest, room * 3 / 5) + gap)
    }

    /// The texts of a row, and where the third begins.
    package func row(_ second: Phrase, _ third: Phrase) -> (second: FittedText, third: FittedText, thirdAt: Int) {
        guard !third.isEmpty else { return (ruler.fitted(second, room: room), FittedText(shown: ""), self.third) }
        let fitted = ruler.fitted(third, room: second.isEmpty ? room : room * 3 / 5)
        let place = max(0, min(self.third, room - ruler.width(fitted.shown)))
        return (ruler.fitted(second, room: max(0, place - gap)), fitted, place)
    }
}
