import AttributionBase
import AttributionCrypto
import AttributionFixtures
import AttributionTestSupport
import Testing

@testable import AttributionInspection

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Refused inputs get the remedy that leads back to what they were, or none.
struct RemedyTests {
    private static let fixtures = Fixtures(seed: 11)
    private static let keys = {
        var keys = TrustedKeys(.productionAndDevelopment)
        try? keys.addExampleKey()
        return keys
    }()
    private static let body = fixtures.postback(at: 0)
    private static let token = fixtures.impression(at: 0)
    private static let skAdNetwork = (0..<200).lazy.map { fixtures.skAdNetwork(at: $0) }
        .first { DecodedInput(unverified: $0).kind == .skAdNetworkPostback }!

    private static func escaped(_ text: String) -> String { JSONValue.string(text).text }

    private static func base64(_ text: String) -> String {
        var output = ByteBuffer()
        Array(text.utf8).withBytes { Base64.encode($0, to: &output) }
        return output.text
    }

    /// The object with underscores in the names of its members.
    private static func renamed(_ text: String) -> String {
        guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else { return text }
        return JSONValue.object(members.map { .init($0.name.replacingEach("-", by: "_"), $0.value) }).text
    }

    /// The object with its integers in quotes and its signature under another name.
    private static func quoted(_ text: String, signature: String = "signature") -> String {
        guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else { return text }
        return JSONValue.object(
            members.map { member in
                let name = member.name == "attribution-signature" ? signature : member.name
                if case .number(let text) = member.value { return .init(name, .string(text)) }
                return .init(name, member.value)
            }
        ).text
    }

    /// The object of SKAdNetwork with its signature under another name.
    private static func resigned(_ text: String, _ name: String) -> String {
        text.includes("\"attribution-signature\"") && text.hasPrefix("{") ? quoted(text, signature: name) : text
    }

    /// The payload of the token with other texts for values.
    private static func payload(_ values: (name: String, text: String)...) -> String {
        guard case .object(let members)? = DecodedInput(unverified: token).payload else { return "" }
        let changed = members.map { member in
            let text = values.first { $0.name == member.name }?.text ?? member.value.text
            return "\(JSONValue.string(member.name).text):\(text)"
        }
        return "{\(changed.joined(separator: ","))}"
    }

    private static let sound = payload(("timestamp", "1730808000000"), ("impression-identifier", uuid))
    private static let uuid = "\"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c\""

    /// Each value in other forms, the sound payload, and what comes of it.
    private static let remedies = [
        "timestamp": "milliseconds", "impression-identifier": "identifiers", "ad-network-identifier": "identifiers",
    ]

    private static let values: [(name: String, texts: [String])] = [
        (
            "timestamp",
            [
                "1730808000", "1730808000.0", "1730808000000000", "1730808000000000000", "752500800", "752500800.25e0",
                "752500800000", "\"2024-11-05T12:00:00Z\"", "\"2024-11-05T13:00:00+01:00\"", "1.730808e12",
                "\"1730808000000\"", "1730808000000.0", "\"1.730808E+12\"",
            ]
        ),
        (
            "impression-identifier",
            [
                "\"68483ef606784f08a0d12d5e9a0d6a7c\"",
                "\"aEg-9gZ4Twig0S1emg1qfA\"",
            ]
        ),
        ("ad-network-identifier", ["\" example.adattributionkit \"", "\"Example.adattributionkit\""]),
    ]

    /// Values get the type, unit and letters that a message has for them. Of numbers cut to 32 bits nothing is known.
    @Test func valuesAreMended() {
        for (name, texts) in Self.values {
            for text in texts {
                // The first value of a name counts.
                let found = found(
                    Self.payload((name, text), ("timestamp", "1730808000000"), ("impression-identifier", Self.uuid)))
                expect(found?.remedy.names, [Self.remedies[name] ?? ""], "\(text)")
                let sound =
                    text.includes(".25") ? Self.sound.replacingEach("1730808000000", by: "1730808000250") : Self.sound
                expect(found.map { String(decoding: $0.texts[0], as: UTF8.self) }, sound, "\(text)")
            }
        }
        for text in ["2147483647", "-2147483648", "0", "1", "\"soon\"", "[]", "12345678901234567890123"] {
            #expect(found(Self.payload(("timestamp", text))) == nil, "\(text)")
        }
    }

