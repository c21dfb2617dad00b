import AttributionBase
import AttributionFixtures
import AttributionInspection
import AttributionModel
import AttributionTestSupport
import Testing

/// Reports with all faults of an input, and the parts that can be decoded.
struct ReportTests {
    private static let now = Timestamp(milliseconds: 1_767_225_600_000)

    /// A sample of the IAB Tech Lab, including its faults.
    private static let sample =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImZha2Uua2V5In0"
        + ".eyJpbXByZXNzaW9uLXR5cGUiOiJhcHAtaW1wcmVzc2lvbiIsImFkLW5ldHdvcmstaWRlbnRpZmllciI6Im15ZHNwLmFkYXR0cmlidXRpb25raXQi"
        + "LCJwdWJsaXNoZXItaXRlbS1pZGVudGlmaWVyIjowLCJzb3VyY2UtaWRlbnRpZmllciI6MTIzNCwidGltZXN0YW1wIjoxNzAwMDAwMDAwfQ"
        + ".signature"

    @Test func aBrokenSignatureDoesNotHideTheFields() {
        let report = InputValidator(keys: TrustedKeys(.productionAndDevelopment)).report(
            on: Array(Self.sample.utf8), now: Self.now)
        #expect(report.kind == .impression && report.stage == .signature)
        let rules = Set(report.findings.map(\.rule.id))
        #expect(
            rules.isSuperset(of: [
                "jws-signature-base64url", "impression-timestamp-seconds", "impression-identifier-missing",
                "impression-advertised-item-identifier-missing", "impression-ad-network-identifier-kid",
            ]))
    }

    @Test func whatCanBeDecodedIsGiven() {
        let decoded = DecodedInput(unverified: Self.sample)
        #expect(decoded.kind == .impression && decoded.faults.count == 1)
        expect(decoded.header?["kid"], .string("fake.key"))
        expect(decoded.payload?["source-identifier"], .number("1234"))
    }

    /// Beside the token of a body, whatever may hold another signature makes two inputs of one object, unless it is null or holds none.
    @Test(arguments: [
        (#""attribution-signature":"MEUC""#, true), (#""attribution-signature":null"#, false),
        (#""adattributionkit":{"jwt":"e30.e30.e30"}"#, true), (#""adattributionkit":{}"#, false),
        (#""skadn":{"fidelities":[]}"#, true), (#""skadn":{"signature":"MEUC"}"#, true),
        (#""skadn":{"version":"4.0"}"#, false), (#""conversion-value":1"#, false),
    ])
    func aBodyHasOneSignature(_ other: String, _ areTwo: Bool) {
        let input = Array(#"{"jws-string":"\#(Self.sample)",\#(other)}"#.utf8)
        let report = InputValidator(keys: TrustedKeys(.productionAndDevelopment)).report(on: input, now: Self.now)
        expect(report.findings.contains { $0.rule === InputRules.twoMessages }, areTwo)
    }

    @Test(arguments: ["", " ", "{", "[]", ".", "..", "...", "\u{feff}{}", "<plist>", "bplist00", "{\"jws-string\":7}"])
    func nothingReadableTraps(_ input: String) {
        let bytes = Array(input.utf8)
        #expect(InputValidator(keys: TrustedKeys(.productionAndDevelopment)).report(on: bytes, now: Self.now).hasErrors)
        expect(
            InputVerifier(keys: TrustedKeys(.productionAndDevelopment), accepting: .everything, checksRules: false)
                .verdictNow(on: bytes)
                .outcome, .malformed)
        #expect(!DecodedInput(unverified: bytes).faults.isEmpty)
    }

    /// Each fault is reported with its rule and stage, and a broken part does not hide the others.
    @Test func everyFaultIsReported() throws {
        let validator = InputValidator(keys: try Samples.keys)
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        var count = 0
        for input in Samples.broken where input.request == nil {
            let reports = validator.reports(on: Array(input.text.utf8), now: now)
            let rules = reports.flatMap { $0.findings.map(\.rule) + ($0.fault.map { [$0.rule] } ?? []) }
            #expect(rules.contains(input.rule), "\(input.name)")
            if input.rule.severity == .error, input.stage != .input {
                expect(reports.compactMap(\.stage).min(), input.stage, "\(input.name)")
            }
            count += 1
        }
        #expect(count > 400)
    }

    @Test func anEmptyInputIsATokenOfOnePart() {
        let report = InputValidator(keys: TrustedKeys(.productionAndDevelopment)).report(on: [], now: Self.now)
        expect(report.findings.map(\.found), ["1 part"])
    }

    /// Apple's errors are given for impressions, which devices receive, but not for postbacks, which they create.
    @Test func theDevicesErrorsAreOfImpressions() throws {
        for (payload, isSaid) in [(#"{"impression-identifier":"x"}"#, true), (#"{"postback-identifier":"x"}"#, false)] {
            var token = ByteBuffer()
            // The `kid` is missing, which devices reject.
            for part in [#"{"alg":"ES256"}"#, payload, ""] {
                Array(part.utf8).withBytes { Base64URL.encode($0, to: &token) }
                if !part.isEmpty { token.append(ASCII.dot) }
            }
            let report = InputValidator(keys: TrustedKeys(.productionAndDevelopment)).report(
                on: token.array(), now: Self.now)
            #expect(report.findings.contains { $0.rule.platformError != nil })
            var output = ByteBuffer()
            report.append(threshold: .error, to: &output)
            expect(String(decoding: output.array(), as: UTF8.self).contains("apple-error"), isSaid)
        }
    }

    /// Every truncated input, and every input with one byte changed, has a result.
    @Test func cutsAndChangesAreAnswered() {
        let verifier = InputVerifier(
            keys: TrustedKeys(.productionAndDevelopment), accepting: .everything, checksRules: false)
        let input = Array(Self.sample.utf8)
        for index in stride(from: 0, to: input.count, by: 3) {
            expect(verifier.verdictNow(on: Array(input.prefix(index))).outcome, .malformed)
            var changed = input
            changed[index] ^= 0x15
            expect(verifier.verdictNow(on: changed).outcome, .malformed)
        }
    }

    /// Whether a timestamp is in the future depends only on the time that the caller gives.
    @Test func everyMessageIsHeldAgainstTheMomentThatIsNamed() throws {
        let validator = InputValidator(keys: try Samples.keys)
        func liesAhead(_ input: [UInt8], at moment: Int64) -> Bool {
            validator.report(on: input, now: Timestamp(milliseconds: moment)).findings.contains {
                $0.rule.id.hasSuffix("-timestamp-future")
            }
        }
        let inputs = Samples.ads.map(\.bytes) + [Array(Samples.fixtures.impression(at: 0).utf8)]
        #expect(inputs.count > 10)
        for input in inputs {
            let text = String(decoding: input, as: UTF8.self)
            #expect(liesAhead(input, at: 0), "\(text)")
            #expect(!liesAhead(input, at: .max), "\(text)")
        }
    }

    @Test func theRecogniserAnswersAlikeEverywhere() {
        let both = #"{"postback-identifier":"a","impression-identifier":"b","did-win":true,"conversion-type":"c"}"#
        expect(DecodedInput(unverified: both).kind, .postback)
        #expect(
            InputValidator(keys: TrustedKeys(.productionAndDevelopment)).report(on: Array(both.utf8), now: Self.now)
                .kind
                == .postback)
        let impression =
            #"{"impression-identifier":"b","timestamp":1,"impression-type":2,"AttributionCopyEndpoint":"https://example.com"}"#
        expect(DecodedInput(unverified: impression).kind, .impression)
    }
}
