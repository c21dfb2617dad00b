import AttributionDrawing

/// The appearance of shapes in a picture. Shapes with different meanings never differ by colour alone.
enum PictureShapes {
    /// Draws a symbol from one position to another, or in the middle of both if it is at a point in time.
    static func draw(_ symbol: Panel.Symbol, from: Int, to: Int, y: Int, on picture: inout Picture) {
        let (x, width) = ((from + to) / 2, max(to - from, 2))
        func bar(_ style: String) { picture.bar(style, x: from, y: y - 6, width: width, height: 12) }
        func line(_ style: String) { picture.line(style, from: (from, y), to: (from + width, y)) }
        func triangle(_ style: String) { picture.polygon(style, [(x - 5, y - 6), (x + 6, y), (x - 5, y + 6)]) }
        func won(_ plain: Panel.Symbol) {
            draw(plain, from: from, to: to, y: y, on: &picture)
            picture.circle("won", x: x, y: y, radius: 9)
        }
        switch symbol {
        case .window, .onScreen: bar("window")
        case .removedWindow: bar("removed")
        case .viewing: line("viewing")
        case .delay: line("delay")
        case .click: picture.polygon("click", [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)])
        case .view: picture.circle("view", x: x, y: y, radius: 5)
        case .wonClick: won(.click)
        case .wonView: won(.view)
        case .conversion: picture.polygon("conversion", [(x - 6, y - 5), (x + 6, y - 5), (x, y + 6)])
        case .update: picture.circle("update", x: x, y: y, radius: 4)
        case .lock: picture.bar("lock", x: x - 1, y: y - 9, width: 3, height: 18)
        case .delivered: triangle("delivered")
        case .retried: triangle("retried")
        case .cross: picture.cross("cross", x: x, y: y, radius: 5)
        }
    }

    static let style = """
        .axis { stroke: #8a909c; }
        .grid { stroke: #e4e7ec; }
        .moment { stroke: #8a909c; stroke-dasharray: 1 3; }
        .window { fill: #cfe3fb; stroke: #3f7fc1; }
        .removed { fill: none; stroke: #b3261e; stroke-dasharray: 4 3; }
        .lock { fill: #1c1e21; }
        .update { fill: #0b57a4; }
        .viewing { stroke: #0b57a4; stroke-width: 3; }
        .view { fill: #ffffff; stroke: #0b57a4; stroke-width: 2; }
        .click { fill: #0b57a4; }
        .won { fill: none; stroke: #1c1e21; stroke-width: 2; }
        .conversion { fill: #1c1e21; }
        .delay { stroke: #5c6370; stroke-width: 2; stroke-dasharray: 2 4; }
        .delivered { fill: #1e7d34; }
        .retried { fill: #ffffff; stroke: #9a5b00; stroke-width: 2; }
        .cross { stroke: #b3261e; stroke-width: 2; }
        """

    static let darkStyle = """
        .axis { stroke: #7b828e; }
        .grid { stroke: #272c34; }
        .moment { stroke: #7b828e; }
        .window { fill: #1d3a5a; stroke: #6aa9ec; }
        .removed { stroke: #ff8a80; }
        .lock { fill: #e6e8eb; }
        .update { fill: #9cccff; }
        .viewing { stroke: #9cccff; }
        .view { fill: #15181d; stroke: #9cccff; }
        .click { fill: #9cccff; }
        .won { stroke: #e6e8eb; }
        .conversion { fill: #e6e8eb; }
        .delay { stroke: #a3a9b4; }
        .delivered { fill: #7bd88f; }
        .retried { fill: #15181d; stroke: #ffb95c; }
        .cross { stroke: #ff8a80; }
        """
}
