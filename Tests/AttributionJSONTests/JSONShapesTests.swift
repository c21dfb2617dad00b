import AttributionBytes
import Testing

@testable import AttributionJSON

/// Reading by shape has the same result as general reading.
@Suite struct JSONShapesTests {
    /// Returns the labels 1 to 6 for members a to f, and 11 to 16 for those of the object in f.
    private static func label(in holder: UInt8, of name: JSONView) -> UInt8 {
        guard let place = ["a", "b", "c", "d", "e", "f"].firstIndex(of: name.string) else { return 0 }
        return holder == 63 ? UInt8(place + 1) : holder == 6 ? UInt8(place + 11) : 0
    }

    private static let labels: [UInt8] = Array(1...6) + Array(11...16)

    private struct Reading: Equatable {
        var isFamiliar: Bool
        var values: [UInt8: String] = [:]
    }

    /// Reads the last of some texts after learning the others.
    private func read(_ texts: [String]) -> (fast: Reading, general: Reading?) {
        var shapes = JSONShapes()
        var slots = JSONSlots()
        var index = JSONIndex()
        var result: (fast: Reading, general: Reading?) = (Reading(isFamiliar: false), nil)
        for (place, text) in texts.enumerated() {
            let bytes = Array(text.utf8)
            unsafe bytes.withBytes { bytes in
                let isFamiliar = unsafe shapes.read(bytes, into: &slots)
                let values = isFamiliar ? self.texts(of: slots) : [:]
                var general: Reading?
                if (try? index.scan(bytes)) != nil, let root = unsafe index.root(of: bytes) {
                    unsafe slots.begin(bytes)
                    slots.fill(from: root, label: 63, labelOf: Self.label)
                    general = Reading(isFamiliar: isFamiliar, values: self.texts(of: slots))
                    shapes.learn(bytes, root, label: 63, labelOf: Self.label)
                }
                if place == texts.count - 1 { result = (Reading(isFamiliar: isFamiliar, values: values), general) }
            }
        }
        return result
    }

    /// Returns the texts in the slots. A container only has a mark that it is present.
    private func texts(of slots: borrowing JSONSlots) -> [UInt8: String] {
        var texts: [UInt8: String] = [:]
        for label in Self.labels {
            guard let view = slots[label] else { continue }
            texts[label] = view.kind == .object ? "{}" : view.raw.text
        }
        return texts
    }

    private static let familiar: [[String]] = [
        [#"{"a":1}"#, #"{"a":23}"#],
        [#"{"a":"x","b":true}"#, #"{"a":"","b":false}"#],
        // A value of another scalar kind has the same shape.
        [#"{"a":1,"b":2}"#, #"{"a":"one","b":true}"#],
        // Two shapes with the same beginning.
        [#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, #"{"a":5,"b":6}"#],
        [#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#, #"{"a":5,"c":6}"#],
        // One shape continues where another ends.
        [#"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"a":5}"#],
        [#"{"a":1,"f":{"b":2}}"#, #"{"a":1,"f":{"b":3}}"#],
        // Empty objects have no value, but are present.
        [#"{"a":1,"f":{},"b":2}"#, #"{"a":3,"f":{},"b":4}"#],
        [#"{"a":1,"f":{}}"#, #"{"a":3,"f":{}}"#],
        [#"{"a":1,"x":{},"y":[],"b":2}"#, #"{"a":3,"x":{},"y":[],"b":4}"#],
        [#"{ "a" : 1 }"#, #"{ "a" : 2 }"#],
        // Members without labels belong to the shape too.
        [#"{"x":{"y":1},"a":2}"#, #"{"x":{"y":"z"},"a":3}"#],
        // A member may become scalar although it was not when the shape was learned.
        [#"{"a":null,"b":-1}"#, #"{"a":1,"b":2}"#],
        [#"{"a":"\u0041"}"#, #"{"a":"A"}"#],
    ]

    private static let strange: [[String]] = [
        [#"{"a":1}"#],
        [#"{"a":1}"#, #"{"a":-1}"#],
        [#"{"a":1}"#, #"{"a":1.5}"#],
        [#"{"a":1}"#, #"{"a":1e3}"#],
        [#"{"a":1}"#, #"{"a":null}"#],
        [#"{"a":1}"#, #"{"a":"\n"}"#],
        [#"{"a":1}"#, #"{"a":"é"}"#],
        [#"{"a":1}"#, #"{"a":[1]}"#],
        [#"{"a":1}"#, #"{"a":{"b":1}}"#],
        [#"{"a":1}"#, #"{"b":1}"#],
        [#"{"a":1}"#, #"{"a":1,"b":2}"#],
        [#"{"a":1,"b":2}"#, #"{"a":1}"#],
        [#"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#],
        [#"{"a":[1]}"#, #"{"a":[1]}"#],
    ]

    private static let broken: [[String]] = [
        [#"{"a":1}"#, #"{"a":01}"#],
        [#"{"a":1}"#, #"{"a":1"#],
        [#"{"a":1}"#, #"{"a":1}}"#],
        [#"{"a":1}"#, #"{"a":}"#],
        [#"{"a":1}"#, #"{"a":"x}"#],
        [#"{"a":1}"#, #"{"a":tru}"#],
        [#"{"a":1}"#, #"{"a":truee}"#],
        [#"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#],
        [#"{"a":1}"#, ""],
        [#"{"a":1}"#, "{"],
        ["not JSON", "not JSON"],
    ]

    @Test(arguments: familiar) func familiarTexts(_ texts: [String]) {
        let (fast, general) = read(texts)
        #expect(fast.isFamiliar)
        #expect(fast == general)
    }

    @Test(arguments: strange) func strangeTexts(_ texts: [String]) {
        let (fast, general) = read(texts)
        #expect(!fast.isFamiliar)
        #expect(general != nil)
    }

    @Test(arguments: broken) func brokenTexts(_ texts: [String]) {
        let (fast, general) = read(texts)
        #expect(!fast.isFamiliar)
        #expect(general == nil)
    }

    @Test func counts() {
        #expect(Self.familiar.count == 14)
        #expect(Self.strange.count == 14)
        #expect(Self.broken.count == 11)
    }

    /// A new shape in every line uses the memory of a few thousand shapes, and no more.
    @Test func memoryIsBounded() {
        var texts = (0..<6000).map { #"{"x\#($0)":1}"# }
        texts.append(texts[0])
        #expect(read(texts).fast.isFamiliar)
        texts[texts.count - 1] = texts[5999]
        #expect(!read(texts).fast.isFamiliar)
    }
}
