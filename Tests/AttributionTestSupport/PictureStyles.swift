import AttributionBase

/// The sizes of a picture's texts according to its style rules.
struct PictureStyles {
    struct Text {
        var size: Double
        var isBold: Bool
    }

    private var common: Text?
    private var sizes: [String: Double] = [:]
    private var bold: Set<String> = []
    private(set) var faults: [String] = []

    mutating func add(_ css: String) {
        for forbidden in ["@import", "url(", "letter-spacing", "word-spacing"] where css.contains(forbidden) {
            faults.append("the style has \(forbidden)")
        }
        // Rules that depend on the screen may change only colours.
        var rest = css[...]
        while let open = rest.firstIndex(of: "{") {
            let selector = rest[..<open].filter { !$0.isNewline }
            rest = rest[rest.index(after: open)...]
            if selector.contains("@media") {
                let end = Self.endOfBlock(rest)
                if rest[..<end].contains("font") { faults.append("a font depends on the screen") }
                rest = rest[end...].dropFirst()
                continue
            }
            let close = rest.firstIndex(of: "}") ?? rest.endIndex
            for part in selector.split(separator: ",") { add(String(rest[..<close]), for: part) }
            rest = rest[close...].dropFirst()
        }
    }

    private static func endOfBlock(_ text: Substring) -> Substring.Index {
        var depth = 1
        for index in text.indices {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return text.endIndex
    }

    private mutating func add(_ declarations: String, for selector: Substring) {
        let selector = selector.split(separator: " ").last.map(String.init) ?? ""
        for declaration in declarations.split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.trimmed }
            guard parts.count == 2 else { continue }
            let size = parts[1].split(separator: " ").first.flatMap { Double($0.filter { $0.isNumber }) }
            switch (selector, parts[0]) {
            case ("text", "font"):
                guard parts[1] == "\(Int(size ?? 0))px \(Ruler.family)" else {
                    faults.append("the width of the font \(parts[1]) is not known")
                    continue
                }
                common = size.map { Text(size: $0, isBold: false) }
            case (_, "font-size") where selector.hasPrefix("."): sizes[String(selector.dropFirst())] = size
            case (_, "font-weight") where selector.hasPrefix("."):
                if size ?? 700 > 400 { bold.insert(String(selector.dropFirst())) }
            case ("text", let name) where name.hasPrefix("font"): faults.append("\(name) of all texts")
            default: break
            }
        }
    }

    mutating func text(of name: String?) -> Text {
        guard var text = common else {
            faults.append("texts without a font")
            return Text(size: 16, isBold: true)
        }
        if let name {
            text.size = sizes[name] ?? text.size
            text.isBold = bold.contains(name)
        }
        return text
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
