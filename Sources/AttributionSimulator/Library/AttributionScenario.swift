import AdAttribution
import AttributionDocuments

/// What happens on one device, to be played by Apple's published rules on a virtual clock: ads, installations and updates in,
/// conversions and postbacks out.
///
/// ```swift
/// let scenario = try AttributionScenario(parsing: Array(text.utf8), trusting: keys)
/// let timeline = try scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1")
/// for postback in timeline.counted { send(postback.body) }
/// ```
///
/// The document is that of `aak simulate`; `aak help scenario` tells what can stand in it.
public struct AttributionScenario: Sendable {
    private let scenario: Scenario

    /// The seed that the document states; 0 where it states none. ``run(seed:signedBy:keyID:)`` takes any.
    public let seed: UInt64

    /// Reads a scenario.
    ///
    /// - Parameters:
    ///   - document: JSON text in UTF-8.
    ///   - keys: what the signatures of impressions are checked with that the document gives as tokens. Without a key for its
    ///     `kid` one counts as valid, and an event says so. Those given as plain fields need none.
    /// - Throws: all that is wrong with the document, each with its place and in the words of the command line.
    public init(parsing document: some Collection<UInt8>, trusting keys: TrustedKeys) throws(DocumentFailure) {
        let text = Array(document)
        if let other = DocumentKind.other(than: .scenario, in: text) {
            throw DocumentFailure(.init(found: other.name, wanted: DocumentKind.scenario.name, hint: other.hint))
        }
        let judgement = TokenJudgement(keys: keys)
        do throws(DocumentError) {
            scenario = try Scenario(parsing: text) { judgement.impression($0) }
        } catch {
            throw DocumentFailure(error, whole: Scenario.whole)
        }
        seed = scenario.world.seed
    }

    /// Plays the scenario to its last postback. The same document, seed and key give the same bytes everywhere.
    ///
    /// - Parameters:
    ///   - seed: what identifiers and the delays of postbacks are drawn from, in place of the document's own ``seed``.
    ///   - key: what stands for Apple's: it signs the postbacks (RFC 6979). What receives them has to trust its public half.
    ///   - keyID: the `kid` of the postbacks. SKAdNetwork's have none.
    /// - Throws: for a `kid` that is Apple's, since no other key may sign under it.
    public func run(
        seed: UInt64, signedBy key: P256PrivateKey, keyID: String
    ) throws(ReservedKeyID) -> AttributionTimeline {
        guard !AppleKey.isReserved(keyID) else { throw ReservedKeyID(keyID: keyID) }
        var scenario = scenario
        scenario.world.seed = seed
        scenario.takeCrowd(nil)
        return AttributionTimeline(
            scenario.timeline(), start: scenario.world.start, BodySealer(key: key, keyID: keyID))
    }

    /// That postbacks should be signed under a `kid` of Apple's.
    public struct ReservedKeyID: Error, Hashable, Sendable {
        /// The `kid`.
        public let keyID: String
    }
}

extension AttributionScenario.ReservedKeyID: CustomStringConvertible {
    /// What is wrong, in the words of the command line.
    public var description: String { "\"kid\" is \"\(keyID)\", which is Apple's, want one of your own" }
}
