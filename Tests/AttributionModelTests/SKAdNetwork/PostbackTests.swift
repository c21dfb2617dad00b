import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct PostbackTests {
    private func verified(_ text: String, _ keys: SKAdNetworkKeys = SKAdNetworkKeys(TrustedKeys(.production))) throws
        -> VerifiedSKAdNetworkPostback
    {
        try UnverifiedSKAdNetworkPostback(parsing: Array(text.utf8)).verified(by: keys)
    }

    @Test func applesVersionFourHolds() throws {
        let postback = try verified(Published.four)
        expect(postback.key, .appleP256)
        expect(postback.signed.version, .four)
        expect(postback.signed.campaign.known, SourceIdentifier("5239").map { .source($0) })
        #expect(postback.signed.publisher == .domain("example.com"))
        #expect(postback.signed.window == .first)
        #expect(postback.signed.didWin == true)
        expect(postback.unsigned.conversionValue?.known, FineConversionValue(rawValue: 63).map { .fine($0) })
    }

    /// A change of any signed value results in a different postback.
    @Test(arguments: SKAdNetworkVersion.allCases)
    func everySignedFieldIsRead(version: SKAdNetworkVersion) throws {
        func read(_ object: JSONValue) -> SKAdNetworkPostback? {
            var reader = SignedReader()
            return object.withView {
                reader.read(SignedObject($0, as: .postback)) == nil ? SKAdNetworkPostback(reader) : nil
            } ?? nil
        }
        let body = try SKAdNetworkPostbackRequest(
            version: version, adNetworkIdentifier: ExampleKey.adNetworkIdentifier,
            sourceIdentifier: SourceIdentifier(clamping: 5239), advertisedItemIdentifier: 525_463_029,
            identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")
        ).body(signedBy: ExampleKey.privateKey)
        for field in version.traits.postback.fields where field != .version {
            var base = body
            // Only one of the two is present.
            if field == .sourceDomain { base[.sourceAppID] = nil }
            let postback = try #require(read(base))
            let values: [JSONValue] =
                [
                    .bool(true), .bool(false), .number("0"), .number("1"), .number("2"), .string("39"),
                    .string("a.example"),
                ]
                + field.fewTexts.map { .string("\($0)") }
            let isRead = values.contains { value in
                var other = base
                other[field] = value
                return read(other).map { $0 != postback } ?? false
            }
            #expect(isRead, "\(field)")
        }
    }

    /// Regression: for an unknown version, `decode` showed the signed values of the line before.
    @Test("What is read of an object does not depend on the one before")
    func readingAnew() throws {
        let objects = try Published.all.flatMap { text in
            let object = try JSONValue(parsing: Array(text.utf8))
            return [
                object, object.with("version", .string("9.9")), object.with("version", .number("4")),
                object.with("attribution-signature", nil), object.with("transaction-id", nil),
            ]
        }
        expect(objects.count, 5 * Published.all.count)
        /// Returns the state of a reader after the last of some objects.
        func reading(_ objects: JSONValue...) -> [String] {
            var reader = SignedReader()
            var result: [String] = []
            for object in objects {
                object.withView { view in
                    let fault = reader.read(SignedObject(view, as: .postback))
                    result = [
                        "\(String(describing: fault))", "\(reader.order.version)",
                        "\([UInt8](reader.signedText))", "\([UInt8](reader.rawSignature))",
                        "\([UInt8](reader.derSignature))",
                    ]
                }
            }
            return result
        }
        for object in objects {
            for before in objects { expect(reading(before, object), reading(object)) }
        }
    }

    /// The Kelvin sign has the lowercase letter k, but does not equal it.
    @Test func networksAreComparedByLettersOfASCII() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let network = try #require(AdNetworkIdentifier(text: "kiosk.skadnetwork"))
        for (name, isSame) in [("kiosk", true), ("KIOSK", true), ("\u{212a}iosk", false), ("kiosk\u{200b}", false)] {
            var request = SKAdNetworkPostbackRequest(
                version: .four, adNetworkIdentifier: AdNetworkIdentifier(unchecked: name + ".skadnetwork"),
                sourceIdentifier: SourceIdentifier(clamping: 5239), advertisedItemIdentifier: 7,
                identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
            request.tier = .three
            let found = try verified(request.body(signedBy: key).text, keys).signed.adNetworkIdentifier
            expect(found == network, isSame, "\(name)")
        }
        // Two encodings of the same characters are different identifiers.
        let composed = AdNetworkIdentifier(unchecked: "\u{e9}.skadnetwork")
        let decomposed = AdNetworkIdentifier(unchecked: "e\u{301}.skadnetwork")
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
    }

    @Test func applesVersionThreeHolds() throws {
        let postback = try verified(Published.three)
        #expect(postback.signed.publisher == .app(1_234_567_891))
        #expect(postback.signed.isRedownload == true)
        #expect(postback.signed.window == nil)
    }

    @Test("Any signed field changed, left out or put in breaks the signature", arguments: Published.all)
    func changes(text: String) throws {
        let document = try JSONValue(parsing: Array(text.utf8))
        guard case .object(let members) = document else { return }
        let unsigned = ["conversion-value", "attribution-signature"]
        var count = 0
        for member in members where !unsigned.contains(member.name) {
            let other: JSONValue =
                switch member.value {
                case .string("4.0"): .string("3.0")
                case .string("3.0"): .string("2.2")
                case .string(let text): .string(text + "1")
                case .number(let text): .number(text == "1" ? "0" : text + "1")
                case .bool(let value): .bool(!value)
                default: .null
                }
            #expect(throws: Problem.self, "\(member.name)") {
                try verified(document.with(member.name, other).text)
            }
            #expect(throws: Problem.self, "without \(member.name)") {
                try verified(document.with(member.name, nil).text)
            }
            count += 1
        }
        #expect(count == 9 || count == 10)
    }

    @Test func unsignedFieldsMayChange() throws {
        let document = try JSONValue(parsing: Array(Published.four.utf8))
        try expect(verified(document.with("conversion-value", .number("1")).text).key, .appleP256)
        try expect(verified(document.with("ip", .string("192.0.2.1")).text).key, .appleP256)
    }

    @Test("Members may come in any order, and slashes escaped")
    func writing() throws {
        guard case .object(let members) = try JSONValue(parsing: Array(Published.three.utf8)) else { return }
        let reversed = JSONValue.object(members.reversed()).text.replacing("/", with: "\\/")
        try expect(verified(reversed).key, .appleP256)
    }

    /// The signed values of each version, in the order of Apple's articles.
    static let orders: [(document: String, text: String)] = [
        (
            #"{"ad-network-id":"example123.skadnetwork","campaign-id":42,"app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"}"#,
            "example123.skadnetwork|42|525463029|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        ),
        (
            #"{"version":"1.0","redownload":true,"ad-network-id":"example123.skadnetwork","campaign-id":42,"app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"}"#,
            "example123.skadnetwork|42|525463029|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"
        ),
        (
            #"{"version":"2.0","ad-network-id":"n","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":true,"source-app-id":0}"#,
            "2.0|n|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|true|0"
        ),
        (
            #"{"version":"2.1","ad-network-id":"n","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false}"#,
            "2.1|n|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false"
        ),
        (
            #"{"version":"2.2","ad-network-id":"n","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-app-id":5,"fidelity-type":0,"conversion-value":1}"#,
            "2.2|n|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|5|0"
        ),
        (
            #"{"version":"3.0","ad-network-id":"n","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"fidelity-type":1,"did-win":false}"#,
            "3.0|n|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|1|false"
        ),
        (
            #"{"version":"4.0","ad-network-id":"n","source-identifier":"0039","app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"source-app-id":5,"fidelity-type":1,"did-win":true,"postback-sequence-index":0}"#,
            "4.0|n|0039|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|5|1|true|0"
        ),
        (
            #"{"version":"4.0","ad-network-id":"n","source-identifier":"39","app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"fidelity-type":1,"did-win":true,"postback-sequence-index":2,"coarse-conversion-value":"low","ip":"192.0.2.1"}"#,
            "4.0|n|39|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|1|true|2"
        ),
    ]

    @Test("Each version signs its values in its order, and a local key's signature over them holds", arguments: orders)
    func roundTrip(document: String, text: String) throws {
        let key = newKey()
        let signed = text.replacing("|", with: "\u{2063}")
        let signature = AttributionSignature.text(of: key.sign(Array(signed.utf8)))
        let body = try JSONValue(parsing: Array(document.utf8)).with("attribution-signature", .string(signature))
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        #expect(throws: Problem.self) { try verified(body.text) }
        let postback = try verified(body.text, keys)
        expect(postback.key, .local)
        #expect(postback.signed.identifier == AttributionUUID(unchecked: "6AAFB7A5-0170-41B5-BBE4-FE71DEDF1E30"))
    }

    @Test func noOrderVanishes() {
        expect(SignedOrder.postbacks.map(\.version), SKAdNetworkVersion.allCases)
        expect(SignedOrder.ads.map(\.version), SKAdNetworkVersion.allCases + [.four])
    }

    static let malformed: [(change: (name: String, value: JSONValue?), fault: SKAdNetworkFault)] = [
        (("version", .string("4.00")), .version("\"4.00\"")),
        (("version", .string("4")), .version("\"4\"")),
        (
            ("version", .number("4.0")),
            .type(field: "version", found: "4.0", wanted: .string, hint: "write the number in quotes")
        ),
        (
            ("app-id", .string("525463029")),
            .type(field: "app-id", found: "\"525463029\"", wanted: .integer, hint: "write the number without quotes")
        ),
        (
            ("app-id", .number("525463029.0")),
            .type(
                field: "app-id", found: "525463029.0", wanted: .integer,
                hint: "write the number without a fraction: 525463029")
        ),
        (
            ("source-identifier", .number("5239")),
            .type(field: "source-identifier", found: "5239", wanted: .string, hint: "write the number in quotes")
        ),
        (
            ("redownload", .string("false")),
            .type(field: "redownload", found: "\"false\"", wanted: .boolean, hint: "write the word without quotes")
        ),
        (("did-win", .number("1")), .type(field: "did-win", found: "1", wanted: .boolean, hint: nil)),
        (("did-win", nil), .missing(field: "did-win", .four)),
        (("postback-sequence-index", nil), .missing(field: "postback-sequence-index", .four)),
        (("source-app-id", .number("5")), .bothSources(field: "source-domain")),
        (("did-win", .null), .missing(field: "did-win", .four)),
        (
            ("source-domain", .number("1")),
            .type(field: "source-domain", found: "1", wanted: .string, hint: "write the number in quotes")
        ),
        (("ad-network-id", .string("com\u{2063}example")), .separator(field: "ad-network-id")),
        (("attribution-signature", nil), .missing(field: "attribution-signature", .four)),
        (
            ("attribution-signature", .number("1")),
            .type(field: "attribution-signature", found: "1", wanted: .string, hint: "write the number in quotes")
        ),
        (("attribution-signature", .string("")), .signature(field: "attribution-signature", .empty)),
    ]

    @Test("What lacks what its version signs is malformed, not badly signed", arguments: malformed)
    func faults(change: (name: String, value: JSONValue?), fault: SKAdNetworkFault) throws {
        let document = try JSONValue(parsing: Array(Published.four.utf8)).with(change.name, change.value)
        #expect(throws: fault.problem) { try verified(document.text) }
    }

    /// Regression: a valid postback of 2.0 read as one of 1.0, by separators inside its strings, would count twice.
    @Test func separatorsInsideValuesAreRefused() throws {
        let key = newKey()
        let text = "2.0|n|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|true".replacing("|", with: "\u{2063}")
        let signature = AttributionSignature.text(of: key.sign(Array(text.utf8)))
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let honest =
            #"{"version":"2.0","ad-network-id":"n","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":true,"attribution-signature":"\#(signature)"}"#
        try expect(verified(honest, keys).key, .local)
        for separator in ["\u{2063}", "\\u2063"] {
            let forged =
                #"{"ad-network-id":"2.0\#(separator)n","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30\#(separator)true","attribution-signature":"\#(signature)"}"#
            #expect(throws: SKAdNetworkFault.separator(field: "ad-network-id").problem) {
                try verified(forged, keys)
            }
        }
    }

    /// The results of `openssl dgst -sha256 -sign` with a key on P-192 instead of Apple's.
    static let onP192: [(members: String, signature: String, curve: SignatureCurve)] = [
        (
            #""ad-network-id":"n.skadnetwork","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30""#,
            "MDQCGHaiatdN9Bu8Ka61JS1JXBj6r9nuERPZIgIYMadggokYM/1upFXgXBIUfJczZ2TMNGZI", .p192
        ),
        (
            #""version":"2.0","ad-network-id":"n.skadnetwork","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":true"#,
            "MDQCGAz4uo+8EKYa3eP3QBprzo+6y/RsZjpSuAIYe2zZ2lB41uiQQG+6bKDQJhMsHQyqJclu", .p192
        ),
        (
            #""version":"2.1","ad-network-id":"n.skadnetwork","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":true"#,
            "MDUCGGn1Ao5ZH6uR+BM2tdRJ26z7J+QX22doWQIZALCTJ48UGAp60Y54R5Ur2kERb5BPh2Wr/Q==", .p256
        ),
    ]

    @Test("Versions 1.0 and 2.0 are of the key on P-192, later ones never", arguments: onP192)
    func p192(members: String, signature: String, curve: SignatureCurve) throws {
        let body = "{" + members + #","attribution-signature":""# + signature + "\"}"
        guard SKAdNetworkKeys.appleP192 != nil else { return }
        let key = try P192PublicKey(
            base64Representation:
                "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEZet//rpXA0gPfpeegkskHGMySZ/GD+9LYvDs0PBSp+Y+51x4CcDbDQvuMDOxS6xB")
        if curve == .p192 {
            try expect(verified(body, SKAdNetworkKeys(TrustedKeys(.production), p192: key)).key, .appleP192)
            #expect(throws: Problem.skAdNetworkCurve) {
                try verified(body, SKAdNetworkKeys(TrustedKeys(.production), p192: nil))
            }
            #expect(throws: Problem.skAdNetworkSignature) {
                try verified(body.replacing(":42", with: ":43"), SKAdNetworkKeys(TrustedKeys(.production), p192: key))
            }
        } else {
            #expect(throws: Problem.skAdNetworkSignature) {
                try verified(body, SKAdNetworkKeys(TrustedKeys(.production), p192: key))
            }
        }
        #expect(throws: Problem.skAdNetworkSignature) { try verified(body) }
    }

    @Test func isMadeOfWhatOneOfAdAttributionKitIsAskedToBe() {
        var request = PostbackRequest(
            identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"),
            adNetworkIdentifier: AdNetworkIdentifier(unchecked: "a.skadnetwork"), advertisedItemIdentifier: 7,
            sourceIdentifier: SourceIdentifier(clamping: 5239))
        let plain = SKAdNetworkPostbackRequest(request, version: .three)
        expect(plain.version, .three)
        expect(plain.identifier, request.identifier)
        #expect(plain.advertisedItemIdentifier == 7 && plain.sourceIdentifier == request.sourceIdentifier)
        expect(plain.campaignIdentifier, CampaignIdentifier(rawValue: 39))
        #expect(!plain.isRedownload && plain.fidelity == .storeKitRendered && plain.didWin)
        #expect(plain.sourceDigits == nil)

        request.conversionType = .redownload
        request.interaction = .view
        request.publisherItemIdentifier = 5
        request.sourceDigits = 3
        request.didWin = false
        (request.tier, request.window) = (.two, .third)
        request.fine = FineConversionValue(rawValue: 42)
        request.coarse = .high
        request.country = CountryCode(text: "DE")
        let all = SKAdNetworkPostbackRequest(request, version: .four)
        #expect(all.isRedownload && all.fidelity == .viewThrough && !all.didWin)
        #expect(all.publisher == .app(5) && all.sourceDigits == 3)
        #expect(all.tier == .two && all.window == .third)
        #expect(
            all.fine == FineConversionValue(rawValue: 42) && all.coarse == .high
                && all.country == CountryCode(text: "DE"))
        #expect(all.forcedFields.isEmpty)
    }

    @Test func aKeyWithANameVerifiesItsNetworkAlone() throws {
        let key = newKey()
        let request = SKAdNetworkPostbackRequest(
            version: .four, adNetworkIdentifier: AdNetworkIdentifier(unchecked: "a.skadnetwork"),
            sourceIdentifier: SourceIdentifier(clamping: 5239), advertisedItemIdentifier: 7,
            identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
        let body = try request.body(signedBy: key.deterministic).text
        for (keyID, holds) in [("a.skadnetwork", true), ("A.skadnetwork", true), ("b.skadnetwork", false), ("", false)]
        {
            let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: keyID))
            if holds {
                try expect(verified(body, keys).key, .local, "\(keyID)")
            } else {
                #expect(throws: Problem.skAdNetworkSignature, "\(keyID)") {
                    try verified(body, keys)
                }
            }
            let explanation = try SignatureExplanation(JSONValue(parsing: Array(body.utf8)), keys: keys)
            expect(explanation?.holds, holds, "\(keyID)")
        }
    }

    /// Verifying one message of an object would vouch for another in it.
    @Test func aBodyOfBothFrameworksIsRefused() throws {
        let key = newKey()
        var body = try SKAdNetworkPostbackRequest(
            version: .four, adNetworkIdentifier: AdNetworkIdentifier(unchecked: "a.skadnetwork"),
            sourceIdentifier: SourceIdentifier(clamping: 5239), advertisedItemIdentifier: 7,
            identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")
        ).body(signedBy: key.deterministic)
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        _ = try verified(body.text, keys)
        body[name: "jws-string"] = .string("a.b.c")
        let problem = #expect(throws: Problem.self) { try verified(body.text, keys) }
        expect(problem?.rule?.id, "two-messages")
    }

    /// A body that is written at once is that of the request as a value. One of version 1.0, which does not name its version, is signed too.
    @Test func bodiesAreSignedAlike() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        for version in SKAdNetworkVersion.allCases {
            let request = SKAdNetworkPostbackRequest(
                version: version, adNetworkIdentifier: AdNetworkIdentifier(unchecked: "a.skadnetwork"),
                sourceIdentifier: SourceIdentifier(clamping: 5239), advertisedItemIdentifier: 7,
                identifier: AttributionUUID(unchecked: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30"))
            let body = try request.body(signedBy: key.deterministic)
            var written = ByteBuffer()
            PostbackWriter(TextSigner(key.deterministic), keyID: "").append(request.plan.values, to: &written)
            expect(String(decoding: written.array(), as: UTF8.self), body.text)
            try expect(verified(body.text, keys).key, .local)
        }
    }
}
