import AttributionBase
import AttributionTestSupport
import Testing

/// An index reads a text faster if it has read the same names before, or a text of the same shape. The result must be that of an
/// index that has read nothing before, which remembers nothing of its first text.
struct KnownNamesTests {
    /// Returns the reading of a text: its value and the recorded parts, or the reason why it is refused.
    private static func reading(_ text: [UInt8], _ index: inout JSONIndex) -> String {
        do throws(JSONSyntaxError) {
            let parts = try scan(text, using: &index) { describe($0) }
            let hasSpace = index.hasInsignificantSpace
            return "\(parts) \(hasSpace)"
        } catch {
            return "\(error)"
        }
    }

    private static func describe(_ view: JSONView) -> String {
        var text = "\(view.kind) \(view.start)-\(view.end) \(view.isInteger) \(view.hasEscapes) "
        switch view.kind {
        case .object: for member in view.members { text += "{" + describe(member.name) + describe(member.value) + "}" }
        case .array: for element in view.elements { text += "[" + describe(element) + "]" }
        default: text += JSONValue(view).text
        }
        return text
    }

    private static func expectSame(_ texts: [[UInt8]]) {
        var index = JSONIndex()
        for text in texts {
            var fresh = JSONIndex()
            let wanted = reading(text, &fresh)
            let found = reading(text, &index)
            expect(found, wanted, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    static let object = #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}"#

    /// Variants that differ from ``object`` in one detail.
    static let variants = [
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"y"}"#,
        #"{"id":"","number":0,"flag":false,"other":true,"last":"0123456789"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false}"#,
        #"{"id":"7aa9f8cc"}"#, "{}",
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x","more":1}"#,
        #"{"number":5239,"id":"7aa9f8cc","flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"id":"x"}"#,
        #"{"id":"7aa9f8cc","id":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","numbed":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","n\u0075mber":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"\n"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"é"}"#,
        "{\"id\":\"7aa9f8cc\",\"number\":5239,\"flag\":true,\"other\":false,\"last\":\"\t\"}",
        #"{"id":"7aa9f8cc","number":05239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":00,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":-5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":-,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239.5,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239.,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":52e3,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":52x,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":1234567890123456789012345678901234567890,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":null,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":[1],"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":{"a":1,"a":2},"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":tru,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":fals,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":truefalse,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":falsy,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"},"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"} "#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x",}"#,
        #"{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"]"#,
        #"{"id":"7aa9f8cc" ,"number":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id":"7aa9f8cc", "number":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id": "7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{"id" :"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}"#,
        #"{ "id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}"#,
        #" {"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}"#,
        #"[{"id":"7aa9f8cc","number":5239,"flag":true,"other":false,"last":"x"}]"#,
        #"{"id","number":5239}"#, #"{"id":}"#, #"{"id":,"number":1}"#, #"{,"id":1}"#, "[]", "7", "",
    ]

    @Test func noVariantVanishes() { expect(Set(Self.variants).count, 49) }

    @Test(arguments: variants) func variantIsReadAsIfAlone(_ variant: String) {
        let plain = Array(Self.object.utf8)
        let other = Array(variant.utf8)
        // Of the shapes, the second text is learned, and from then on every other one that is unknown.
        Self.expectSame([plain, plain, plain, other, plain, other, other, other, plain, other])
        Self.expectSame([other, other, other, plain, other, plain, plain, plain, other])
    }

    /// Each prefix of a text, in memory of exactly its size, is refused as if it were the first text.
    @Test func everyBeginningIsRefusedAsIfAlone() {
        let text = Array(Self.object.utf8)
        Self.expectSame(text.indices.flatMap { [text, Array(text[..<$0])] })
    }

    @Test func everyDamagedByteIsReadAsIfAlone() {
        let text = Array(Self.object.utf8)
        for byte in Array(" \"\\,:{}[]0-.etf\u{0}\u{1f}".utf8) + [0x80, 0xff] {
            Self.expectSame(
                text.indices.flatMap { index in
                    var damaged = text
                    damaged[index] = byte
                    return [text, damaged]
                })
        }
    }

    /// Objects with as many members as are remembered, with more, and with names that are too long to be remembered.
    @Test(arguments: [1, 31, 32, 33, 70]) func objectsOfManyMembers(_ count: Int) {
        func object(_ length: Int) -> [UInt8] {
            let padding = String(repeating: "n", count: length)
            return Array(("{" + (0..<count).map { "\"\(padding)\($0)\":\($0)" }.joined(separator: ",") + "}").utf8)
        }
        Self.expectSame([1, 1, 1, 200, 200, 200, 5000, 5000, 5000, 1, 1].map { object($0) })
    }

    /// Texts of few shapes, with other values each time, some of which are not those of the shape.
    @Test func textsOfKnownShapesAreReadAsIfAlone() {
        var random = SplitMix64(seed: 12)
        let values = [
            "1", "0", "00", "-1", "12345678901234567", "1.5", "true", "false", "truf", "null", "\"\"", "\"eight888\"",
            "\"\(String(repeating: "s", count: 60))\"", "\"\\n\"", "\"é\"", "\"\u{1}\"", "[]", "{}", "", " 1",
        ]
        let shapes = [
            #"{"a":#,"bb":#,"ccc":{"d":#,"e":{"f":#}},"g":#}"#, #"{"a":#,"bb":#,"ccc":{"d":#}}"#,
            #"{"a":{"b":{"c":#}},"d":#}"#,
            #"{"a":#,"bb":#,"ccc":{},"g":#}"#, #"{"e":{},"a":{"b":#}}"#, #"{"a":#,"a":#}"#,
            "{\"\(String(repeating: "n", count: 70))\":#}",
            #"{"a-name-of-more-than-eight":#,"b":{"a-name-of-more-than-eight":#}}"#, #"{"a":#}}"#, #"{}"#,
        ]
        let texts = (0..<20_000).map { _ -> [UInt8] in
            let isOdd = Int.random(in: 0..<4, using: &random) == 0
            let parts = (shapes.randomElement(using: &random) ?? "").split(
                separator: "#", omittingEmptySubsequences: false)
            var text = String(parts[0])
            for part in parts.dropFirst() {
                text +=
                    (isOdd ? values.randomElement(using: &random) : values.prefix(2).randomElement(using: &random))
                    ?? ""
                text += part
            }
            return Array(text.utf8)
        }
        #expect(texts.count { fault(in: $0) == nil } > 12_000)
        Self.expectSame(texts)
    }

    /// Values that were lost where a text was read by what was known of the one before: every kind of value in every place, objects
    /// within objects among them.
    @Test func randomSequencesAreReadAsIfAlone() {
        var random = SplitMix64(seed: 11)
        let names = ["a", "bb", "ccc", "a-long-name-of-a-member", "another-long-name-of-one", "e\\u0061", "", "é"]
        let values = [
            "1", "0", "-0", "12345678", "123456789012", "1.5e3", "true", "false", "null", "\"\"", "\"eight888\"",
            "\"\\u0000\"", "[]", "{}", "[1,{\"a\":2}]", "{\"v\":\"US\"}", " 1", "1 ", "nul", "{\"a\":1,\"a\":2}",
        ]
        func object(_ depth: Int) -> String {
            let members = names.filter { _ in Int.random(in: 0..<8, using: &random) > 1 }.map { name in
                let isInner = depth < 3 && Int.random(in: 0..<8, using: &random) == 0
                return "\"\(name)\":" + (isInner ? object(depth + 1) : values.randomElement(using: &random) ?? "1")
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        var accepted = 0
        let streams = part(of: 100)
        for _ in 0..<streams {
            var texts = (0..<800).map { _ in Array(object(0).utf8) }
            // Most texts of a stream have a shape that came before.
            for _ in 0..<200 {
                let other = texts.randomElement(using: &random) ?? []
                texts.insert(other, at: Int.random(in: 0...texts.count, using: &random))
            }
            accepted += texts.count { text in fault(in: text) == nil }
            Self.expectSame(texts)
        }
        #expect(accepted > 200 * streams && accepted < 900 * streams, "\(accepted)")
    }
}
