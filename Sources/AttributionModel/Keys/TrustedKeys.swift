import AttributionCrypto

/// The public keys that verify signatures, found by the `kid` of a token.
///
/// A set contains Apple's keys from the start; each of them is used only for its own `kid`. A key without a `kid`, for
/// example from a PEM file, is used for every `kid` that is not Apple's.
///
/// A set of ``AppleKeys/production`` accepts only real conversions: the only keys that can be added are further keys of
/// Apple's, with `alsoFromApple:`.
///
/// ```swift
/// let production = TrustedKeys(.production)
/// let later = try TrustedKeys(
///     .production, alsoFromApple: [AppleKey(keyID: "apple-cas-identifier/1", publicKey: published)])
/// let tests = try TrustedKeys(adding: network.publicKey, keyID: "acme.adattributionkit")
/// ```
public struct TrustedKeys: Sendable {
    /// All keys, in the order in which they were added.
    package private(set) var all: [Candidate] = []
    // The indices in `all` of the keys for each `kid`. The `kid` is stored as bytes, because Swift treats canonically equivalent strings as
    // equal, but two such `kid`s are different.
    private var named: [[UInt8]: [Int]] = [:]
    private var unnamed: [Int] = []
    /// The keys that were added without a `kid`.
    private var common: Set<P256PublicKey> = []
    /// The bytes of each key that was added, followed by its `kid`, so that no key is added twice.
    private var added: Set<[UInt8]> = []
    /// The `kid`s of Apple's keys that this set leaves out, because they are for development.
    private var refused: Set<[UInt8]> = []
    /// Which of Apple's keys are trusted. Other keys can be added only to a set of ``AppleKeys/all``.
    package let appleKeys: AppleKeys

    /// A selection of Apple's keys.
    public enum AppleKeys: Sendable {
        /// Only the production key, which signs real conversions. `add` throws; only `alsoFromApple:` gives the set
        /// further keys.
        case production
        /// The production key and the development keys, whose postbacks never count.
        case all
    }

    /// A key that may have made a signature.
    package struct Candidate: Sendable {
        package let publicKey: P256PublicKey
        package let environment: SigningEnvironment
        /// The only `kid` under which the key is used. Nil for a key that is used under any `kid`, apart from Apple's.
        package let keyID: String?
    }

    /// Why there is no key for a `kid`.
    package enum Absence: Equatable, Sendable {
        /// No key was added for it.
        case unknown
        /// The `kid` is not one of Apple's, but only Apple's production key is trusted.
        case productionOnly
        /// The `kid` is that of one of Apple's development keys, but only the production key is trusted.
        case developmentRefused
        /// The `kid` is in Apple's namespace, but Apple has not published a key for it.
        case unknownApple
    }

    /// Creates a set of Apple's keys.
    ///
    /// - Parameters:
    ///   - appleKeys: The Apple keys to trust; by default, only the production key.
    ///   - others: Keys that Apple published later. A set of ``AppleKeys/production`` does not include development
    ///     keys; postbacks that they signed are rejected, with an error that says so.
    public init(_ appleKeys: AppleKeys = .production, alsoFromApple others: [AppleKey] = []) {
        self.appleKeys = appleKeys
        for key in AppleKey.all + others {
            guard appleKeys == .all || key.environment == .production else {
                refused.insert(Array(key.keyID.utf8))
                continue
            }
            guard !all.contains(where: { $0.keyID == key.keyID && $0.publicKey == key.publicKey }) else { continue }
            named[Array(key.keyID.utf8), default: []].append(all.count)
            all.append(Candidate(publicKey: key.publicKey, environment: key.environment, keyID: key.keyID))
        }
    }

    /// Creates a set of all of Apple's keys and one more.
    ///
    /// - Parameters:
    ///   - key: The public key to trust.
    ///   - keyID: The only `kid` that the key is used for; nil to use the key for every `kid` that is not Apple's, and for SKAdNetwork ads and postbacks, which have no `kid`.
    /// - Throws: An error if the `kid` is Apple's.
    public init(adding key: P256PublicKey, keyID: String?) throws(Problem) {
        self.init(.all)
        try add(key, keyID: keyID)
    }

