import AttributionBase
import AttributionModel

/// Signed SKAdNetwork ads and postbacks, each of which breaks a rule. Those for rules with a common kind of check are generated, the others
/// are written here.
extension BrokenInputs {
    var skAdNetwork: [BrokenInput] {
        let versions = SKAdNetworkVersion.allCases.reversed()
        return inputs(of: .skAdNetworkAd, versions.map { .ad($0) }, [.ad(isWeb: true)], writtenAds) {
            $0.hasPlaceInAds(for: $1)
        } + [signedByAnother(SignedAdRules.holds, .ad())]
            + inputs(
                of: .skAdNetworkPostback, versions.map { .postback($0) }, [.webPostback, .coarse], writtenPostbacks
            ) {
                $0.hasPlaceInPostbacks(for: $1)
            } + [signedByAnother(SignedPostbackRules.holds, .postback())]
    }

    /// Returns the inputs for the rules of a subject, in their order.
    ///
    /// - Parameters:
    ///   - versions: A document of each version, newest first.
    ///   - others: Documents with fields that the first ones lack.
    private func inputs(
        of subject: Subject, _ versions: [SKAdNetworkDocument], _ others: [SKAdNetworkDocument],
        _ written: [BrokenInput], hasPlace: (SKAdNetworkVersion, SignedField) -> Bool
    ) -> [BrokenInput] {
        let written = Dictionary(grouping: written, by: \.rule)
        let samples = (versions + others).map { (document: $0, object: $0.sample) }
        return RuleCatalogue.skAdNetwork.rules.filter { $0.subject == subject }.flatMap { rule -> [BrokenInput] in
            if let inputs = written[rule] { return inputs }
            guard let kind = rule.kind, let field = SignedField.allCases.first(where: { $0.description == rule.field })
            else { return [] }
            let (base, object) = samples.first { $0.object[field] != nil } ?? samples[0]
            switch kind {
            case .isPresent: return [skan(rule, base, (field, nil))]
            case .isOfType(let type):
                return [skan(rule, base, (field, type.kind == .integer ? .string("1") : .number("1")))]
            case .isWithin, .isOneOf, .isUUID: return [skan(rule, base, (field, rule.brokenValue?.value))]
            case .hasPlace:
                let older = versions.first { !hasPlace($0.version, field) }
                return older.map { [skan(rule, $0, (field, object[field]))] } ?? []
            }
        }
    }

    /// The major version after the newest, which does not exist.
    static let noVersion =
        (SKAdNetworkVersion.newest.rawValue.split(separator: ".").first.flatMap { Int($0) } ?? 0)
        .advanced(by: 1).description + ".0"

    // MARK: - Ads

