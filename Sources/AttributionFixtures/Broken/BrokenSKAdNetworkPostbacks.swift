import AttributionRules
import SKAdNetwork

/// SKAdNetwork postbacks that break a rule about them.
extension BrokenInputs {
    /// In the order of the rules; the rule that the signature is valid comes last.
    var skAdNetworkPostbacks: [BrokenInput] {
        let written = Dictionary(grouping: writtenPostbacks, by: \.rule)
        let rules = RuleCatalogue.skAdNetwork.rules.filter { $0.subject == .skAdNetworkPostback }
        return rules.flatMap { rule in written[rule] ?? madePostback(rule).map { [$0] } ?? [] }
            + [signedByAnother(SignedPostbackRules.holds, SKAdNetworkDocuments(fixtures).postback)]
    }

    /// Returns a postback that breaks a rule of a shared kind, in the newest version that has the rule's field.
    private func madePostback(_ rule: Rule) -> BrokenInput? {
        let documents = SKAdNetworkDocuments(fixtures)
        let versions = SKAdNetworkVersion.allCases
        guard let kind = rule.kind, let field = SignedField.allCases.first(where: { $0.description == rule.field }),
            let newest = versions.last(where: { $0.discloses(field) || field.isSignature })
        else { return nil }
        let document = documents.postback(of: newest)
        switch kind {
        case .isThere: return skan(rule, document, (field, nil))
        case .isOfType: return skan(rule, document, (field, field.type == .integer ? .string("1") : .number("1")))
        case .isWithin, .isOneOf, .isUUID: return skan(rule, document, (field, rule.brokenValue?.value))
        case .hasPlace:
            return versions.last { !$0.hasPlaceInPostbacks(for: field) }.map { version in
                skan(rule, documents.postback(of: version), (field, document.object[field]))
            }
        }
    }

