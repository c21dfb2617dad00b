import Rules
import SKAdNetwork
import StrictJSON

/// Postbacks of SKAdNetwork that break one of the rules about them.
extension BrokenInputs {
    var skAdNetworkPostbacks: [BrokenInput] {
        let documents = SKAdNetworkDocuments(fixtures)
        return [
            skan(SignedPostbackRules.adNetworkIDMissing, documents.postback, ("ad-network-id", nil)),
            skan(SignedPostbackRules.campaignIDMissing, documents.postbackOne, ("campaign-id", nil)),
            skan(SignedPostbackRules.sourceIdentifierMissing, documents.postback, ("source-identifier", nil)),
            skan(SignedPostbackRules.appIDMissing, documents.postback, ("app-id", nil)),
            skan(SignedPostbackRules.transactionIDMissing, documents.postback, ("transaction-id", nil)),
            skan(SignedPostbackRules.redownloadMissing, documents.postbackTwo, ("redownload", nil)),
            skan(SignedPostbackRules.fidelityTypeMissing, documents.postbackTwoTwo, ("fidelity-type", nil)),
            skan(SignedPostbackRules.didWinMissing, documents.postbackThree, ("did-win", nil)),
            skan(SignedPostbackRules.sequenceIndexMissing, documents.postback, ("postback-sequence-index", nil)),
            skan(SignedPostbackRules.signatureMissing, documents.postback, ("attribution-signature", nil)),
            skan(SignedPostbackRules.versionJSONType, documents.postback, ("version", .number("4"))),
            skan(SignedPostbackRules.adNetworkIDJSONType, documents.postback, ("ad-network-id", .number("4"))),
            skan(SignedPostbackRules.campaignIDJSONType, documents.postbackThree, ("campaign-id", .string("42"))),
            skan(
                SignedPostbackRules.sourceIdentifierJSONType, documents.postback, ("source-identifier", .number("5239"))
            ),
            skan(SignedPostbackRules.appIDJSONType, documents.postback, ("app-id", .string("525463029"))),
            skan(SignedPostbackRules.transactionIDJSONType, documents.postback, ("transaction-id", .number("1"))),
            skan(SignedPostbackRules.redownloadJSONType, documents.postback, ("redownload", .string("true"))),
            skan(SignedPostbackRules.sourceAppIDJSONType, documents.postback, ("source-app-id", .string("1"))),
            skan(SignedPostbackRules.sourceDomainJSONType, documents.webPostback, ("source-domain", .null)),
            skan(SignedPostbackRules.fidelityTypeJSONType, documents.postback, ("fidelity-type", .string("1"))),
            skan(SignedPostbackRules.didWinJSONType, documents.postback, ("did-win", .number("1"))),
            skan(
                SignedPostbackRules.sequenceIndexJSONType, documents.postback, ("postback-sequence-index", .string("0"))
            ),
            skan(SignedPostbackRules.conversionValueJSONType, documents.postback, ("conversion-value", .string("1"))),
            skan(
                SignedPostbackRules.coarseConversionValueJSONType, documents.coarse,
                ("coarse-conversion-value", .number("1"))),
            skan(SignedPostbackRules.countryCodeJSONType, documents.postback, ("country-code", .number("1"))),
            skan(SignedPostbackRules.signatureJSONType, documents.postback, ("attribution-signature", .null)),
            skan(SignedPostbackRules.versionValue, documents.postback, ("version", .string("4"))),
            skan(SignedPostbackRules.campaignIDVersion, documents.postback, ("campaign-id", .number("42"))),
            skan(
                SignedPostbackRules.sourceIdentifierVersion, documents.postbackThree,
                ("source-identifier", .string("39"))
            ),
            skan(SignedPostbackRules.redownloadVersion, documents.postbackOne, ("redownload", .bool(true))),
            skan(SignedPostbackRules.sourceAppIDVersion, documents.postbackOne, ("source-app-id", .number("5"))),
            skan(
                SignedPostbackRules.sourceDomainVersion, documents.postbackThree, ("source-app-id", nil),
                ("source-domain", .string("example.com"))),
            skan(SignedPostbackRules.fidelityTypeVersion, documents.postbackTwo, ("fidelity-type", .number("1"))),
            skan(SignedPostbackRules.didWinVersion, documents.postbackTwoTwo, ("did-win", .bool(false))),
            skan(
                SignedPostbackRules.sequenceIndexVersion, documents.postbackThree,
                ("postback-sequence-index", .number("0"))),
            skan(SignedPostbackRules.conversionValueVersion, documents.postbackOne, ("conversion-value", .number("1"))),
            skan(
                SignedPostbackRules.coarseConversionValueVersion, documents.postbackThree, ("conversion-value", nil),
                ("coarse-conversion-value", .string("low"))),
            skan(SignedPostbackRules.bothSources, documents.postback, ("source-domain", .string("example.com"))),
            skan(
                SignedPostbackRules.adNetworkIDLowercase, documents.postback,
                ("ad-network-id", .string("EXAMPLE.skadnetwork"))),
            skan(SignedPostbackRules.campaignIDRange, documents.postbackThree, ("campaign-id", .number("0"))),
            skan(SignedPostbackRules.sourceDigits, documents.postback, ("source-identifier", .string("5"))),
            skan(SignedPostbackRules.sourceDigits, documents.postback, ("source-identifier", .string("52390"))),
            skan(SignedPostbackRules.appIDRange, documents.postback, ("app-id", .number("-1"))),
            skan(SignedPostbackRules.transactionIDUUID, documents.postback, ("transaction-id", .string("T"))),
            skan(SignedPostbackRules.sourceAppIDRange, documents.postback, ("source-app-id", .number("-5"))),
            skan(
                SignedPostbackRules.sourceDomainForm, documents.webPostback,
                ("source-domain", .string("www.example.com"))
            ),
            skan(SignedPostbackRules.fidelityTypeRange, documents.postback, ("fidelity-type", .number("3"))),
            skan(SignedPostbackRules.fidelityTypeWeb, documents.webPostback, ("fidelity-type", .number("0"))),
            skan(SignedPostbackRules.sequenceIndexRange, documents.postback, ("postback-sequence-index", .number("3"))),
            skan(SignedPostbackRules.conversionValueRange, documents.postback, ("conversion-value", .number("64"))),
            skan(
                SignedPostbackRules.coarseConversionValueValue, documents.coarse,
                ("coarse-conversion-value", .string("Low"))),
            skan(SignedPostbackRules.countryForm, documents.postback, ("country-code", .string("us"))),
            skan(
                PostbackDisclosureRules.fineAndCoarse, documents.postback, ("coarse-conversion-value", .string("low"))),
            skan(
                PostbackDisclosureRules.laterFine, documents.later, ("coarse-conversion-value", nil),
                ("conversion-value", .number("1"))),
            skan(PostbackDisclosureRules.laterApp, documents.later, ("source-app-id", .number("5"))),
            skan(PostbackDisclosureRules.laterDomain, documents.later, ("source-domain", .string("example.com"))),
            skan(PostbackDisclosureRules.laterCountry, documents.later, ("country-code", .string("DE"))),
            skan(PostbackDisclosureRules.laterDigits, documents.later, ("source-identifier", .string("239"))),
            skan(
                PostbackDisclosureRules.coarseDigits, documents.coarse, ("source-identifier", .string("239"))),
            skan(PostbackDisclosureRules.coarseSource, documents.coarse, ("source-app-id", .number("5"))),
            skan(PostbackDisclosureRules.lostWindow, documents.lost, ("postback-sequence-index", .number("1"))),
            skan(PostbackDisclosureRules.lostFine, documents.lost, ("conversion-value", .number("1"))),
            skan(
                PostbackDisclosureRules.lostCoarse, documents.lost,
                ("coarse-conversion-value", .string("low"))),
            skan(PostbackDisclosureRules.lostApp, documents.lost, ("source-app-id", .number("5"))),
            skan(PostbackDisclosureRules.lostDomain, documents.lost, ("source-domain", .string("example.com"))),
            skan(PostbackDisclosureRules.lostCountry, documents.lost, ("country-code", .string("DE"))),
            skan(
                SignedPostbackRules.signatureBase64, documents.postback,
                ("attribution-signature", .string("MAYC-QECAQE="))
            ),
            skan(
                SignedPostbackRules.signatureDer, documents.postback, ("attribution-signature", .string("MAUCAQECAQE="))
            ),
            skan(
                SignedPostbackRules.separator, documents.postback, ("ad-network-id", .string("a\u{2063}b.skadnetwork"))),
            skan(SignedPostbackRules.unknownField, documents.postback, ("ip", .string("192.0.2.1"))),
            skan(SignedPostbackRules.development, documents.postback, ("source-app-id", .number("0"))),
            strangers(SignedPostbackRules.holds, documents.postback),
        ]
    }
}
