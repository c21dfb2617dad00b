import AttributionBase
import AttributionTestSupport
import Testing

@testable import AttributionInspection

/// The parts of inputs that are shown, for all forms.
struct DecodingTests {
    private static let header = #"{"alg":"ES256","kid":"k"}"#
    private static let payload = #"{"impression-identifier":"i","n":1,"t":"a\tb"}"#

    private static func token(_ payload: String = payload) -> String {
        [header, payload, "x"].map { text in
            var output = ByteBuffer()
            Array(text.utf8).withBytes { Base64.encode($0, to: &output) }
            return String(decoding: output.array(), as: UTF8.self)
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }.joined(separator: ".")
    }

    private static let body = #"{"jws-string":"\#(token())","country-code":"US","n":2}"#
    private static let bid = #"{"jwt":"\#(token())","version":"1.0"}"#
    private static let skAdNetwork =
        #"{"version":"3.0","ad-network-id":"n","campaign-id":42,"transaction-id":"T","app-id":7,"redownload":true,"fidelity-type":1,"did-win":true,"conversion-value":20,"attribution-signature":"MAYCAQECAQE="}"#
    private static let signed =
        #"{"version":"3.0","ad-network-id":"n","campaign-id":42,"transaction-id":"T","app-id":7,"redownload":true,"fidelity-type":1,"did-win":true}"#

    /// Returns the form of the output, the fields that were found, and the faults.
    private func decoded(_ text: String, _ selection: InputDecoder.Selection) -> [String] {
        var decoder = InputDecoder()
        var output = ByteBuffer()
        output.append("before ")
        var found: [Int] = []
        let outcome = Array(text.utf8).withBytes {
            decoder.append(selection, of: $0, to: &output) { found.append($0) }
        }
        let shown = String(decoding: output.array(), as: UTF8.self).dropFirst("before ".count)
        let form =
            switch outcome.shown {
            case .json: "json "
            case .text: "text "
            case nil: "nothing"
            }
        return [form + shown] + found.map { "\($0)" } + decoder.faults.map { "\($0)" }
    }

