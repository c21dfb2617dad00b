import AttributionBase
import AttributionCrypto
import AttributionModel

/// Receives postbacks of both frameworks for a server: verifies them, accepts only postbacks for the server's own
/// networks or apps, and counts each once.
///
/// ```swift
/// let receiver = PostbackReceiver(
///     keys: TrustedKeys(.production), accepting: try .postbacks(forNetworks: ["acme.adattributionkit"]),
///     store: database)
///
/// func post(_ request: Request) async -> Response {
///     do {
///         return Response(status: try await receiver.receive(request.body).httpStatus)
///     } catch {
///         return Response(status: 500)
///     }
/// }
/// ```
///
/// A postback counts if a trusted key signed it, if it is yours, if it follows the rules, and if it is the first with its
/// key. Respond with 200 if the body was stored, even if it was rejected, and with 500 if it was not stored. Devices retry
/// for up to nine days; they retry an AdAttributionKit postback only after a 500. Never respond with 400 because a
/// signature could not be verified: postbacks signed by a key that the server does not know yet would be lost.
///
/// Requests that arrive at the same time are verified as one batch. Use one receiver for all of them.
public struct PostbackReceiver<Store: PostbackStore>: Sendable {
    private let verifier: InputVerifier
    private let store: Store
    private let acceptedRules: Set<Rule>
    private let maximumBodySize: Int
    private let setAside = SetAsideBodies()
    private let turns = Turns()

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - keys: the trusted keys.
    ///   - acceptance: the postbacks to accept. Other kinds of input are never accepted.
    ///   - store: the store of the postbacks.
    ///   - rules: rules of severity `error` that a postback may break and count all the same, such as one that Apple
    ///     has changed since this version of the library.
    ///   - maximumBodySize: the number of bytes above which a body is refused unread and not stored, at most 1 MiB. The
    ///     postbacks of devices are far smaller than 64 KiB.
    public init(
        keys: TrustedKeys, accepting acceptance: Acceptance, store: Store, acceptingBrokenRules rules: [Rule] = [],
        maximumBodySize: Int = 64 << 10
    ) {
        acceptedRules = Set(rules)
        self.maximumBodySize = min(maximumBodySize, InputFault.longestInput)
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
        if let refusal = refusal(ofLength: body.count) { return .refused(refusal) }
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
        let refusals = bodies.map { refusal(ofLength: $0.count) }
        let read = zip(bodies, refusals).filter { $1 == nil }.map(\.0)
        var verdicts = try await verifier.worstVerdicts(on: read)[...]
        var receptions: [Reception] = []
        receptions.reserveCapacity(bodies.count)
        for (body, refusal) in zip(bodies, refusals) {
            try Task.checkCancellation()
            if let refusal {
                receptions.append(.refused(refusal))
            } else if let verdict = verdicts.popFirst() {
                receptions.append(try await keep(verdict, body))
            }
        }
        return receptions
    }

    private func refusal(ofLength count: Int) -> RefusedInput? {
        guard count > maximumBodySize else { return nil }
        return RefusedInput(
            outcome: .malformed, fault: .bodyTooLong(count, limit: maximumBodySize), keyID: nil, isSame: nil,
            signed: nil)
    }

    /// Returns the fault of a postback that breaks a rule which the receiver does not accept to be broken; nil if the
    /// postback counts.
    private func fault(of findings: Findings) -> InputFault? {
        guard findings.hasErrors else { return nil }
        let errors = findings.filter { $0.severity == .error && !acceptedRules.contains($0.rule) }
        guard let first = errors.first else {
            // Of findings that are not listed, nobody knows which rules are broken.
            return findings.more == 0
                ? nil : .rules(Finding(RunRules.more, field: "*", found: "more than are reported"), others: [])
        }
        return .rules(first, others: Array(errors.dropFirst()))
    }