    /// What is signed is changed only if the signature shows that it was signed so.
    @Test func signedValuesAreChangedOnlyByProof() {
        let right = Self.skAdNetwork
        let broken = Self.quoted(right, signature: "attribution-signature")
        expect(found(broken)?.remedy.names, ["integers"])
        expect(found(broken).map { DecodedInput(unverified: $0.texts[0]) }, DecodedInput(unverified: right))
        var search = RemedySearch(readsDocuments: false)
        #expect(Array(broken.utf8).withBytes { search.repair($0) } == nil)
    }

    /// The token in the general form of a JWS in JSON, after a signature by another party.
    private static var cosigned: String { cosigned(token) }

    private static func cosigned(_ token: String) -> String {
        let parts = token.split(separator: ".")
        let other = Base64URL.encode(Array(#"{"alg":"ES256","kid":"other.adattributionkit"}"#.utf8))
        return """
            {"payload":"\(parts[1])","signatures":[{"protected":"\(other)","signature":"\(parts[2])"},\
            {"protected":"\(parts[0])","signature":"\(parts[2])"}]}
            """
    }

    /// The token as a log has it that splits long lines.
    private static func split(_ text: String = token, by time: String) -> String {
        "\(text.prefix(301))\(time)\(text.dropFirst(301))"
    }

    private static let skadn = #"""
        {"version":"4.0","network":"a.skadnetwork","sourceidentifier":"4471","itunesitem":"1","sourceapp":"2",\#
        "fidelities":[{"fidelity":1,"nonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c","timestamp":"1700000000123",\#
        "signature":"MEUCIQ"}]}
        """#

    private func found(_ text: String) -> (remedy: Repair, texts: [[UInt8]])? {
        var search = RemedySearch(readsDocuments: false, keys: Self.keys)
        let best = Array(text.utf8).withBytes { search.best(for: $0.trimmed) }
        return best.map { (Repair(steps: $0.steps), $0.texts) }
    }

    /// A broken input for each remedy, with its name and what comes of it.
    private static let table: [(broken: String, name: String, sound: [String])] = [
        (#"{"request":{"body":\#(body)}}"#, "place", [body]),
        (#"{"request":{"body":\#(escaped(body))}}"#, "place", [body]),
        (#"{"Records":[{"body":\#(body)},{"body":\#(body)}]}"#, "place", [body, body]),
        (#"{"log":\#(escaped("INFO got " + body))}"#, "text,prefix", [body]),
        (#"{"Item":{"jws-string":{"S":"\#(token)"}}}"#, "place", [token]),
        (body.replacingEach("jws-string", by: "jws_string").replacingEach("ad-inter", by: "adInter"), "names", [body]),
        (
            #"{"m":\#(skAdNetwork.replacingEach("attribution-signature", by: "signature"))}"#, "inside,names",
            [skAdNetwork]
        ),
        (skAdNetwork.replacingEach("attribution-signature", by: "AttributionSignature"), "names", [skAdNetwork]),
        ("2026-01-01 INFO " + body, "prefix", [body]), (body + " 200 0.01", "suffix", [body]),
        ("10.0.0.1 \(body) 200", "prefix,suffix", [body]), ("\u{1e}" + body, "separators", [body]),
        (body.replacingEach("\"", by: "\\x22"), "nginx", [body]),
        (body.replacingEach("\"", by: "&quot;"), "html", [body]),
        ("time=1 jws=\(token) ok", "pasted", [token]),
        ("\(token) \(token)", "tokens", [token, token]), ("\(token)\(token)", "tokens", [token, token]),
        (#"{\#(escaped(body)):""}"#, "content", [body]),
        (#"{"t":1,"body":"\#(body)","x":{}}"#, "body", [body]),
        ("7;\"\(body.replacingEach("\"", by: "\"\""))\"", "cell", [body]), ("\(body),", "pasted", [body]),
        (base64(body), "base64", [body]), ("[{\"a\":\(body)},{\"a\":\(body)}]", "place", [body, body]),
        (quoted(skAdNetwork), "names,integers", [skAdNetwork]), (cosigned, "compact", [token]),
        (split(by: "2026-01-02T03:04:05.678901234Z stdout P "), "stamps", [token]),
        (split(by: "2026-01-02 03:04:05,678 "), "stamps", [token]),
        (split(by: "2026-01-02T03:04:05+01:00"), "stamps", [token]), (skadn, "wrapper", ["{\"skadn\":\(skadn)}"]),
        (
            skadn.replacingEach("itunesitem", by: "itunesItem").replacingEach("sourceapp", by: "source_app"),
            "names,wrapper", ["{\"skadn\":\(skadn)}"]
        ),
    ]

    /// As exports of measurement companies have it.
    @Test func namesMayHaveAPrefix() {
        guard case .object(let members)? = try? JSONValue(parsing: Array(Self.skAdNetwork.utf8)) else { return }
        for prefix in ["skad_", "sk_", "SKAN-"] {
            let broken = JSONValue.object(members.map { .init(prefix + $0.name, $0.value) }).text
            let found = found(broken)
            expect(found?.remedy.names, ["names"], "\(prefix)")
            expect(found.map { DecodedInput(unverified: $0.texts[0]) }, DecodedInput(unverified: Self.skAdNetwork))
        }
    }

    @Test func linesOfPrintedObjectsAreKnown() {
        let lines: [(String, PrintedObject.Language?)] = [
            ("\"ad-network-id\" = \"a.skadnetwork\";", .objectiveC), ("version = \"4.0\";", .objectiveC),
            ("campaign-id: 42", .yaml), ("time: 42", nil), ("jws-string: eyJ", .yaml), ("a = 1", .code), ("", nil),
        ]
        for (line, language) in lines {
            expect(Array(line.utf8).withBytes { PrintedObject.language(ofMember: $0) }, language, "\(line)")
        }
    }

    @Test func eachRemedyLeadsBack() {
        for (broken, name, sound) in Self.table {
            let found = found(broken)
            expect(found?.remedy.names.joined(separator: ",") ?? "", name, "\(broken)")
            expect(found?.texts.map { DecodedInput(unverified: $0) } ?? [], sound.map { DecodedInput(unverified: $0) })
        }
        expect(Self.table.count, 30)
    }

    /// What is shown of a remedy is what it does. An example with an ellipsis is shortened.
    @Test func examplesAreWhatRemediesDo() {
        expect(Set(Remedy.all.map(\.name)).count, Remedy.all.count)
        var shown = 0
        for remedy in Remedy.all where !remedy.example.before.contains("…") {
            shown += 1
            let results = remedy.results(ScannedTexts([Array(remedy.example.before.utf8)])).map { result in
                result.texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
            }
            #expect(results.contains(remedy.example.after), "\(remedy.name): \(results)")
        }
        #expect(shown > 30)
    }

    @Test func soundAndHopelessInputsGetNone() {
        let texts = [
            Self.body, Self.token, Self.skAdNetwork, "", "x", "{}", "[]", "{", "a.b.c", "null", "\"",
            #"{"a":[{"b":"c"}]}"#,
            // Without what is null, too little of an impression is left.
            #"{"source-identifier":null,"timestamp":1,"impression-type":1}"#,
            String(repeating: "[", count: 1000), String(repeating: "eyJ", count: 1000),
            String(repeating: "a,", count: 1000),
        ]
        for text in texts { #expect(found(text) == nil, "\(text)") }
    }

    @Test func atMostThreeChangesAreComposed() {
        let around = #"{"m":\#(Self.body)}"#
        let layers: [(String) -> String] = [
            { $0.replacingEach("\"", by: "\\x22") }, { "10.0.0.1 \($0)" }, { "\($0) 200" },
        ]
        let three = layers[..<2].reduce(around) { $1($0) }
        expect(found(three)?.remedy.steps.count, RemedySearch.mostSteps)
        #expect(found(layers[2](three)) == nil)
    }

    /// Not even a remedy that is named leaves them out.
    @Test func noNamedRemedyLosesUnsignedMembers() {
        let typed = #"{"jws-string":{"S":"\#(Self.bodyToken)"},"conversion-value":{"N":"5"}}"#
        for names in [["place"], ["cell"], ["text", "place"], ["syntax", "place"], ["tokens"], ["pasted"]] {
            var repairer = LineRepairer(names.compactMap { Remedy.named($0) }, keys: TrustedKeys(.production))
            guard case .repaired(let repair) = Array(typed.utf8).withBytes({ repairer.repair($0) }) else { continue }
            let text = repair.texts.map { String(decoding: $0, as: UTF8.self) }.joined()
            #expect(text.includes("conversion-value"), "\(names)")
        }
    }

    private static let bodyToken =
        (try? JSONValue(parsing: body))?["jws-string"].flatMap { if case .string(let text) = $0 { text } else { nil } }
        ?? ""

    /// What an encoding hides is not left out once it is decoded.
    @Test func nothingLosesAnInputThatIsDecoded() {
        let capital = Self.resigned(Self.skAdNetwork, "AttributionSignature")
        let two = #"{"a":\#(capital),"b":\#(Self.fixtures.skAdNetwork(at: 3))}"#
        for broken in [Self.base64(two), #"{"data":\#(Self.escaped(two))}"#] {
            let texts = found(broken)?.texts ?? []
            let signed = texts.count { $0.withBytes { $0.includes("MEQC") || $0.includes("MEUC") } }
            #expect(texts.isEmpty || signed == 2, "\(broken)")
        }
    }

    /// A line that is only a code fence is left out, and any other line with backquotes is not.
    @Test func codeFencesAreLeftOut() {
        for (line, isFence) in [
            ("```", true), ("```json", true), ("~~~", false), ("``", false), ("```{}```", false), ("``` a b", false),
        ] {
            var repairer = LineRepairer(nil, keys: TrustedKeys(.production))
            let outcome = Array(line.utf8).withBytes { repairer.repair($0) }
            let isLeftOut = if case .repaired(let repair) = outcome { repair.texts.isEmpty } else { false }
            expect(isLeftOut, isFence, "\(line)")
        }
    }

    /// The documents of a few texts are kept while remedies look at them, and changed values are judged in more, but not in all.
    @Test(arguments: [2, 100, 700])
    func eachOfManyInputsIsMended(count: Int) {
        let record = #"{"body":\#(Self.quoted(Self.skAdNetwork, signature: "attribution-signature"))}"#
        let records = Array(repeating: record, count: count).joined(separator: ",")
        let found = found(#"{"Records":[\#(records)]}"#)
        expect(found?.remedy.names, ["place", "integers"])
        expect(found?.texts.count, count)
        let right = DecodedInput(unverified: Self.skAdNetwork)
        #expect(found?.texts.allSatisfy { DecodedInput(unverified: $0) == right } ?? false)
    }

    /// Of several encoded inputs on a line, each becomes a line, and none is left out.
    @Test(arguments: [" ", ",", ", ", "|", "\t"])
    func eachOfSeveralEncodedInputsIsRead(separator: String) throws {
        let inputs = [Self.body, Self.fixtures.postback(at: 7), Self.token]
        let encodings: [(String) -> String] = [
            Self.base64, { text in text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() },
            { text in text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() },
        ]
        for encode in encodings {
            let line = inputs.map(encode).joined(separator: separator)
            var repairer = LineRepairer(nil, keys: TrustedKeys(.production))
            let outcome = Array(line.utf8).withBytes { repairer.repair($0) }
            guard case .repaired(let repair) = outcome else {
                Issue.record("left: \(line.prefix(40)) …")
                continue
            }
            expect(repair.texts.map { String(decoding: $0, as: UTF8.self) }, inputs)
        }
    }

    /// The token of a postback alone would lose the unsigned members that are beside it.
    @Test func nothingLosesUnsignedMembers() {
        for broken in [
            "jws \(Self.body.replacingEach("{", by: "").replacingEach("}", by: "") )", Self.body + Self.body.prefix(9),
            // A comma in the body is none between cells of a table.
            #"2026-01-01T00:00:00Z stdout F [{"a":1,"b":\#(Self.body)},{"b":\#(Self.body)}]"#,
            #""{"a":1,"b":\#(Self.body)}"#,
            #"{"message":"\#(Self.base64(String(Self.body.dropFirst().dropLast())))"}"#,
        ] {
            for text in found(broken)?.texts ?? [] {
                expect(
                    DecodedInput(unverified: text).unsigned, DecodedInput(unverified: Self.body).unsigned, "\(broken)")
            }
        }
    }

    /// The changes that programs and people make to inputs, most of which have a remedy.
    private static let breakings: [@Sendable (String) -> String] = [
        { "2026-01-01T00:00:00Z stdout F \($0)" }, { "\($0) 200 -" }, { "\"\($0)\"" }, { "\($0)," }, { "'\($0)'" },
        { "\u{1e}\($0)" }, { $0.replacingEach("\"", by: "\\x22") }, { renamed($0) },
        { #"{"a":{"b":\#(escaped($0))}}"# }, { #"{"list":[{"b":\#(escaped($0))},{"b":\#(escaped($0))}]}"# },
        { $0.hasPrefix("{") ? #"{"a":\#($0)}"# : $0 }, { $0.hasPrefix("{") ? "[\($0)]" : #"["\#($0)"]"# },
        { #"{"message":\#(escaped("got " + $0))}"# }, { #"{"t":1,"body":"\#($0)"}"# },
        { "1,\"\($0.replacingEach("\"", by: "\"\""))\",2" }, { "Bearer \($0)" }, { "> \($0)" },
        { base64($0) }, { $0.replacingEach("\"", by: "\\\"") },
        { $0.replacingEach("\":", by: "\"=>").replacingEach(",\"", by: ", \"") },
        { $0.hasPrefix("{") ? #"[{"a":1,"b":\#($0)},{"b":\#($0)}]"# : $0 },
        { resigned($0, "AttributionSignature") }, { resigned($0, "signature") },
        { resigned($0, "attribution-signature") },
        { $0.hasPrefix("eyJ") ? split($0, by: "2026-01-02T03:04:05.678Z stdout P ") : $0 },
        { $0.hasPrefix("eyJ") && $0.split(separator: ".").count == 3 ? cosigned($0) : $0 },
        { buffered($0) },
        { "\($0.prefix($0.utf8.count / 2))" }, { "\($0)\($0)" }, { String($0.reversed()) },
    ]

    /// A body as Node prints its Buffer.
    private static func buffered(_ text: String) -> String {
        let bytes = text.utf8.map { String($0) }.joined(separator: ",")
        return #"{"body":{"type":"Buffer","data":[\#(bytes)]}}"#
    }

    /// No offer reads something else than was there: the signed values are those of the input, and a body has all of its
    /// unsigned members. How many inputs are tried can be set by a variable of the environment.
    @Test func noOfferIsHarmful() {
        let count = effort("AAK_REMEDIES", usual: part(of: 1500))
        let chance = SeededRandom(seed: 5)
        var offered = 0
        for number in 0..<count {
            let draw = chance.of("sound", number)
            let position = draw.of("position").number(in: 0...400)
            let sound =
                switch draw.of("kind").number(below: 3) {
                case 0: Self.fixtures.postback(at: position)
                case 1: Self.fixtures.impression(at: position)
                default: Self.fixtures.skAdNetwork(at: position)
                }
            let original = DecodedInput(unverified: sound)
            var broken = sound
            for step in 0..<draw.of("steps").number(in: 1...3) {
                broken = draw.of("breaking", step).element(of: Self.breakings)?(broken) ?? broken
            }
            guard let found = found(broken) else { continue }
            offered += 1
            for text in found.texts {
                let decoded = DecodedInput(unverified: text)
                // A part that is not read is told as before.
                guard decoded.faults.isEmpty, decoded.kind != .unrecognised else { continue }
                #expect(
                    decoded.payload == original.payload && decoded.header == original.header
                        && decoded.unsigned == original.unsigned, "\(number): \(found.remedy.names): \(broken)")
            }
        }
        #expect(offered > count / 3, "\(offered) of \(count)")
    }

    /// What cannot be helped takes no more time than the budget has.
    @Test func longInputsAreGivenUp() {
        for text in ["{\"a\":", "a,", "eyJ", "\\x22", "%25", "[{", "'a': "].map({ String(repeating: $0, count: 20_000) }
        ) {
            #expect(found(text) == nil)
        }
    }
}
