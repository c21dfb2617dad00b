import AttributionCrypto

/// What a key of one's own is trusted for.
///
/// A key that is needed for several of these is added once for each.
public enum KeyScope: Hashable, Sendable {
    /// AdAttributionKit tokens with exactly this `kid`. If it is an ad network's ID, only those of that network.
    case keyID(String)
    /// The messages of one ad network: AdAttributionKit tokens with its ID as `kid`, and its SKAdNetwork ads and postbacks.
    case network(AdNetworkIdentifier)
    /// SKAdNetwork ads and postbacks of all networks. They have no `kid`.
    case skAdNetwork
    /// AdAttributionKit tokens with any `kid`, except Apple's.
    case anyKeyID

    /// What is trusted, for messages.
    package var words: String {
        switch self {
        case .keyID(let keyID): "the kid \(quoted(excerpt(keyID)))"
        case .network(let network): "the ad network \(network)"
        case .skAdNetwork: "SKAdNetwork ads and postbacks"
        case .anyKeyID: "AdAttributionKit tokens"
        }
    }
}

/// The public keys that verify signatures, each with what it is trusted for.
///
/// A set contains Apple's keys from the start; each of them is used only for its own `kid`, and the production key also for
/// SKAdNetwork. Any other key is used only for the ``KeyScope`` that it was added for.
///
/// A set of ``AppleKeys/production`` accepts only real conversions: the only keys that can be added are further keys of
/// Apple's, with `alsoFromApple:`.
///
/// ```swift
/// let production = TrustedKeys(.production)
/// let later = try TrustedKeys(
///     .production, alsoFromApple: [AppleKey(keyID: "apple-cas-identifier/1", publicKey: published)])
/// var tests = TrustedKeys(.productionAndDevelopment)
/// try tests.add(network.publicKey, for: .network("acme.adattributionkit"))
/// ```
public struct TrustedKeys: Sendable {
    /// All keys, in the order in which they were added.
    package private(set) var all: [Candidate] = []
    // The indices in `all` of the keys for each `kid`. The `kid` is stored as bytes, because Swift treats canonically equivalent strings as
    // equal, but two such `kid`s are different.
    private var named: [[UInt8]: [Int]] = [:]
    private var unnamed: [Int] = []
    /// The keys that are trusted for any `kid`.
    private var common: Set<P256PublicKey> = []
    /// The elements of ``all``, so that no key is added twice.
    private var added: Set<Candidate> = []
    /// The `kid`s of Apple's keys that this set leaves out, because they are for development.
    private var refused: Set<[UInt8]> = []
    /// Which of Apple's keys are trusted. Other keys can be added only to a set of ``AppleKeys/productionAndDevelopment``.
    package let appleKeys: AppleKeys

    /// A selection of Apple's keys.
    public enum AppleKeys: Sendable {
        /// Only the production key, which signs real conversions. `add` throws; only `alsoFromApple:` gives the set
        /// further keys.
        case production
        /// The production key and the development keys, whose postbacks never count.
        case productionAndDevelopment
    }

