import AdAttribution
import AttributionBytes
import AttributionECDSA
import AttributionJOSE
import AttributionJSON

/// Test inputs that depend only on a seed, a key and an ad network, byte for byte: signed impressions, postback bodies
/// as sent by a device, and broken inputs for every rule and known attack.
///
/// ```swift
/// let fixtures = Fixtures(seed: 7)
/// let keys = fixtures.trustedKeys
/// for position in 0..<100 {
///     let body = try UnverifiedPostback(parsing: Array(fixtures.postback(at: position).utf8))
///     _ = try body.verified(by: keys)
/// }
/// ```
///
/// The input at a position does not depend on other positions, so positions may be read in any order and on any
/// thread. Signatures are deterministic (RFC 6979).
public struct Fixtures: Sendable {
    /// The number of positions. Impressions are a second apart; after more positions, timestamps would be later than
    /// the year 9999.
    public static let positionCount = 100_000_000_000

    /// The seed from which identifiers and values are drawn.
    public let seed: UInt64
    /// The key that signs everything, except signatures by a wrong key.
    public let key: P256PrivateKey
    /// The ad network of all impressions and postbacks.
    public let network: AdNetworkIdentifier
    private let chance: SeededRandom

    /// The `kid` of impressions and postbacks: the ad network's ID. Some ``sound`` and ``broken`` inputs have others.
    public var keyID: String { network.description }

    /// Apple's keys and the one that signs the fixtures, under any `kid` that is not Apple's.
    public var trustedKeys: TrustedKeys {
        var keys = TrustedKeys(.all)
        // A set of all of Apple's keys refuses a key only for a `kid`, and there is none here.
        try? keys.add(key.publicKey, keyID: nil)
        return keys
    }

    /// Creates fixtures.
    ///
    /// - Parameters:
    ///   - seed: The seed from which identifiers and values are drawn.
    ///   - key: The signing key; by default the published example key, whose signatures prove nothing.
    ///   - network: The ad network; by default the one that the example key signs for.
    public init(
        seed: UInt64 = 0, key: P256PrivateKey = ExampleKey.privateKey,
        network: AdNetworkIdentifier = ExampleKey.adNetworkIdentifier
    ) {
        self.seed = seed
        self.key = key
        self.network = network
        chance = SeededRandom(seed: seed).of("fixtures")
    }

    /// Returns a valid signed production impression, as a compact JWS.
    ///
    /// - Parameter position: Any number; those from 0 up to ``positionCount`` give different impressions.
    public func impression(at position: Int) -> String {
        token(payload: impressionPayload(at: position))
    }

    /// Returns a valid postback body, as the JSON text that a device sends. Consecutive positions cycle through
    /// ``PostbackCell/all``.
    ///
    /// - Parameter position: Any number; those from 0 up to ``positionCount`` give different postbacks.
    public func postback(at position: Int) -> String {
        var output = ByteBuffer()
        FixtureWriter(self).append(postbackAt: position, to: &output)
        return output.text
    }
}

// MARK: - Contents of tokens

extension Fixtures {
    private func draw(_ purpose: StaticString, _ position: Int) -> SeededRandom { chance.of(purpose, position) }

    private func publisher(_ position: Int) -> UInt64 {
        500_000_000 + draw("publisher", position).number(below: 1_000_000_000)
    }

    private func advertised(_ position: Int) -> UInt64 {
        1_000_000_000 + draw("advertised", position).number(below: 10_000_000_000)
    }

    private func source(_ position: Int) -> UInt64 { 1000 + draw("source", position).number(below: 9000) }

    /// Returns a valid production impression.
    func impressionValue(at position: Int) -> Impression {
        // The time of Apple's example is the start. A remainder can be negative, but times before the start are valid
        // too.
        let moment = 1_679_790_422_446 + position % Self.positionCount * 1000
        return Impression(
            identifier: AttributionUUID(unchecked: draw(ImpressionField.identifier.name, position).uuid.text),
            publisherItemIdentifier: ItemIdentifier(rawValue: publisher(position)), adNetworkIdentifier: network,
            sourceIdentifier: SourceIdentifier(clamping: Int(source(position))),
            timestamp: Timestamp(milliseconds: Int64(moment.magnitude)),
            advertisedItemIdentifier: ItemIdentifier(rawValue: advertised(position)),
            isEligibleForReEngagement: draw("eligible", position).number(below: 2) == 1)
    }

    /// Returns the payload of that impression. It has the eligibility even if it is false, unlike other impressions
    /// made by this library; readers must treat both forms alike.
    func impressionPayload(at position: Int) -> JSONValue {
        let impression = impressionValue(at: position)
        guard !impression.isEligibleForReEngagement, case .object(let members) = impression.json else {
            return impression.json
        }
        return .object(members + [ImpressionField.eligibleForReEngagement.member(.bool(false))])
    }

    /// Returns a request for the first postback of tier 3 with a fine value.
    func postbackRequest(at position: Int) -> PostbackRequest {
        var request = PostbackRequest(
            postbackIdentifier: AttributionUUID(
                unchecked: draw(PostbackField.identifier.name, position).uuid.uppercaseText),
            adNetworkIdentifier: network,
            advertisedItemIdentifier: .init(rawValue: advertised(position)),
            sourceIdentifier: .init(clamping: Int(source(position))))
        request.publisherItemIdentifier = .init(rawValue: publisher(position))
        request.marketplace = "com.apple.AppStore"
        request.fine = FineConversionValue(rawValue: draw("fine", position).number(in: FineConversionValue.range))
        return request
    }

    /// Returns a request for the postback of a position's cell, with all values that its tier and window can carry.
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

    /// Signs a header and a payload without checking them.
    func token(header: String, payload: String) -> String {
        var output = ByteBuffer()
        let writer = JWSWriter(key: key, nonce: .deterministic)
        unsafe Array(header.utf8).withBytes { header in
            unsafe Array(payload.utf8).withBytes { payload in
                writer.append(header: header, payload: payload, to: &output)
            }
        }
        return output.text
    }
}

/// Writes the fixtures of many positions with reused memory. Use one instance per thread.
package struct FixtureWriter: ~Copyable {
    private let fixtures: Fixtures
    private let tokens: JWSWriter
    private let postbacks: PostbackWriter
    private let header: [UInt8]
    private var payload = ByteBuffer()

    package init(_ fixtures: Fixtures) {
        self.fixtures = fixtures
        let signer = KeySigner(fixtures.key, nonce: .deterministic)
        tokens = JWSWriter(signer)
        postbacks = PostbackWriter(signer, keyID: fixtures.keyID)
        header = Array(fixtures.header(keyID: fixtures.keyID).utf8)
    }

    /// Appends the result of ``Fixtures/impression(at:)``.
    package mutating func append(impressionAt position: Int, to output: inout ByteBuffer) {
        payload.removeAll()
        fixtures.impressionPayload(at: position).append(to: &payload)
        unsafe header.withBytes { header in
            unsafe tokens.append(header: header, payload: payload.bytes, to: &output)
        }
    }

    /// Appends the result of ``Fixtures/postback(at:)``.
    package func append(postbackAt position: Int, to output: inout ByteBuffer) {
        postbacks.append(fixtures.cellRequest(at: position).build(), to: &output)
    }
}