    private func keep(_ verdict: Verdict, _ body: [UInt8]) async throws -> Reception {
        switch verdict.result {
        case .failure(let refusal): return try await putAside(body, refusal)
        case .success(let input):
            guard var postback = input.postback else {
                let fault = InputFault.missingIdentifier(input.kind.identifier)
                return try await putAside(body, RefusedInput(.invalid, fault, input))
            }
            if let fault = fault(of: postback.findings) {
                return try await putAside(body, RefusedInput(.againstRules, fault, input))
            }
            postback.isAccepted = true
            // A store may wait between looking a key up and writing it: copies that arrive together come one after another.
            await turns.take(postback.key.description)
            defer { turns.give(postback.key.description) }
            let insertion = try await store.insert(postback)
            guard insertion != .new else { return .counted(postback) }
            let fault = InputFault.repeatedIdentifier(
                postback.key.field, input.identifierText, differs: insertion == .differs)
            let isSame = insertion == .unmarked ? nil : insertion == .same
            // An honest retry contains nothing new.
            if isSame != true {
                try await putAside(body, RefusedInput(.repeated, fault, input, isSame: isSame))
            }
            return .repeated(postback, isSame: isSame)
        }
    }

    @discardableResult
    private func putAside(_ body: [UInt8], _ refusal: RefusedInput) async throws -> Reception {
        let digest = SHA256.digits(body)
        await turns.take(digest)
        defer { turns.give(digest) }
        if !setAside.contains(digest) {
            try await store.setAside(body, digest: digest, refusal)
            setAside.insert(digest)
        }
        return .refused(refusal)
    }
}

/// The digests of the bodies that a receiver's store set aside last, so that the same junk does not fill the store.
private final class SetAsideBodies: Sendable {
    private struct State {
        var digests: Set<String> = []
        var order: [String] = []
        var next = 0
    }

    private static let limit = 1 << 14
    private let state = Locked(State())

    func contains(_ digest: String) -> Bool { state.withLock { $0.digests.contains(digest) } }

    func insert(_ digest: String) {
        state.withLock { state in
            guard state.digests.insert(digest).inserted else { return }
            guard state.order.count == Self.limit else { return state.order.append(digest) }
            state.digests.remove(state.order[state.next])
            state.order[state.next] = digest
            state.next = (state.next + 1) % Self.limit
        }
    }
}

/// Lets a receiver store only one thing at a time under each name.
private final class Turns: Sendable {
    /// Those who wait for a name that is in use, in the order of their arrival.
    private struct Line {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let lines = Locked<[String: Line]>([:])

    /// Waits until nobody else has the name. Whoever has taken it must give it back.
    func take(_ name: String) async {
        if lines.withLock({ $0.updateValue($0[name] ?? Line(), forKey: name) == nil }) { return }
        await withCheckedContinuation { waiter in
            // It may have been given back in the meantime.
            let isFree = lines.withLock { lines in
                guard lines[name] != nil else {
                    lines[name] = Line()
                    return true
                }
                lines[name]?.waiting.append(waiter)
                return false
            }
            if isFree { waiter.resume() }
        }
    }

    func give(_ name: String) {
        let next: CheckedContinuation<Void, Never>? = lines.withLock { lines in
            guard let line = lines[name], line.next < line.waiting.count else {
                lines[name] = nil
                return nil
            }
            lines[name]?.next += 1
            return line.waiting[line.next]
        }
        next?.resume()
    }
}

/// The result of receiving a body. The body has been stored in each case, except one that is too long; respond with
/// ``httpStatus``.
public enum Reception: Equatable, Sendable {
    /// A trusted key signed the postback, it follows the rules, and it is stored and was not stored before. This does
    /// not mean that your network won: another may have.
    case counted(ReceivedPostback)
    /// A postback with this key was stored before. If `isSame` is true, it has the same contents, as an honest retry has;
    /// if false, others, which is a reason for an alert; if nil, nobody knows the first contents.
    case repeated(ReceivedPostback, isSame: Bool?)
    /// The body does not count and was set aside, now or when the same bytes came before. If a trusted key signed it, but
    /// it breaks rules, these are the ``RefusedInput/findings``. A body that is too long was not read.
    case refused(RefusedInput)

    /// The status to respond with: 200, or 413 for a body that is too long to be a postback.
    public var httpStatus: Int {
        if case .refused(let refusal) = self, refusal.fault.rule === InputRules.lineLength { 413 } else { 200 }
    }
}
