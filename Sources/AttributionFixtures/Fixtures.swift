import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJOSE
import AttributionJSON
import AttributionRules

/// Test inputs that follow byte for byte from a seed, a key and an ad network: signed impressions, postback bodies as a
/// device sends them, and broken inputs for every rule and known attack.
///
/// ```swift
/// let fixtures = Fixtures(seed: 7)
/// var keys = TrustedKeys(.all)
/// try keys.add(fixtures.key.publicKey, keyID: fixtures.keyID)
/// for position in 0..<100 {
///     let body = try UnverifiedPostback(parsing: Array(fixtures.postback(at: position).utf8))
///     _ = try body.verified(by: keys)
/// }
/// ```
///
/// What is at a position depends on nothing else, so that positions may be asked for in any order and on any thread.
/// Signatures are deterministic (RFC 6979).
public struct Fixtures: Sendable {
    /// How many positions there are: impressions are a second apart, and with more they would leave the year 9999.
    public static let positionCount = 100_000_000_000

    /// What identifiers and values are drawn from.
    public let seed: UInt64
    /// What everything is signed with, but for signatures by a wrong key.
    public let key: P256PrivateKey
    /// The ad network of all impressions and postbacks.
    public let network: AdNetworkIdentifier
    private let chance: Chance

    /// The `kid` of all tokens: the ad network's ID.
    public var keyID: String { network.description }

    /// - Parameters:
    ///   - seed: what identifiers and values are drawn from.
    ///   - key: by default the published example pair, whose signatures prove nothing.
    ///   - network: by default the one that the example pair signs for.
    public init(
        seed: UInt64 = 0, key: P256PrivateKey = ExampleKey.privateKey,
        network: AdNetworkIdentifier = ExampleKey.adNetworkIdentifier
    ) {
        self.seed = seed
        self.key = key
        self.network = network
        chance = Chance(seed: seed).of("fixtures")
    }

    /// A valid signed production impression, as a compact JWS.
    ///
    /// - Parameter position: any number; those from 0 up to ``positionCount`` give impressions of their own.
    public func impression(at position: Int) -> String {
        token(payload: impressionPayload(at: position))
    }

    /// A valid postback body, as the JSON text that a device sends. Every position takes the next of
    /// ``PostbackCell/all``, so that as many positions as there are cells go through all of them.
    ///
    /// - Parameter position: any number; those from 0 up to ``positionCount`` give postbacks of their own.
    public func postback(at position: Int) -> String {
        var output = ByteBuffer()
        FixtureWriter(self).append(postbackAt: position, to: &output)
        return unsafe output.bytes.text
    }
}

// MARK: - What tokens say

extension Fixtures {
    private func draw(_ purpose: StaticString, _ position: Int) -> Chance { chance.of(purpose, position) }

    private func publisher(_ position: Int) -> UInt64 {
        500_000_000 + draw("publisher", position).number(below: 1_000_000_000)
    }

    private func advertised(_ position: Int) -> UInt64 {
        1_000_000_000 + draw("advertised", position).number(below: 10_000_000_000)
    }

    private func source(_ position: Int) -> UInt64 { 1000 + draw("source", position).number(below: 9000) }

    /// A valid production impression.
    func impressionValue(at position: Int) -> Impression {
        // From the moment of Apple's example on. The remainder keeps the sign, and a moment before that is one too.
        let moment = 1_679_790_422_446 + position % Self.positionCount * 1000
        return Impression(
            identifier: draw(ImpressionField.identifier.name, position).uuid.text,
            publisherItemIdentifier: ItemIdentifier(rawValue: publisher(position)), adNetworkIdentifier: network,
            sourceIdentifier: SourceIdentifier(clamping: Int(source(position))),
            timestamp: Timestamp(milliseconds: Int64(moment.magnitude)),
            advertisedItemIdentifier: ItemIdentifier(rawValue: advertised(position)),
            isEligibleForReEngagement: draw("eligible", position).number(below: 2) == 1)
    }

