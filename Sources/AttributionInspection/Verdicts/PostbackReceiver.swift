import AttributionModel

/// Receives postbacks of both frameworks for a server: verifies them, accepts only postbacks for the server's own
/// networks or apps, and counts each once.
///
/// ```swift
/// let receiver = PostbackReceiver(accepting: .postbacks(forNetworks: [network]), store: database)
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
/// Respond with 200 if the body was stored, even if it was rejected, and with 500 if it was not stored. Devices retry
/// for up to nine days; they retry an AdAttributionKit postback only after a 500. Never respond with 400 because a
/// signature could not be verified: postbacks signed by a key that the server does not know yet would be lost.
///
/// Requests that arrive at the same time are verified as one batch. Use one receiver for all of them.
public struct PostbackReceiver<Store: PostbackStore>: Sendable {
    private let verifier: InputVerifier
    private let store: Store

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - acceptance: the postbacks to accept. Other kinds of input are never accepted.
    ///   - keys: the trusted keys; by default only Apple's production key.
    ///   - store: the store of the postbacks.
    public init(accepting acceptance: Acceptance, keys: TrustedKeys = TrustedKeys(.production), store: Store) {
        var acceptance = acceptance
        // Otherwise, anyone who has seen a postback could use up its identifier by sending its token before the body arrives.
        acceptance.kinds.formIntersection(.postbacks)
        verifier = InputVerifier(
            InspectionDemand(verdictsBy: keys, checksRules: false, marks: true, accepting: acceptance))
        self.store = store
    }

    /// Receives and stores the body of one request.
    ///
    /// - Parameter body: the bytes that a device sent.
    /// - Throws: the error of the store, or `CancellationError`. The body may not have been stored, so respond with
    ///   500.
    public func receive(_ body: some Collection<UInt8>) async throws -> Reception {
        let body = Array(body)
        return try await keep(verifier.verdict(on: body), body)
    }

    /// Receives many bodies, for example from a queue or a log. They are verified on all cores, and stored one by one
    /// in order.
    ///
    /// - Returns: the result for each body. If a body contains several signed objects, the result is for the first that
    ///   is not valid or, if all are valid, for the first.
    /// - Throws: the error of the store for the first body that it cannot store, or `CancellationError`. The bodies
    ///   before it are stored; if you receive all bodies again, none is counted twice.
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
            guard let postback = input.postback else {
                let fault = InputFault.missingIdentifier(input.kind.identifier)
                return try await setAside(body, RefusedInput(.invalid, fault, input))
            }
            let insertion = try await store.insert(postback)
            guard insertion != .new else { return .counted(postback) }
            let fault = InputFault.repeatedIdentifier(
                postback.key.field, input.identifierText, differs: insertion == .differs)
            let isSame = insertion == .unmarked ? nil : insertion == .same
            let refusal = RefusedInput(.repeated, fault, input, isSame: isSame)
            // An honest retry contains nothing new.
            return isSame == true ? .repeated(refusal) : try await setAside(body, refusal)
        }
    }

    private func setAside(_ body: [UInt8], _ refusal: RefusedInput) async throws -> Reception {
        try await store.setAside(body, refusal)
        return refusal.outcome == .repeated ? .repeated(refusal) : .refused(refusal)
    }
}

/// The result of receiving a body. The body has been stored in each case, so respond with 200.
public enum Reception: Equatable, Sendable {
    /// The postback is stored and was not stored before. This does not mean that your network won: another may have.
    /// Check its findings: it may break a current rule although it was signed.
    case counted(ReceivedPostback)
    /// The repeat key was known: an honest retry if ``RefusedInput/isSame`` is true, or a reason for an alert if it is
    /// false.
    case repeated(RefusedInput)
    /// The body does not count and was set aside.
    case refused(RefusedInput)
}
