import AttributionBase
import AttributionModel

/// The values of one fixture. They depend only on the seed and on the fixture's position or name, so that a fixture stays the same however
/// many others there are, and has its own identifier.
struct FixtureValues: Sendable {
    fileprivate let fixtures: Fixtures
    fileprivate let chance: SeededRandom
    fileprivate let position: Int

    /// Returns the random generator for one value.
    func draw(_ purpose: StaticString) -> SeededRandom { chance.of(purpose, position) }

    var network: AdNetworkIdentifier { fixtures.network }
    var publisher: ItemIdentifier {
        ItemIdentifier(rawValue: 500_000_000 + draw("publisher").number(below: 1_000_000_000))
    }
    var advertised: ItemIdentifier {
        draw("advertised").element(of: fixtures.apps)
            ?? ItemIdentifier(rawValue: 1_000_000_000 + draw("advertised").number(below: 10_000_000_000))
    }
    var source: SourceIdentifier {
        draw("source").element(of: fixtures.sources)
            ?? SourceIdentifier(clamping: 1000 + Int(draw("source").number(below: 9000)))
    }

    /// Returns the index of a position's cell. Successive positions repeatedly go through all cells.
    fileprivate func cell(of count: Int) -> Int { (position % count + count) % count }

    // MARK: - AdAttributionKit

    /// A valid production impression.
    var impression: Impression {
        // The base is the time in Apple's example. The remainder may be negative, which is fine: times before the base are valid too.
        let moment = 1_679_790_422_446 + position % Fixtures.positionCount * 1000
        return Impression(
            identifier: AttributionUUID(unchecked: draw(ImpressionField.identifier.name).uuid.text),
            publisherItemIdentifier: publisher, adNetworkIdentifier: network, sourceIdentifier: source,
            timestamp: Timestamp(milliseconds: Int64(moment.magnitude)), advertisedItemIdentifier: advertised,
            isEligibleForReEngagement: draw("eligible").number(below: 2) == 1)
    }

    /// The payload of the impression. Unlike other impressions of this library, it has the re-engagement member even if that is false,
    /// because readers must treat both forms alike.
    var impressionPayload: JSONValue {
        let impression = impression
        guard !impression.isEligibleForReEngagement, case .object(let members) = impression.json else {
            return impression.json
        }
        return .object(members + [ImpressionField.eligibleForReEngagement.member(.bool(false))])
    }

    /// A request for the first postback of tier 3 with a fine value.
    var postbackRequest: PostbackRequest {
        var request = PostbackRequest(
            identifier: AttributionUUID(unchecked: draw(PostbackField.identifier.name).uuid.uppercaseText),
            adNetworkIdentifier: network, advertisedItemIdentifier: advertised, sourceIdentifier: source)
        request.publisherItemIdentifier = publisher
        request.marketplaceIdentifier = "com.apple.AppStore"
        request.fine = FineConversionValue(rawValue: draw("fine").number(in: FineConversionValue.range))
        return request
    }

    /// A request for the postback of a position's cell, with all values that its tier and window may disclose.
    var cellRequest: PostbackRequest {
        var request = postbackRequest
        request.fit(PostbackCell.all[cell(of: PostbackCell.all.count)])
        request.sourceDigits = draw("digits").number(in: SourceIdentifier.digitCounts)
        request.coarse = draw("coarse").element(of: CoarseConversionValue.allCases)
        request.country = draw("country").element(of: ["US", "DE", "JP", "BR", "IN"]).map(CountryCode.init(unchecked:))
        return request
    }

    // MARK: - SKAdNetwork

    /// Returns the SKAdNetwork counterpart of ``postbackRequest``.
    func skAdNetworkRequest(_ version: SKAdNetworkVersion) -> SKAdNetworkPostbackRequest {
        var request = SKAdNetworkPostbackRequest(postbackRequest, version: version)
        // Apple writes the identifiers of SKAdNetwork postbacks in lower case.
        request.identifier = AttributionUUID(unchecked: draw(SignedField.transactionID.name).uuid.text)
        return request
    }

