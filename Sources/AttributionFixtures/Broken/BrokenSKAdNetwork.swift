import AttributionJSON
import AttributionRules
import SKAdNetwork

/// Signed SKAdNetwork ads and postbacks that break a rule about them: those written here, and one for each other rule of
/// a shared kind.
extension BrokenInputs {
    var skAdNetwork: [BrokenInput] {
        let all = SKAdNetworkDocuments(fixtures)
        let ads = [all.ad, all.adThree, all.adTwo, all.adOne]
        let postbacks = SKAdNetworkVersion.allCases.reversed().map(all.postback(of:))
        return inputs(of: .skAdNetworkAd, ads, [all.webAd], writtenAds(all)) { $0.hasPlaceInAds(for: $1) }
            + [signedByAnother(SignedAdRules.holds, all.ad)]
            + inputs(
                of: .skAdNetworkPostback, postbacks, [all.webPostback, all.coarse], writtenPostbacks(all)
            ) { $0.hasPlaceInPostbacks(for: $1) }
            + [signedByAnother(SignedPostbackRules.holds, all.postback)]
    }

    /// Returns the inputs for the rules of a subject, in their order.
    ///
    /// - Parameters:
    ///   - versions: A document of each version, newest first.
    ///   - others: Documents with fields that these lack.
    private func inputs(
        of subject: Subject, _ versions: [SKAdNetworkDocument], _ others: [SKAdNetworkDocument],
        _ written: [BrokenInput], hasPlace: (SKAdNetworkVersion, SignedField) -> Bool
    ) -> [BrokenInput] {
        let written = Dictionary(grouping: written, by: \.rule)
        return RuleCatalogue.skAdNetwork.rules.filter { $0.subject == subject }.flatMap { rule -> [BrokenInput] in
            if let inputs = written[rule] { return inputs }
            guard let kind = rule.kind, let field = SignedField.allCases.first(where: { $0.description == rule.field })
            else { return [] }
            let base = (versions + others).first { $0.object[field] != nil } ?? versions[0]
            switch kind {
            case .isThere: return [skan(rule, base, (field, nil))]
            case .isOfType(let type):
                return [skan(rule, base, (field, type.kind == .integer ? .string("1") : .number("1")))]
            case .isWithin, .isOneOf, .isUUID: return [skan(rule, base, (field, rule.brokenValue?.value))]
            case .hasPlace:
                let older = versions.first { !hasPlace($0.version, field) }
                return older.map { [skan(rule, $0, (field, base.object[field]))] } ?? []
            }
        }
    }

    /// The number of the next, nonexistent version.
    static let noVersion =
        (SKAdNetworkVersion.newest.rawValue.split(separator: ".").first.flatMap { Int($0) } ?? 0)
        .advanced(by: 1).description + ".0"

    // MARK: - Ads

