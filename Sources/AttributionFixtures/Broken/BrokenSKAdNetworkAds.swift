import AttributionJSON
import AttributionRules
import SKAdNetwork

/// Signed SKAdNetwork ads that break a rule about them.
extension BrokenInputs {
    var skAdNetworkAds: [BrokenInput] {
        let documents = SKAdNetworkDocuments(fixtures)
        return [
            skan(SignedAdRules.adNetworkIDMissing, documents.ad, (.adNetworkID, nil)),
            skan(SignedAdRules.campaignIDMissing, documents.adThree, (.campaignID, nil)),
            skan(SignedAdRules.campaignIDMissing, documents.adOne, (.campaignID, nil)),
            skan(SignedAdRules.sourceIdentifierMissing, documents.ad, (.sourceIdentifier, nil)),
            skan(SignedAdRules.itunesItemIDMissing, documents.adOne, (.itunesItemID, nil)),
            skan(SignedAdRules.nonceMissing, documents.ad, (.nonce, nil)),
            skan(SignedAdRules.sourceAppIDMissing, documents.ad, (.sourceAppID, nil)),
            skan(SignedAdRules.fidelityTypeMissing, documents.ad, (.fidelityType, nil)),
            skan(SignedAdRules.fidelityTypeMissing, documents.webAd, (.fidelityType, nil)),
            skan(SignedAdRules.timestampMissing, documents.ad, (.timestamp, nil)),
            skan(SignedAdRules.signatureMissing, documents.ad, (.signature, nil)),
            skan(SignedAdRules.versionJSONType, documents.ad, (.version, .number("4.0"))),
            skan(SignedAdRules.adNetworkIDJSONType, documents.ad, (.adNetworkID, .number("1"))),
            skan(SignedAdRules.campaignIDJSONType, documents.adThree, (.campaignID, .string("42"))),
            skan(SignedAdRules.sourceIdentifierJSONType, documents.ad, (.sourceIdentifier, .string("5239"))),
            skan(SignedAdRules.itunesItemIDJSONType, documents.ad, (.itunesItemID, .string("525463029"))),
            skan(SignedAdRules.nonceJSONType, documents.ad, (.nonce, .null)),
            skan(SignedAdRules.sourceAppIDJSONType, documents.ad, (.sourceAppID, .number("5.0"))),
            skan(SignedAdRules.sourceDomainJSONType, documents.webAd, (.sourceDomain, .number("1"))),
            skan(SignedAdRules.fidelityTypeJSONType, documents.ad, (.fidelityType, .bool(true))),
            skan(SignedAdRules.timestampJSONType, documents.ad, (.timestamp, .string("1700000000123"))),
            skan(SignedAdRules.signatureJSONType, documents.ad, (.signature, .number("1"))),
            skan(SignedAdRules.versionValue, documents.ad, (.version, .string("4.00"))),
            skan(SignedAdRules.versionValue, documents.ad, (.version, .string(BrokenInputs.noVersion))),
            skan(SignedAdRules.campaignIDVersion, documents.ad, (.campaignID, .number("42"))),
            skan(SignedAdRules.sourceIdentifierVersion, documents.adThree, (.sourceIdentifier, .number("5239"))),
            skan(SignedAdRules.sourceAppIDVersion, documents.adOne, (.sourceAppID, .number("5"))),
            skan(SignedAdRules.sourceDomainVersion, documents.adOne, (.sourceDomain, .string("example.com"))),
            skan(SignedAdRules.fidelityTypeVersion, documents.adTwo, (.fidelityType, .number("1"))),
            skan(SignedAdRules.bothSources, documents.ad, (.sourceDomain, .string("example.com"))),
            skan(
                SignedAdRules.adNetworkIDLowercase, documents.ad, (.adNetworkID, .string("Example123.skadnetwork"))),
            skan(SignedAdRules.suffix, documents.ad, (.adNetworkID, .string("com.example"))),
            skan(SignedAdRules.campaignIDRange, documents.adThree, (.campaignID, .number("101"))),
            skan(SignedAdRules.campaignIDRange, documents.adThree, (.campaignID, .number("0"))),
            skan(SignedAdRules.sourceIdentifierRange, documents.ad, (.sourceIdentifier, .number("10000"))),
            skan(SignedAdRules.digits, documents.ad, (.sourceIdentifier, .number("999"))),
            skan(SignedAdRules.itunesItemIDRange, documents.ad, (.itunesItemID, .number("0"))),
            skan(SignedAdRules.itunesItemIDRange, documents.ad, (.itunesItemID, .number("18446744073709551616"))),
            skan(SignedAdRules.nonceUUID, documents.ad, (.nonce, .string("68483ef606784f08a0d12d5e9a0d6a7c"))),
            skan(
                SignedAdRules.nonceLowercase, documents.ad, (.nonce, .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"))),
            skan(SignedAdRules.sourceAppIDRange, documents.ad, (.sourceAppID, .number("-1"))),
            skan(SignedAdRules.sourceDomainForm, documents.webAd, (.sourceDomain, .string("https://example.com/"))),
            renamed(SignedAdRules.sourceDomainForm, documents.ad),
            skan(SignedAdRules.fidelityTypeRange, documents.ad, (.fidelityType, .number("2"))),
            skan(SignedAdRules.fidelityTypeWeb, documents.webAd, (.fidelityType, .number("0"))),
            skan(SignedAdRules.timestampRange, documents.ad, (.timestamp, .number("1700000000123000"))),
            skan(SignedAdRules.timestampSeconds, documents.ad, (.timestamp, .number("1700000000"))),
            skan(SignedAdRules.timestampFuture, documents.ad, (.timestamp, .number("1900000000000"))),
            skan(SignedAdRules.signatureBase64, documents.ad, (.signature, .string("MAYCAQECAQE"))),
            skan(SignedAdRules.signatureDer, documents.ad, (.signature, .string("AAAA"))),
            skan(SignedAdRules.separator, documents.ad, (.adNetworkID, .string("a\u{2063}b.skadnetwork"))),
            unknown(SignedAdRules.unknownField, documents.ad, "ip", .string("192.0.2.1")),
            skan(SignedAdRules.development, documents.ad, (.sourceAppID, .number("0"))),
            signedByAnother(SignedAdRules.holds, documents.ad),
        ]
    }
}
