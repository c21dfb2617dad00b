import ECDSA
import JOSE

/// The public keys that signatures are checked against, found by the `kid` that a token names.
///
/// Apple's keys are in it from the start and answer only to their own `kid`. A key without a `kid` of its own, as from a
/// PEM file, answers to every `kid` that is not Apple's.
public struct TrustedKeys: Sendable {
    // Bytes, because Swift's String calls canonically equivalent texts equal and a `kid` is just its characters.
    private var named: [[UInt8]: [Candidate]] = [:]
    private var unnamed: [Candidate] = []
    private let acceptsDevelopment: Bool

    /// A key that may have made a signature.
    public struct Candidate: Sendable {
        public let publicKey: P256PublicKey
        public let environment: Environment
    }

    /// Why no key answers to a `kid`.
    public enum Absence: Equatable, Sendable {
        case unknown
        /// Apple's, but not production's, and only that is accepted.
        case developmentRefused
        /// In Apple's name space, but none of the keys that Apple published.
        case unknownApple
    }

    public enum AdditionError: Error, Equatable, Sendable {
        /// A JWK claims one of Apple's `kid` values.
        case appleKeyID(String)
    }

    /// - Parameter productionOnly: leaves out Apple's development keys, so that nothing they sign is ever counted.
    public init(productionOnly: Bool = false) {
        acceptsDevelopment = !productionOnly
        for key in AppleKey.all where !productionOnly || key.environment == .production {
            named[Array(key.keyID.utf8)] = [Candidate(publicKey: key.publicKey, environment: key.environment)]
        }
    }

    /// Trusts a key besides Apple's.
    ///
    /// - Parameter keyID: the only `kid` it answers to; nil for every one that is not Apple's.
    public mutating func add(_ key: P256PublicKey, keyID: String?) throws(AdditionError) {
        let candidate = Candidate(publicKey: key, environment: .local)
        guard let keyID else {
            unnamed.append(candidate)
            return
        }
        guard !AppleKey.isReserved(keyID) else { throw .appleKeyID(keyID) }
        named[Array(keyID.utf8), default: []].append(candidate)
    }

    /// The keys that may have made a signature under `keyID`; empty when it is unknown.
    public func candidates(for keyID: String) -> [Candidate] {
        if AppleKey.isReserved(keyID) { return named[Array(keyID.utf8)] ?? [] }
        return (named[Array(keyID.utf8)] ?? []) + unnamed
    }

    /// Why ``candidates(for:)`` is empty.
    public func absence(of keyID: String) -> Absence {
        guard AppleKey.isReserved(keyID) else { return .unknown }
        return !acceptsDevelopment && AppleKey.all.contains { $0.keyID.utf8.elementsEqual(keyID.utf8) } ? .developmentRefused : .unknownApple
    }

    /// Verifies a token with the keys its `kid` names, and tells whose world the right one belongs to.
    public func verify(_ token: UnverifiedJWS) -> (VerifiedJWS, Environment)? {
        for candidate in candidates(for: token.header.keyID) {
            if let verified = token.verified(by: candidate.publicKey) { return (verified, candidate.environment) }
        }
        return nil
    }
}
