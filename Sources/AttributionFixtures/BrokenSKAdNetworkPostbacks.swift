import StrictJSON

/// Postbacks of SKAdNetwork that break one of the rules about them.
extension BrokenInputs {
    var skAdNetworkPostbacks: [BrokenInput] {
        let documents = SKAdNetworkDocuments(fixtures)
        return [
            skan("skan-postback-ad-network-id-missing", documents.postback, ("ad-network-id", nil)),
            skan("skan-postback-campaign-id-missing", documents.postbackOne, ("campaign-id", nil)),
            skan("skan-postback-source-identifier-missing", documents.postback, ("source-identifier", nil)),
            skan("skan-postback-app-id-missing", documents.postback, ("app-id", nil)),
            skan("skan-postback-transaction-id-missing", documents.postback, ("transaction-id", nil)),
            skan("skan-postback-redownload-missing", documents.postbackTwo, ("redownload", nil)),
            skan("skan-postback-fidelity-type-missing", documents.postbackTwoTwo, ("fidelity-type", nil)),
            skan("skan-postback-did-win-missing", documents.postbackThree, ("did-win", nil)),
            skan("skan-postback-sequence-index-missing", documents.postback, ("postback-sequence-index", nil)),
            skan("skan-postback-signature-missing", documents.postback, ("attribution-signature", nil)),
            skan("skan-postback-version-json-type", documents.postback, ("version", .number("4"))),
            skan("skan-postback-ad-network-id-json-type", documents.postback, ("ad-network-id", .number("4"))),
            skan("skan-postback-campaign-id-json-type", documents.postbackThree, ("campaign-id", .string("42"))),
            skan(
                "skan-postback-source-identifier-json-type", documents.postback, ("source-identifier", .number("5239"))),
            skan("skan-postback-app-id-json-type", documents.postback, ("app-id", .string("525463029"))),
            skan("skan-postback-transaction-id-json-type", documents.postback, ("transaction-id", .number("1"))),
            skan("skan-postback-redownload-json-type", documents.postback, ("redownload", .string("true"))),
            skan("skan-postback-source-app-id-json-type", documents.postback, ("source-app-id", .string("1"))),
            skan("skan-postback-source-domain-json-type", documents.webPostback, ("source-domain", .null)),
            skan("skan-postback-fidelity-type-json-type", documents.postback, ("fidelity-type", .string("1"))),
            skan("skan-postback-did-win-json-type", documents.postback, ("did-win", .number("1"))),
            skan(
                "skan-postback-sequence-index-json-type", documents.postback, ("postback-sequence-index", .string("0"))),
            skan("skan-postback-conversion-value-json-type", documents.postback, ("conversion-value", .string("1"))),
            skan(
                "skan-postback-coarse-conversion-value-json-type", documents.coarse,
                ("coarse-conversion-value", .number("1"))),
            skan("skan-postback-country-code-json-type", documents.postback, ("country-code", .number("1"))),
            skan("skan-postback-signature-json-type", documents.postback, ("attribution-signature", .null)),
            skan("skan-postback-version-value", documents.postback, ("version", .string("4"))),
            skan("skan-postback-campaign-id-version", documents.postback, ("campaign-id", .number("42"))),
            skan(
                "skan-postback-source-identifier-version", documents.postbackThree, ("source-identifier", .string("39"))
            ),
            skan("skan-postback-redownload-version", documents.postbackOne, ("redownload", .bool(true))),
            skan("skan-postback-source-app-id-version", documents.postbackOne, ("source-app-id", .number("5"))),
            skan(
                "skan-postback-source-domain-version", documents.postbackThree, ("source-app-id", nil),
                ("source-domain", .string("example.com"))),
            skan("skan-postback-fidelity-type-version", documents.postbackTwo, ("fidelity-type", .number("1"))),
            skan("skan-postback-did-win-version", documents.postbackTwoTwo, ("did-win", .bool(false))),
            skan(
                "skan-postback-sequence-index-version", documents.postbackThree,
                ("postback-sequence-index", .number("0"))),
            skan("skan-postback-conversion-value-version", documents.postbackOne, ("conversion-value", .number("1"))),
            skan(
                "skan-postback-coarse-conversion-value-version", documents.postbackThree, ("conversion-value", nil),
                ("coarse-conversion-value", .string("low"))),
            skan("skan-postback-both-sources", documents.postback, ("source-domain", .string("example.com"))),
            skan(
                "skan-postback-ad-network-id-lowercase", documents.postback,
                ("ad-network-id", .string("EXAMPLE.skadnetwork"))),
            skan("skan-postback-campaign-id-range", documents.postbackThree, ("campaign-id", .number("0"))),
            skan("skan-postback-source-identifier-digits", documents.postback, ("source-identifier", .string("5"))),
            skan("skan-postback-source-identifier-digits", documents.postback, ("source-identifier", .string("52390"))),
            skan("skan-postback-app-id-range", documents.postback, ("app-id", .number("-1"))),
            skan("skan-postback-transaction-id-uuid", documents.postback, ("transaction-id", .string("T"))),
            skan("skan-postback-source-app-id-range", documents.postback, ("source-app-id", .number("-5"))),
            skan(
                "skan-postback-source-domain-form", documents.webPostback, ("source-domain", .string("www.example.com"))
            ),
            skan("skan-postback-fidelity-type-range", documents.postback, ("fidelity-type", .number("3"))),
            skan("skan-postback-fidelity-type-web", documents.webPostback, ("fidelity-type", .number("0"))),
            skan("skan-postback-sequence-index-range", documents.postback, ("postback-sequence-index", .number("3"))),
            skan("skan-postback-conversion-value-range", documents.postback, ("conversion-value", .number("64"))),
            skan(
                "skan-postback-coarse-conversion-value-value", documents.coarse,
                ("coarse-conversion-value", .string("Low"))),
            skan("skan-postback-country-code-form", documents.postback, ("country-code", .string("us"))),
            skan("skan-postback-fine-and-coarse", documents.postback, ("coarse-conversion-value", .string("low"))),
            skan(
                "skan-postback-later-conversion-value", documents.later, ("coarse-conversion-value", nil),
                ("conversion-value", .number("1"))),
            skan("skan-postback-later-source-app-id", documents.later, ("source-app-id", .number("5"))),
            skan("skan-postback-later-source-domain", documents.later, ("source-domain", .string("example.com"))),
            skan("skan-postback-later-country-code", documents.later, ("country-code", .string("DE"))),
            skan("skan-postback-later-source-identifier", documents.later, ("source-identifier", .string("239"))),
            skan(
                "skan-postback-tier-coarse-source-identifier", documents.coarse, ("source-identifier", .string("239"))),
            skan("skan-postback-tier-coarse-source", documents.coarse, ("source-app-id", .number("5"))),
            skan("skan-postback-lost-window", documents.lost, ("postback-sequence-index", .number("1"))),
            skan("skan-postback-lost-conversion-value", documents.lost, ("conversion-value", .number("1"))),
            skan(
                "skan-postback-lost-coarse-conversion-value", documents.lost,
                ("coarse-conversion-value", .string("low"))),
            skan("skan-postback-lost-source-app-id", documents.lost, ("source-app-id", .number("5"))),
            skan("skan-postback-lost-source-domain", documents.lost, ("source-domain", .string("example.com"))),
            skan("skan-postback-lost-country-code", documents.lost, ("country-code", .string("DE"))),
            skan(
                "skan-postback-signature-base64", documents.postback, ("attribution-signature", .string("MAYC-QECAQE="))
            ),
            skan("skan-postback-signature-der", documents.postback, ("attribution-signature", .string("MAUCAQECAQE="))),
            skan(
                "skan-postback-separator", documents.postback, ("ad-network-id", .string("a\u{2063}b.skadnetwork"))),
            skan("skan-postback-unknown-field", documents.postback, ("ip", .string("192.0.2.1"))),
            skan("skan-postback-development", documents.postback, ("source-app-id", .number("0"))),
            strangers("skan-postback-signature", documents.postback),
        ]
    }
}
