import AttributionInspection
import AttributionModel
import AttributionSchema

/// A scenario on one device, simulated on a virtual clock by Apple's published rules. The input consists of ads,
/// installations and updates; the output consists of conversions and postbacks.
///
/// ```swift
/// let scenario = try AttributionScenario(parsing: Array(text.utf8), keys: keys)
/// let timeline = try scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1")
/// for postback in timeline.counted { send(postback.body) }
/// ```
///
/// The document is the one that `aak simulate` reads; `aak help scenario` and the article on its format describe its
/// members. You can also create a scenario from events as values, with `init(_:in:keys:)`.
public struct AttributionScenario: Sendable {
    private let scenario: Scenario

    /// The seed in the document, or 0 if it has none. ``run(seed:signedBy:keyID:)`` accepts any seed.
    public let seed: UInt64

    /// Reads a scenario.
    ///
    /// - Parameters:
    ///   - document: JSON text in UTF-8.
    ///   - keys: the keys that verify impressions given as tokens. A token whose `kid` has no key here counts as
    ///     valid, and an event reports this. Impressions given as plain fields need no key.
    /// - Throws: the faults in the document, each with its path, worded as on the command line.
    public init(parsing document: some Collection<UInt8>, keys: TrustedKeys) throws(Problems) {
        scenario = try Scenario(parsing: document, judge: TokenJudgement(keys: keys).impression)
        seed = scenario.world.seed
    }

    /// Reads a scenario from a string.
    public init(parsing document: String, keys: TrustedKeys) throws(Problems) {
        try self.init(parsing: document.utf8, keys: keys)
    }

    /// Runs the scenario to its last postback. The same document, seed and key produce the same bytes on every
    /// platform.
    ///
    /// - Parameters:
    ///   - seed: the seed for identifiers and postback delays, instead of the document's own ``seed``.
    ///   - key: the key that signs the postbacks (RFC 6979) in place of Apple's. Receivers must trust its public key.
    ///   - keyID: the `kid` of the postbacks. SKAdNetwork postbacks have none.
    /// - Throws: an error if the `kid` is one of Apple's, which no other key may use, or if libcrypto lacks an algorithm.
    public func run(
        seed: UInt64, signedBy key: P256PrivateKey, keyID: String
    ) throws(Problem) -> AttributionTimeline {
        guard !AppleKey.isReserved(keyID) else { throw .reserved(keyID: keyID) }
        var scenario = scenario
        scenario.world.seed = seed
        scenario.takeCrowd(nil)
        do throws(CryptoFailure) {
            return try AttributionTimeline(
                scenario.timeline(), start: scenario.world.start, signedBy: key, keyID: keyID)
        } catch {
            throw error.problem
        }
    }

    /// The ad guidelines broken by the app host (the app that shows the ads in the scenario), as `aak validate` reports
    /// them; empty for a scenario without an app host.
    public var findings: Findings { ScenarioInspection.findings(of: scenario.host?.brokenGuidelines ?? []) }
}
