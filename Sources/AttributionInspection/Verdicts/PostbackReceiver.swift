import AdAttribution

/// Receives postbacks of both frameworks, for a server: verifies them, takes its own and nothing else, and has each counted once.
///
/// ```swift
/// let receiver = PostbackReceiver(accepting: .postbacks(forNetworks: ["acme.adattributionkit"]), store: database)
///
/// func post(_ request: Request) async -> Response {
///     do {
///         _ = try await receiver.receive(request.body)
///         return Response(status: 200)
///     } catch {
///         return Response(status: 500)
///     }
/// }
/// ```
///
/// Answer 200 for everything that is stored, what is refused included, and 500 where it is not: a device repeats what failed,
/// AdAttributionKit after a 500 only, for nine days. Never answer 400 to a signature that does not hold, since a key that is news
/// to the server would lose postbacks.
///
/// Requests that come together are checked together. Keep one receiver for all of them.
public struct PostbackReceiver<Store: PostbackStore>: Sendable {
    private let verifier: InputVerifier
    private let store: Store

    /// - Parameters:
    ///   - acceptance: whose postbacks are taken; other kinds of input never are.
    ///   - keys: the keys that are trusted; Apple's key of production alone unless said.
    ///   - store: where postbacks are kept.
    public init(accepting acceptance: Acceptance, keys: TrustedKeys = TrustedKeys(.production), store: Store) {
        var acceptance = acceptance
        // Whoever saw a postback could use up its identifier by sending its token alone, before the body comes.
        acceptance.kinds.formIntersection(.postbacks)
        verifier = InputVerifier(keys: keys, .verdicts(checksRules: false, marks: true, accepting: acceptance))
        self.store = store
    }

    /// Receives the body of one request, and has the store keep it.
    ///
    /// - Parameter body: the bytes that a device sent.
    /// - Throws: what the store throws, and `CancellationError`: the body may not be kept, so that the answer is 500.
    public func receive(_ body: some Collection<UInt8>) async throws -> Reception {
        try await keep(verifier.verdict(on: body), Array(body))
    }

    /// Receives many bodies, as from a queue or a log. They are verified on all cores and kept one by one in their order.
    ///
    /// - Returns: what became of each body. What has several signed objects inside is as good as the worst.
    /// - Throws: what the store throws for the first body that it cannot keep, and `CancellationError`. Bodies before it are kept:
    ///   receiving all of them again counts none twice.
    public func receive(_ bodies: [[UInt8]]) async throws -> [Reception] {
        let verdicts = try await verifier.worstVerdicts(on: bodies)
        var receptions: [Reception] = []
        receptions.reserveCapacity(bodies.count)
        for (body, verdict) in zip(bodies, verdicts) {
            try Task.checkCancellation()
            receptions.append(try await keep(verdict, body))
        }
        return receptions
    }

    private func keep(_ verdict: Verdict, _ body: [UInt8]) async throws -> Reception {
        switch verdict.result {
        case .failure(let refusal): return try await setAside(body, refusal)
        case .success(let input):
            guard let key = input.repeatKey, let mark = input.repeatMark, let postback = input.postback else {
                let fault = InputFault.missingIdentifier(input.kind.identifier)
                return try await setAside(body, RefusedInput(.invalid, fault, input))
            }
            let insertion = try await store.insert(key, mark: mark, input)
            guard insertion != .new else { return .counted(postback) }
            let fault = InputFault.repeatedIdentifier(
                key.field, input.identifier ?? "", differs: insertion == .differs)
            let isSame = insertion == .unmarked ? nil : insertion == .same
            let refusal = RefusedInput(.repeated, fault, input, isSame: isSame)
            // An honest retry says nothing new.
            return isSame == true ? .repeated(refusal) : try await setAside(body, refusal)
        }
    }

    private func setAside(_ body: [UInt8], _ refusal: RefusedInput) async throws -> Reception {
        try await store.setAside(body, refusal)
        return refusal.outcome == .repeated ? .repeated(refusal) : .refused(refusal)
    }
}

/// What became of a body that was received. All of them are stored, so that the answer is 200.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum Reception: Sendable {
    /// It is kept, and counts. Look at its findings: what breaks a rule of today was signed all the same.
    case counted(ReceivedPostback)
    /// Its key was there: an honest retry where ``RefusedInput/isSame`` is true, worth an alarm where it is false.
    case repeated(RefusedInput)
    /// It does not count, and was set aside.
    case refused(RefusedInput)
}
