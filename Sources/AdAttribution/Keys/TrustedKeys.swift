import AttributionECDSA
import AttributionJOSE

/// The public keys that signatures are checked against, found by the `kid` that a token names.
///
/// Apple's keys are in it from the start and answer only to their own `kid`. A key without a `kid` of its own, as from a
/// PEM file, answers to every `kid` that is not Apple's.
///
/// A set of ``AppleKeys/production`` stays what it is, so that nothing but real conversions can be counted by it:
///
/// ```swift
/// let production = TrustedKeys(.production)
/// var tests = TrustedKeys(.all)
/// try tests.add(network.publicKey, keyID: "acme.adattributionkit")
/// ```
public struct TrustedKeys: Sendable {
    /// All keys, in the order they were added.
    package private(set) var all: [Candidate] = []
    // Places in `all`. By bytes, because Swift's String calls canonically equivalent texts equal and a `kid` is just
    // its characters.
    private var named: [[UInt8]: [Int]] = [:]
    private var unnamed: [Int] = []
    /// Which of Apple's keys are trusted. Other keys can be added to ``AppleKeys/all`` alone.
    public let appleKeys: AppleKeys

    /// Which of Apple's keys are trusted.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum AppleKeys: Sendable {
        /// That of production alone, by which real conversions are signed. No other key can be added.
        case production
        /// Those that sign for development as well, whose postbacks never count.
        case all
    }

    /// A key that may have made a signature.
    public struct Candidate: Sendable {
        /// The key.
        public let publicKey: P256PublicKey
        /// Whose world it belongs to.
        public let environment: SigningEnvironment
    }

    /// Why no key answers to a `kid`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Absence: Equatable, Sendable {
        /// Nobody gave a key for it.
        case unknown
        /// Apple's, but not production's, and only that is accepted.
        case developmentRefused
        /// In Apple's name space, but none of the keys that Apple published.
        case unknownApple
    }

    /// Why a key is not trusted.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum AdditionError: Error, Equatable, Sendable {
        /// A JWK claims one of Apple's `kid` values.
        case appleKeyID(String)
        /// The set is of Apple's production key alone.
        case productionOnly
    }

    /// - Parameter appleKeys: which of Apple's keys are trusted; of production alone unless said.
    public init(_ appleKeys: AppleKeys = .production) {
        self.appleKeys = appleKeys
        for key in AppleKey.all where appleKeys == .all || key.environment == .production {
            named[Array(key.keyID.utf8)] = [all.count]
            all.append(Candidate(publicKey: key.publicKey, environment: key.environment))
        }
    }

    /// Trusts a key besides Apple's. One that is trusted already in the same way, and one of Apple's own without a name,
    /// changes nothing.
    ///
    /// - Parameters:
    ///   - key: the public key to trust.
    ///   - keyID: the only `kid` it answers to; nil for every one that is not Apple's.
    /// - Throws: for a `kid` of Apple's, and for every key where the set is of ``AppleKeys/production``.
    public mutating func add(_ key: P256PublicKey, keyID: String?) throws(AdditionError) {
        guard appleKeys == .all else { throw .productionOnly }
        if let keyID, AppleKey.isReserved(keyID) { throw .appleKeyID(keyID) }
        if let keyID {
            let name = Array(keyID.utf8)
            guard !(named[name] ?? []).contains(where: { all[$0].publicKey == key }) else { return }
            named[name, default: []].append(all.count)
        } else {
            guard !AppleKey.all.contains(where: { $0.publicKey == key }),
                !unnamed.contains(where: { all[$0].publicKey == key })
            else { return }
            unnamed.append(all.count)
        }
        all.append(Candidate(publicKey: key, environment: .local))
    }

    /// The keys that may have made a signature under `keyID`; empty when it is unknown.
    public func candidates(for keyID: String) -> [Candidate] { places(for: keyID).map { all[$0] } }

    /// The places of those keys in ``all``.
    package func places(for keyID: String) -> [Int] {
        let own = named[Array(keyID.utf8)] ?? []
        return AppleKey.isReserved(keyID) ? own : own + unnamed
    }

    /// The `kid` that the key at a place answers to; nil for one that answers to many.
    package func keyID(ofPlace place: Int) -> String? {
        named.first { $0.value.contains(place) }.map { String(decoding: $0.key, as: UTF8.self) }
    }

    /// Why ``candidates(for:)`` is empty.
    public func absence(of keyID: String) -> Absence {
        guard AppleKey.isReserved(keyID) else { return .unknown }
        return appleKeys == .production && AppleKey.all.contains { $0.keyID.utf8.elementsEqual(keyID.utf8) }
            ? .developmentRefused : .unknownApple
    }

    /// Verifies a token with the keys its `kid` names, and tells whose world the right one belongs to.
    public func verify(_ token: UnverifiedJWS) -> (VerifiedJWS, SigningEnvironment)? {
        for candidate in candidates(for: token.header.keyID) {
            if let verified = token.verified(by: candidate.publicKey) { return (verified, candidate.environment) }
        }
        return nil
    }
}

extension TrustedKeys.Absence: CustomStringConvertible {
    /// What the `kid` is instead of that of a trusted key.
    public var description: String {
        switch self {
        case .unknown: "unknown, want the kid of a trusted key"
        case .developmentRefused: "a development key, want Apple's production key"
        case .unknownApple: "in Apple's name, which is none of the keys that Apple published"
        }
    }
}

extension TrustedKeys.AdditionError: CustomStringConvertible {
    /// Why the key is not trusted.
    public var description: String {
        switch self {
        case .appleKeyID(let keyID): "the kid is \"\(keyID)\", which is Apple's, want one of your own"
        case .productionOnly: "only Apple's production key is trusted, want TrustedKeys(.all) for other keys"
        }
    }
}
