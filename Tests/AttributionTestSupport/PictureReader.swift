import AttributionBase

/// Reads an SVG picture from its text as a browser would, and determines the positions of its parts. It knows nothing
/// of the code that draws pictures.
///
/// It supports only the elements of our pictures. Any other, such as a transformation, is a fault, since it could
/// move a text.
package struct PictureReader {
    package struct Box: CustomStringConvertible {
        package var left, top, right, bottom: Double
        package var what: String
        /// The class.
        package var style = ""

        package var description: String {
            "\(what) at \(Int(left))...\(Int(right)), \(Int(top))...\(Int(bottom))"
        }

        func meets(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }

    package private(set) var texts: [Box] = []
    package private(set) var shapes: [Box] = []
    /// The faults of the picture; empty if there are none.
    package private(set) var faults: [String] = []
    /// The number of shapes of each class.
    package private(set) var counts: [String: Int] = [:]
    /// The titles of texts.
    package private(set) var titles: [String] = []
    private var picture: Box?
    private var frames: [Box] = []
    private var styles = PictureStyles()

    /// Reads a picture.
    ///
    /// - Parameters:
    ///   - css: style rules outside of the picture.
    ///   - width: the available width, for a picture that fills it.
    package init(_ svg: String, css: String = "", width: Double = 0) {
        styles.add(css)
        read(svg, width: width)
        check()
    }

    // MARK: - Elements

    private mutating func read(_ svg: String, width: Double) {
        var markup = MarkupReader(svg)
        var open: [(name: String, attributes: [String: String], text: String)] = []
        while let token = markup.next() {
            switch token {
            case .begin(let name, let attributes):
                if name == "svg" { begin(attributes, width: width) }
                open.append((name, attributes, ""))
            case .end(let name):
                guard let last = open.popLast(), last.name == name else {
                    return faults.append("</\(name)> ends nothing")
                }
                end(last.name, last.attributes, last.text, in: open.last?.name)
            case .text(let text): if !open.isEmpty { open[open.count - 1].text += text }
            case .malformed(let what): return faults.append("no XML: \(what)")
            }
        }
        if !open.isEmpty { faults.append("<\(open[0].name)> has no end") }
    }

    private mutating func begin(_ attributes: [String: String], width: Double) {
        let frame = frames.last ?? Box(left: 0, top: 0, right: width, bottom: 1e9, what: "svg")
        let left = frame.left + length(attributes["x"] ?? "0", of: frame.right - frame.left)
        let top = frame.top + length(attributes["y"] ?? "0", of: frame.bottom - frame.top)
        var width = length(attributes["width"], of: frame.right - frame.left)
        if let style = attributes["style"] {
            guard style.hasPrefix("min-width:"), style.hasSuffix("px"),
                let least = Double(style.dropFirst(10).dropLast(2))
            else { return faults.append("a picture is \(style)") }
            // This applies to a picture in a page, but not to one in another picture.
            if frames.isEmpty { width = max(width, least) }
        }
        let inner = Box(
            left: left, top: top, right: left + width,
            bottom: top + length(attributes["height"], of: frame.bottom - frame.top), what: "svg")
        if picture == nil { picture = inner }
        frames.append(inner)
    }

    private mutating func end(_ name: String, _ attributes: [String: String], _ text: String, in parent: String?) {
        if attributes["transform"] != nil || (attributes["style"] != nil && name != "svg")
            || attributes["textLength"] != nil
        {
            faults.append("<\(name)> is moved or sized in a way that is not measured")
        }
        guard let frame = frames.last else { return faults.append("<\(name)> outside of a picture") }
        func x(_ name: String) -> Double {
            frame.left + length(attributes[name] ?? "0", of: frame.right - frame.left)
        }
        func y(_ name: String) -> Double {
            frame.top + length(attributes[name] ?? "0", of: frame.bottom - frame.top)
        }
        func size(_ name: String, _ whole: Double) -> Double { length(attributes[name], of: whole) }
        var box: Box?
        switch name {
        case "svg":
            frames.removeLast()
            return
        case "title":
            if parent == "text" { titles.append(text) }
            return
        case "desc": return
        case "style": return styles.add(text)
        case "text":
            let style = styles.text(of: attributes["class"])
            let width = Self.width(text, style)
            let anchor = attributes["text-anchor"] ?? "start"
            let left = x("x") - (anchor == "end" ? width : anchor == "middle" ? width / 2 : 0)
            // The extent of Noto Sans, which is the largest among the fonts.
            texts.append(
                Box(
                    left: left, top: y("y") - 1.07 * style.size, right: left + width,
                    bottom: y("y") + 0.3 * style.size, what: "\"\(text)\""))
            return
        case "rect":
            if attributes["class"] == "ground" { return }
            box = Box(
                left: x("x"), top: y("y"), right: x("x") + size("width", frame.right - frame.left),
                bottom: y("y") + size("height", frame.bottom - frame.top), what: "rect")
        case "line":
            box = Box(
                left: min(x("x1"), x("x2")), top: min(y("y1"), y("y2")), right: max(x("x1"), x("x2")),
                bottom: max(y("y1"), y("y2")), what: "line")
        case "circle":
            let radius = size("r", 0)
            box = Box(
                left: x("cx") - radius, top: y("cy") - radius, right: x("cx") + radius, bottom: y("cy") + radius,
                what: "circle")
        case "polygon":
            let numbers = (attributes["points"] ?? "").split(whereSeparator: { $0 == " " || $0 == "," })
                .map { length(String($0), of: 0) }
            guard numbers.count >= 6, numbers.count.isMultiple(of: 2) else {
                return faults.append("points of no polygon")
            }
            let (across, down) = (
                numbers.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { frame.left + $0.element },
                numbers.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { frame.top + $0.element }
            )
            box = Box(
                left: across.min() ?? 0, top: down.min() ?? 0, right: across.max() ?? 0, bottom: down.max() ?? 0,
                what: "polygon")
        default: return faults.append("<\(name)> is not measured")
        }
        if var box {
            box.style = attributes["class"] ?? ""
            box.what += " " + box.style
            counts[box.style, default: 0] += 1
            shapes.append(box)
        }
    }

    private mutating func length(_ text: String?, of whole: Double) -> Double {
        guard let text else { return 0 }
        if text.hasSuffix("%"), let part = Double(text.dropLast()) { return part / 100 * whole }
        guard let number = Double(text) else {
            faults.append("\"\(text)\" is no length")
            return 0
        }
        return number
    }

    private static func width(_ text: String, _ style: PictureStyles.Text) -> Double {
        Double(text.unicodeScalars.reduce(0) { $0 + Ruler.hundredths(of: $1, isBold: style.isBold) })
            * style.size / 100
    }

    // MARK: - Faults

    private mutating func check() {
        faults += styles.faults
        guard let picture else { return faults.append("no picture") }
        for box in texts + shapes
        where box.left < picture.left || box.top < picture.top || box.right > picture.right
            || box.bottom > picture.bottom
        {
            faults.append("\(box) lies outside of \(Int(picture.right)) x \(Int(picture.bottom))")
        }
        // Only boxes that begin above the end of a text can overlap it.
        let ordered = texts.sorted { $0.top < $1.top }
        for (index, text) in ordered.enumerated() {
            for other in ordered.dropFirst(index + 1) {
                if other.top >= text.bottom { break }
                if text.meets(other) { faults.append("\(text) meets \(other)") }
            }
        }
        let below = shapes.sorted { $0.top < $1.top }
        for text in texts {
            for shape in below {
                if shape.top >= text.bottom { break }
                // A line has no area.
                let area = Box(
                    left: shape.left, top: shape.top, right: max(shape.right, shape.left + 0.01),
                    bottom: max(shape.bottom, shape.top + 0.01), what: shape.what)
                if text.meets(area) { faults.append("\(text) meets \(shape)") }
            }
        }
    }
}
