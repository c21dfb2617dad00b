import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

struct FieldTests {
    static let name = Field(0, "name", .string)
    static let year = Field(1, "year", .integer)
    static let none = Field(2, "none", .boolean, isRequired: false)
    static let shape = ObjectShape([name, year, none])

    static let rule = RuleBuilder(
        subject: Subject("book", "a book", consequence: "nobody reads it"), article: Article("Books"))
    static let set = RuleSet([
        rule.missing(name), rule.missing(year),
        rule.jsonType(name), rule.jsonType(year), rule.jsonType(none),
        rule.range("book-year-range", year, 1450...3000, "books are printed"),
        rule.oneOf("book-name-value", name, ["Ulysses", "Emma"], "there are two books"),
        rule.unknownField("book-unknown-field", of: shape),
    ])

    static func findings(_ text: String, limit: Int = 100) throws -> Findings {
        let value = try JSONValue(parsing: Array(text.utf8))
        return try #require(
            value.withView { view in
                var examination = Examination()
                examination.load(view, as: shape)
                var findings = Findings(limit: limit)
                set.examine(examination, &findings)
                return findings
            })
    }

    static let cases: [(String, [String])] = [
        (#"{"name":"Emma","year":1815}"#, []), (#"{"name":"Emma","year":1815,"none":true}"#, []),
        (#"{"year":1815}"#, ["book-name-missing"]), (#"{"name":"Emma"}"#, ["book-year-missing"]),
        (#"{"name":7,"year":1815}"#, ["book-name-json-type"]),
        (#"{"name":"Emma","year":"1815"}"#, ["book-year-json-type"]),
        (#"{"name":"Emma","year":1815.0}"#, ["book-year-json-type"]),
        (#"{"name":"Emma","year":1815,"none":"true"}"#, ["book-none-json-type"]),
        (#"{"name":"Emma","year":1449}"#, ["book-year-range"]), (#"{"name":"Emma","year":-1}"#, ["book-year-range"]),
        (#"{"name":"emma","year":1815}"#, ["book-name-value"]),
        (#"{"\u006eame":"Emma","year":1815}"#, []),
        (#"{"name":"Emma","year":1815,"yaer":1}"#, ["book-unknown-field"]),
        ("{}", ["book-name-missing", "book-year-missing"]),
    ]

    @Test(arguments: cases.indices) func objectsBreakTheirRules(_ index: Int) throws {
        let (text, rules) = Self.cases[index]
        try expect(Self.findings(text).list.map(\.rule.id), rules, "\(text)")
    }

    /// Of many findings, the gravest are kept, in the order of the rules.
    @Test func noNumberOfWarningsHidesAnError() throws {
        let late = RuleSet(Self.set.rules.reversed())
        let many = (0..<9).map { #""x\#($0)":1"# }.joined(separator: ",")
        let value = try JSONValue(parsing: Array(#"{"year":"1",\#(many)}"#.utf8))
        for limit in 1...12 {
            let findings = try #require(
                value.withView { view in
                    var examination = Examination()
                    examination.load(view, as: Self.shape)
                    var findings = Findings(limit: limit)
                    late.examine(examination, &findings)
                    return findings
                })
            #expect(findings.count == min(limit, 11) && findings.count + findings.more == 11)
            expect(findings.list.count { $0.severity == .error }, min(limit, 2))
            #expect(findings.hasErrors && findings.hasErrors)
        }
    }

    /// What is listed and what is told of the rest does not depend on how many findings come: it is as if all were there, and of the
    /// least severe ones the last went first.
    @Test func whatIsListedIsWhatSortingWouldList() throws {
        let rules = Set(Self.set.rules.map(\.severity)).compactMap { severity in
            Self.set.rules.first { $0.severity == severity }
        }
        try #require(rules.count > 1)
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let all = (0..<Int.random(in: 0...40, using: &random)).map { number in
                Finding(rules[Int.random(in: 0..<rules.count, using: &random)], found: "\(number)")
            }
            let limit = Int.random(in: 0...12, using: &random)
            var (findings, whole) = (Findings(limit: limit), Findings(limit: 100))
            for finding in all {
                findings.append(finding)
                whole.append(finding)
            }
            let gravest = all.enumerated().sorted {
                ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset)
            }
            let listed = Set(gravest.prefix(limit).map(\.element.found))
            expect(findings.map(\.found), all.map(\.found).filter(listed.contains))
            #expect(findings.more == all.count - findings.count && findings.worst == whole.worst)
            whole.shorten(to: limit)
            #expect(whole.map(\.found) == findings.map(\.found) && whole.more == findings.more)
        }
    }

    @Test func hintsNameWhatWasMeant() throws {
        func hint(_ text: String) throws -> String? { try Self.findings(text).list.first?.hint }
        try expect(hint(#"{"name":"emma","year":1815}"#), #"did you mean "Emma"?"#)
        try expect(hint(#"{"name":"Emma","year":"1815"}"#), "write the number without quotes")
        try expect(hint(#"{"name":"Emma","year":1815,"Nonne":1}"#), #"did you mean "none"?"#)
        try expect(hint(#"{"name":"Emma","year":1815,"NONE":1}"#), #"did you mean "none"?"#)
        #expect(try hint(#"{"name":"Emma","year":1815,"publisher":1}"#) == nil)
    }

    // MARK: - The limit

    @Test func beyondTheLimitFindingsAreOnlyCounted() throws {
        let members = (0..<250).map { "\"member-\($0)\":0" }.joined(separator: ",")
        let findings = try Self.findings("{\(members)}")
        #expect(findings.list.count == 100 && findings.more == 152)
        #expect(findings.hasErrors && findings.hasErrors)
        let few = try Self.findings("{\"name\":\"Emma\",\"year\":1815,\(members)}", limit: 7)
        #expect(few.list.count == 7 && few.more == 243)
        #expect(few.worst == .warning && !few.hasErrors && few.isBad(from: .warning))
        let none = try Self.findings("{\"year\":1,\(members)}", limit: 0)
        #expect(none.list.isEmpty && none.more == 252 && none.hasErrors)
    }

    /// Findings about one text do not appear for a later one.
    @Test func anExaminationIsUsedAgain() throws {
        var examination = Examination()
        let texts = [#"{"name":"Emma","year":1815,"x":1}"#, #"{"year":1}"#, "{}"]
        let counts = try texts.map { text in
            try #require(
                try JSONValue(parsing: Array(text.utf8)).withView { view in
                    examination.clear()
                    examination.load(view, as: Self.shape)
                    var findings = Findings()
                    Self.set.examine(examination, &findings)
                    expect(examination[Self.name] != nil, text.contains("name"))
                    return findings.list.map(\.rule.id)
                })
        }
        expect(
            counts,
            [
                ["book-unknown-field"], ["book-name-missing", "book-year-range"],
                ["book-name-missing", "book-year-missing"],
            ])
    }

    @Test func cataloguesFindRulesByID() {
        let catalogue = RuleCatalogue(Self.set.rules) + RuleCatalogue([])
        expect(catalogue["book-year-range"]?.id, "book-year-range")
        #expect(catalogue["book"] == nil)
        expect(catalogue.rules.count, 8)
    }
}
