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
        try timeline(seed, key, keyID, respond: nil)
    }

    /// Runs the scenario, and lets a server of yours answer each postback, instead of the scenario's servers.
    ///
    /// ```swift
    /// let timeline = try await scenario.run(seed: 7, signedBy: key, keyID: "acme-test/1") { postback in
    ///     do { return try await receiver.receive(postback.body.utf8).httpStatus } catch { return 500 }
    /// }
    /// ```
    ///
    /// The clock is virtual: a retry comes as soon as the answer that causes it. Postbacks come one at a time, in the order of
    /// time, those for the developer too. The run goes on in the caller's task.
    ///
    /// - Parameters:
    ///   - seed: the seed for identifiers and postback delays.
    ///   - key: the key that signs the postbacks, as in ``run(seed:signedBy:keyID:)``.
    ///   - keyID: the `kid` of the postbacks.
    ///   - receiving: returns the HTTP status with which the server answers; 0 for no response. The postback's own status is 0.
    /// - Throws: an error if the `kid` is one of Apple's, or if libcrypto lacks an algorithm; `CancellationError` if the task is
    ///   cancelled, after which no postback comes.
    nonisolated(nonsending) public func run(
        seed: UInt64, signedBy key: P256PrivateKey, keyID: String, receiving: (SimulatedPostback) async -> Int
    ) async throws -> AttributionTimeline {
        let exchange = ServerExchange()
        exchange.start {
            Result { () throws(Problem) in
                let bodies = PostbackBodies(key, keyID: keyID)
                return try timeline(seed, key, keyID) { attempt in
                    bodies.postback(attempt).map { exchange.answer(to: $0) } ?? 0
                }
            }
        }
        while true {
            switch await exchange.next() {
            case .postback(let postback):
                // Without an answer of 200, a cancelled run would go on until the last retry.
                exchange.give(Task.isCancelled ? 200 : await receiving(postback))
            case .end(let result):
                try Task.checkCancellation()
                return try result.get()
            }
        }
    }

    private func timeline(
        _ seed: UInt64, _ key: P256PrivateKey, _ keyID: String, respond: ((DeviceSimulator.Attempt) -> Int)?
    ) throws(Problem) -> AttributionTimeline {
        guard !AppleKey.isReserved(keyID) else { throw .reserved(keyID: keyID) }
        var scenario = scenario
        scenario.world.seed = seed
        scenario.takeCrowd(nil)
        do throws(CryptoFailure) {
            return try AttributionTimeline(
                scenario.timeline(respond: respond), start: scenario.world.start, signedBy: key, keyID: keyID)
        } catch {
            throw error.problem
        }
    }

    /// The ad guidelines broken by the app host (the app that shows the ads in the scenario), as `aak validate` reports
    /// them; empty for a scenario without an app host.
    public var findings: Findings { ScenarioInspection.findings(of: scenario.host?.brokenGuidelines ?? []) }
}
