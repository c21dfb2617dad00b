import AttributionBase
import AttributionFixtures
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// A member of a message may have a value of any kind, wherever the message is and whatever else is wrong with the text.
struct AnyValueTests {
    private static let names =
        BodyField.shape.fields.map(\.text) + SignedField.allCases.map(\.description) + ["payload", "verdict", "kind"]
    private static let values = [
        "1", "-0.5e9", #""x""#, #""""#, #""\u0041\n""#, "null", "true", "[]", "{}", "[1]", #"{"a":"b"}"#,
        #""eyJhbGciOiJFUzI1NiJ9.e30.AA""#,
    ]
    private static let frames = ["%", #"{"a":%}"#, "[%]", #"{"a":[%]}"#, #"{"a":{"b":%,"c":1}}"#, #"x %"#, "/* x */%"]

    /// Returns a text with a message whose members have any values, whole or broken.
    private static func text(_ number: Int) -> [UInt8] {
        let chance = SeededRandom(seed: 5).of("any value", number)
        func pick<Element>(_ list: [Element], _ what: StaticString, _ index: Int = 0) -> Element {
            list[chance.of(what, index).number(in: 0...list.count - 1)]
        }
        let count = chance.of("count").number(in: 1...4)
        let members = (0..<count).map { "\"\(pick(names, "name", $0))\":\(pick(values, "value", $0))" }
        let object = "{" + members.joined(separator: pick([",", ",", " ", ""], "between")) + "}"
        let text = Array(pick(frames, "frame").replacingEach("%", by: object).utf8)
        return Array(text.dropLast(pick([0, 0, 1, 2, 3], "end")))
    }

    @Test func everyTextIsRead() {
        for number in 0..<part(of: 20_000) {
            Self.text(number).withBytes { text in
                var search = RemedySearch(readsDocuments: number % 2 == 0)
                if let repair = search.repair(text) { #expect(!repair.names.isEmpty) }
                var index = JSONIndex()
                guard let root = try? unsafe index.read(text) else { return }
                _ = NestedInput.find(in: root)
                _ = NestedInput.packed(in: root)
            }
        }
    }

    @Test(arguments: ["1", "null", "true", "[]", "{}"]) func onlyStringsHaveContent(value: String) {
        let text = Array("{\"a\":\(value)}".utf8)
        text.withBytes { text in
            var index = JSONIndex()
            guard let root = try? unsafe index.read(text) else {
                Issue.record("\(value) is JSON")
                return
            }
            expect(root.member(named: "a").map { $0.content.count }, 0)
        }
    }

    /// Comparing an escaped text decodes it only where it may be equal.
    @Test(arguments: [
        (#""\u0061b""#, "ab", true), (#""\u0061\u0062""#, "ab", true), (#""a\u0062""#, "ab", true),
        (#""\n""#, "\n", true),
        (#""\ud83d\ude00""#, "😀", true), (#""\u0061""#, "ab", false), (#""\u0061bc""#, "ab", false),
        (#""\u0000""#, "", false),
        (#""\u00e9""#, "é", true), (#""ab""#, "ab", true), (#""""#, "", true), ("1", "1", false),
        (#""\u0061b\u0062""#, "ab", false),
    ])
    func escapedTextsAreEqualByMeaning(text: String, other: String, isEqual: Bool) {
        Array(text.utf8).withBytes { text in
            var index = JSONIndex()
            guard let root = try? unsafe index.read(text) else {
                Issue.record("it is JSON")
                return
            }
            expect(root.isEqual(to: other), isEqual)
        }
    }
}
