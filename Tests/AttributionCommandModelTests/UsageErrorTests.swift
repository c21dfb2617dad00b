import AttributionCommandModel
import AttributionTestSupport
import Testing

struct UsageErrorTests {
    static let refused: [Reading] = [
        Reading([], "aak: which command? one of: sign, key, inspect, convert"),
        Reading(["--"], "aak: which command? one of: sign, key, inspect, convert"),
        Reading(["key"], "aak key: which key command? one of: public, jwk"),
        Reading(["sgin"], "aak: unknown command \"sgin\" / did you mean sign?"),
        // A script that asks whether there is a command has its answer by the status.
        Reading(["sgin", "--help"], "aak: unknown command \"sgin\" / did you mean sign?"),
        Reading(["key", "nonsense", "-h"], "aak key: unknown command \"nonsense\""),
        Reading(["Sign"], "aak: unknown command \"Sign\" / did you mean sign?"),
        Reading(["conv"], "aak: unknown command \"conv\" / did you mean convert?"),
        Reading(["hlep"], "aak: unknown command \"hlep\" / did you mean help?"),
        Reading(["jwk"], "aak: unknown command \"jwk\" / did you mean aak key jwk?"),
        Reading([""], "aak: unknown command \"\""),
        Reading(["-"], "aak: unknown command \"-\""),
        Reading(["frobnicate"], "aak: unknown command \"frobnicate\""),
        Reading(["debug-dum"], "aak: unknown command \"debug-dum\""),
        Reading(["key", "pubilc"], "aak key: unknown command \"pubilc\" / did you mean public?"),
        Reading(["help", "sgin"], "aak: unknown command \"sgin\" / did you mean sign?"),
        Reading(["help", "sign", "extra"], "aak sign: unknown command \"extra\""),
        Reading(["help", "sign", "--key", "f"], "aak sign: unknown option \"--key\""),
        Reading(["help", "-kh"], "aak: unknown option \"-kh\""),
        Reading(
            ["sign", "--determinstic"], "aak sign: unknown option \"--determinstic\" / did you mean --deterministic?"),
        Reading(["sign", "--determ"], "aak sign: unknown option \"--determ\" / did you mean --deterministic?"),
        Reading(["sign", "--KEY", "f"], "aak sign: unknown option \"--KEY\" / did you mean --key?"),
        Reading(["sign", "--hlep"], "aak sign: unknown option \"--hlep\" / did you mean --help?"),
        Reading(["sign", "--vesrion"], "aak sign: unknown option \"--vesrion\" / did you mean aak --version?"),
        Reading(["sign", "--version"], "aak sign: unknown option \"--version\" / did you mean aak --version?"),
        Reading(["--vesrion"], "aak: unknown option \"--vesrion\" / did you mean --version?"),
        Reading(["inspect", "--key", "x"], "aak inspect: unknown option \"--key\" / --key is an option of aak sign"),
        Reading(["--key", "f", "sign"], "aak: unknown option \"--key\" / --key is an option of aak sign"),
        Reading(["sign", "--part"], "aak sign: unknown option \"--part\" / --part is an option of aak inspect"),
        Reading(["sign", "--secre=x"], "aak sign: unknown option \"--secre\""),
        Reading(["sign", "--=x"], "aak sign: unknown option \"--=x\""),
        Reading(["sign", "---"], "aak sign: unknown option \"---\""),
        Reading(["sign", "---key"], "aak sign: unknown option \"---key\" / did you mean --key?"),
        Reading(["sign", "-="], "aak sign: unknown option \"-=\""),
        Reading(["sign", "-vx"], "aak sign: unknown option \"-x\""),
        Reading(["sign", "-K", "f"], "aak sign: unknown option \"-K\" / did you mean -k?"),
        Reading(
            ["sign", "-deterministic"], "aak sign: unknown option \"-deterministic\" / did you mean --deterministic?"),
        Reading(["sign", "-👩‍🔬x"], "aak sign: unknown option \"-👩\\u{200d}🔬\""),
        Reading(["sign", "-\u{301}"], "aak sign: unknown option \"-\u{301}\""),
        Reading(["sign", "--é"], "aak sign: unknown option \"--é\""),
        Reading(["sign", "--a\u{1B}[31m\n"], "aak sign: unknown option \"--a\\u{1b}[31m\\u{a}\""),
        Reading(["sign", "-5"], "aak sign: unknown option \"-5\""),
        Reading(["sign", "--key"], "aak sign: option --key needs a value (FILE)"),
        Reading(["sign", "-k"], "aak sign: option -k needs a value (FILE)"),
        Reading(["sign", "-vk"], "aak sign: option -k needs a value (FILE)"),
        Reading(["sign", "--key", "--verbose"], "aak sign: option --key needs a value (FILE)"),
        Reading(["sign", "--key", "--", "f"], "aak sign: option --key needs a value (FILE)"),
        Reading(["sign", "--key", "-x"], "aak sign: option --key needs a value (FILE)"),
        Reading(["sign", "--field", "-1.2.3"], "aak sign: option --field needs a value (NAME=VALUE)"),
        Reading(["sign", "--verbose=yes"], "aak sign: option --verbose takes no value, but was given \"yes\""),
        Reading(["sign", "--verbose="], "aak sign: option --verbose takes no value, but was given \"\""),
        Reading(["sign", "-v=yes"], "aak sign: option -v takes no value, but was given \"yes\""),
        Reading(["sign", "--help=yes"], "aak sign: option --help takes no value, but was given \"yes\""),
        Reading(["sign", "-h=yes"], "aak sign: option -h takes no value, but was given \"yes\""),
        Reading(["sign", "-k=f"], "aak sign: option -k takes its value without an equals sign / write -k f"),
        Reading(["sign", "--key", "a", "-kb"], "aak sign: option --key was given more than once"),
        Reading(
            ["sign", "--deterministic", "--deterministic"],
            "aak sign: option --deterministic was given more than once"),
        Reading(
            ["sign", "--format", "pen"],
            "aak sign: \"--format\" is \"pen\"; it must be one of jws, pem / did you mean pem?"),
        Reading(["sign", "--format="], "aak sign: \"--format\" is empty; it must be one of jws, pem"),
        Reading(
            ["convert", "jsno"], "aak convert: \"FORMAT\" is \"jsno\"; it must be one of jws, json / did you mean json?"
        ),
        Reading(["sign", "--count", "0"], "aak sign: \"--count\" is \"0\"; it must be an integer from 1 to 9"),
        Reading(
            ["sign", "--count", "-1"], "aak sign: \"--count\" is \"-1\"; it must be an integer from 1 to 9"),
        Reading(["sign", "--count", "x"], "aak sign: \"--count\" is \"x\"; it must be an integer from 1 to 9"),
        Reading(
            ["sign", "--count", "99999999999999999999"],
            "aak sign: \"--count\" is \"99999999999999999999\"; it must be an integer from 1 to 9"),
        Reading(["inspect"], "aak inspect: aak inspect needs TOKEN"),
        Reading(["key", "public"], "aak key public: aak key public needs KEY"),
        Reading(
            ["key", "public", "a", "b"],
            "aak key public: unexpected argument \"b\"; aak key public takes one KEY"),
        Reading(["debug-dump", "x"], "aak debug-dump: unexpected argument \"x\"; aak debug-dump takes only options"),
        Reading(["sign", "--first", "--count=x"], "aak sign: unknown option \"--first\""),
    ]

    @Test(arguments: refused) func refuses(_ reading: Reading) {
        expect(Reading.read(reading.line), reading.result)
    }

    @Test func shortensLongArguments() {
        let long = String(repeating: "x", count: 100_000)
        let shown = String(repeating: "x", count: 80) + "…"
        expect(Reading.read([long]), "aak: unknown command \"\(shown)\"")
        #expect(Reading.read(["sign", "--count", long]).contains(#""\#(shown)""#))
    }

    @Test func carriesWhatTheCallerPrints() throws {
        let error = try #require(throws: UsageError.self) { try Fixture.tool.parse(["key", "jwk", "--nonsense"]) }
        expect(error.path.usage, "aak key jwk [options] [KEY]")
        expect(error.seeAlso, "see aak key jwk --help")
        expect(error.message, "unknown option \"--nonsense\"")
        #expect(error.invocation.takes(Fixture.color))
    }

    @Test func keepsWhatWasUnderstood() throws {
        let line = ["--color", "never", "sign", "--nonsense", "--count", "2"]
        let error = try #require(throws: UsageError.self) { try Fixture.tool.parse(line) }
        expect(error.invocation[Fixture.color], .never)
        expect(error.invocation[Fixture.count], 2)
    }
}