    private var writtenPostbacks: [BrokenInput] {
        let documents = SKAdNetworkDocuments(fixtures)
        return [
            skan(SignedPostbackRules.campaignIDMissing, documents.postbackOne, (.campaignID, nil)),
            skan(SignedPostbackRules.redownloadMissing, documents.postbackTwo, (.redownload, nil)),
            skan(SignedPostbackRules.fidelityTypeMissing, documents.postbackTwoTwo, (.fidelityType, nil)),
            skan(SignedPostbackRules.didWinMissing, documents.postbackThree, (.didWin, nil)),
            skan(SignedPostbackRules.versionJSONType, documents.postback, (.version, .number("4"))),
            skan(SignedPostbackRules.adNetworkIDJSONType, documents.postback, (.adNetworkID, .number("4"))),
            skan(SignedPostbackRules.campaignIDJSONType, documents.postbackThree, (.campaignID, .string("42"))),
            skan(
                SignedPostbackRules.sourceIdentifierJSONType, documents.postback, (.sourceIdentifier, .number("5239"))
            ),
            skan(SignedPostbackRules.appIDJSONType, documents.postback, (.appID, .string("525463029"))),
            skan(SignedPostbackRules.redownloadJSONType, documents.postback, (.redownload, .string("true"))),
            skan(SignedPostbackRules.sourceDomainJSONType, documents.webPostback, (.sourceDomain, .null)),
            skan(SignedPostbackRules.sequenceIndexJSONType, documents.postback, (.postbackSequenceIndex, .string("0"))),
            skan(
                SignedPostbackRules.coarseConversionValueJSONType, documents.coarse,
                (.coarseConversionValue, .number("1"))),
            skan(SignedPostbackRules.signatureJSONType, documents.postback, (.signature, .null)),
            skan(SignedPostbackRules.versionValue, documents.postback, (.version, .string("4"))),
            skan(
                SignedPostbackRules.sourceIdentifierVersion, documents.postbackThree,
                (.sourceIdentifier, .string("39"))
            ),
            skan(SignedPostbackRules.sourceAppIDVersion, documents.postbackOne, (.sourceAppID, .number("5"))),
            skan(
                SignedPostbackRules.sourceDomainVersion, documents.postbackThree, (.sourceAppID, nil),
                (.sourceDomain, .string("example.com"))),
            skan(SignedPostbackRules.fidelityTypeVersion, documents.postbackTwo, (.fidelityType, .number("1"))),
            skan(SignedPostbackRules.didWinVersion, documents.postbackTwoTwo, (.didWin, .bool(false))),
            skan(SignedPostbackRules.conversionValueVersion, documents.postbackOne, (.conversionValue, .number("1"))),
            skan(
                SignedPostbackRules.coarseConversionValueVersion, documents.postbackThree, (.conversionValue, nil),
                (.coarseConversionValue, .string("low"))),
            skan(SignedPostbackRules.bothSources, documents.postback, (.sourceDomain, .string("example.com"))),
            skan(
                SignedPostbackRules.adNetworkIDLowercase, documents.postback,
                (.adNetworkID, .string("EXAMPLE.skadnetwork"))),
            skan(SignedPostbackRules.campaignIDRange, documents.postbackThree, (.campaignID, .number("0"))),
            skan(SignedPostbackRules.sourceDigits, documents.postback, (.sourceIdentifier, .string("5"))),
            skan(SignedPostbackRules.sourceDigits, documents.postback, (.sourceIdentifier, .string("52390"))),
            skan(SignedPostbackRules.appIDRange, documents.postback, (.appID, .number("-1"))),
            skan(SignedPostbackRules.transactionIDUUID, documents.postback, (.transactionID, .string("T"))),
            skan(SignedPostbackRules.sourceAppIDRange, documents.postback, (.sourceAppID, .number("-5"))),
            skan(
                SignedPostbackRules.sourceDomainForm, documents.webPostback,
                (.sourceDomain, .string("www.example.com"))
            ),
            renamed(SignedPostbackRules.sourceDomainForm, documents.postback),
            skan(SignedPostbackRules.fidelityTypeRange, documents.postback, (.fidelityType, .number("3"))),
            skan(SignedPostbackRules.fidelityTypeWeb, documents.webPostback, (.fidelityType, .number("0"))),
            skan(SignedPostbackRules.sequenceIndexRange, documents.postback, (.postbackSequenceIndex, .number("3"))),
            skan(SignedPostbackRules.conversionValueRange, documents.postback, (.conversionValue, .number("64"))),
            skan(
                SignedPostbackRules.coarseConversionValueValue, documents.coarse,
                (.coarseConversionValue, .string("Low"))),
            skan(SignedPostbackRules.countryForm, documents.postback, (.countryCode, .string("us"))),
            skan(
                PostbackDisclosureRules.fineAndCoarse, documents.postback, (.coarseConversionValue, .string("low"))),
            skan(
                PostbackDisclosureRules.laterFine, documents.later, (.coarseConversionValue, nil),
                (.conversionValue, .number("1"))),
            skan(PostbackDisclosureRules.laterApp, documents.later, (.sourceAppID, .number("5"))),
            skan(PostbackDisclosureRules.laterDomain, documents.later, (.sourceDomain, .string("example.com"))),
            skan(PostbackDisclosureRules.laterCountry, documents.later, (.countryCode, .string("DE"))),
            skan(PostbackDisclosureRules.laterDigits, documents.later, (.sourceIdentifier, .string("239"))),
            skan(
                PostbackDisclosureRules.coarseDigits, documents.coarse, (.sourceIdentifier, .string("239"))),
            skan(PostbackDisclosureRules.coarseSource, documents.coarse, (.sourceAppID, .number("5"))),
            skan(PostbackDisclosureRules.lostWindow, documents.lost, (.postbackSequenceIndex, .number("1"))),
            skan(PostbackDisclosureRules.lostFine, documents.lost, (.conversionValue, .number("1"))),
            skan(
                PostbackDisclosureRules.lostCoarse, documents.lost,
                (.coarseConversionValue, .string("low"))),
            skan(PostbackDisclosureRules.lostApp, documents.lost, (.sourceAppID, .number("5"))),
            skan(PostbackDisclosureRules.lostDomain, documents.lost, (.sourceDomain, .string("example.com"))),
            skan(PostbackDisclosureRules.lostCountry, documents.lost, (.countryCode, .string("DE"))),
            skan(SignedPostbackRules.signatureBase64, documents.postback, (.signature, .string("MAYC-QECAQE="))),
            skan(SignedPostbackRules.signatureDer, documents.postback, (.signature, .string("MAUCAQECAQE="))),
            skan(
                SignedPostbackRules.separator, documents.postback, (.adNetworkID, .string("a\u{2063}b.skadnetwork"))),
            unknown(SignedPostbackRules.unknownField, documents.postback, "ip", .string("192.0.2.1")),
            skan(SignedPostbackRules.development, documents.postback, (.sourceAppID, .number("0"))),
        ]
    }
}