    /// Adds a trusted key. Adding the same key and `kid` again, or one of Apple's keys without a `kid`, has no effect.
    ///
    /// - Parameters:
    ///   - key: The public key to trust.
    ///   - keyID: The only `kid` that the key is used for; nil for every `kid` that is not Apple's. A network that has
    ///     an ID in each framework needs the key under both.
    /// - Throws: An error if the `kid` is Apple's, and always if the set was created with ``AppleKeys/production``.
    public mutating func add(_ key: P256PublicKey, keyID: String?) throws(Problem) {
        guard appleKeys == .all else { throw .productionOnly }
        if let keyID, AppleKey.isReserved(keyID) { throw .reserved(keyID: keyID) }
        let name = keyID.map { Array($0.utf8) }
        guard name != nil || !all.contains(where: { $0.publicKey == key && $0.environment != .local }),
            added.insert(key.x963Representation + (name.map { [0] + $0 } ?? [])).inserted
        else { return }
        if let name {
            named[name, default: []].append(all.count)
        } else {
            unnamed.append(all.count)
            common.insert(key)
        }
        all.append(Candidate(publicKey: key, environment: .local, keyID: keyID))
    }

    /// Trusts the published example key, as `--example-key` does: for impressions of ``ExampleKey/adNetworkIdentifier``, and for test
    /// postbacks under ``PostbackRequest/testKeyID``. Its signatures prove nothing.
    package mutating func addExampleKey() throws(Problem) {
        for keyID in ExampleKey.keyIDs { try add(ExampleKey.publicKey, keyID: keyID) }
    }

    /// Returns the indices in ``all`` of the keys that may have made a signature under a `kid`. There are none if the `kid` is unknown.
    package func places(for keyID: String) -> [Int] {
        let own = named[Array(keyID.utf8)] ?? []
        return AppleKey.isReserved(keyID) ? own : own + unnamed
    }

    /// The indices of the keys for SKAdNetwork ads and postbacks, which have no `kid`. Each comes with the only ad network, in lowercase,
    /// whose objects it verifies; nil for all networks.
    package var networkKeys: [(index: Int, network: [UInt8]?)] {
        let local = all.indices.filter { all[$0].environment == .local }
            .map { (index: $0, network: Self.network(ofKeyID: all[$0].keyID)) }
        // A key that verifies the objects of all networks needs only one entry.
        let common = Set(local.filter { $0.network == nil }.map { all[$0.index].publicKey })
        return local.filter { $0.network == nil || !common.contains(all[$0.index].publicKey) }
    }

    /// Returns the only ad network, in lowercase, whose SKAdNetwork objects a key with the given `kid` verifies. Nil means all networks:
    /// the key has no `kid`, or that of test postbacks, which may be of any network.
    package static func network(ofKeyID keyID: String?) -> [UInt8]? {
        keyID.flatMap { $0 == PostbackRequest.testKeyID ? nil : AdNetworkIdentifier.key(of: $0.utf8) }
    }

    /// Returns the reason why ``places(for:)`` is empty.
    package func absence(of keyID: String) -> Absence {
        guard AppleKey.isReserved(keyID) else { return appleKeys == .all ? .unknown : .productionOnly }
        return refused.contains(Array(keyID.utf8)) ? .developmentRefused : .unknownApple
    }

    // MARK: - Verifying

    /// Verifies a token with the keys for its `kid`, and returns it with the environment of the matching key.
    package func verified(_ token: UnverifiedJWS) throws(TokenRefusal) -> (VerifiedJWS, SigningEnvironment) {
        let check = TokenCheck(of: token.header.keyID, by: self)
        for index in check.places {
            guard let verified = token.content(signedBy: all[index].publicKey) else { continue }
            let network = verified.document.withView { check.refusalOfNetwork(in: $0) }
            if let refusal = check.refusal(signedBy: index, network) { throw refusal }
            return (verified, all[index].environment)
        }
        throw check.refusal ?? .signature(check.keyID, keyCount: check.places.count)
    }

    /// Whether a key signs only for the ad network in its `kid`. A key that is also trusted without a `kid` signs for all.
    func signsForOneNetwork(_ key: Candidate) -> Bool {
        key.environment == .local && key.keyID != nil && !common.contains(key.publicKey)
    }
}

extension Problem {
    /// The problem of adding a key to a set that trusts only Apple's production key.
    fileprivate static let productionOnly = Problem.sentence(
        "only Apple's production key is trusted; other keys require TrustedKeys(.all)", wanted: "TrustedKeys(.all)")
}
