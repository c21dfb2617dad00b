import AttributionBase
import AttributionTestSupport
import Testing

/// A table remembers what the names of a stream are, and where the members are in texts of a known shape. What it finds must be what
/// a search through the members finds.
struct MemberTableTests {
    private static let few: [StaticString] = ["a", "bb", "a-long-name-of-a-member", "missing", "inner"]
    private static let many: [StaticString] = [
        "bb", "a", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "another-name-of-more-than-32-bytes",
    ]

    private static func names(_ names: [StaticString], from first: Int) -> MemberNames {
        MemberNames(names.enumerated().map { ($1, UInt8(first + $0)) })
    }

    private static func expectSame(
        _ table: borrowing MemberTable, _ object: JSONView, _ names: [StaticString], from first: Int
    ) -> Int {
        var found = 0
        for number in 0..<MemberNames.limit {
            let name = names.indices.contains(number - first) ? names[number - first] : nil
            let wanted = name.flatMap { object.member($0) }
            let value = table[UInt8(number)]
            #expect(value?.start == wanted?.start && value?.end == wanted?.end, "\(object.raw.text) \(number)")
            if value != nil { found += 1 }
        }
        return found
    }

    /// Objects of several streams in turns, read by two tables each, one of which is asked for other names each time.
    @Test func whatIsRememberedIsWhatASearchFinds() throws {
        var random = SplitMix64(seed: 5)
        let values = ["1", "null", "\"x\"", "\"\\n\"", "true", "[1]", "{}", "\"\(String(repeating: "y", count: 50))\""]
        func object(_ depth: Int, _ odds: Int) -> String {
            var members: [String] = []
            for name in Set((Self.few + Self.many).map { "\($0)" }).sorted() + [
                "n\(Int.random(in: 0..<odds, using: &random))"
            ]
            where Int.random(in: 0..<8, using: &random) > 0 {
                let isInner = depth < 2 && name == "inner"
                let value =
                    isInner
                    ? object(depth + 1, odds) : values[min(Int.random(in: 0..<40, using: &random), values.count - 1)]
                let isEscaped = Int.random(in: 0..<200, using: &random) == 0
                let written = isEscaped ? "\\u00" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst() : name
                members.append("\"\(written)\":\(value)")
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        let (few, many) = (Self.names(Self.few, from: 0), Self.names(Self.many, from: 40))
        var first = JSONIndex()
        var second = JSONIndex()
        var steady = MemberTable()
        var inner = MemberTable()
        var changing = MemberTable()
        var found = 0
        // In the later ones there are more names than an index remembers.
        let rounds = part(of: 6_000)
        for odds in [1, 3, 500] {
            let kinds = (0..<6).map { _ in object(0, odds) }
            for round in 0..<rounds {
                let text = Array((odds < 500 && round % 3 > 0 ? kinds[round % kinds.count] : object(0, odds)).utf8)
                found += try text.withBytes { text in
                    let root = unsafe round % 5 == 0 ? try second.read(text) : try first.read(text)
                    steady.read(root, few)
                    var found = Self.expectSame(steady, root, Self.few, from: 0)
                    if let object = steady[4] {
                        inner.read(object, many)
                        found += Self.expectSame(inner, object, Self.many, from: 40)
                    } else {
                        inner.clear()
                        #expect(Self.many.indices.allSatisfy { inner[UInt8(40 + $0)] == nil })
                    }
                    changing.read(root, round % 2 == 0 ? few : many)
                    found += Self.expectSame(
                        changing, root, round % 2 == 0 ? Self.few : Self.many, from: round % 2 == 0 ? 0 : 40)
                    return found
                }
            }
        }
        #expect(found > 16 * rounds, "\(found)")
    }

    /// The same index of a text, but another text: none of what is known of the one before may be found in it.
    @Test func shapesOfTheSameLengthAreToldApart() throws {
        let texts = [
            #"{"a":1,"bb":2}"#, #"{"bb":1,"a":2}"#, #"{"a":1,"zz":2}"#, #"{"a":{"bb":2}}"#, #"{"z":{"bb":2}}"#,
            #"{"a":1,"bb":""}"#,
            #"{"a":null,"b":2}"#, #"{"a":null,"bb":2}"#, #"{"a":1,"b":[2]}"#,
        ].map { Array($0.utf8) }
        let names = Self.names(Self.few, from: 0)
        var index = JSONIndex()
        var table = MemberTable()
        for first in texts.indices {
            for second in texts.indices {
                for text in [first, first, first, second, second, first, second].map({ texts[$0] }) {
                    _ = try text.withBytes { text in
                        let root = try unsafe index.read(text)
                        table.read(root, names)
                        return Self.expectSame(table, root, Self.few, from: 0)
                    }
                }
            }
        }
    }

    /// Some values are those of an object inside alone, wherever else their names are.
    @Test func someValuesAreThoseOfAnObjectInside() throws {
        let names = Self.names(["a", "bb", "cc"], from: 0)
        let own = FieldSet(Field(1, "bb", .integer), Field(2, "cc", .integer))
        let texts = [#"{"a":1,"bb":2,"in":{"a":3,"bb":4}}"#, #"{"a":1,"cc":2,"in":{"bb":null,"cc":5}}"#]
        var index = JSONIndex()
        var table = MemberTable()
        for _ in 0..<4 {
            for text in texts {
                let (found, plain) = try Array(text.utf8).withBytes { text in
                    let root = try unsafe index.read(text)
                    let inner = try #require(root.member("in"))
                    table.read(root, names, own, of: inner)
                    let found = (0..<3).map { table[$0]?.raw.text }
                    table.read(root, names)
                    return (found, (0..<3).map { table[$0]?.raw.text })
                }
                expect(found, text == texts[0] ? ["1", "4", nil] : ["1", nil, "5"])
                expect(plain, text == texts[0] ? ["1", "2", nil] : ["1", nil, "2"])
            }
        }
    }
}