    /// The payload of that impression. Unlike ours it says so where it is not eligible, which readers have to take as
    /// silence.
    func impressionPayload(at position: Int) -> JSONValue {
        let impression = impressionValue(at: position)
        guard !impression.isEligibleForReEngagement, case .object(let members) = impression.json else {
            return impression.json
        }
        return .object(members + [ImpressionField.eligibleForReEngagement.member(.bool(false))])
    }

    /// A valid first postback of tier 3 with a fine value.
    func postbackRequest(at position: Int) -> PostbackRequest {
        var request = PostbackRequest(
            postbackIdentifier: draw(PostbackField.identifier.name, position).uuid.uppercaseText,
            adNetworkIdentifier: network,
            advertisedItemIdentifier: .init(rawValue: advertised(position)),
            sourceIdentifier: .init(clamping: Int(source(position))))
        request.publisherItemIdentifier = .init(rawValue: publisher(position))
        request.marketplace = "com.apple.AppStore"
        request.fine = FineConversionValue(rawValue: draw("fine", position).number(in: FineConversionValue.range))
        return request
    }

    /// The postback of a position's cell, with the values that its tier and window carry.
    func cellRequest(at position: Int) -> PostbackRequest {
        let cells = PostbackCell.all
        let place = position % cells.count
        var request = postbackRequest(at: position)
        request.fit(cells[place < 0 ? place + cells.count : place])
        request.sourceDigits = draw("digits", position).number(in: SourceIdentifier.digitCounts)
        request.coarse = draw("coarse", position).element(of: CoarseConversionValue.allCases)
        request.country = draw("country", position).element(of: ["US", "DE", "JP", "BR", "IN"])
            .map(CountryCode.init(unchecked:))
        return request
    }
}

// MARK: - Signing

extension Fixtures {
    func header(keyID: String) -> String { "{\"alg\":\"ES256\",\"kid\":\(JSONValue.string(keyID).text)}" }

    func token(payload: JSONValue, keyID: String? = nil) -> String {
        token(header: header(keyID: keyID ?? self.keyID), payload: payload.text)
    }

    /// Signs two texts, whatever they are.
    func token(header: String, payload: String) -> String {
        var output = ByteBuffer()
        let writer = JWSWriter(key: key, nonce: .deterministic)
        unsafe Array(header.utf8).withUnsafeBytes { header in
            unsafe Array(payload.utf8).withUnsafeBytes { payload in
                unsafe writer.append(header: header, payload: payload, to: &output)
            }
        }
        return unsafe output.bytes.text
    }
}

/// Writes the fixtures of many positions, reusing its memory. One a thread.
package struct FixtureWriter: ~Copyable {
    private let fixtures: Fixtures
    private let tokens: JWSWriter
    private let postbacks: PostbackWriter
    private let header: [UInt8]
    private var payload = ByteBuffer()

    package init(_ fixtures: Fixtures) {
        self.fixtures = fixtures
        tokens = JWSWriter(key: fixtures.key, nonce: .deterministic)
        postbacks = PostbackWriter(key: fixtures.key, keyID: fixtures.keyID, nonce: .deterministic)
        header = Array(fixtures.header(keyID: fixtures.keyID).utf8)
    }

    /// Appends ``Fixtures/impression(at:)``.
    package mutating func append(impressionAt position: Int, to output: inout ByteBuffer) {
        payload.removeAll()
        fixtures.impressionPayload(at: position).append(to: &payload)
        unsafe header.withUnsafeBytes { header in
            unsafe tokens.append(header: header, payload: payload.bytes, to: &output)
        }
    }

    /// Appends ``Fixtures/postback(at:)``.
    package func append(postbackAt position: Int, to output: inout ByteBuffer) {
        postbacks.append(fixtures.cellRequest(at: position).build(), to: &output)
    }
}