    /// A key that may have made a signature.
    package struct Candidate: Hashable, Sendable {
        package let publicKey: P256PublicKey
        package let environment: SigningEnvironment
        package let tokens: Tokens
        package let signedObjects: SignedObjects
        /// What the key was added for; nil for Apple's keys, and for those of the command line.
        package var scope: KeyScope?

        package enum Tokens: Hashable, Sendable {
            /// Those with a `kid`, in bytes, because Swift treats canonically equivalent strings as equal.
            case named([UInt8])
            /// Those with any `kid`, apart from Apple's.
            case all
            case none
        }

        /// The SKAdNetwork ads and postbacks that the key verifies, besides Apple's own.
        package enum SignedObjects: Hashable, Sendable {
            /// Those of a network, in lowercase.
            case of([UInt8])
            case all
            case none
        }

        init(_ key: P256PublicKey, _ environment: SigningEnvironment, _ keyID: String?, _ objects: SignedObjects) {
            publicKey = key
            self.environment = environment
            tokens = keyID.map { .named(Array($0.utf8)) } ?? .all
            signedObjects = objects
        }

        init(_ key: P256PublicKey, for scope: KeyScope) {
            publicKey = key
            environment = .local
            (tokens, signedObjects) =
                switch scope {
                case .keyID(let keyID): (.named(Array(keyID.utf8)), .none)
                case .network(let network):
                    (.named(Array("\(network)".utf8)), .of(AdNetworkIdentifier.key(of: "\(network)".utf8)))
                case .skAdNetwork: (.none, .all)
                case .anyKeyID: (.all, .none)
                }
            self.scope = scope
        }

        /// The only `kid` of the tokens that the key verifies; nil if there is none, or no single one.
        package var keyID: String? {
            if case .named(let name) = tokens { String(decoding: name, as: UTF8.self) } else { nil }
        }

        /// The key in words, for messages about what it signed by mistake.
        package var words: String {
            keyID.map { "the key of the kid \(quoted($0))" } ?? scope.map {
                "a key that is trusted only for \($0.words)"
            }
                ?? "a trusted key without a kid"
        }
    }

