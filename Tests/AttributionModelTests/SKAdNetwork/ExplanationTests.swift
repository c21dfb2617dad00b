import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionTestSupport
import Testing

@testable import AttributionModel

struct ExplanationTests {
    /// A document, the text that was signed instead of the right one (with | for the separator), and the expected
    /// explanation.
    struct Case: Sendable, CustomTestStringConvertible {
        let document: String
        let signed: String
        let cause: SignatureMistake.Cause?
        let words: String

        init(_ document: String, _ signed: String, _ cause: SignatureMistake.Cause?, _ words: String = "") {
            self.document = document
            self.signed = signed
            self.cause = cause
            self.words = words
        }

        var testDescription: String { "\(cause?.rawValue ?? "none"): \(signed)" }
    }

    private static let ad =
        #"{"version":"4.0","ad-network-id":"example123.skadnetwork","source-identifier":5239,"itunes-item-id":525463029,"nonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c","source-app-id":880047117,"fidelity-type":1,"timestamp":1700000000123}"#
    private static let rightAd =
        "4.0|example123.skadnetwork|5239|525463029|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|880047117|1|1700000000123"
    private static let view =
        #"{"version":"2.2","ad-network-id":"n.skadnetwork","campaign-id":42,"itunes-item-id":7,"nonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c","source-app-id":0,"fidelity-type":0,"timestamp":1700000000123}"#
    private static let postback =
        #"{"version":"4.0","ad-network-id":"example123.skadnetwork","source-identifier":"5239","app-id":525463029,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":true,"source-app-id":1234567891,"fidelity-type":1,"did-win":true,"postback-sequence-index":0,"conversion-value":63,"country-code":"US","ip":"192.0.2.1"}"#
    private static let rightPostback =
        "4.0|example123.skadnetwork|5239|525463029|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|true|1234567891|1|true|0"
    private static let storeKit =
        #"{"SKStoreProductParameterAdNetworkVersion":"4.0","SKStoreProductParameterAdNetworkIdentifier":"example123.skadnetwork","SKStoreProductParameterAdNetworkSourceIdentifier":"5239","SKStoreProductParameterITunesItemIdentifier":525463029,"SKStoreProductParameterAdNetworkNonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c","SKStoreProductParameterAdNetworkSourceAppStoreIdentifier":880047117,"SKStoreProductParameterAdNetworkTimestamp":1700000000123}"#
    private static let three =
        #"{"version":"3.0","ad-network-id":"n.skadnetwork","campaign-id":42,"app-id":7,"transaction-id":"6aafb7a5-0170-41b5-bbe4-fe71dedf1e30","redownload":false,"fidelity-type":1,"did-win":true}"#

    private static func replacing(_ text: String, _ old: String, _ new: String) -> String {
        text.replacing(old, with: new)
    }

