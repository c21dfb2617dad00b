import AdAttribution
import Bytes
import ECDSA
import JOSE
import StrictJSON

/// Makes what fixtures consist of: everything follows from the seed, the key and a position.
struct FixtureSigner {
    let key: P256PrivateKey
    let seed: UInt64
    private let chance: Chance
    private let keyID = ExampleKey.keyID

    init(key: P256PrivateKey, seed: UInt64) {
        self.key = key
        self.seed = seed
        chance = Chance(seed: seed)
    }

    /// A number below `bound` that follows from seed, position and what it is for.
    func draw(_ bound: UInt64, _ purpose: StaticString, _ position: Int) -> UInt64 {
        chance.of("fixtures").of(purpose, position).number(below: bound)
    }

    func uuid(_ purpose: StaticString, _ position: Int) -> RandomUUID {
        chance.of("fixtures").of(purpose, position).uuid
    }

    // MARK: - Impressions

    /// The payload of a valid production impression.
    func impression(position: Int) -> JSONValue {
        .object([
            .init("impression-identifier", .string(uuid("impression-identifier", position).text)),
            .init(
                "publisher-item-identifier", .number(String(500_000_000 + draw(1_000_000_000, "publisher", position)))),
            .init("impression-type", .string("app-impression")),
            .init("ad-network-identifier", .string(keyID)),
            .init("source-identifier", .number(String(1000 + draw(9000, "source", position)))),
            // A second apart, from the moment of Apple's example.
            .init("timestamp", .number(String(1_679_790_422_446 + position * 1000))),
            .init(
                "advertised-item-identifier",
                .number(String(1_000_000_000 + draw(10_000_000_000, "advertised", position)))),
            .init("eligible-for-re-engagement", .bool(draw(2, "eligible", position) == 1)),
        ])
    }

    // MARK: - Postbacks

    /// A valid first postback of tier 3 with a fine value.
    func postback(position: Int) -> PostbackRequest {
        var request = PostbackRequest(
            postbackIdentifier: uuid("postback-identifier", position).uppercaseText,
            adNetworkIdentifier: ExampleKey.adNetworkIdentifier,
            advertisedItemIdentifier: .init(
                rawValue: 1_000_000_000 + draw(10_000_000_000, "advertised", position)),
            sourceIdentifier: .init(clamping: 1000 + Int(draw(9000, "source", position))))
        request.publisherItemIdentifier = .init(rawValue: 500_000_000 + draw(1_000_000_000, "publisher", position))
        request.marketplace = "com.apple.AppStore"
        request.fine = FineConversionValue(rawValue: Int(draw(64, "fine", position)))
        return request
    }

    // MARK: - Tokens

    func header(keyID: String) -> String {
        "{\"alg\":\"ES256\",\"kid\":\(JSONValue.string(keyID).text)}"
    }

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
