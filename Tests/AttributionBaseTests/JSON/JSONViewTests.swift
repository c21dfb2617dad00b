import AttributionBase
import AttributionTestSupport
import Testing

struct JSONViewTests {
    static let text = #" {"b":"x\u0079", "a":[1,[2,{"c":3}],4], "\u0063":null, "t":true, "f":false} "#

    @Test func membersComeInOrderWithTheirKinds() throws {
        let found = try scan(Self.text) { root in root.members.map { ($0.name.string, $0.value.kind) } }
        expect(found.map(\.0), ["b", "a", "c", "t", "f"])
        expect(found.map(\.1), [.string, .array, .null, .true, .false])
    }

    @Test func membersAreFoundByWhatTheirNamesMean() throws {
        try scan(Self.text) { root in
            // What a format knows is absent where it is null; a user's own path finds it.
            #expect(root.member("c" as StaticString) == nil)
            expect(root.member(named: "c")?.kind, .null)
            #expect(root.member("d" as StaticString)?.kind == nil)
            #expect(root.member(named: "d")?.kind == nil)
            #expect(root.member(named: "")?.kind == nil)
        }
    }

    @Test func namesOfInnerObjectsAreNotTheOuters() throws {
        try scan(#"{"o":{"i":1},"e":2}"#) { root in
            #expect(root.member("i" as StaticString) == nil)
            expect(root.member("e" as StaticString)?.unsignedInteger, 2)
            expect(root.member("o" as StaticString)?.member("i" as StaticString)?.unsignedInteger, 1)
        }
    }

    @Test func elementsPassOverWhatTheyHold() throws {
        let texts = try scan(Self.text) { root in
            root.member("a" as StaticString)?.elements.map { $0.raw.text }
        }
        expect(texts, ["1", #"[2,{"c":3}]"#, "4"])
    }

    @Test func onlyObjectsHaveMembersAndOnlyArraysElements() throws {
        for text in ["[1,2]", "\"a\"", "1", "true", "null", "{}", "[]"] {
            try scan(text) { #expect($0.members.map(\.name.string).isEmpty, "\(text)") }
        }
        for text in [#"{"a":1}"#, "\"a\"", "1", "true", "null", "{}", "[]"] {
            try scan(text) { #expect($0.elements.isEmpty, "\(text)") }
        }
    }

    @Test func placesAreThoseOfTheText() throws {
        try scan(Self.text) { root in
            expect(root.start, 1)
            expect(root.end, Self.text.utf8.count - 1)
            let value = root.member("b" as StaticString)
            expect(value?.start, 6)
            expect(value.map { $0.raw.text }, #""x\u0079""#)
            expect(value.map { $0.content.text }, #"x\u0079"#)
            #expect(value?.hasEscapes == true)
            expect(value?.string, "xy")
        }
    }

    @Test func stringsCompareByBytes() throws {
        try scan("\"e\u{301}\"") { view in
            #expect(view.isString("e\u{301}" as StaticString))
            #expect(view.isEqual(to: "e\u{301}"))
            #expect(!view.isString("\u{e9}" as StaticString))
            #expect(!view.isEqual(to: "\u{e9}"))
            #expect(!view.isString("e" as StaticString))
            #expect(!view.isString("" as StaticString))
        }
        try scan(#""\u0065""#) { view in
            #expect(view.isString("e" as StaticString))
            #expect(view.isEqual(to: "e"))
            #expect(!view.isString(#"\u0065"# as StaticString))
        }
    }

    @Test func whatIsNoStringEqualsNone() throws {
        for text in ["1", "true", "null", "[]", "{}"] {
            try scan(text) { view in
                #expect(!view.isString("" as StaticString) && !view.isEqual(to: ""), "\(text)")
                #expect(view.string.isEmpty && !view.hasEscapes, "\(text)")
            }
        }
    }

    @Test func unescapedBytesNeedNoEscapes() throws {
        for (text, wanted) in [("\"ab\"", "ab"), (#""a\n""#, "a\n"), (#""\ud83d\ude00!""#, "\u{1f600}!"), (#""""#, "")]
        {
            try expect(scan(text) { view in view.unescapedOrContent { $0.text } }, wanted)
        }
    }

    @Test func indexServesOneTextAfterAnother() throws {
        var index = JSONIndex()
        for (text, hasSpace) in [("[1,2]", false), ("{ }", true), ("\"a b\"", false), (" 1", true), ("1 ", true)] {
            _ = try scan(Array(text.utf8), using: &index) { $0.kind }
            let found = index.hasInsignificantSpace
            expect(found, hasSpace, "\(text)")
        }
    }

    @Test func spaceBetweenAnyTwoTokensIsNoticed() throws {
        var index = JSONIndex()
        let tokens = ["", "{", #""a""#, ":", "[", "1", ",", "2", "]", ",", #""b""#, ":", "{", "}", "}", ""]
        for place in 1..<tokens.count {
            let text = tokens[..<place].joined() + "\n" + tokens[place...].joined()
            _ = try scan(Array(text.utf8), using: &index) { $0.kind }
            let hasSpace = index.hasInsignificantSpace
            #expect(hasSpace, "\(text)")
        }
        _ = try scan(Array(tokens.joined().utf8), using: &index) { $0.kind }
        let hasSpace = index.hasInsignificantSpace
        #expect(!hasSpace)
    }

    @Test func failedScanLeavesNoValueBehind() throws {
        var index = JSONIndex()
        _ = try scan([UInt8(ascii: "1")], using: &index) { $0.kind }
        let broken = Array("[1".utf8)
        broken.withBytes { bytes in
            #expect(throws: JSONSyntaxError.self) { try index.scan(bytes) }
            #expect(unsafe index.root(of: bytes) == nil)
        }
    }
}
