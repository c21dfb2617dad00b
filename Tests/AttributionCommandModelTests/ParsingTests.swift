import AttributionCommandModel
import AttributionTestSupport
import Testing

/// A command line and its expected result, in a notation suitable for tables.
struct Reading: Sendable, CustomTestStringConvertible {
    let line: [String]
    let result: String

    init(_ line: [String], _ result: String) {
        self.line = line
        self.result = result
    }

    var testDescription: String { line.debugDescription }

    /// Returns the parser's result for a line: the path, the options of the command, and the operands.
    static func read(_ line: [String], _ tool: Command = Fixture.tool) -> String {
        do throws(UsageError) {
            let found = try tool.parse(line)
            switch found.action {
            case .version: return "version"
            case .help(let length, let path): return "\(length) help: \(path.title)"
            case .topic(let topic): return "topic: \(topic.name)"
            case .run: break
            }
            let options = found.path.command.options.flatMap { option in
                found.order.compactMap { given -> String? in
                    guard case .option(let other, let text, _) = given, other.name == option.name else { return nil }
                    return option.value == nil ? option.name : "\(option.name)=\(text)"
                }
            }
            return ([found.path.title] + options + ["|"] + found.operands.map { "<\($0)>" }).joined(separator: " ")
        } catch {
            return "\(error.path.title): \(error.message)" + (error.hint.map { " / \($0)" } ?? "")
        }
    }
}

struct ParsingTests {
    static let accepted: [Reading] = [
        Reading(["sign"], "aak sign |"),
        Reading(["sign", "a", "b"], "aak sign | <a> <b>"),
        Reading(["sign", "--key", "f"], "aak sign key=f |"),
        Reading(["sign", "--key=f"], "aak sign key=f |"),
        Reading(["sign", "--key="], "aak sign key= |"),
        Reading(["sign", "--key", ""], "aak sign key= |"),
        Reading(["sign", "--key=a=b"], "aak sign key=a=b |"),
        Reading(["sign", "--key=--verbose"], "aak sign key=--verbose |"),
        Reading(["sign", "--key=\u{301}x"], "aak sign key=\u{301}x |"),
        Reading(["sign", "-k", "f"], "aak sign key=f |"),
        Reading(["sign", "-kf"], "aak sign key=f |"),
        Reading(["sign", "-k\u{301}f"], "aak sign key=\u{301}f |"),
        Reading(["sign", "-vk", "f"], "aak sign key=f verbose |"),
        Reading(["sign", "-vvkv"], "aak sign key=v verbose verbose |"),
        Reading(["sign", "-v", "--verbose", "-v"], "aak sign verbose verbose verbose |"),
        Reading(["sign", "-kh"], "aak sign key=h |"),
        Reading(["sign", "--field", "a=1", "-fb=2", "-f", "c=3"], "aak sign field=a=1 field=b=2 field=c=3 |"),
        Reading(["sign", "a", "--key", "f", "b"], "aak sign key=f | <a> <b>"),
        Reading(["sign", "--", "--key", "-h", "--help", "--"], "aak sign | <--key> <-h> <--help> <-->"),
        Reading(["sign", "--"], "aak sign |"),
        Reading(["--", "sign", "-v"], "aak sign | <-v>"),
        Reading(["sign", "-"], "aak sign | <->"),
        Reading(["sign", "--key", "-"], "aak sign key=- |"),
        Reading(["sign", ""], "aak sign | <>"),
        Reading(["sign", "\u{2014}key", "🔑"], "aak sign | <\u{2014}key> <🔑>"),
        Reading(["sign", "--field", "-1"], "aak sign field=-1 |"),
        Reading(["sign", "--field", "-.5"], "aak sign field=-.5 |"),
        Reading(["sign", "--count", "9"], "aak sign count=9 |"),
        Reading(["sign", "--format", "pem"], "aak sign format=pem |"),
        Reading(["sign", "help", "sign"], "aak sign | <help> <sign>"),
        Reading(["--color", "never", "sign"], "aak sign |"),
        Reading(["key", "public", "f"], "aak key public | <f>"),
        Reading(["key", "jwk", "--curve=p256"], "aak key jwk curve=p256 |"),
        Reading(["convert", "json"], "aak convert | <json>"),
        Reading(["debug-dump"], "aak debug-dump |"),
    ]

