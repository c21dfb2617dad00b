import AttributionBase
import AttributionCrypto
import AttributionModel
import AttributionSchema

/// Test inputs: signed impressions, postback bodies as sent by a device, broken inputs for every rule and known attack,
/// unusual inputs that must be accepted, and a sequence of inputs that arrive one after another. The same seed, key, ad
/// network, apps and source identifiers always give the same bytes.
///
/// ```swift
/// let fixtures = Fixtures(seed: 7)
/// let keys = fixtures.trustedKeys
/// for position in 0..<100 {
///     let body = try UnverifiedPostback(parsing: Array(fixtures.postback(at: position).utf8))
///     _ = try body.verified(by: keys, in: [.local])
/// }
/// ```
///
/// Each input has a different identifier, unless it is a deliberate repeat, or a window of a conversion of SKAdNetwork.
/// The input at a position, or with a name, does not depend on others, so you can get inputs in any order and on any
/// thread. Signatures are deterministic (RFC 6979).
public struct Fixtures: Sendable {
    /// The number of positions. Impressions are a second apart, so the timestamps of further positions would be after the year 9999.
    package static let positionCount = 100_000_000_000

    /// The published private key of RFC 7515, whose signatures prove nothing.
    public static let exampleKey = ExampleKey.privateKey
    /// The ad network that the example key signs for.
    public static let exampleNetwork = ExampleKey.adNetworkIdentifier

    package let seed: UInt64
    /// The key that signs everything, except the inputs that are deliberately signed by a wrong key.
    public let key: P256PrivateKey
    /// The ad network of all impressions and postbacks, except those that are deliberately for another network.
    public let network: AdNetworkIdentifier
    /// The advertised apps, from which each input takes one. If the list is empty, every input is about a different app. Inputs that test
    /// the app ignore the list.
    package let apps: [ItemIdentifier]
    /// The source identifiers of impressions, from which each input takes one. If the list is empty, every input has a different one.
    /// Inputs that test the source identifier ignore the list. All are from 1000 to 9999.
    package let sources: [SourceIdentifier]

    /// The `kid` of impressions: the ad network's ID. Some ``broken`` inputs have a different `kid`. The `kid` of
    /// postbacks is `PostbackRequest.testKeyID`.
    public var keyID: String { network.description }

    /// Apple's keys, and the key that signs the fixtures, which is trusted under both ``keyID`` and the `kid` of test
    /// postbacks.
    public var trustedKeys: TrustedKeys {
        var keys = TrustedKeys(.productionAndDevelopment)
        // Adding a key fails only under one of Apple's own key IDs, which these are not.
        for keyID in [keyID, PostbackRequest.testKeyID] { try? keys.add(key.publicKey, keyID: keyID) }
        return keys
    }

    /// Creates fixtures.
    ///
    /// - Parameters:
    ///   - seed: The seed from which identifiers and values are drawn.
    ///   - key: The signing key; by default the published example key, whose signatures prove nothing.
    ///   - network: The ad network; by default the one that the example key signs for.
    ///   - apps: The advertised apps; by default, a different one for each input.
    ///   - sources: The source identifiers of impressions; by default, a different one for each input. Those below 1000
    ///     are ignored.
    public init(
        seed: UInt64 = 0, key: P256PrivateKey = exampleKey,
        network: AdNetworkIdentifier = exampleNetwork, apps: [ItemIdentifier] = [],
        sources: [SourceIdentifier] = []
    ) {
        self.seed = seed
        self.key = key.deterministic
        self.network = network
        self.apps = apps
        // Receivers learn how many digits crowd anonymity left from the length, so all identifiers must have four.
        self.sources = sources.filter { $0.number >= 1000 }
    }

    /// The ad network's ID with its first letter as a capital.
    var capitalNetwork: String {
        var text = Array(network.description.utf8)
        if let first = text.firstIndex(where: { $0 &- UInt8(ascii: "a") < 26 }) { text[first] -= 0x20 }
        return String(decoding: text, as: UTF8.self)
    }

    func signed(by key: P256PrivateKey) -> Fixtures {
        Fixtures(seed: seed, key: key, network: network, apps: apps, sources: sources)
    }

    /// Returns a valid signed production impression, as a compact JWS.
    ///
    /// - Parameter position: Any number; those from 0 up to 100,000,000,000 give different impressions.
    public func impression(at position: Int) -> String { token(payload: values(at: position).impressionPayload) }

    /// The number of kinds of postback that Apple sends: each combination of data tier, conversion window, conversion
    /// type, interaction and outcome. The first `postbackCount` positions contain each combination once; later
    /// positions repeat them with different values.
    public static let postbackCount = PostbackCell.all.count
    /// The number of kinds of SKAdNetwork ads and postbacks: each version, with its fidelity types, tiers, windows and
    /// outcomes.
    public static let skAdNetworkCount = SKAdNetworkCell.all.count

