import AttributionTestSupport
import Testing

@testable import AttributionBase

/// The two readers of JSON's grammar, one over whole texts and one over lines as they come, judge each text alike.
struct ExtentTests {
    /// How a text goes on: a fault, a wish for more, or the offset of what follows its value.
    private enum Judgement: Equatable {
        case ended(Int)
        case open(JSONSyntaxError.Wanted)
        case invalid(JSONSyntaxError)
    }

    /// Reads a text line by line, with pauses at some of the line breaks.
    private static func extent(of text: [UInt8], _ random: inout SplitMix64) -> Judgement {
        var extent = JSONExtent()
        extent.begin(at: 0)
        var judgement = Judgement.open(.value)
        let breaks = text.indices.filter { text[$0] == ASCII.newline }.map { $0 + 1 }
        let cuts = breaks.filter { $0 == text.count || Int.random(in: 0..<3, using: &random) == 0 }
        for cut in cuts + (breaks.last == text.count ? [] : [text.count]) {
            let progress = text.withBytes { extent.advance(over: $0.part(0..<cut)) }
            switch progress {
            case .ended(let end): return .ended(end)
            case .invalid(let error): return .invalid(error)
            case .open(let wanted): judgement = .open(wanted)
            }
        }
        return judgement
    }

    private static func whole(_ text: [UInt8]) -> Judgement {
        guard let fault = fault(in: text) else {
            let white = text.reversed().prefix { ASCII.isWhiteSpace($0) }.count
            return .ended(text.count - white)
        }
        switch fault.kind {
        case .empty: return .open(.value)
        case .unexpectedEnd(let wanted): return .open(wanted)
        // Only the reader of whole texts refuses what follows a value.
        case .unexpectedByte(_, wanted: .endOfText):
            let white = text[..<fault.offset].reversed().prefix { ASCII.isWhiteSpace($0) }.count
            return .ended(fault.offset - white)
        default: return .invalid(fault)
        }
    }

    /// Texts of tokens in an order that is often, but not always, that of JSON, over several lines.
    private struct Draft {
        var random: SplitMix64
        private var text: [UInt8] = []
        private var names = 0

        init(_ random: SplitMix64) { self.random = random }

        private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

        private mutating func put(_ token: String) {
            let strays = [
                "", "]", "}", ",", ":", "1", "\"x\"", "{", "nul", "-", "\u{1}", "\"\\u12\"", "\"\\ud800\"", "01",
            ]
            let isStray = chance(60)
            text += Array((isStray ? strays.randomElement(using: &random) ?? "" : token).utf8)
            for _ in 0..<2 where chance(3) {
                text += Array((["\n", " ", "\t", "\r\n"].randomElement(using: &random) ?? " ").utf8)
            }
        }

        private mutating func value(_ depth: Int) {
            let scalars = [
                "0", "-1.5e3", "true", "false", "null", "\"\"", "\"\\u0041\\n\"", "\"é\"", "12345678901234567890",
            ]
            guard depth > 0, !chance(3) else { return put(scalars.randomElement(using: &random) ?? "0") }
            let isObject = chance(2)
            put(isObject ? "{" : "[")
            let count = Int.random(in: 0..<4, using: &random)
            for index in 0..<count {
                if index > 0 { put(",") }
                if isObject {
                    // The reader of lines does not know names.
                    names += 1
                    put("\"n\(names)\"")
                    put(":")
                }
                value(depth - 1)
            }
            put(isObject ? "}" : "]")
        }

        mutating func next() -> [UInt8] {
            text = chance(4) ? [ASCII.newline] : []
            // The deepest nesting, and one level more.
            let depth = chance(200) ? JSONIndex.depthLimit - 1 + Int.random(in: 0..<3, using: &random) : 0
            for _ in 0..<depth { put("[") }
            value(4)
            for _ in 0..<depth { put("]") }
            if chance(4) { text.removeLast(Int.random(in: 0...text.count, using: &random)) }
            if chance(10) { value(1) }
            // The reader of lines gets whole lines.
            return text + [ASCII.newline]
        }
    }

    @Test func linesAreReadLikeWholeTexts() {
        var drafts = Draft(SplitMix64(seed: 37))
        var counts = [0, 0, 0]
        let texts = effort("AAK_EXTENT_TEXTS", usual: part(of: 100_000))
        for _ in 0..<texts {
            let text = drafts.next()
            let whole = Self.whole(text)
            expect(
                Self.extent(of: text, &drafts.random), whole,
                "\(String(decoding: text, as: UTF8.self).debugDescription)")
            switch whole {
            case .ended: counts[0] += 1
            case .open: counts[1] += 1
            case .invalid: counts[2] += 1
            }
        }
        // Each judgement occurs often enough to mean something.
        #expect(counts.allSatisfy { $0 > texts / 20 } || texts < 1000, "\(counts)")
    }
}