    static let helpful: [Reading] = [
        Reading(["-h"], "short help: aak"),
        Reading(["--help"], "full help: aak"),
        Reading(["--version"], "version"),
        Reading(["help"], "full help: aak"),
        Reading(["help", "sign"], "full help: aak sign"),
        Reading(["help", "key", "jwk"], "full help: aak key jwk"),
        Reading(["help", "-h"], "short help: aak"),
        Reading(["help", "--version"], "version"),
        Reading(["help", "--", "sign"], "full help: aak sign"),
        Reading(["sign", "-h"], "short help: aak sign"),
        Reading(["sign", "-vh"], "short help: aak sign"),
        Reading(["sign", "--help"], "full help: aak sign"),
        Reading(["--version", "sign"], "version"),
        Reading(["--nonsense", "--version"], "version"),
        Reading(["sign", "--key", "--help"], "full help: aak sign"),
        Reading(["sign", "--nonsense", "--count=x", "--help"], "full help: aak sign"),
        Reading(["sign", "--help", "--nonsense"], "full help: aak sign"),
        Reading(["sign", "--help", "--version"], "full help: aak sign"),
        Reading(["--nonsense", "key", "jwk", "--help"], "full help: aak key jwk"),
        Reading(["inspect", "-h"], "short help: aak inspect"),
        Reading(["key", "--help"], "full help: aak key"),
    ]

    @Test(arguments: accepted) func accepts(_ reading: Reading) {
        expect(Reading.read(reading.line), reading.result)
    }

    @Test(arguments: helpful) func findsRequestsForHelp(_ reading: Reading) {
        expect(Reading.read(reading.line), reading.result)
    }

    @Test func answersQuestionsAboutOptions() throws {
        let found = try Fixture.tool.parse(["--color", "never", "sign", "-v", "--count", "3", "-f", "a", "-f", "b"])
        #expect(found.has(Fixture.verbose))
        #expect(!found[Fixture.deterministic])
        #expect(found[Fixture.key] == nil)
        expect(found[Fixture.color], .never)
        expect(found[Fixture.field], ["a", "b"])
        expect(found[Fixture.count], 3)
        #expect(found.takes(Fixture.key) && found.takes(Fixture.color))
        #expect(!found.takes(TypedOption.flag("key", summary: "bear the same name")))
    }

    @Test func readsOtherWordsAsTheSameOption() throws {
        let reworded = Fixture.count.worded("do it this often", group: "Numbers")
        let tool = Command(name: "tool", summary: "do it", options: [reworded])
        try expect(tool.parse(["--count", "4"])[Fixture.count], 4)
        #expect(CommandPath(tool).help(.full).contains("Numbers:\n      --count N  do it this often"))
    }

    @Test func readsDefaultsAndOwnTypes() throws {
        let color = TypedOption.value(
            "color", .choice("WHEN", Fixture.Color.self), default: .always, summary: "color it")
        let length = TypedOption.values(
            "length",
            ValueForm.text("TEXT").reading { (text) throws(ValueFault) in
                guard text.count > 1 else { throw .unwanted("longer", hint: "write more") }
                guard text != "no" else { throw .rejected("there is no no", hint: nil) }
                return text.count
            }, summary: "measure it")
        let tool = Command(name: "tool", summary: "do it", options: [color, length])
        let found = try tool.parse(["--length", "abc", "--length", "de"])
        #expect(found[color] == .always && found[length] == [3, 2])
        expect(Reading.read(["--length", "a"], tool), "tool: \"--length\" is \"a\"; it must be longer / write more")
        expect(Reading.read(["--length", "no"], tool), "tool: there is no no")
    }