    static let cases: [Case] = [
        Case(ad, rightAd, nil),
        Case(postback, rightPostback, nil),
        // Separators. A bar represents the right one, so literal texts follow \u{1}.
        Case(ad, replacing(rightAd, "|", #"\u2063"#), .separator, #"the six characters \u2063"#),
        Case(ad, replacing(rightAd, "|", ""), .separator, "nothing"),
        Case(ad, replacing(rightAd, "|", " "), .separator, "a space"),
        Case(ad, replacing(rightAd, "|", ","), .separator, "a comma"),
        Case(ad, replacing(rightAd, "|", "?"), .separator, "a question mark"),
        Case(ad, replacing(rightAd, "|", "\u{200b}"), .separator, "U+200B"),
        Case(ad, replacing(rightAd, "|", "\u{e2}\u{81}\u{a3}"), .separator, "Latin-1"),
        Case(ad, rightAd + "|", .separator, "follows the last value"),
        Case(ad, rightAd + "\n", .separator, "a line feed ends"),
        Case(postback, replacing(rightPostback, "|", #"\u2063"#), .separator, #"\u2063"#),
        // The optional source.
        Case(
            postback, replacing(rightPostback, "|1234567891", ""), .sourceAppID,
            "\"source-app-id\" was not signed; it was added after signing"),
        Case(ad, replacing(rightAd, "|880047117", ""), .sourceAppID, "\"source-app-id\" was left out"),
        Case(
            three, "3.0|n.skadnetwork|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false||1|true", .sourceAppID,
            "an empty value"),
        Case(
            three, "3.0|n.skadnetwork|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|null|1|true", .sourceAppID,
            "the word null"),
        Case(
            three, "3.0|n.skadnetwork|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|0|1|true", .sourceAppID,
            "the word 0"),
        // Zeros.
        Case(
            view, "2.2|n.skadnetwork|42|7|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|0|1700000000123", .zeroAsAbsent,
            "left out"),
        Case(
            view, "2.2|n.skadnetwork|42|7|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|1700000000123", .zeroAsAbsent,
            "were left out"),
        Case(
            postback, String(rightPostback.dropLast(2)), .zeroAsAbsent,
            "\"postback-sequence-index\" was not signed; it was added after"),
        // Regression: a zero in front was taken for a number signed through a double.
        Case(
            replacing(postback, "\"5239\"", "\"05239\""), rightPostback, nil,
            "\"source-identifier\" is \"05239\"; it must be \"5239\", as it was signed"),
        Case(
            replacing(postback, "\"5239\"", "\"39\""), replacing(rightPostback, "|5239|", "|039|"), .boolean,
            "was signed as 039 and is 39 here: it was changed after signing"),
        // Orders and values of other versions.
        Case(
            ad,
            "4.0|example123.skadnetwork|5239|525463029|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|880047117|1700000000123",
            .versionOrder, "the values are those of version 2.1; they must be those of version 4.0"),
        Case(ad, replacing(rightAd, "|1|", "|0|"), .versionOrder, "\"fidelity-type\" was signed as 0; it must be 1"),
        // Regression: the values were said to be those of version 3.0.
        Case(
            replacing(ad, "\"fidelity-type\":1,", ""), rightAd, .versionOrder,
            "\"fidelity-type\" is missing; it was signed as 1"),
        Case(ad, replacing(rightAd, "|5239|", "|42|"), .versionOrder, "the campaign 42 was signed"),
        Case(ad, replacing(rightAd, "4.0|", "3.0|"), .versionOrder, "3.0"),
        // Regression: it was said that the values are those of 3.0, which signs the same ones.
        Case(
            view, "3.0|n.skadnetwork|42|7|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|0|0|1700000000123", .versionOrder,
            "\"version\" was signed as 3.0; it must be 2.2"),
        Case(ad, replacing(rightAd, "4.0|", ""), .versionOrder, "\"version\" was left out"),
        Case(
            ad, "example123.skadnetwork|5239|525463029|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|1700000000123",
            .versionOrder,
            "version 1.0"),
        Case(
            ad,
            "4.0|example123.skadnetwork|5239|525463029|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|880047117|1700000000123|1",
            .versionOrder, "changed places"),
        Case(postback, String(rightPostback.dropLast(7)), .versionOrder, "version 2.2"),
        // Letter case.
        Case(
            ad, replacing(rightAd, "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"),
            .nonceCase, "\"nonce\" was signed in uppercase"),
        Case(
            ad, replacing(rightAd, "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "aEg-9gZ4TwigRtLV6aDWp8"), nil),
        Case(
            ad, replacing(rightAd, "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "aEg-9gZ4Twig0S1emg1qfA"),
            .nonceCase, "was signed in base64url, as aEg-9gZ4Twig0S1emg1qfA"),
        Case(
            ad, replacing(rightAd, "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "aEg+9gZ4Twig0S1emg1qfA=="),
            .nonceCase, "was signed in base64, as aEg+9gZ4Twig0S1emg1qfA=="),
        Case(
            postback,
            replacing(rightPostback, "6aafb7a5-0170-41b5-bbe4-fe71dedf1e30", "6AAFB7A5-0170-41B5-BBE4-FE71DEDF1E30"),
            .nonceCase,
            "is 6aafb7a5-0170-41b5-bbe4-fe71dedf1e30 here, but was signed in uppercase, as 6AAFB7A5"),
        // Literals.
        Case(
            postback, replacing(rightPostback, "|true|1234567891", "|1|1234567891"), .boolean,
            "\"redownload\" was signed as 1 or 0"),
        Case(postback, replacing(rightPostback, "true", "True"), .boolean, "True or False"),
        Case(postback, replacing(rightPostback, "|true|0", "|1|0"), .boolean, "\"did-win\""),
        Case(
            postback, replacing(rightPostback, "525463029", "525463029.0"), .boolean,
            "\"app-id\" was signed with a fraction"),
        Case(ad, replacing(rightAd, "1700000000123", "1.700000000123E12"), .boolean, "with an exponent"),
        Case(ad, replacing(rightAd, "|525463029|", "|5.25463029e+08|"), .boolean, "with an exponent"),
        // As libraries write all large numbers, or all but those that are one of a few.
        Case(
            ad,
            replacing(
                replacing(replacing(rightAd, "|525463029|", "|5.25463029e+08|"), "|880047117|", "|8.80047117e+08|"),
                "1700000000123", "1.700000000123e+12"),
            .boolean, "with an exponent"),
        Case(
            ad,
            replacing(
                replacing(
                    replacing(replacing(rightAd, "|525463029|", "|525463029.0|"), "|880047117|", "|880047117.0|"),
                    "|5239|", "|5239.0|"), "1700000000123", "1700000000123.0"),
            .boolean, "with a fraction"),
        // A GUID is stored with its first groups reversed.
        Case(
            ad, replacing(rightAd, "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "f63e4868-7806-084f-a0d1-2d5e9a0d6a7c"),
            .nonceCase, "in the byte order of a GUID"),
        // Values that were cut, before and after signing.
        Case(
            postback, replacing(rightPostback, "|525463029|", "|4820430325|"), nil,
            "\"app-id\" was signed as 4820430325 and is 525463029 here: it was cut to 32 bits after signing"),
        Case(
            ad, replacing(rightAd, "|5239|", "|39|"), nil,
            "\"source-identifier\" was signed as 39 and is 5239 here: it was changed after signing"),
        // A number with one digit has no exponent.
        Case(
            view, "2.2|n.skadnetwork|42|7.0E0|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|0|0|1700000000123", nil),
        Case(
            ad,
            "\"4.0\"|\"example123.skadnetwork\"|5239|525463029|\"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c\"|880047117|1|1700000000123",
            .boolean, "strings were signed with their quotes"),
        Case(
            ad, "\"" + replacing(rightAd, "|", "\"|\"") + "\"", .boolean, "all values were signed in quotes"),
        Case(ad, " " + replacing(rightAd, "|", " | ") + " ", .boolean, "with spaces around them"),
        // Unsigned values.
        Case(
            postback, replacing(rightPostback, "|true|0", "|true|63|0"), .unsignedField,
            "\"conversion-value\" was signed"),
        Case(postback, rightPostback + "|US", .unsignedField, "\"country-code\" was signed"),
        Case(postback, rightPostback + "|192.0.2.1", .unsignedField, "\"ip\" was signed"),
        // Timestamps.
        Case(ad, replacing(rightAd, "1700000000123", "1700000000"), .timestamp, "in seconds"),
        Case(ad, replacing(rightAd, "1700000000123", "1700000000000"), .timestamp, "in whole seconds"),
        Case(ad, replacing(rightAd, "1700000000123", "-807049093"), .timestamp, "cut to 32 bits"),
        Case(ad, replacing(rightAd, "1700000000123", "1700000000140"), .timestamp, "another reading"),
        Case(replacing(ad, "1700000000123", "1700000000"), rightAd, .timestamp, "but is in seconds here"),
        Case(replacing(ad, "1700000000123", "3487918203"), rightAd, .timestamp, "cut to 32 bits here"),
        // Regression: these were reported as signed in microseconds, or in seconds.
        Case(
            replacing(ad, "1700000000123", "1700000000"), replacing(rightAd, "1700000000123", "1700000000000"),
            .timestamp, "signed in milliseconds, as 1700000000000, but is in seconds here"),
        Case(
            replacing(ad, "1700000000123", "1700000000123456"), rightAd, .timestamp,
            "signed in milliseconds, as 1700000000123, but is in microseconds here"),
        Case(ad, replacing(rightAd, "1700000000123", "1700000000123000"), .timestamp, "signed in microseconds"),
        // Regression: this was not found.
        Case(
            ad, replacing(rightAd, "1700000000123", "1700000000123456"), .timestamp,
            "signed in microseconds, as 1700000000123456"),
        // Networks.
        Case(
            ad,
            replacing(rightAd, "example123", "EXAMPLE123").replacing("skadn", with: "SKADN").replacing(
                "etwork", with: "ETWORK"), .networkCase, "in uppercase"),
        Case(
            ad, replacing(rightAd, "example123.skadnetwork", "EXAMPLE123.skadnetwork"), .networkCase,
            "was signed with its name in uppercase, as EXAMPLE123.skadnetwork"),
        Case(
            replacing(postback, "example123.skadnetwork", "EXAMPLE123.skadnetwork"), rightPostback, .networkCase,
            "in lowercase"),
        // Faults of the document itself.
        Case(
            replacing(postback, "525463029", "\"525463029\""), rightPostback, .boolean,
            "\"app-id\" is \"525463029\"; it must be an integer"),
        Case(
            replacing(ad, "4.0", "4.00"), rightAd, .versionOrder,
            "\"version\" is \"4.00\"; it must be \"4.0\", as it was signed"),
        Case(
            replacing(ad, "\"4.0\"", "4.0"), rightAd, .boolean, "\"version\" is 4.0; it must be a string"),
        // What no valid document has is never wanted, whatever was signed.
        Case(
            replacing(ad, "-type\":1", "-type\":\"view\""), replacing(rightAd, "|1|", "|0|"), .boolean,
            "\"fidelity-type\" is \"view\"; it must be 0, as it was signed"),
        Case(
            replacing(postback, "\"did-win\":true", "\"did-win\":\"Y\""), rightPostback, .boolean,
            "\"did-win\" is \"Y\"; it must be true, as it was signed"),
        Case(
            replacing(postback, "-index\":0", "-index\":\"first\""), replacing(rightPostback, "|true|0", "|true|2"),
            .boolean,
            "\"postback-sequence-index\" is \"first\"; it must be 2, as it was signed"),
        Case(
            replacing(ad, "68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", "68483ef606784f08a0d12d5e9a0d6a7c"), rightAd,
            .nonceCase,
            "\"nonce\" is \"68483ef606784f08a0d12d5e9a0d6a7c\"; it must be \"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c\", as"
        ),
        Case(
            replacing(ad, "\"source-app-id\":880047117", "\"source-domain\":\"https://www.example.com/x\""),
            replacing(rightAd, "880047117", "example.com"), .sourceAppID,
            "\"source-domain\" is \"https://www.example.com/x\"; it must be \"example.com\", as it was signed"),
        Case(
            replacing(ad, "\"source-app-id\":880047117", "\"source-domain\":\"example.com\""),
            replacing(rightAd, "880047117", "www.example.com"), .sourceAppID,
            "\"source-domain\" was signed as www.example.com; it must be example.com"),
        Case(
            replacing(ad, "\"nonce\"", "\"source-domain\":\"example.com\",\"nonce\""), rightAd, .sourceAppID,
            "\"source-app-id\" was signed, \"source-domain\" must be left out"),
        // A version that was lost.
        Case(
            replacing(ad, "\"version\":\"4.0\",", ""), rightAd, .versionOrder,
            "\"version\" is missing; it was signed as \"4.0\""),
        Case(
            replacing(view, "\"version\":\"2.2\",", ""),
            "3.0|n.skadnetwork|42|7|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|0|0|1700000000123", .versionOrder,
            "\"version\" is missing; it was signed as \"3.0\""),
        // Two members under names that only their values show.
        Case(
            replacing(replacing(three, "app-id", "advertised"), "did-win", "won"),
            "3.0|n.skadnetwork|42|7|6aafb7a5-0170-41b5-bbe4-fe71dedf1e30|false|1|true", nil,
            "\"advertised\" is \"app-id\", \"won\" is \"did-win\" under other names"),
        Case(
            storeKit, rightAd, .networkCase,
            "\"SKStoreProductParameterAdNetworkSourceIdentifier\" is \"5239\"; it must be an integer"),
        // Regression: a value that was changed after signing is not a mistake of form, but is named. These were
        // reported as unknown.
        Case(
            postback, replacing(rightPostback, "|1|true|0", "|1|false|0"), nil,
            "\"did-win\" was signed as false and is true"),
        Case(
            postback, replacing(rightPostback, "|1|true|0", "|1|true|2"), nil,
            "\"postback-sequence-index\" was signed as 2"),
        Case(
            postback, replacing(rightPostback, "|true|1234567891|1|true|0", "|false|1234567891|0|true|1"), nil,
            "\"redownload\" was signed as false and is true here, and \"fidelity-type\" was signed as 0"),
        Case(
            replacing(postback, "\"5239\"", "\"39\""), rightPostback, nil,
            "\"source-identifier\" was signed as 5239 and is 39 here"),
        Case(
            view, "2.2|n.skadnetwork|7|7|68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c|0|0|1700000000123", nil,
            "\"campaign-id\" was signed as 7"),
        // Regression: these two were reported as those of another version, and as another campaign.
        Case(
            postback, replacing(rightPostback, "|1|true|0", "|0|true|0"), nil,
            "\"fidelity-type\" was signed as 0 and is 1 here"),
        Case(
            postback, replacing(rightPostback, "|5239|", "|39|"), nil,
            "\"source-identifier\" was signed as 39 and is 5239 here"),
        // Regression: a changed source identifier or item was not tried.
        Case(
            ad, replacing(rightAd, "|5239|", "|5238|"), nil, "\"source-identifier\" was signed as 5238 and is 5239 here"
        ),
        Case(ad, replacing(rightAd, "|5239|", "|5293|"), nil, "\"source-identifier\" was signed as 5293"),
        Case(ad, replacing(rightAd, "|5239|", "|5280|"), nil, "\"source-identifier\" was signed as 5280"),
        Case(ad, replacing(rightAd, "|5239|", "|239|"), nil, "\"source-identifier\" was signed as 239"),
        Case(ad, replacing(rightAd, "|525463029|", "|525463028|"), nil, "\"itunes-item-id\" was signed as 525463028"),
        Case(ad, replacing(rightAd, "|525463029|", "|525643029|"), nil, "\"itunes-item-id\" was signed as 525643029"),
        Case(ad, replacing(rightAd, "|525463029|", "|1525463029|"), nil, "\"itunes-item-id\" was signed as 1525463029"),
        Case(ad, replacing(rightAd, "|525463029|", "|880047117|"), nil, "\"itunes-item-id\" was signed as 880047117"),
        Case(ad, replacing(rightAd, "|880047117|", "|0|"), nil, "\"source-app-id\" was signed as 0"),
        Case(
            postback, replacing(rightPostback, "|525463029|", "|525463030|"), nil,
            "\"app-id\" was signed as 525463030 and is 525463029 here"),
        Case(
            postback, replacing(rightPostback, "|1234567891|", "|123456789|"), nil,
            "\"source-app-id\" was signed as 123456789"),
        // Zeros that a number does not have.
        Case(
            replacing(ad, "5239", "39"), replacing(rightAd, "|5239|", "|0039|"), .boolean,
            "\"source-identifier\" was signed as the text 0039; it must be 39"),
        Case(replacing(postback, "5239", "3a"), replacing(rightPostback, "|5239|", "|003a|"), nil),
        // There are only a hundred campaigns.
        Case(ad, replacing(rightAd, "|5239|", "|100|"), .versionOrder, "the campaign 100 was signed"),
        Case(ad, replacing(rightAd, "|5239|", "|101|"), nil),
        // An unrelated text.
        Case(ad, "hello", nil),
    ]

    @Test("Each mistake is named", arguments: cases)
    func mistakes(example: Case) throws {
        let key = newKey()
        let signed = example.signed.replacing("|", with: "\u{2063}")
        let signature = AttributionSignature.text(of: key.sign(Array(signed.utf8)))
        let name =
            example.document.contains("SKStoreProduct")
            ? "SKStoreProductParameterAdNetworkAttributionSignature" : "attribution-signature"
        let document = try JSONValue(parsing: Array(example.document.utf8)).with(name, .string(signature))
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let explanation = try #require(SignatureExplanation(document, keys: keys))
        let isRight = [(Self.ad, Self.rightAd), (Self.postback, Self.rightPostback)].contains {
            $0 == (example.document, example.signed)
        }
        expect(explanation.mistake?.category, example.cause, "\(explanation.mistake?.difference ?? "")")
        expect(explanation.holds, example.cause == nil && isRight)
        #expect(
            explanation.mistake?.difference?.contains(example.words) ?? example.words.isEmpty,
            "\(explanation.mistake?.difference ?? "")"
        )
        if explanation.holds { expect(explanation.text, Array(signed.utf8)) }
    }

    /// The notations of numbers in other languages and libraries.
    static let numbers: [(item: String, signed: String, words: String)] = [
        ("525463029", "525463029.0", "with a fraction"), ("525463029", "525463029.00", "with a fraction"),
        ("525463029", "5.25463029E8", "with an exponent"), ("525463029", "5.25463029e+08", "with an exponent"),
        ("525463029", "5.25463029e8", "with an exponent"), ("525463029", "5.25463029E+08", "with an exponent"),
        ("525463029", "5.25463029E+008", "with an exponent"), ("500000000", "5.0E8", "with an exponent"),
        ("500000000", "5e+08", "with an exponent"), ("5254630290", "5.25463029E9", "with an exponent"),
        ("12345678901", "1.2345678901e+10", "with an exponent"),
        ("9007199254740993", "9007199254740992", "through a double"), ("525463029", "525463040", "through a double"),
        ("5000000000", "705032704", "cut to 32 bits"), ("3000000000", "-1294967296", "cut to 32 bits"),
        ("525463029", "525,463,029", "with groups of three"), ("5254630290", "5.254.630.290", "with groups of three"),
        ("525463029", "525\u{a0}463\u{a0}029", "with groups of three"),
        ("525463029", "525\u{202f}463\u{202f}029", "with groups of three"), ("525463029", "\"525463029\"", "in quotes"),
        ("525463029", "+525463029", "with a plus sign"), ("525463029", "1f51edf5", "in hexadecimal digits"),
    ]

    @Test("A number that was written otherwise is named", arguments: numbers)
    func otherNumbers(item: String, signed: String, words: String) throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let text = Self.replacing(Self.rightAd, "525463029", signed).replacing("|", with: "\u{2063}")
        let signature = AttributionSignature.text(of: key.sign(Array(text.utf8)))
        let document = try JSONValue(parsing: Array(Self.replacing(Self.ad, "525463029", item).utf8))
            .with("attribution-signature", .string(signature))
        let explanation = try #require(SignatureExplanation(document, keys: keys))
        expect(explanation.mistake?.category, .boolean)
        #expect(
            explanation.mistake?.difference?.hasSuffix(" signed \(words); it must be plain decimal digits") == true,
            "\(explanation.mistake?.difference ?? "")")
    }

    /// Regression: thousands of texts are tried, so a document of a megabyte took minutes and gigabytes.
    @Test("Mistakes are looked for in texts of a length that ads have")
    func longTexts() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        for (count, cause) in [(1000, SignatureMistake.Cause.separator), (1 << 20, nil)] {
            let nonce = String(repeating: "a", count: count)
            let document = try JSONValue(parsing: Array(Self.ad.utf8)).with("nonce", .string(nonce))
            let text = Self.rightAd.replacing("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", with: nonce)
            let signature = AttributionSignature.text(
                of: key.sign(Array(text.replacing("|", with: " ").utf8)))
            let explanation = try #require(
                SignatureExplanation(document.with("attribution-signature", .string(signature)), keys: keys))
            #expect(!explanation.holds)
            expect(explanation.mistake?.category, cause)
        }
    }

    @Test func noCaseVanishes() {
        let named = Set(Self.cases.compactMap(\.cause))
        expect(named.union([.encoding, .key]), Set(SignatureMistake.Cause.ofSKAdNetwork))
    }

    /// Other encodings of a signature, and the words that name them.
    static let encodings: [(encode: @Sendable (_ raw: [UInt8], _ text: String) -> String, words: String)] = [
        ({ raw, _ in base64(raw) }, "raw, r then s"),
        ({ raw, _ in url(base64(raw)) }, "raw, r then s"),
        ({ raw, _ in raw.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }, "hexadecimal"),
        (
            { raw, _ in
                (ECDSASignature.derRepresentation(ofRaw: raw) ?? []).map {
                    ($0 < 16 ? "0" : "") + String($0, radix: 16)
                }
                .joined()
            }, "hexadecimal"
        ),
        ({ _, text in url(text) }, "base64url"),
        ({ _, text in base64(Array(text.utf8)) }, "encoded twice"),
        ({ _, text in text.replacing("/", with: "\\/") }, "escaped slashes"),
        ({ _, text in text + "\n" }, "broken by line breaks"),
        ({ _, text in "vault:v1:" + text }, #"after "vault:v1:"; it must be DER"#),
        (
            { _, text in text.replacing("+", with: "%2B").replacing("=", with: "%3D") },
            "percent-encoded; it must be DER"
        ),
        ({ _, text in #"{"signature":"\#(text)"}"# }, #"in the member "signature" of a JSON object; it must be DER"#),
        ({ raw, _ in base64((ECDSASignature.derRepresentation(ofRaw: raw) ?? []) + [0]) }, "not in canonical DER form"),
    ]

    private static func base64(_ bytes: [UInt8]) -> String {
        var output = ByteBuffer()
        bytes.withBytes { Base64.encode($0, to: &output) }
        return output.text
    }
    private static func url(_ text: String) -> String {
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("Other encodings of the signature are named", arguments: encodings.indices)
    func otherEncodings(index: Int) throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let message = Array(Self.rightAd.replacing("|", with: "\u{2063}").utf8)
        // A signature with all characters in which the encodings differ.
        var raw = key.sign(message).rawRepresentation
        func text() -> String { Self.base64(ECDSASignature.derRepresentation(ofRaw: raw) ?? []) }
        while !(text().contains("/") && text().contains("+") && text().hasSuffix("=")) {
            raw = key.sign(message).rawRepresentation
        }
        let document = try JSONValue(parsing: Array(Self.ad.utf8))
            .with("attribution-signature", .string(Self.encodings[index].encode(raw, text())))
        let explanation = try #require(SignatureExplanation(document, keys: keys))
        #expect(!explanation.holds)
        expect(explanation.mistake?.category, .encoding)
        #expect(
            explanation.mistake?.difference?.contains(Self.encodings[index].words) == true,
            "\(explanation.mistake?.difference ?? "")")
    }

    /// Signatures from which a library omitted leading zero bytes.
    @Test func numbersWithoutTheirZeros() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let message = Array(Self.rightAd.replacing("|", with: "\u{2063}").utf8)
        for half in [0, 32] {
            var raw = key.sign(message).rawRepresentation
            while raw[half] != 0 { raw = key.sign(message).rawRepresentation }
            raw.remove(at: half)
            let document = try JSONValue(parsing: Array(Self.ad.utf8))
                .with("attribution-signature", .string(Self.base64(raw)))
            let explanation = try #require(SignatureExplanation(document, keys: keys))
            expect(explanation.mistake?.category, .encoding)
            #expect(explanation.mistake?.difference?.contains("63 bytes, r and s without the zeros") == true)
        }
    }

    /// Regression: of the orders of an ad's eight values, one or two moves alone were found. Dictionaries of several languages
    /// have any order. Where the version comes first, the budget of any input suffices.
    @Test("The values of an ad in any order behind the version are found")
    func anyOrder() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let values = Self.rightAd.split(separator: "|").map(String.init)
        expect(values.count, 8)
        let chance = SeededRandom(seed: 7)
        for round in 0..<4 {
            var rest = Array(values.dropFirst())
            var signed = [values[0]]
            while !rest.isEmpty {
                let index = chance.of("order", round * 8 + rest.count).number(in: 0...rest.count - 1)
                signed.append(rest.remove(at: index))
            }
            let text = signed.joined(separator: "\u{2063}")
            let signature = AttributionSignature.text(of: key.sign(Array(text.utf8)))
            let document = try JSONValue(parsing: Array(Self.ad.utf8)).with("attribution-signature", .string(signature))
            let mistake = try #require(SignatureExplanation(document, keys: keys)?.mistake)
            expect(mistake.category, .versionOrder)
            let words = mistake.difference ?? text
            #expect(words.hasPrefix("the values are in the order "), "\(words)")
        }
    }

    /// A search is limited regardless of the number of keys and mistakes, and reports if it reached the limit.
    @Test func searchesWithinABudget() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let signature = AttributionSignature.text(of: key.sign([1]))
        let document = try JSONValue(parsing: Array(Self.ad.utf8)).with("attribution-signature", .string(signature))
        let whole = try #require(SignatureExplanation(document, keys: keys))
        #expect(whole.mistake?.category == nil && whole.mistake?.isCutShort == false)
        #expect((1000...SearchBudget.texts).contains(whole.mistake?.triedCount ?? 0))
        var budget = SearchBudget(100)
        var short: SignatureExplanation?
        document.withView {
            short = SignatureExplanation(SignedObject($0, as: .ad(.json)), keys: keys, within: &budget)
        }
        #expect(short?.mistake?.isCutShort == true && short?.mistake?.triedCount == 100)
        // The budget is used up for any later signature. A valid one is still recognised.
        let right = Array(Self.rightAd.replacing("|", with: "\u{2063}").utf8)
        let holding = AttributionSignature.text(of: key.sign(right))
        for (text, holds) in [(signature, false), (holding, true)] {
            document.with("attribution-signature", .string(text)).withView { view in
                let next = SignatureExplanation(SignedObject(view, as: .ad(.json)), keys: keys, within: &budget)
                #expect(
                    next.holds == holds && (next.mistake?.isCutShort ?? false) == !holds
                        && next.mistake?.triedCount ?? 0 == 0)
            }
        }
    }

    @Test func otherDigests() throws {
        let key = newKey()
        let keys = SKAdNetworkKeys(try TrustedKeys(adding: key.publicKey, keyID: nil))
        let message = Array(Self.rightAd.replacing("|", with: "\u{2063}").utf8)
        let signature = AttributionSignature.text(of: key.sign(SHA256.hash(message)))
        let document = try JSONValue(parsing: Array(Self.ad.utf8)).with("attribution-signature", .string(signature))
        let explanation = try #require(SignatureExplanation(document, keys: keys))
        expect(explanation.mistake?.category, .encoding)
        #expect(explanation.mistake?.difference?.contains("hashed twice") == true)
        // The digits of the digest, two per byte. The bytes 0f and 10 show whether leading zeros are kept.
        var nonce = 0
        var text = message
        repeat {
            nonce += 1
            text = Array(
                Self.rightAd.replacing("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c", with: "\(nonce)")
                    .replacing("|", with: "\u{2063}").utf8)
        } while !(SHA256.hash(text).contains(0x0f) && SHA256.hash(text).contains(0x10))
        let digits = SHA256.hash(text).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let ofDigits = AttributionSignature.text(of: key.sign(Array(digits.utf8)))
        let twice = try #require(
            SignatureExplanation(
                document.with("nonce", .string("\(nonce)")).with("attribution-signature", .string(ofDigits)), keys: keys
            ))
        #expect(twice.mistake?.difference?.contains("the digest in hexadecimal digits was signed") == true)
        // The result of `openssl dgst -sha1 -sign` over the right text, with the published example key.
        let sha1 = try JSONValue(parsing: Array(Self.ad.utf8)).with(
            "attribution-signature", .string(Self.sha1Signature))
        let examples = SKAdNetworkKeys(try TrustedKeys(adding: ExampleKey.publicKey, keyID: nil))
        let other = try #require(SignatureExplanation(sha1, keys: examples))
        expect(other.mistake?.category, .encoding)
        expect(other.mistake?.difference, "the digest is SHA-1; it must be SHA-256")
    }

    private static let sha1Signature =
        "MEQCIDqRqZwQ4B8Fm+ek9RPJiZzwSXK2Pw1IaapOzqIp3ecqAiBPF60omjQLHgRsuUayvbAF1oSvXdUBZ69KQ0/+5yIM8A=="

    @Test func otherKeys() throws {
        func cause(_ text: String, _ version: String) throws -> SignatureExplanation? {
            let document = try JSONValue(parsing: Array(text.utf8)).with("version", .string(version))
            return SignatureExplanation(document, keys: SKAdNetworkKeys(TrustedKeys(.production)))
        }
        // Apple's own postbacks, with the right key.
        #expect(try cause(Published.three, "3.0")?.holds == true)
        #expect(try cause(Published.four, "4.0")?.holds == true)
        // The published example key, although it is not trusted.
        let message = Array(Self.rightAd.replacing("|", with: "\u{2063}").utf8)
        let raw = ExampleKey.privateKey.sign(message).rawRepresentation
        let signature = AttributionSignature.text(of: try ECDSASignature(rawRepresentation: raw))
        let document = try JSONValue(parsing: Array(Self.ad.utf8)).with("attribution-signature", .string(signature))
        let explanation = try #require(SignatureExplanation(document, keys: SKAdNetworkKeys(TrustedKeys(.production))))
        expect(explanation.mistake?.category, .key)
        #expect(explanation.mistake?.difference?.contains("example key") == true)
    }

    @Test("A postback of 2.1 and later by the key on P-192")
    func wrongCurve() throws {
        guard SKAdNetworkKeys.appleP192 != nil else { return }
        let key = try P192PublicKey(
            base64Representation:
                "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEQ7D/wkuMMSTtr9kPW/tJqzylwtqc+90yA8OkWeG2OeUpp79lP47Aa0UJ3Qtd3OTN")
        let body =
            #"{"version":"2.1","ad-network-id":"n","campaign-id":42,"app-id":7,"transaction-id":"T","redownload":true,"attribution-signature":"MDYCGQC20Xg8jMN2xsWamNakP9ux9KxQqQ+Z7fYCGQCsNunaSnqM22z6nIRDRQirh+lgLr73ENY="}"#
        let explanation = try #require(
            SignatureExplanation(
                JSONValue(parsing: Array(body.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production), p192: key)))
        expect(explanation.mistake?.category, .key)
        #expect(explanation.mistake?.difference?.contains("P-192") == true)
    }