    private func writtenAds(_ all: SKAdNetworkDocuments) -> [BrokenInput] {
        typealias Rules = SignedAdRules
        return [
            skan(Rules.versionValue, all.ad, (.version, .string("4.00"))),
            skan(Rules.versionValue, all.ad, (.version, .string(BrokenInputs.noVersion))),
            skan(Rules.sourceDomainVersion, all.adOne, (.sourceDomain, .string("example.com"))),
            skan(Rules.bothSources, all.ad, (.sourceDomain, .string("example.com"))),
            skan(Rules.adNetworkIDLowercase, all.ad, (.adNetworkID, .string("Example123.skadnetwork"))),
            skan(Rules.suffix, all.ad, (.adNetworkID, .string("com.example"))),
            skan(Rules.campaignIDRange, all.adThree, (.campaignID, .number("101"))),
            skan(Rules.campaignIDRange, all.adThree, (.campaignID, .number("0"))),
            skan(Rules.digits, all.ad, (.sourceIdentifier, .number("999"))),
            skan(Rules.itunesItemIDRange, all.ad, (.itunesItemID, .number("0"))),
            skan(Rules.itunesItemIDRange, all.ad, (.itunesItemID, .number("18446744073709551616"))),
            skan(Rules.nonceUUID, all.ad, (.nonce, .string("68483ef606784f08a0d12d5e9a0d6a7c"))),
            skan(Rules.nonceLowercase, all.ad, (.nonce, .string("68483EF6-0678-4F08-A0D1-2D5E9A0D6A7C"))),
            skan(Rules.sourceAppIDRange, all.ad, (.sourceAppID, .number("-1"))),
            skan(Rules.sourceDomainForm, all.webAd, (.sourceDomain, .string("https://example.com/"))),
            renamed(Rules.sourceDomainForm, all.ad),
            skan(Rules.fidelityTypeWeb, all.webAd, (.fidelityType, .number("0"))),
            skan(Rules.timestampRange, all.ad, (.timestamp, .number("1700000000123000"))),
            skan(Rules.timestampSeconds, all.ad, (.timestamp, .number("1700000000"))),
            skan(Rules.timestampFuture, all.ad, (.timestamp, .number("1900000000000"))),
            skan(Rules.signatureBase64, all.ad, (.signature, .string("MAYCAQECAQE"))),
            skan(Rules.signatureDer, all.ad, (.signature, .string("AAAA"))),
            skan(Rules.separator, all.ad, (.adNetworkID, .string("a\u{2063}b.skadnetwork"))),
            unknown(Rules.unknownField, all.ad, "ip", .string("192.0.2.1")),
            skan(Rules.development, all.ad, (.sourceAppID, .number("0"))),
        ]
    }

    // MARK: - Postbacks

    private func writtenPostbacks(_ all: SKAdNetworkDocuments) -> [BrokenInput] {
        typealias Rules = SignedPostbackRules
        let (low, domain) = (JSONValue.string("low"), JSONValue.string("example.com"))
        return [
            skan(Rules.versionValue, all.postback, (.version, .string("4"))),
            skan(Rules.sourceDomainVersion, all.postbackThree, (.sourceAppID, nil), (.sourceDomain, domain)),
            skan(
                Rules.coarseConversionValueVersion, all.postbackThree, (.conversionValue, nil),
                (.coarseConversionValue, low)),
            skan(Rules.bothSources, all.postback, (.sourceDomain, domain)),
            skan(Rules.adNetworkIDLowercase, all.postback, (.adNetworkID, .string("EXAMPLE.skadnetwork"))),
            skan(Rules.campaignIDRange, all.postbackThree, (.campaignID, .number("0"))),
            skan(Rules.sourceDigits, all.postback, (.sourceIdentifier, .string("5"))),
            skan(Rules.sourceDigits, all.postback, (.sourceIdentifier, .string("52390"))),
            skan(Rules.appIDRange, all.postback, (.appID, .number("-1"))),
            skan(Rules.sourceAppIDRange, all.postback, (.sourceAppID, .number("-5"))),
            skan(Rules.sourceDomainForm, all.webPostback, (.sourceDomain, .string("www.example.com"))),
            renamed(Rules.sourceDomainForm, all.postback),
            skan(Rules.fidelityTypeWeb, all.webPostback, (.fidelityType, .number("0"))),
            skan(Rules.countryForm, all.postback, (.countryCode, .string("us"))),
            skan(Rules.signatureBase64, all.postback, (.signature, .string("MAYC-QECAQE="))),
            skan(Rules.signatureDer, all.postback, (.signature, .string("MAUCAQECAQE="))),
            skan(Rules.separator, all.postback, (.adNetworkID, .string("a\u{2063}b.skadnetwork"))),
            unknown(Rules.unknownField, all.postback, "ip", .string("192.0.2.1")),
            skan(Rules.development, all.postback, (.sourceAppID, .number("0"))),
        ] + disclosed(all, low: low, domain: domain)
    }