    /// The ad or postback of a position's cell, signed by the fixtures' key.
    fileprivate var skAdNetwork: JSONValue {
        let cell = SKAdNetworkCell.all[cell(of: SKAdNetworkCell.all.count)]
        switch cell.kind {
        case .ad(let fidelity): return skAdNetworkAd(cell.version, .app(publisher), fidelity)
        case .webAd: return skAdNetworkAd(cell.version, .domain("example.com"), .storeKitRendered)
        case .postback(let tier, let window, let didWin):
            var request = skAdNetworkRequest(cell.version)
            request.tier = tier
            request.window = window
            request.didWin = didWin
            request.isRedownload = draw("redownload").number(below: 2) == 1
            request.fidelity = draw("fidelity").number(below: 2) == 1 ? .storeKitRendered : .viewThrough
            request.coarse = draw("coarse").element(of: CoarseConversionValue.allCases)
            return body(request)
        }
    }

    func body(_ request: SKAdNetworkPostbackRequest) -> JSONValue {
        CryptoFailure.ending { () throws(CryptoFailure) in try request.bodyWhateverItSays(signedBy: fixtures.key) }
    }

    /// Returns a signed ad.
    ///
    /// - Parameter place: The app or web page where the ad is shown, for versions that sign it.
    func skAdNetworkAd(_ version: SKAdNetworkVersion, _ place: Publisher, _ fidelity: FidelityType?) -> JSONValue {
        let campaign = CampaignIdentifier(rawValue: draw("campaign").number(in: CampaignIdentifier.range))
        // Generated values are always valid.
        guard let campaign, let nonce = SKAdNetworkNonce(draw("nonce").uuid.text),
            let ad = try? SKAdNetworkImpression(
                version: version, adNetworkIdentifier: network,
                campaign: version.hasSourceIdentifier ? .source(source) : .campaign(campaign),
                advertisedItemIdentifier: advertised, publisher: version.hasSourceApp ? place : nil, fidelity: fidelity,
                nonce: nonce,
                timestamp: Timestamp(milliseconds: 1_700_000_000_000 &+ Int64(position % 1_000_000_000) &* 1000))
        else { preconditionFailure("a drawn ad is an ad") }
        let signed = CryptoFailure.ending { () throws(CryptoFailure) in try ad.signedWhateverItSays(by: fixtures.key) }
        return signed.values.json(as: .json, signature: .string(signed.signature))
    }
}

extension Fixtures {
    private var chance: SeededRandom { SeededRandom(seed: seed).of("fixtures") }

    func values(at position: Int) -> FixtureValues {
        FixtureValues(fixtures: self, chance: chance, position: position)
    }

    /// Returns the values of the fixture with a given name. Names are unique.
    func values(of name: String) -> FixtureValues {
        FixtureValues(fixtures: self, chance: chance.of(named: name.utf8), position: 0)
    }

    package func skAdNetworkValue(at position: Int) -> JSONValue { values(at: position).skAdNetwork }
}

extension Fixtures {
    /// Describes the input at a position, which a receiver must accept.
    ///
    /// - Parameter kind: `impressions`, `postbacks` or `skan`.
    package func label(of kind: String, at position: Int) -> JSONValue {
        let values = values(at: position)
        func label(_ kind: FixtureKind, _ members: JSONValue.Member?...) -> JSONValue {
            let accepted = LabelMember.verdict.member(.string(FixtureLabel.accepted))
            return .object([LabelMember.kind.member(.string(kind.rawValue)), accepted] + members.compactMap(\.self))
        }
        func number(_ member: OutputMember, _ number: Int) -> JSONValue.Member { member.member(.number("\(number)")) }
        switch kind {
        case "postbacks":
            let cell = PostbackCell.all[values.cell(of: PostbackCell.all.count)]
            return label(
                .postback, number(LabelMember.tier, cell.tier.rawValue),
                number(LabelMember.window, cell.window.rawValue + 1),
                PostbackField.conversionType.member(.string(cell.conversionType.rawValue)),
                BodyField.interactionType.member(.string(cell.interaction.rawValue)),
                PostbackField.didWin.member(.bool(cell.didWin)))
        case "skan":
            let cell = SKAdNetworkCell.all[values.cell(of: SKAdNetworkCell.all.count)]
            let version = SignedField.version.member(.string(cell.version.rawValue))
            guard case .postback(let tier, let window, let didWin) = cell.kind else {
                return label(.skAdNetworkAd, version)
            }
            return label(
                .skAdNetworkPostback, version, cell.version.hasTiers ? number(LabelMember.tier, tier.rawValue) : nil,
                number(LabelMember.window, window.rawValue + 1), SignedField.didWin.member(.bool(didWin)))
        default: return label(.impression)
        }
    }
}
