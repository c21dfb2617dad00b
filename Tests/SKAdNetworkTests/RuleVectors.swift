import SKAdNetwork
import StrictJSON

/// An input that breaks one rule, and no other of its severity or a graver one.
struct RuleVector: Sendable {
    let rule: String
    let document: JSONValue

    init(_ rule: String, _ base: JSONValue, _ changes: (name: String, value: JSONValue?)...) {
        self.rule = rule
        document = changes.reduce(base) { $0.with($1.name, $1.value) }
    }
}

enum RuleVectors {
    private static let signature = JSONValue.string("MAYCAQECAQE=")
    private static let nonce = JSONValue.string("68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c")

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONValue.Member($0.0, $0.1) })
    }

    static let ad = object([
        ("version", .string("4.0")), ("ad-network-id", .string("example123.skadnetwork")),
        ("source-identifier", .number("5239")), ("itunes-item-id", .number("525463029")), ("nonce", nonce),
        ("source-app-id", .number("880047117")), ("fidelity-type", .number("1")),
        ("timestamp", .number("1700000000123")), ("attribution-signature", signature),
    ])
    static let webAd = ad.with("source-app-id", nil).with("source-domain", .string("example.com"))
    static let adThree = ad.with("version", .string("3.0")).with("source-identifier", nil).with(
        "campaign-id", .number("42"))
    static let adTwo = adThree.with("version", .string("2.1")).with("fidelity-type", nil)
    static let adOne = adTwo.with("version", nil).with("source-app-id", nil)

    static let postback = object([
        ("version", .string("4.0")), ("ad-network-id", .string("example123.skadnetwork")),
        ("source-identifier", .string("5239")), ("app-id", .number("525463029")),
        ("transaction-id", .string("6aafb7a5-0170-41b5-bbe4-fe71dedf1e30")), ("redownload", .bool(true)),
        ("source-app-id", .number("1234567891")), ("fidelity-type", .number("1")), ("did-win", .bool(true)),
        ("postback-sequence-index", .number("0")), ("conversion-value", .number("63")),
        ("attribution-signature", signature),
    ])
    static let webPostback = postback.with("source-app-id", nil).with("source-domain", .string("example.com"))
    static let later = postback.with("source-app-id", nil).with("conversion-value", nil).with(
        "source-identifier", .string("39")
    ).with("postback-sequence-index", .number("1")).with("coarse-conversion-value", .string("low"))
    static let coarse = later.with("postback-sequence-index", .number("0"))
    static let lost = postback.with("did-win", .bool(false)).with("source-app-id", nil).with("conversion-value", nil)
    static let postbackThree = postback.with("version", .string("3.0")).with("source-identifier", nil).with(
        "postback-sequence-index", nil
    ).with("campaign-id", .number("42"))
    static let postbackTwoTwo = postbackThree.with("version", .string("2.2")).with("did-win", nil)
    static let postbackTwo = postbackTwoTwo.with("version", .string("2.0")).with("fidelity-type", nil)
    static let postbackOne = postbackTwo.with("version", nil).with("redownload", nil).with("source-app-id", nil).with(
        "conversion-value", nil)

    static let sound: [JSONValue] = [
        ad, webAd, adThree, adTwo, adOne, postback, webPostback, later, coarse, lost, postbackThree, postbackTwoTwo,
        postbackTwo, postbackOne, ad.with("fidelity-type", .number("0")),
        ad.with("itunes-item-id", .number("18446744073709551615")),
        postbackThree.with("did-win", .bool(false)).with("source-app-id", nil).with("conversion-value", nil),
        postback.with("country-code", .string("DE")), postbackOne.with("version", .string("1.0")),
        postback.with("source-identifier", .string("039")), later.with("coarse-conversion-value", nil),
    ]

    static let ads: [RuleVector] = [
        .init("skan-ad-ad-network-id-missing", ad, ("ad-network-id", nil)),
        .init("skan-ad-campaign-id-missing", adThree, ("campaign-id", nil)),
        .init("skan-ad-campaign-id-missing", adOne, ("campaign-id", nil)),
        .init("skan-ad-source-identifier-missing", ad, ("source-identifier", nil)),
        .init("skan-ad-itunes-item-id-missing", adOne, ("itunes-item-id", nil)),
        .init("skan-ad-nonce-missing", ad, ("nonce", nil)),
        .init("skan-ad-source-app-id-missing", ad, ("source-app-id", nil)),
        .init("skan-ad-fidelity-type-missing", ad, ("fidelity-type", nil)),
        .init("skan-ad-fidelity-type-missing", webAd, ("fidelity-type", nil)),
        .init("skan-ad-timestamp-missing", ad, ("timestamp", nil)),
        .init("skan-ad-signature-missing", ad, ("attribution-signature", nil)),
        .init("skan-ad-version-json-type", ad, ("version", .number("4.0"))),
        .init("skan-ad-ad-network-id-json-type", ad, ("ad-network-id", .number("1"))),
        .init("skan-ad-campaign-id-json-type", adThree, ("campaign-id", .string("42"))),
        .init("skan-ad-source-identifier-json-type", ad, ("source-identifier", .string("5239"))),
        .init("skan-ad-itunes-item-id-json-type", ad, ("itunes-item-id", .string("525463029"))),
        .init("skan-ad-nonce-json-type", ad, ("nonce", .null)),
        .init("skan-ad-source-app-id-json-type", ad, ("source-app-id", .number("5.0"))),
        .init("skan-ad-source-domain-json-type", webAd, ("source-domain", .number("1"))),
        .init("skan-ad-fidelity-type-json-type", ad, ("fidelity-type", .bool(true))),
        .init("skan-ad-timestamp-json-type", ad, ("timestamp", .string("1700000000123"))),
        .init("skan-ad-signature-json-type", ad, ("attribution-signature", .number("1"))),
        .init("skan-ad-version-value", ad, ("version", .string("4.00"))),
        .init("skan-ad-version-value", ad, ("version", .string("5.0"))),
        .init("skan-ad-campaign-id-version", ad, ("campaign-id", .number("42"))),
        .init("skan-ad-source-identifier-version", adThree, ("source-identifier", .number("5239"))),
        .init("skan-ad-source-app-id-version", adOne, ("source-app-id", .number("5"))),
        .init(
            "skan-ad-source-domain-version", adTwo.with("version", nil).with("source-app-id", nil),
            ("source-domain", .string("example.com"))),
        .init("skan-ad-fidelity-type-version", adTwo, ("fidelity-type", .number("1"))),
        .init("skan-ad-both-sources", ad, ("source-domain", .string("example.com"))),
        .init("skan-ad-ad-network-id-lowercase", ad, ("ad-network-id", .string("Example123.skadnetwork"))),
        .init("skan-ad-ad-network-id-suffix", ad, ("ad-network-id", .string("com.example"))),
        .init("skan-ad-campaign-id-range", adThree, ("campaign-id", .number("101"))),
        .init("skan-ad-campaign-id-range", adThree, ("campaign-id", .number("0"))),
        .init("skan-ad-source-identifier-range", ad, ("source-identifier", .number("10000"))),
        .init("skan-ad-source-identifier-digits", ad, ("source-identifier", .number("999"))),
        .init("skan-ad-itunes-item-id-range", ad, ("itunes-item-id", .number("0"))),
        .init("skan-ad-itunes-item-id-range", ad, ("itunes-item-id", .number("18446744073709551616"))),
        .init("skan-ad-nonce-uuid", ad, ("nonce", .string("68483ef606784f08a0d12d5e9a0d6a7c"))),
        .init("skan-ad-nonce-lowercase", ad, ("nonce", .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"))),
        .init("skan-ad-source-app-id-range", ad, ("source-app-id", .number("-1"))),
        .init("skan-ad-source-domain-form", webAd, ("source-domain", .string("https://example.com/"))),
        .init("skan-ad-fidelity-type-range", ad, ("fidelity-type", .number("2"))),
        .init("skan-ad-fidelity-type-web", webAd, ("fidelity-type", .number("0"))),
        .init("skan-ad-timestamp-range", ad, ("timestamp", .number("1700000000123000"))),
        .init("skan-ad-timestamp-seconds", ad, ("timestamp", .number("1700000000"))),
        .init("skan-ad-timestamp-future", ad, ("timestamp", .number("1900000000000"))),
        .init("skan-ad-signature-base64", ad, ("attribution-signature", .string("MAYCAQECAQE"))),
        .init("skan-ad-signature-der", ad, ("attribution-signature", .string("AAAA"))),
        .init("skan-ad-separator", ad, ("ad-network-id", .string("a\u{2063}b.skadnetwork"))),
        .init("skan-ad-unknown-field", ad, ("transaction-id", .string("x"))),
        .init("skan-ad-development", ad, ("source-app-id", .number("0"))),
    ]

    static let postbacks: [RuleVector] = [
        .init("skan-postback-ad-network-id-missing", postback, ("ad-network-id", nil)),
        .init("skan-postback-campaign-id-missing", postbackOne, ("campaign-id", nil)),
        .init("skan-postback-source-identifier-missing", postback, ("source-identifier", nil)),
        .init("skan-postback-app-id-missing", postback, ("app-id", nil)),
        .init("skan-postback-transaction-id-missing", postback, ("transaction-id", nil)),
        .init("skan-postback-redownload-missing", postbackTwo, ("redownload", nil)),
        .init("skan-postback-fidelity-type-missing", postbackTwoTwo, ("fidelity-type", nil)),
        .init("skan-postback-did-win-missing", postbackThree, ("did-win", nil)),
        .init("skan-postback-sequence-index-missing", postback, ("postback-sequence-index", nil)),
        .init("skan-postback-signature-missing", postback, ("attribution-signature", nil)),
        .init("skan-postback-version-json-type", postback, ("version", .number("4"))),
        .init("skan-postback-ad-network-id-json-type", postback, ("ad-network-id", .number("4"))),
        .init("skan-postback-campaign-id-json-type", postbackThree, ("campaign-id", .string("42"))),
        .init("skan-postback-source-identifier-json-type", postback, ("source-identifier", .number("5239"))),
        .init("skan-postback-app-id-json-type", postback, ("app-id", .string("525463029"))),
        .init("skan-postback-transaction-id-json-type", postback, ("transaction-id", .number("1"))),
        .init("skan-postback-redownload-json-type", postback, ("redownload", .string("true"))),
        .init("skan-postback-source-app-id-json-type", postback, ("source-app-id", .string("1"))),
        .init("skan-postback-source-domain-json-type", webPostback, ("source-domain", .null)),
        .init("skan-postback-fidelity-type-json-type", postback, ("fidelity-type", .string("1"))),
        .init("skan-postback-did-win-json-type", postback, ("did-win", .number("1"))),
        .init("skan-postback-sequence-index-json-type", postback, ("postback-sequence-index", .string("0"))),
        .init("skan-postback-conversion-value-json-type", postback, ("conversion-value", .string("1"))),
        .init("skan-postback-coarse-conversion-value-json-type", coarse, ("coarse-conversion-value", .number("1"))),
        .init("skan-postback-country-code-json-type", postback, ("country-code", .number("1"))),
        .init("skan-postback-signature-json-type", postback, ("attribution-signature", .null)),
        .init("skan-postback-version-value", postback, ("version", .string("4"))),
        .init("skan-postback-campaign-id-version", postback, ("campaign-id", .number("42"))),
        .init("skan-postback-source-identifier-version", postbackThree, ("source-identifier", .string("39"))),
        .init("skan-postback-redownload-version", postbackOne, ("redownload", .bool(true))),
        .init("skan-postback-source-app-id-version", postbackOne, ("source-app-id", .number("5"))),
        .init(
            "skan-postback-source-domain-version", postbackThree.with("source-app-id", nil),
            ("source-domain", .string("example.com"))),
        .init("skan-postback-fidelity-type-version", postbackTwo, ("fidelity-type", .number("1"))),
        .init("skan-postback-did-win-version", postbackTwoTwo, ("did-win", .bool(false))),
        .init("skan-postback-sequence-index-version", postbackThree, ("postback-sequence-index", .number("0"))),
        .init("skan-postback-conversion-value-version", postbackOne, ("conversion-value", .number("1"))),
        .init(
            "skan-postback-coarse-conversion-value-version", postbackThree.with("conversion-value", nil),
            ("coarse-conversion-value", .string("low"))),
        .init("skan-postback-both-sources", postback, ("source-domain", .string("example.com"))),
        .init("skan-postback-ad-network-id-lowercase", postback, ("ad-network-id", .string("EXAMPLE.skadnetwork"))),
        .init("skan-postback-campaign-id-range", postbackThree, ("campaign-id", .number("0"))),
        .init("skan-postback-source-identifier-digits", postback, ("source-identifier", .string("5"))),
        .init("skan-postback-source-identifier-digits", postback, ("source-identifier", .string("52390"))),
        .init("skan-postback-app-id-range", postback, ("app-id", .number("-1"))),
        .init("skan-postback-transaction-id-uuid", postback, ("transaction-id", .string("T"))),
        .init("skan-postback-source-app-id-range", postback, ("source-app-id", .number("-5"))),
        .init("skan-postback-source-domain-form", webPostback, ("source-domain", .string("www.example.com"))),
        .init("skan-postback-fidelity-type-range", postback, ("fidelity-type", .number("3"))),
        .init("skan-postback-fidelity-type-web", webPostback, ("fidelity-type", .number("0"))),
        .init("skan-postback-sequence-index-range", postback, ("postback-sequence-index", .number("3"))),
        .init("skan-postback-conversion-value-range", postback, ("conversion-value", .number("64"))),
        .init("skan-postback-coarse-conversion-value-value", coarse, ("coarse-conversion-value", .string("Low"))),
        .init("skan-postback-country-code-form", postback, ("country-code", .string("us"))),
        .init("skan-postback-fine-and-coarse", postback, ("coarse-conversion-value", .string("low"))),
        .init(
            "skan-postback-later-conversion-value", later, ("coarse-conversion-value", nil),
            ("conversion-value", .number("1"))),
        .init("skan-postback-later-source-app-id", later, ("source-app-id", .number("5"))),
        .init("skan-postback-later-source-domain", later, ("source-domain", .string("example.com"))),
        .init("skan-postback-later-country-code", later, ("country-code", .string("DE"))),
        .init("skan-postback-later-source-identifier", later, ("source-identifier", .string("239"))),
        .init("skan-postback-tier-coarse-source-identifier", coarse, ("source-identifier", .string("239"))),
        .init("skan-postback-tier-coarse-source", coarse, ("source-app-id", .number("5"))),
        .init("skan-postback-lost-window", lost, ("postback-sequence-index", .number("1"))),
        .init("skan-postback-lost-conversion-value", lost, ("conversion-value", .number("1"))),
        .init("skan-postback-lost-coarse-conversion-value", lost, ("coarse-conversion-value", .string("low"))),
        .init("skan-postback-lost-source-app-id", lost, ("source-app-id", .number("5"))),
        .init("skan-postback-lost-source-domain", lost, ("source-domain", .string("example.com"))),
        .init("skan-postback-lost-country-code", lost, ("country-code", .string("DE"))),
        .init("skan-postback-signature-base64", postback, ("attribution-signature", .string("MAYC-QECAQE="))),
        .init("skan-postback-signature-der", postback, ("attribution-signature", .string("MAUCAQECAQE="))),
        .init(
            "skan-postback-separator", postback, ("transaction-id", .string("a\u{2063}b")),
            ("country-code", .string("DE"))),
        .init("skan-postback-unknown-field", postback, ("ip", .string("192.0.2.1"))),
        .init("skan-postback-development", postback, ("source-app-id", .number("0"))),
    ]
}