    private static let cases: [(text: String, selection: InputDecoder.Selection, shown: [String])] = [
        (token(), .everything, [#"json {"header":\#(header),"payload":\#(payload)}"#]),
        (token(), .header, ["json " + header]), (token(), .payload, ["json " + payload]),
        (token(), .fields(["n"]), ["json 1", "0"]), (token(), .fields(["kid"]), ["text k", "0"]),
        (token(), .fields(["t"]), [#"json "a\tb""#, "0"]), (token(), .fields(["x"]), ["text "]),
        (token(), .fields(["n", "x", "impression-identifier"]), ["text 1\t\ti", "0", "2"]),
        (token(), .fields(["x", "t"]), ["text \t" + #""a\tb""#, "1"]),
        (
            body, .everything,
            [#"json {"header":\#(header),"payload":\#(payload),"unsigned":{"country-code":"US","n":2}}"#]
        ),
        // The payload precedes the unsigned members, and both precede the header.
        (body, .fields(["n", "country-code", "alg"]), ["text 1\tUS\tES256", "0", "1", "2"]),
        (body, .payload, ["json " + payload]), (body, .header, ["json " + header]),
        // Of an OpenRTB object, only the token is shown.
        (bid, .everything, [#"json {"header":\#(header),"payload":\#(payload)}"#]),
        (bid, .fields(["version"]), ["text "]),
        (payload, .everything, [#"json {"payload":\#(payload)}"#]), (payload, .payload, ["json " + payload]),
        (payload, .header, ["nothing", "this is a bare payload, without a header"]),
        (payload, .fields(["n"]), ["json 1", "0"]),
        (
            skAdNetwork, .everything, [#"json {"payload":\#(signed),"unsigned":{"conversion-value":20}}"#]
        ),
        (skAdNetwork, .payload, ["json " + signed]),
        (skAdNetwork, .header, ["nothing", "this is a bare payload, without a header"]),
        (skAdNetwork, .fields(["campaign-id", "conversion-value"]), ["text 42\t20", "0", "1"]),
        (
            skAdNetwork.replacing(#""conversion-value":20,"#, with: ""), .everything, [#"json {"payload":\#(signed)}"#]
        ),
        // A broken part does not hide the others.
        (
            "!." + token().split(separator: ".")[1] + ".x", .everything,
            [
                #"json {"payload":\#(payload)}"#,
                #""header" is not base64url: character 1 is "!""#,
            ]
        ),
        ("!.!.x", .fields(["n"]), ["nothing"]),
        (#"{"jws-string":7,"n":2}"#, .everything, [#"json {"unsigned":{"n":2}}"#]),
        (#"{"jws-string":7,"n":2}"#, .fields(["n"]), ["json 2", "0"]),
        (#"{"jws-string":7,"n":2}"#, .fields(["x"]), ["nothing"]),
    ]

    @Test func selections() {
        for (text, selection, shown) in Self.cases {
            let found = decoded(text, selection)
            // Other tests check the texts of faults.
            expect(Array(found.prefix(shown.count)), shown, "\(selection) of \(text)")
            if shown.count == 1, !text.hasPrefix("!"), !text.contains(":7,") { expect(found.count, 1, "\(found)") }
        }
    }

    private static let kinds: [(text: String, kind: InputKind)] = [
        (token(), .impression), (token(#"{"postback-identifier":"p"}"#), .postback), (token("{}"), .token),
        (bid, .impression), (body, .impression),
        (#"{"impression-identifier":"i","timestamp":1,"impression-type":2}"#, .impression),
        (#"{"postback-identifier":"p","did-win":true,"conversion-type":2}"#, .postback), (payload, .unrecognised),
        (#"{"a":1}"#, .unrecognised), (skAdNetwork, .skAdNetworkPostback),
        (#"{"nonce":"x","attribution-signature":"MAYCAQECAQE="}"#, .skAdNetworkAd),
        (#"{"AttributionCopyEndpoint":"https://example.com"}"#, .configuration), ("[]", .unreadable),
        (#"{"seatbid":[]}"#, .unreadable),
    ]

    @Test func kinds() {
        for (text, kind) in Self.kinds { expect(DecodedInput(unverified: text).kind, kind, "\(text)") }
    }

    // MARK: - Bids

    private static let response = #"""
        {"seatbid":[{"bid":[
         {"ext":{"adattributionkit":{"jwt":"\#(token())"}}},{"ext":{"adattributionkit":{"jwt":7}}},
         {"ext":{"skadn":{"version":"2.0","network":"n","campaign":"42","nonce":"x","signature":"MAYCAQECAQE=","skoverlay":{"delay":1}}}}]}],
         "imp":[{"ext":{"skadn":{"sourceapp":"7"}}}]}
        """#

    private func decoded(
        _ text: String, _ selection: InputDecoder.Selection, bid index: Int? = nil
    ) -> (texts: [String], bids: [BidInput]) {
        var decoder = InputDecoder()
        var output = ByteBuffer()
        return Array(text.utf8).withBytes { text in
            var outcome = decoder.append(selection, of: text, to: &output)
            if let index {
                outcome = decoder.append(selection, of: text, outcome.bids[index], to: &output)
                expect(outcome.shown == nil, output.count == 0)
            }
            let shown = String(decoding: output.array(), as: UTF8.self)
            return ([shown] + decoder.faults.map { "\($0)" }, outcome.bids)
        }
    }

    @Test func objectsOfBids() throws {
        let bids = decoded(Self.response, .everything).bids
        expect(
            bids.map(\.path),
            [
                "imp[0].ext.skadn", "seatbid[0].bid[0].ext.adattributionkit", "seatbid[0].bid[1].ext.adattributionkit",
                "seatbid[0].bid[2].ext.skadn",
            ])
        expect(
            bids.indices.map { decoded(Self.response, .everything, bid: $0).texts[0] },
            [
                #"{"payload":{"sourceapp":"7"},"path":"imp[0].ext.skadn"}"#,
                #"{"header":\#(Self.header),"payload":\#(Self.payload),"#
                    + #""path":"seatbid[0].bid[0].ext.adattributionkit"}"#,
                "",
                #"{"payload":{"version":"2.0","network":"n","campaign":"42","nonce":"x"},"#
                    + #""unsigned":{"skoverlay":{"delay":1}},"path":"seatbid[0].bid[2].ext.skadn"}"#,
            ])
        #expect(decoded(Self.response, .everything, bid: 2).texts[1].contains(#""jwt" is 7"#))
        expect(decoded(Self.response, .payload, bid: 0).texts, [#"{"sourceapp":"7"}"#])
        expect(decoded(Self.response, .payload, bid: 1).texts, [Self.payload])
        expect(decoded(Self.response, .header, bid: 3).texts, ["", "this is a bare payload, without a header"])
        expect(decoded(Self.response, .fields(["campaign", "skoverlay"]), bid: 3).texts, [#"42\#t{"delay":1}"#])
    }

    /// A document without bids has a fault, and other objects are shown as they are.
    @Test func documentsWithoutBids() {
        for text in [#"{"imp":[]}"#, #"{"seatbid":[]}"#, #"{"seatbid":[{"bid":[{"ext":{}}]}]}"#] {
            let (texts, bids) = decoded(text, .everything)
            #expect(bids.isEmpty && texts[0].isEmpty && texts.count == 2, "\(text)")
        }
        for text in ["{}", Self.payload, #"{"bid":[]}"#] {
            let (texts, bids) = decoded(text, .everything)
            #expect(bids.isEmpty && texts == [#"{"payload":\#(text)}"#], "\(text)")
        }
    }

    /// Parts of a response are decoded by the objects at any level, as in verification.
    @Test func partsOfDocuments() {
        let object = #"{"skadn":{"version":"2.0","network":"n","signature":"MAYCAQECAQE="}}"#
        let within = #"{"ext":\#(object)}"#
        for (text, path) in [(object, "skadn"), (within, "ext.skadn"), (#"{"a":\#(within)}"#, "a.ext.skadn")] {
            expect(decoded(text, .everything).bids.map(\.path), [path])
            expect(
                decoded(text, .everything, bid: 0).texts,
                [
                    #"{"payload":{"version":"2.0","network":"n"},"path":"\#(path)"}"#
                ])
            expect(DecodedInput(unverified: text).faults.count, 1, "an input is one thing to who asks for one")
        }
    }
}