    @Test("No ad is signed by the key on P-192, not even one of 2.0")
    func wrongCurveOfAd() throws {
        guard SKAdNetworkKeys.appleP192 != nil else { return }
        let key = try P192PublicKey(
            base64Representation:
                "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAETWyvH5vKlGUzaMt055DrVDS703WqKS7r79+JlpZmsoMcWdACRLKWqMteQeQYJNlq")
        let ad =
            #"{"version":"2.0","ad-network-id":"n","campaign-id":42,"itunes-item-id":7,"nonce":"N","source-app-id":8,"timestamp":9,"attribution-signature":"MDUCGQCokKpE5gsS7NJGeX/t0skwHaMLCCEbI+UCGCYvuZ9uRs2pQ6wFPiBsZzWMKHrzixanoQ=="}"#
        let explanation = try #require(
            SignatureExplanation(
                JSONValue(parsing: Array(ad.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production), p192: key)))
        #expect(!explanation.holds && explanation.mistake?.category == .key)
        #expect(explanation.mistake?.difference?.contains("P-192 key, which is for postbacks of 1.0 and 2.0") == true)
    }

    /// All names of a library at once, and a member that looks like a name where the signature is good without it.
    @Test func manyNamesAreNamedTogether() throws {
        func explained(_ document: String) throws -> SignatureExplanation {
            try #require(
                SignatureExplanation(
                    JSONValue(parsing: Array(document.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production))))
        }
        let document = Published.three.replacing("\"version\"", with: "\"skan_version\"")
            .replacing("\"did-win\"", with: "\"did_win\"").replacing("\"app-id\"", with: "\"appId\"")
        let explanation = try explained(document)
        #expect(explanation.version == "3.0" && !explanation.holds && explanation.mistake?.category == nil)
        let difference = try #require(explanation.mistake?.difference)
        for part in [
            #""skan_version" is "version""#, #""did_win" is "did-win""#, #""appId" is "app-id""#, "under other names",
        ] { #expect(difference.contains(part), "\(difference)") }
        let other = try explained(
            Published.three.replacing("{", with: #"{"sourceDomain":"example.com","sdk-version":"2.0","#))
        #expect(other.holds && other.version == "3.0" && other.mistake == nil)
    }

    /// Apple's signed sample with one member under another name. It was said not to be signed, and to be left out.
    @Test(arguments: [
        ("source-app-id", "sourceAppId"), ("source-app-id", "source-app-item-id"), ("fidelity-type", "fidelity_type"),
        ("did-win", "didWin"), ("app-id", "app_id"), ("version", "sk_network_version"),
    ])
    func aSignedValueUnderAnotherNameIsNamed(name: String, other: String) throws {
        let document = Published.three.replacing("\"\(name)\"", with: "\"\(other)\"")
        let explanation = try #require(
            SignatureExplanation(
                JSONValue(parsing: Array(document.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production))))
        #expect(!explanation.holds)
        #expect(
            explanation.mistake?.difference
                == "\"\(other)\" is \"\(name)\" under another name: its value was signed as that")
    }

    /// A member that is null is absent. The word null was wanted in Apple's signature.
    @Test func nullIsAbsent() throws {
        let document = try JSONValue(parsing: Array(Published.three.utf8)).with("source-domain", .null).with("x", .null)
            .with("postback-sequence-index", .null)
        let explanation = try #require(SignatureExplanation(document, keys: SKAdNetworkKeys(TrustedKeys(.production))))
        #expect(explanation.holds && !explanation.values.contains { $0.text == "null" })
        let without = try JSONValue(parsing: Array(Published.three.utf8)).with("source-app-id", .null)
        let missing = try #require(SignatureExplanation(without, keys: SKAdNetworkKeys(TrustedKeys(.production))))
        #expect(!missing.holds && !missing.values.contains { $0.field == "source-app-id" })
    }

    /// A postback that Apple signed was changed, whatever letters it has: capitals were wanted in it.
    @Test func whatAppleSignedIsRight() throws {
        let id = "6aafb7a5-0170-41b5-bbe4-fe71dedf1e28"
        let document = Published.three.replacing(id, with: id.uppercased())
        let explanation = try #require(
            SignatureExplanation(
                JSONValue(parsing: Array(document.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production))))
        #expect(
            explanation.mistake?.difference
                == "\"transaction-id\" is \(id.uppercased()) here, but was signed in lowercase, as \(id): it was changed "
                + "after signing")
    }

    /// A form turns each plus sign into a blank.
    @Test func blanksMayHaveBeenPlusSigns() throws {
        let document = Published.three.replacing("c07raZJ64gVaXhB9+9y", with: "c07raZJ64gVaXhB9 9y")
        #expect(document != Published.three)
        let explanation = try #require(
            SignatureExplanation(
                JSONValue(parsing: Array(document.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production))))
        #expect(
            explanation.mistake?.category == .encoding
                && explanation.mistake?.difference?.contains("plus signs turned into spaces") == true)
        #expect(explanation.fault?.problem.hint?.contains("form decoding turns each + into a space") == true)
    }

    @Test("Whatever an object holds, it is explained or it is none")
    func badInput() throws {
        let long = String(repeating: "A", count: 1 << 20)
        for text in [
            "{}", "[]", "1", #"{"attribution-signature":1}"#, #"{"attribution-signature":""}"#,
            #"{"attribution-signature":"\#(long)"}"#, #"{"attribution-signature":null,"version":4}"#,
            #"{"attribution-signature":"MAYCAQECAQE=","version":"4.0","nonce":[]}"#,
            #"{"attribution-signature":"MAYCAQECAQE=","version":"9"}"#,
            #"{"attribution-signature":"MAYCAQECAQE=","nonce":"","timestamp":99999999999999999999}"#,
            #"{"attribution-signature":"MAYCAQECAQE=","nonce":"x","timestamp":9223372036854775807,"version":"2.0"}"#,
            #"{"attribution-signature":"MAYCAQECAQE=","nonce":"x","timestamp":-9223372036854775808,"version":"2.0"}"#,
        ] {
            let explanation = SignatureExplanation(
                try JSONValue(parsing: Array(text.utf8)), keys: SKAdNetworkKeys(TrustedKeys(.production)))
            let isSigned = text.contains("attribution-signature") && !text.contains("null")
            expect(explanation == nil, !isSigned)
            #expect(explanation?.holds != true)
        }
    }
}

extension SignatureExplanation {
    /// Explains an ad or a postback; returns nil for any other object.
    init?(_ object: JSONValue, keys: SKAdNetworkKeys) {
        let made: SignatureExplanation?? = object.withView { view in
            SignedForm(recognising: view).map { form in
                var budget = SearchBudget()
                return SignatureExplanation(SignedObject(view, as: form), keys: keys, within: &budget)
            }
        }
        guard let made, let made else { return nil }
        self = made
    }
}