    /// Why there is no key for a `kid`.
    package enum Absence: Equatable, Sendable {
        /// No key was added for it.
        case unknown
        /// The keys that were added are only for other tokens or objects: what they are for, in words.
        case otherScopes(String)
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
    ///   - appleKeys: The Apple keys to trust.
    ///   - others: Keys that Apple published later. A set of ``AppleKeys/production`` does not include development
    ///     keys; postbacks that they signed are rejected, with an error that says so.
    public init(_ appleKeys: AppleKeys, alsoFromApple others: [AppleKey] = []) {
        self.appleKeys = appleKeys
        for key in AppleKey.all + others {
            guard appleKeys == .productionAndDevelopment || key.environment == .production else {
                refused.insert(Array(key.keyID.utf8))
                continue
            }
            append(Candidate(key.publicKey, key.environment, key.keyID, .none))
        }
    }

    /// Adds a trusted key. Adding the same key again for the same scope has no effect, nor has adding a key of Apple's
    /// without a `kid`.
    ///
    /// - Parameters:
    ///   - key: The public key to trust.
    ///   - scope: What it is trusted for. A network that has an ID in each framework needs the key under both.
    /// - Throws: An error if the `kid` is Apple's, and always if the set was created with ``AppleKeys/production``.
    public mutating func add(_ key: P256PublicKey, for scope: KeyScope) throws(Problem) {
        try add(Candidate(key, for: scope))
    }

    package init(adding key: P256PublicKey, keyID: String?) throws(Problem) {
        self.init(.productionAndDevelopment)
        try add(key, keyID: keyID)
    }

    /// Adds a key of the command line, of which only the `kid` is known: without one, it is for everything; under the `kid` of test
    /// postbacks, also for SKAdNetwork's test postbacks of any network; and otherwise also for the SKAdNetwork objects of the network with
    /// that name.
    package mutating func add(_ key: P256PublicKey, keyID: String?) throws(Problem) {
        try add(Candidate(key, .local, keyID, Self.network(ofKeyID: keyID).map { .of($0) } ?? .all))
    }

    private mutating func add(_ candidate: Candidate) throws(Problem) {
        guard appleKeys == .productionAndDevelopment else { throw .productionOnly }
        if let keyID = candidate.keyID {
            if AppleKey.isReserved(keyID) { throw .reserved(keyID: keyID) }
        } else if all.contains(where: { $0.publicKey == candidate.publicKey && $0.environment != .local }) {
            return
        }
        append(candidate)
    }

    private mutating func append(_ candidate: Candidate) {
        guard added.insert(candidate).inserted else { return }
        switch candidate.tokens {
        case .named(let name): named[name, default: []].append(all.count)
        case .all:
            unnamed.append(all.count)
            common.insert(candidate.publicKey)
        case .none: break
        }
        all.append(candidate)
    }

    /// Trusts the published example key, as `--example-key` does: for impressions of ``ExampleKey/adNetworkIdentifier``, and for test
    /// postbacks under ``PostbackRequest/testKeyID``. Its signatures prove nothing.
    package mutating func addExampleKey() throws(Problem) {
        for keyID in ExampleKey.keyIDs { try add(ExampleKey.publicKey, keyID: keyID) }
    }

    /// Returns the indices in ``all`` of the keys that may have made a signature under a `kid`. There are none if the `kid` is unknown.
    package func keyIndices(for keyID: String) -> [Int] {
        let own = named[Array(keyID.utf8)] ?? []
        return AppleKey.isReserved(keyID) ? own : own + unnamed
    }

    /// The indices of the keys for SKAdNetwork ads and postbacks, which have no `kid`. Each comes with the only ad network, in lowercase,
    /// whose objects it verifies; nil for all networks.
    package var networkKeys: [(index: Int, network: [UInt8]?)] {
        let local = all.indices.compactMap { index -> (index: Int, network: [UInt8]?)? in
            switch all[index].signedObjects {
            case .of(let network): (index, network)
            case .all: (index, nil)
            case .none: nil
            }
        }
        // A key that verifies the objects of all networks needs only one entry.
        let common = Set(local.filter { $0.network == nil }.map { all[$0.index].publicKey })
        return local.filter { $0.network == nil || !common.contains(all[$0.index].publicKey) }
    }

    /// Returns the only ad network, in lowercase, whose SKAdNetwork objects a key with the given `kid` verifies. Nil means all networks:
    /// the key has no `kid`, or that of test postbacks, which may be of any network.
    package static func network(ofKeyID keyID: String?) -> [UInt8]? {
        keyID.flatMap { $0 == PostbackRequest.testKeyID ? nil : AdNetworkIdentifier.key(of: $0.utf8) }
    }

    /// Returns the reason why ``keyIndices(for:)`` is empty.
    package func absence(of keyID: String) -> Absence {
        guard AppleKey.isReserved(keyID) else {
            return appleKeys == .production
                ? .productionOnly : scopeWords(without: []).map { .otherScopes($0) } ?? .unknown
        }
        return refused.contains(Array(keyID.utf8)) ? .developmentRefused : .unknownApple
    }

    /// What the keys that were added are trusted for, in words, for the refusal of a message; nil if there are none with a scope.
    ///
    /// - Parameter keys: the indices of the keys that are trusted for the message.
    package func scopeWords(without keys: [Int]) -> String? {
        var scopes: [String] = []
        // A key may have several scopes, one of which is that of the message.
        for index in all.indices where !keys.contains(where: { all[$0].publicKey == all[index].publicKey }) {
            guard let words = all[index].scope?.words, !scopes.contains(words) else { continue }
            guard scopes.count < 3 else {
                scopes.append("others")
                break
            }
            scopes.append(words)
        }
        guard let last = scopes.popLast() else { return nil }
        return scopes.isEmpty ? last : scopes.joined(separator: ", ") + " and " + last
    }

    /// Whether a key signs only for the ad network in its `kid`. A key that is also trusted without a `kid` signs for all.
    func signsForOneNetwork(_ key: Candidate) -> Bool {
        key.environment == .local && key.tokens != .all && !common.contains(key.publicKey)
    }
}

extension Problem {
    /// The problem of adding a key to a set that trusts only Apple's production key.
    fileprivate static let productionOnly = Problem.sentence(
        "only Apple's production key is trusted; other keys require TrustedKeys(.productionAndDevelopment)",
        wanted: "TrustedKeys(.productionAndDevelopment)")
}