    /// Postbacks with values that their tier, window or outcome forbids.
    private func disclosed(_ all: SKAdNetworkDocuments, low: JSONValue, domain: JSONValue) -> [BrokenInput] {
        typealias Rules = PostbackDisclosureRules
        let (app, country) = (JSONValue.number("5"), JSONValue.string("DE"))
        return [
            skan(Rules.fineAndCoarse, all.postback, (.coarseConversionValue, low)),
            skan(Rules.laterFine, all.later, (.coarseConversionValue, nil), (.conversionValue, .number("1"))),
            skan(Rules.laterApp, all.later, (.sourceAppID, app)),
            skan(Rules.laterDomain, all.later, (.sourceDomain, domain)),
            skan(Rules.laterCountry, all.later, (.countryCode, country)),
            skan(Rules.laterDigits, all.later, (.sourceIdentifier, .string("239"))),
            skan(Rules.coarseDigits, all.coarse, (.sourceIdentifier, .string("239"))),
            skan(Rules.coarseSource, all.coarse, (.sourceAppID, app)),
            skan(Rules.lostWindow, all.lost, (.postbackSequenceIndex, .number("1"))),
            skan(Rules.lostFine, all.lost, (.conversionValue, .number("1"))),
            skan(Rules.lostCoarse, all.lost, (.coarseConversionValue, low)),
            skan(Rules.lostApp, all.lost, (.sourceAppID, app)),
            skan(Rules.lostDomain, all.lost, (.sourceDomain, domain)),
            skan(Rules.lostCountry, all.lost, (.countryCode, country)),
        ]
    }

    // MARK: - Making them

    /// Returns a document that is signed after its members were changed; only a change to the signature is made
    /// afterwards.
    private func skan(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ changes: (field: SignedField, value: JSONValue?)...
    ) -> BrokenInput {
        let words = changes.map { "\"\($0.field.name)\" is " + ($0.value?.text ?? "missing") }
        return changed(rule, document, words.joined(separator: ", "), except: changes.map(\.field)) { sound in
            var broken = sound
            for (field, value) in changes where field != .signature { broken = broken.with(field, value) }
            broken.object = broken.signed(by: fixtures)
            for (field, value) in changes where field == .signature { broken = broken.with(field, value) }
            return broken.object
        }
    }

    /// Returns a document with a member that occurs in no article.
    private func unknown(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ name: String, _ value: JSONValue
    ) -> BrokenInput {
        changed(rule, document, "\"\(name)\" is \(value.text)") { sound in
            var broken = sound
            broken.object[name: name] = value
            return broken.signed(by: fixtures)
        }
    }

    /// Returns a document whose source app was changed to a source domain after signing; the signed text is the same.
    private func renamed(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        changed(rule, document, "the source app is named as a source domain") { sound in
            var broken = sound.signed(by: fixtures)
            let app = broken[SignedField.sourceAppID]
            broken[SignedField.sourceAppID] = nil
            broken[SignedField.sourceDomain] = app.map { .string($0.signedText) }
            return broken
        }
    }

    /// Returns a document that is signed by another network's key.
    private func signedByAnother(_ rule: Rule, _ document: SKAdNetworkDocument) -> BrokenInput {
        changed(rule, document, "it is signed by the key of another network", at: .signature) {
            $0.signed(by: otherSigner)
        }
    }

    private func changed(
        _ rule: Rule, _ document: SKAdNetworkDocument, _ words: String, at stage: BrokenInput.Stage = .rules,
        except fields: [SignedField] = [], _ change: (SKAdNetworkDocument) -> JSONValue
    ) -> BrokenInput {
        let name = "\(document.label): \(words)"
        let sound = document.with(fixtures.values(of: name), except: fields)
        return BrokenInput(document.kind, name, rule, at: stage, change(sound), sound: sound.signed(by: fixtures))
    }
}
