import AttributionDrawing

/// The appearance of shapes in a picture. Shapes with different meanings never differ by colour alone.
enum PictureShapes {
    static func draw(_ shape: Panel.Shape, _ scale: Scale, y: Int, height: Int, on picture: inout Picture) {
        switch shape {
        case .stretch(let from, let to, let stretch):
            draw(stretch, from: scale.place(from), to: scale.place(to), y: y, height: height, on: &picture)
        case .mark(let at, let mark): draw(mark, x: scale.place(at), y: y, on: &picture)
        }
    }

    static func draw(_ symbol: Legend.Symbol, x: Range<Int>, y: Int, on picture: inout Picture) {
        switch symbol {
        case .stretch(let stretch):
            draw(stretch, from: x.lowerBound, to: x.upperBound, y: y, height: 12, on: &picture)
        case .mark(let mark): draw(mark, x: (x.lowerBound + x.upperBound) / 2, y: y, on: &picture)
        }
    }

    private static func draw(
        _ stretch: Panel.Interval, from: Int, to: Int, y: Int, height: Int, on picture: inout Picture
    ) {
        let to = max(to, from + 2)
        switch stretch {
        case .window, .onScreen:
            picture.bar("window", x: from, y: y - height / 2, width: to - from, height: height)
        case .removedWindow: picture.bar("removed", x: from, y: y - height / 2, width: to - from, height: height)
        case .viewing: picture.line("viewing", from: (from, y), to: (to, y))
        case .delay: picture.line("delay", from: (from, y), to: (to, y))
        }
    }

    private static func draw(_ mark: Panel.Mark, x: Int, y: Int, on picture: inout Picture) {
        func triangle(_ style: String) { picture.polygon(style, [(x - 5, y - 6), (x + 6, y), (x - 5, y + 6)]) }
        switch mark {
        case .click: picture.polygon("click", [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)])
        case .view: picture.circle("view", x: x, y: y, radius: 5)
        case .wonClick:
            draw(.click, x: x, y: y, on: &picture)
            picture.circle("won", x: x, y: y, radius: 9)
        case .wonView:
            draw(.view, x: x, y: y, on: &picture)
            picture.circle("won", x: x, y: y, radius: 9)
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