    @Test func readsAShorterWordAsTheOption() throws {
        let value = TypedOption.value("long-value", .integer("N", 0...9), summary: "do it").named(briefly: "long")
        let tool = Command(name: "tool", summary: "do it", options: [value])
        for words in [["--long", "4"], ["--long=4"], ["--long-value", "4"]] {
            try expect(tool.parse(words)[value], 4)
        }
        #expect(
            Reading.read(["--long", "4", "--long-value", "5"], tool)
                == "tool: option --long-value was given more than once")
        #expect(
            Reading.read(["--long", "x"], tool)
                == "tool: \"--long\" is \"x\"; it must be an integer from 0 to 9")
        expect(Reading.read(["--long=4", "--long", "5"], tool), "tool: option --long was given more than once")
        expect(Reading.read(["--lnog", "x"], tool), "tool: unknown option \"--lnog\" / did you mean --long?")
        #expect(CommandPath(tool).help(.full).contains("      --long, --long-value N  do it"))
        #expect(tool.answer(to: ["--l"]).hasPrefix("words 0\n--long\tdo it\n--long-value\tdo it\n"))
    }

    @Test func readsACommandWithoutSubcommandsAsRoot() throws {
        expect(Reading.read(["help", "-v"], Fixture.sign), "sign verbose | <help>")
        expect(Reading.read([], Command(name: "true", summary: "do nothing")), "true |")
    }

    /// Command lines, and what is left of them without the value of `--key` and the first operand, or with others in their places.
    static let changed: [(line: [String], without: [String], with: [String])] = [
        (["--key", "a"], [], ["--key", "x"]),
        (["--key=a", "-v"], ["-v"], ["--key=x", "-v"]),
        (["-k", "a"], [], ["-k", "x"]),
        (["-ka"], [], ["-kx"]),
        (["-vk", "a", "b"], ["-v"], ["-vk", "x", "y"]),
        (["-vka"], ["-v"], ["-vkx"]),
        (["-v", "a", "--key="], ["-v"], ["-v", "y", "--key=x"]),
        (["a", "-f", "a=1", "-vk", "a", "a"], ["-f", "a=1", "-v", "a"], ["y", "-f", "a=1", "-vk", "x", "a"]),
        (["--verbose", "--", "--key", "a"], ["--verbose", "--", "a"], ["--verbose", "--", "y", "a"]),
        (["--", "-"], [], ["--", "y"]),
        (["-k", "-"], [], ["-k", "x"]),
        (["-f", "a=é", "-ké"], ["-f", "a=é"], ["-f", "a=é", "-kx"]),
    ]

    @Test(arguments: changed)
    func takesOutAndReplacesWhatWasGiven(line: [String], without: [String], with: [String]) throws {
        let found = try Fixture.tool.parse(["sign"] + line)
        let changes = found.order.compactMap { given -> (given: Invocation.Entry, text: String)? in
            switch given {
            case .operand(_, let number, _): number == 1 ? (given, "y") : nil
            case .option(let option, _, _): Fixture.key.is(option) ? (given, "x") : nil
            }
        }
        expect(found.arguments(changing: changes.map { ($0.given, nil) }), ["sign"] + without)
        expect(found.arguments(changing: changes.map { ($0.given, $0.text) }), ["sign"] + with)
        expect(found.arguments(changing: []), ["sign"] + line)
        let added = found.arguments(changing: [], adding: ["-v", "z"])
        #expect(try Fixture.tool.parse(added).operands.contains("z"))
        expect(added.count, line.count + 3)
    }

    @Test func readsAFileBehindAName() throws {
        let option = TypedOption.values("trust", .namedFile("ID=FILE", such: "a=b.pem"), summary: "trust FILE")
        let tool = Command(name: "tool", summary: "do it", options: [option])
        let found = try tool.parse(["--trust", "a=b=c"])
        #expect(found[option].map(\.name) == ["a"] && found[option].map(\.path) == ["b=c"])
        let kinds = found.order.compactMap { given -> String? in
            if case .option(let option, let text, _) = given { option.value?.kind.path(in: text) } else { nil }
        }
        expect(kinds, ["b=c"])
        for text in ["", "a", "=", "a=", "=b"] {
            #expect(Reading.read(["--trust", text], tool).contains("it must be ID=FILE, such as a=b.pem"))
        }
    }

    @Test func standsLongCommandLines() throws {
        let long = String(repeating: "x", count: 100_000)
        let many = (0..<20_000).flatMap { ["--field", "n=\($0)", "operand"] }
        let found = try Fixture.tool.parse(["sign", "--key", long] + many)
        expect(found[Fixture.key], long)
        expect(found[Fixture.field].count, 20_000)
        expect(found.operands.count, 20_000)
        #expect(Reading.read(["sign", "-" + String(repeating: "v", count: 5000)]).hasSuffix("verbose |"))
    }
}