    private var writtenAds: [BrokenInput] {
        typealias Rules = SignedAdRules
        return [
            skan(Rules.versionMissing, .ad(), (.version, nil)),
            skan(Rules.versionValue, .ad(), (.version, .string("4.00"))),
            skan(Rules.versionValue, .ad(), (.version, .string(BrokenInputs.noVersion))),
            skan(Rules.sourceDomainVersion, .ad(.one), (.sourceDomain, .string("example.com"))),
            skan(Rules.bothSources, .ad(), (.sourceDomain, .string("example.com"))),
            capital(Rules.adNetworkIDLowercase, .ad()),
            skan(Rules.suffix, .ad(), (.adNetworkID, .string("com.example"))),
            skan(Rules.adNetworkIDForm, .ad(), (.adNetworkID, .string("*.skadnetwork"))),
            skan(Rules.campaignIDRange, .ad(.three), (.campaignID, .number("101"))),
            skan(Rules.campaignIDRange, .ad(.three), (.campaignID, .number("0"))),
            skan(Rules.digits, .ad(), (.sourceIdentifier, .number("999"))),
            skan(Rules.itunesItemIDRange, .ad(), (.itunesItemID, .number("0"))),
            skan(Rules.itunesItemIDRange, .ad(), (.itunesItemID, .number("18446744073709551616"))),
            skan(Rules.nonceUUID, .ad(), (.nonce, .string("68483ef606784f08a0d12d5e9a0d6a7c"))),
            skan(Rules.nonceLowercase, .ad(), (.nonce, .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"))),
            skan(Rules.sourceAppIDRange, .ad(), (.sourceAppID, .number("-1"))),
            skan(Rules.sourceDomainForm, .ad(isWeb: true), (.sourceDomain, .string("https://example.com/"))),
            renamed(Rules.sourceDomainForm, .ad()),
            skan(Rules.fidelityTypeWeb, .ad(isWeb: true), (.fidelityType, .number("0"))),
            skan(Rules.timestampRange, .ad(), (.timestamp, .number("1700000000123000"))),
            skan(Rules.timestampSeconds, .ad(), (.timestamp, .number("1700000000"))),
            skan(Rules.timestampBefore2020, .ad(), (.timestamp, .number("1577836799999"))),
            skan(Rules.timestampFuture, .ad(), (.timestamp, .number("1900000000000"))),
            skan(Rules.signatureBase64, .ad(), (.signature, .string("MAYCAQECAQE"))),
            skan(Rules.signatureDer, .ad(), (.signature, .string("AAAA"))),
            skan(Rules.separator, .ad(), (.adNetworkID, .string("a\u{2063}b.skadnetwork"))),
            unknown(Rules.unknownField, .ad(), "ip", .string("192.0.2.1")),
            skan(Rules.development, .ad(), (.sourceAppID, .number("0"))),
        ]
    }

    // MARK: - Postbacks

    private var writtenPostbacks: [BrokenInput] {
        typealias Rules = SignedPostbackRules
        let (low, domain) = (JSONValue.string("low"), JSONValue.string("example.com"))
        return [
            skan(Rules.versionMissing, .postback(), (.version, nil)),
            skan(Rules.versionValue, .postback(), (.version, .string("4"))),
            skan(Rules.sourceDomainVersion, .postback(.three), (.sourceAppID, nil), (.sourceDomain, domain)),
            skan(
                Rules.coarseConversionValueVersion, .postback(.three), (.conversionValue, nil),
                (.coarseConversionValue, low)),
            skan(Rules.bothSources, .postback(), (.sourceDomain, domain)),
            capital(Rules.adNetworkIDLowercase, .postback()),
            skan(Rules.campaignIDRange, .postback(.three), (.campaignID, .number("0"))),
            skan(Rules.sourceDigits, .postback(), (.sourceIdentifier, .string("5"))),
            skan(Rules.sourceDigits, .postback(), (.sourceIdentifier, .string("52390"))),
            skan(Rules.appIDRange, .postback(), (.appID, .number("-1"))),
            skan(Rules.sourceAppIDRange, .postback(), (.sourceAppID, .number("-5"))),
            skan(Rules.sourceDomainForm, .webPostback, (.sourceDomain, .string("www.example.com"))),
            renamed(Rules.sourceDomainForm, .postback()),
            skan(Rules.fidelityTypeWeb, .webPostback, (.fidelityType, .number("0"))),
            skan(Rules.countryForm, .postback(), (.countryCode, .string("us"))),
            skan(Rules.signatureBase64, .postback(), (.signature, .string("MAYC-QECAQE="))),
            skan(Rules.signatureDer, .postback(), (.signature, .string("MAUCAQECAQE="))),
            skan(Rules.separator, .postback(), (.adNetworkID, .string("a\u{2063}b.skadnetwork"))),
            unknown(Rules.unknownField, .postback(), "ip", .string("192.0.2.1")),
            skan(Rules.development, .postback(), (.sourceAppID, .number("0"))),
        ] + disclosed(low: low, domain: domain)
    }

    /// Postbacks with values that their tier, window or outcome forbids.
    private func disclosed(low: JSONValue, domain: JSONValue) -> [BrokenInput] {
        typealias Rules = PostbackDisclosureRules
        let (app, country) = (JSONValue.number("5"), JSONValue.string("DE"))
        return [
            skan(Rules.fineAndCoarse, .postback(), (.coarseConversionValue, low)),
            skan(Rules.laterFine, .later, (.coarseConversionValue, nil), (.conversionValue, .number("1"))),
            skan(Rules.laterApp, .later, (.sourceAppID, app)),
            skan(Rules.laterDomain, .later, (.sourceDomain, domain)),
            skan(Rules.laterCountry, .later, (.countryCode, country)),
            skan(Rules.laterDigits, .later, (.sourceIdentifier, .string("239"))),
            skan(Rules.coarseDigits, .coarse, (.sourceIdentifier, .string("239"))),
            skan(Rules.coarseSource, .coarse, (.sourceAppID, app)),
            skan(Rules.coarseDomain, .coarse, (.sourceDomain, domain)),
            skan(Rules.lostWindow, .lost, (.postbackSequenceIndex, .number("1"))),
            skan(Rules.lostFine, .lost, (.conversionValue, .number("1"))),
            skan(Rules.lostCoarse, .lost, (.coarseConversionValue, low)),
            skan(Rules.lostApp, .lost, (.sourceAppID, app)),
            skan(Rules.lostDomain, .lost, (.sourceDomain, domain)),
            skan(Rules.lostCountry, .lost, (.countryCode, country)),
        ]
    }

    // MARK: - Making them

    /// Returns a document that is signed after its members were changed. Only a change to the signature itself is made after signing.
    private func skan(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ changes: (field: SignedField, value: JSONValue?)...
    ) -> BrokenInput {
        let words = changes.map { "\"\($0.field.name)\" is " + ($0.value?.text ?? "missing") }
        return changed(rule, document, words.joined(separator: ", ")) { sound in
            var broken = sound
            for (field, value) in changes where field != .signature { broken[field] = value }
            broken = document.sign(broken, by: fixtures)
            for (field, value) in changes where field == .signature { broken[field] = value }
            return broken
        }
    }

    /// Returns a document of the fixtures' network with a capital in its ID.
    private func capital(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        changed(rule, document, "the network has a capital") { sound in
            var broken = sound
            broken[SignedField.adNetworkID] = .string(fixtures.capitalNetwork)
            return document.sign(broken, by: fixtures)
        }
    }

    /// Returns a document with a member that Apple's articles do not mention.
    private func unknown(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ name: String, _ value: JSONValue
    ) -> BrokenInput {
        changed(rule, document, "\"\(name)\" is \(value.text)") {
            document.sign($0.setting(name, value), by: fixtures)
        }
    }

    /// Returns a document whose source app was renamed to a source domain after signing. The signature stays valid, because the signed text
    /// has no member names.
    private func renamed(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        changed(rule, document, "the source app is named as a source domain") { sound in
            var broken = sound
            broken[SignedField.sourceAppID] = nil
            broken[SignedField.sourceDomain] = sound[SignedField.sourceAppID].map { .string($0.signedText) }
            return broken
        }
    }

    /// Returns a document that is signed by another network's key.
    private func signedByAnother(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        changed(rule, document, "it is signed by the key of another network", at: .signature) {
            document.sign($0, by: otherSigner)
        }
    }

    private func changed(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ words: String, at stage: BrokenInput.Stage = .rules,
        _ change: (JSONValue) -> JSONValue
    ) -> BrokenInput {
        let name = "\(document.label): \(words)"
        return input(document.isAd ? .skAdNetworkAd : .skAdNetworkPostback, name, rule, at: stage) {
            let sound = document.signed(fixtures.values(of: name))
            return .init(broken: change(sound), sound: sound)
        }
    }
}