    /// Returns a valid postback body, as the JSON text that a device sends. Consecutive positions cycle through the
    /// ``postbackCount`` kinds.
    ///
    /// - Parameter position: Any number; those from 0 up to 100,000,000,000 give different postbacks.
    public func postback(at position: Int) -> String {
        var output = ByteBuffer()
        FixtureWriter(self).append(postbackAt: position, to: &output)
        return output.text
    }

    /// Returns a signed SKAdNetwork ad or postback as JSON text, signed by ``key``. Consecutive positions cycle through
    /// the ``skAdNetworkCount`` kinds of ads and postbacks; only a postback has a `transaction-id`.
    public func skAdNetwork(at position: Int) -> String { skAdNetworkValue(at: position).text }
}

// MARK: - Signing

extension Fixtures {
    /// Returns a signed impression with the given payload. By default, the `kid` is the ad network's own.
    func token(payload: JSONValue, keyID: String? = nil) -> String {
        token(header: JWSHeader.text(keyID: keyID ?? self.keyID), payload: payload.text)
    }

    /// Signs a header and a payload without checking them.
    func token(header: String, payload: String) -> String {
        CryptoFailure.ending { () throws(CryptoFailure) in
            try key.textAtOnce { $0.appendToken(header: header, payload: Array(payload.utf8), to: &$1) }
        }
    }

    /// Returns a postback as a device sends it, with the `kid` of test postbacks unless another is given.
    func body(_ parts: PostbackParts, keyID: String = PostbackRequest.testKeyID) -> JSONValue {
        let token = CryptoFailure.ending { () throws(CryptoFailure) in
            try key.textAtOnce { $0.appendPostback(parts.payload, keyID: keyID, to: &$1) }
        }
        return .postbackBody(token, parts.unsigned)
    }

    func signature(of text: String) -> JSONValue {
        let signature = CryptoFailure.ending { () throws(CryptoFailure) in try key.signature(for: Array(text.utf8)) }
        return .string(AttributionSignature.text(of: signature))
    }
}

/// Writes the fixtures of many positions, and reuses its memory. Each thread needs its own instance.
package struct FixtureWriter: ~Copyable {
    private let fixtures: Fixtures
    private let signer: TextSigner
    private let postbacks: PostbackWriter
    private let header: [UInt8]
    private var payload = ByteBuffer()

    package init(_ fixtures: Fixtures) {
        self.fixtures = fixtures
        signer = TextSigner(fixtures.key)
        postbacks = PostbackWriter(signer, keyID: PostbackRequest.testKeyID)
        header = Array(JWSHeader.text(keyID: fixtures.keyID).utf8)
    }

    /// Appends the result of ``Fixtures/impression(at:)``.
    package mutating func append(impressionAt position: Int, to output: inout ByteBuffer) {
        payload.removeAll()
        fixtures.values(at: position).impressionPayload.append(to: &payload)
        header.withBytes { header in
            unsafe signer.appendToken(header: header, payload: payload.bytes, to: &output)
        }
        CryptoFailure.ending { () throws(CryptoFailure) in try signer.check() }
    }

    /// Appends the result of ``Fixtures/postback(at:)``.
    package func append(postbackAt position: Int, to output: inout ByteBuffer) {
        postbacks.append(fixtures.values(at: position).cellRequest.plan.values, to: &output)
        CryptoFailure.ending { () throws(CryptoFailure) in try signer.check() }
    }
}

extension Fixtures {
    package var manifest: JSONValue { Self.manifestRecord.json((self, broken)) }

    /// The number of inputs of each kind, and the number of broken inputs for each stage and rule.
    package static let manifestRecord = Record<(fixtures: Fixtures, broken: [BrokenInput])>(
        .init("seed", "The seed that the inputs are made from.") { .number(String($0.fixtures.seed)) },
        .init("postbacks", "The number of different postbacks of AdAttributionKit.") { _ in
            .number(String(PostbackCell.all.count))
        },
        .init("broken", "The number of broken inputs.") { .number(String($0.broken.count)) },
        .init("sound", "The number of unusual inputs that a receiver must accept.") {
            .number(String($0.fixtures.sound.count))
        },
        .init("sequence", "The number of inputs that arrive one after another.") {
            .number(String($0.fixtures.sequence.count))
        },
        .init("stages", "The number of broken inputs by the stage that must reject them.") {
            counts($0.broken.map(\.stage.rawValue))
        },
        .init("rules", "The number of broken inputs by the rule that they break.") {
            counts($0.broken.map(\.rule.id))
        })

    private static func counts(_ names: [String]) -> JSONValue {
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        var order: [String] = []
        for name in names where !order.contains(name) { order.append(name) }
        return .object(order.map { .init($0, .number(String(counts[$0] ?? 0))) })
    }
}

extension RuleCatalogue {
    /// The catalogue of rules for messages of both frameworks, bids, schemas, inputs and runs.
    package static let messages = RuleCatalogue.adAttributionKit + .skAdNetwork + .openRTB + .schema
}
