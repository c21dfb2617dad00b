import AttributionTestSupport
import Testing

@testable import AttributionBase

/// Many names that are looked up in one text.
struct MemberLookupTests {
    /// Each is what looking for it alone finds, whether the names are written with escapes or are inside another object.
    @Test(arguments: [1, 100])
    func manyNamesAreFoundAsEachAlone(names: Int) throws {
        for last in ["e\u{301}", "é", "\\u00e9", "m7", "m\\u0037x"] {
            let members = (0..<80).map { "\"m\($0)\":\($0 % 7 == 0 ? "null" : "\($0)")" } + ["\"\(last)\":\"last\""]
            let object = "{\(members.filter { $0 != "\"m7\":null" }.joined(separator: ","))}"
            let text = Array("{\"m1\":\(object),\"m2\":[],\(members[8...].joined(separator: ","))}".utf8)
            try text.withBytes { text in
                var index = JSONIndex()
                let root = try unsafe index.read(text)
                var lookup = MemberLookup(in: root, names: names)
                for holder in [root, try #require(root.member(named: "m1")), try #require(root.member(named: "m2"))] {
                    for name in (0..<90).map({ "m\($0)" }) + ["e\u{301}", "é", "m7x", "", "last"] {
                        let found = lookup.member(named: name, of: holder)
                        expect(found?.raw.text, holder.member(named: name)?.raw.text, "\(name) beside \(last)")
                    }
                }
            }
        }
    }
}
