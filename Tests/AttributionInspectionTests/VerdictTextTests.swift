import AttributionBase
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// The written form of verdicts: the signed values of valid inputs, and the rule and reason of all others.
struct VerdictTextTests {
    private func lines(_ texts: [String], _ keys: TrustedKeys, seen: SeenIdentifiers? = nil) -> [String] {
        var engine = InputVerifier(keys: keys, accepting: .everything, checksRules: false).engine(marks: true)
        for (place, text) in texts.enumerated() {
            Array(text.utf8).withBytes { engine.add($0, input: place, at: nil) }
        }
        engine.check()
        var lines: [String] = []
        for index in engine.batch.entries.indices {
            if let seen { _ = engine.batch.refuseRepeat(index, seen) }
            var output = ByteBuffer()
            engine.batch.append(index, file: nil, line: engine.batch.entries[index].input + 10, to: &output)
            lines.append(String(decoding: output.array(), as: UTF8.self))
        }
        return lines
    }

    private static let name = JSONValue.string(Samples.fixtures.keyID).text
    private static let payload = #"{"postback-identifier":"p\u0021","n":1}"#

    private static var token: String {
        Samples.fixtures.key.signedText {
            $0.appendToken(of: Array(payload.utf8), keyID: Samples.fixtures.keyID, to: &$1)
        }
    }

    @Test func tokensAndBodies() throws {
        let token = Self.token
        // One key under the name, and the same under any.
        var keys = try Samples.keys
        try keys.add(Samples.fixtures.key.publicKey, keyID: nil)
        let valid =
            #"{"verdict":"valid","kind":"postback","kid":\#(Self.name),"environment":"local","identifier":"p\u0021","#
        let found = lines(
            [
                token, #"{"jws-string":"\#(token)","a":1}"#, try Samples.token(.object([.init("n", .number("1"))])),
                token.dropLast(4) + "AAAA", #"{"jws-string":7}"#,
            ], keys)
        let wanted = [
            valid + #""payload":\#(Self.payload),"line":10}"#,
            valid + #""payload":\#(Self.payload),"unsigned":{"a":1},"line":11}"#,
            #"{"verdict":"valid","kind":"token","kid":\#(Self.name),"environment":"local","payload":{"n":1},"line":12}"#,
            #"{"verdict":"invalid","rule":"jws-signature","kid":\#(Self.name),"reason":"#
                + JSONValue.string("the signature does not match any of the 2 keys with kid \(Self.name)").text
                + #","line":13}"#,
            #"{"verdict":"malformed","rule":"body-jws-string-json-type","reason":"#
                + #""\"jws-string\" is 7; it must be a string with a token","line":14}"#,
        ]
        expect(found.count, wanted.count)
        for (found, wanted) in zip(found, wanted) { expect(found, wanted) }
        let unknown = lines([token], TrustedKeys(.production))[0]
        #expect(
            unknown.hasPrefix(#"{"verdict":"unknown-key","rule":"unknown-key","kid":\#(Self.name),"reason":"#),
            "\(unknown)"
        )
    }

    @Test func repeats() throws {
        let token = Self.token
        let nameless = try Samples.token(.object([.init("postback-identifier", .number("7"))]))
        let found = lines([token, token, nameless], try Samples.keys, seen: SeenIdentifiers())
        #expect(found[0].hasPrefix(#"{"verdict":"valid","#))
        #expect(
            found[1]
                == #"{"verdict":"repeated","rule":"repeated-identifier","same":true,"kind":"postback","kid":\#(Self.name),"#
                + #""environment":"local","reason":"\"postback-identifier\" is \"p!\", which already occurred","#
                + #""identifier":"p\u0021","payload":\#(Self.payload),"line":11}"#)
        #expect(found[2].hasPrefix(#"{"verdict":"invalid","rule":"missing-identifier","#), "\(found[2])")
    }

    @Test func skAdNetwork() throws {
        let postback = Samples.four(("ip", .string("x")))
        guard case .object(let members) = postback else { return }
        let signed = JSONValue.object(
            members.filter { !["ip", "conversion-value", "attribution-signature"].contains($0.name) })
        var altered = postback
        altered[name: "app-id"] = .number("8")
        let found = lines([postback.text, altered.text], try Samples.keys)
        let head = #""framework":"skadnetwork","version":"4.0""#
        #expect(
            found[0]
                == #"{"verdict":"valid","kind":"skadnetwork-postback",\#(head),"key":"local","environment":"local","#
                + #""identifier":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","payload":\#(signed.text),"#
                + #""unsigned":{"conversion-value":63,"ip":"x"},"line":10}"#)
        #expect(
            found[1].hasPrefix(#"{"verdict":"invalid","rule":"skan-postback-signature",\#(head),"reason":"#),
            "\(found[1])")
    }

    @Test func objectsOfBids() throws {
        let token = Samples.fixtures.impression(at: 0)
        let text =
            #"{"seatbid":[{"bid":[{"ext":{"adattributionkit":{"jwt":"\#(token)"}}},{"ext":{"adattributionkit":{}}}]}]}"#
        let found = lines([text], try Samples.keys)
        try #require(found.count == 2)
        #expect(found[0].hasSuffix(#","path":"seatbid[0].bid[0].ext.adattributionkit","line":10}"#))
        #expect(found[1].hasPrefix(#"{"verdict":"malformed","rule":"#))
        #expect(found[1].hasSuffix(#","path":"seatbid[0].bid[1].ext.adattributionkit","line":10}"#))
    }

    @Test func whatWasNotRead() throws {
        for (rule, start) in [
            (InputFault.privateKey.rule, #"{"verdict":"malformed","rule":"unsupported""#),
            (nil, #"{"verdict":"malformed""#),
        ] {
            var output = ByteBuffer()
            InspectionBatch.appendMalformed(rule: rule, reason: "\"x\"", file: nil, line: 3, to: &output)
            expect(String(decoding: output.array(), as: UTF8.self), start + #","reason":"\"x\"","line":3}"#)
        }
    }

    /// The postbacks that Apple prints are signed with its own keys.
    @Test func applesKey() throws {
        let four =
            #"{"version":"4.0","ad-network-id":"com.example","source-identifier":"5239","app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-domain":"example.com","fidelity-type":1,"did-win":true,"conversion-value":63,"postback-sequence-index":0,"attribution-signature":"MEUCIGRmSMrqedNu6uaHyhVcifs118R5z/AB6cvRaKrRRHWRAiEAv96ne3dKQ5kJpbsfk4eYiePmrZUU6sQmo+7zfP/1Bxo="}"#
        #expect(
            lines([four], TrustedKeys(.productionAndDevelopment))[0].contains(
                #""key":"apple-p256","environment":"production""#))
    }
}
