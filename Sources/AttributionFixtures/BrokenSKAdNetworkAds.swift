import Rules
import SKAdNetwork
import StrictJSON

/// Signed ads of SKAdNetwork that break one of the rules about them.
extension BrokenInputs {
    var skAdNetworkAds: [BrokenInput] {
        let documents = SKAdNetworkDocuments(fixtures)
        return [
            skan(SignedAdRules.adNetworkIDMissing, documents.ad, ("ad-network-id", nil)),
            skan(SignedAdRules.campaignIDMissing, documents.adThree, ("campaign-id", nil)),
            skan(SignedAdRules.campaignIDMissing, documents.adOne, ("campaign-id", nil)),
            skan(SignedAdRules.sourceIdentifierMissing, documents.ad, ("source-identifier", nil)),
            skan(SignedAdRules.itunesItemIDMissing, documents.adOne, ("itunes-item-id", nil)),
            skan(SignedAdRules.nonceMissing, documents.ad, ("nonce", nil)),
            skan(SignedAdRules.sourceAppIDMissing, documents.ad, ("source-app-id", nil)),
            skan(SignedAdRules.fidelityTypeMissing, documents.ad, ("fidelity-type", nil)),
            skan(SignedAdRules.fidelityTypeMissing, documents.webAd, ("fidelity-type", nil)),
            skan(SignedAdRules.timestampMissing, documents.ad, ("timestamp", nil)),
            skan(SignedAdRules.signatureMissing, documents.ad, ("attribution-signature", nil)),
            skan(SignedAdRules.versionJSONType, documents.ad, ("version", .number("4.0"))),
            skan(SignedAdRules.adNetworkIDJSONType, documents.ad, ("ad-network-id", .number("1"))),
            skan(SignedAdRules.campaignIDJSONType, documents.adThree, ("campaign-id", .string("42"))),
            skan(SignedAdRules.sourceIdentifierJSONType, documents.ad, ("source-identifier", .string("5239"))),
            skan(SignedAdRules.itunesItemIDJSONType, documents.ad, ("itunes-item-id", .string("525463029"))),
            skan(SignedAdRules.nonceJSONType, documents.ad, ("nonce", .null)),
            skan(SignedAdRules.sourceAppIDJSONType, documents.ad, ("source-app-id", .number("5.0"))),
            skan(SignedAdRules.sourceDomainJSONType, documents.webAd, ("source-domain", .number("1"))),
            skan(SignedAdRules.fidelityTypeJSONType, documents.ad, ("fidelity-type", .bool(true))),
            skan(SignedAdRules.timestampJSONType, documents.ad, ("timestamp", .string("1700000000123"))),
            skan(SignedAdRules.signatureJSONType, documents.ad, ("attribution-signature", .number("1"))),
            skan(SignedAdRules.versionValue, documents.ad, ("version", .string("4.00"))),
            skan(SignedAdRules.versionValue, documents.ad, ("version", .string("5.0"))),
            skan(SignedAdRules.campaignIDVersion, documents.ad, ("campaign-id", .number("42"))),
            skan(SignedAdRules.sourceIdentifierVersion, documents.adThree, ("source-identifier", .number("5239"))),
            skan(SignedAdRules.sourceAppIDVersion, documents.adOne, ("source-app-id", .number("5"))),
            skan(SignedAdRules.sourceDomainVersion, documents.adOne, ("source-domain", .string("example.com"))),
            skan(SignedAdRules.fidelityTypeVersion, documents.adTwo, ("fidelity-type", .number("1"))),
            skan(SignedAdRules.bothSources, documents.ad, ("source-domain", .string("example.com"))),
            skan(
                SignedAdRules.adNetworkIDLowercase, documents.ad, ("ad-network-id", .string("Example123.skadnetwork"))),
            skan(SignedAdRules.suffix, documents.ad, ("ad-network-id", .string("com.example"))),
            skan(SignedAdRules.campaignIDRange, documents.adThree, ("campaign-id", .number("101"))),
            skan(SignedAdRules.campaignIDRange, documents.adThree, ("campaign-id", .number("0"))),
            skan(SignedAdRules.sourceIdentifierRange, documents.ad, ("source-identifier", .number("10000"))),
            skan(SignedAdRules.digits, documents.ad, ("source-identifier", .number("999"))),
            skan(SignedAdRules.itunesItemIDRange, documents.ad, ("itunes-item-id", .number("0"))),
            skan(SignedAdRules.itunesItemIDRange, documents.ad, ("itunes-item-id", .number("18446744073709551616"))),
            skan(SignedAdRules.nonceUUID, documents.ad, ("nonce", .string("68483ef606784f08a0d12d5e9a0d6a7c"))),
            skan(
                SignedAdRules.nonceLowercase, documents.ad, ("nonce", .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"))),
            skan(SignedAdRules.sourceAppIDRange, documents.ad, ("source-app-id", .number("-1"))),
            skan(SignedAdRules.sourceDomainForm, documents.webAd, ("source-domain", .string("https://example.com/"))),
            skan(SignedAdRules.fidelityTypeRange, documents.ad, ("fidelity-type", .number("2"))),
            skan(SignedAdRules.fidelityTypeWeb, documents.webAd, ("fidelity-type", .number("0"))),
            skan(SignedAdRules.timestampRange, documents.ad, ("timestamp", .number("1700000000123000"))),
            skan(SignedAdRules.timestampSeconds, documents.ad, ("timestamp", .number("1700000000"))),
            skan(SignedAdRules.timestampFuture, documents.ad, ("timestamp", .number("1900000000000"))),
            skan(SignedAdRules.signatureBase64, documents.ad, ("attribution-signature", .string("MAYCAQECAQE"))),
            skan(SignedAdRules.signatureDer, documents.ad, ("attribution-signature", .string("AAAA"))),
            skan(SignedAdRules.separator, documents.ad, ("ad-network-id", .string("a\u{2063}b.skadnetwork"))),
            skan(SignedAdRules.unknownField, documents.ad, ("ip", .string("192.0.2.1"))),
            skan(SignedAdRules.development, documents.ad, ("source-app-id", .number("0"))),
            strangers(SignedAdRules.holds, documents.ad),
        ]
    }
}
