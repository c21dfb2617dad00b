import AttributionBase
import AttributionCrypto

/// The environment of a signature's key, which determines whether a conversion counts.
///
/// Apple may add environments, so a `switch` over it needs a default.
public struct SigningEnvironment: RawRepresentable, CaseIterable, Hashable, Codable, Sendable {
    package enum Known: String, CaseIterable, Sendable { case production, development, local }

    package let known: Known

    private init(_ known: Known) { self.known = known }

    /// Creates the environment with a name; returns nil for an unknown name.
    public init?(rawValue: String) {
        guard let known = Known(rawValue: rawValue) else { return nil }
        self.known = known
    }

    /// The name, such as `production`.
    public var rawValue: String { known.rawValue }
    /// The environments that are known.
    public static let allCases = Known.allCases.map { SigningEnvironment($0) }

    /// Real conversions, the only ones that count.
    public static var production: SigningEnvironment { SigningEnvironment(.production) }
    /// Postbacks from a device's developer mode or developer settings.
    public static var development: SigningEnvironment { SigningEnvironment(.development) }
    /// Messages signed by a key that is not Apple's.
    public static var local: SigningEnvironment { SigningEnvironment(.local) }

    fileprivate func check(isIn accepted: Set<SigningEnvironment>) throws(Problem) {
        guard accepted.contains(self) else { throw .environmentNotAccepted(self) }
    }
}

extension Set<SigningEnvironment> {
    /// Returns what was verified, if the environment of the key that signed it is among these.
    func admit<Verified>(
        _ verified: Verified, _ environment: (Verified) -> SigningEnvironment
    ) throws(Problem) -> Verified {
        try environment(verified).check(isIn: self)
        return verified
    }
}

/// The public half of a key that Apple signs postbacks with [Verifying a postback].
public struct AppleKey: Sendable {
    /// The `kid` in the header of a postback.
    public let keyID: String
    /// The environment of the key's postbacks.
    public let environment: SigningEnvironment
    /// The key that Apple published.
    public let publicKey: P256PublicKey

    /// All of Apple's keys for AdAttributionKit postbacks.
    public static let all: [AppleKey] = [
        AppleKey(
            "apple-cas-identifier/0", .production,
            """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWdp8GPcGqmhgzEFj9Z2nSpQVdday
            aPe4FMzqM9wib1+aHaaIzoHoLN9zW4K8y4SPykE3YVK3sVqW6Af0lfx3gg==
            """),
        AppleKey(
            "apple-development-identifier/0", .development,
            """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELeEDzpJEP+/qRSE5hJVC1p1J0ssU
            nQGMzBBbvnACBok8OVGGLgxL0myrKiy6lvRtSlLRsWit87i+vftD8AEqeQ==
            """),
        AppleKey(
            "apple-development-identifier/1", .development,
            """
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YzdO7eM97s/IJ25kdW5CZ3A14US
            E5IJ5Ha/vhWaxI6UBI1ZxCEvjrKxVluVGe6qWwF1BDFq+QHqKfH5u+wxHQ==
            """),
    ]

    /// The `kid` of postbacks that are created manually in the developer settings of a device [Creating postbacks in
    /// developer settings].
    static let developerSettingsKeyID: StaticString = "apple-development-identifier/1"

    /// Returns the key of Apple's that a text contains in part, in base64, such as a copy with a missing character.
    package static func resembled(by text: ByteView) -> AppleKey? {
        all.first { key in
            var base64: [UInt8] = []
            key.publicKey.derRepresentation.withBytes { Base64.encode($0) { base64.append($0) } }
            // All keys begin in the same way. The text may be secret, so that none of it is copied.
            return [36, 60, 84].contains { includes(base64[$0..<$0 + 24], text) }
        }
    }

    /// Whether a text includes digits, regardless of white space between them.
    private static func includes(_ digits: ArraySlice<UInt8>, _ text: ByteView) -> Bool {
        guard let first = digits.first else { return true }
        var at = 0
        while let start = text.firstOffset(of: first, from: at) {
            var (rest, index) = (digits, start)
            while let wanted = rest.first, let byte = text.byte(at: index), byte == wanted || ASCII.isWhiteSpace(byte) {
                if byte == wanted { rest.removeFirst() }
                index += 1
            }
            if rest.isEmpty { return true }
            at = start + 1
        }
        return false
    }

    /// Whether a `kid` is in the namespace that only Apple uses, even if the key is unknown here.
    package static func isReserved(_ keyID: String) -> Bool {
        names.contains { keyID.utf8.starts(with: $0.name.utf8) }
    }

    /// Returns the end of a message about a reserved `kid`: that it is reserved, and what is wanted.
    package static func words(ofReserved keyID: String) -> String {
        "\(quoted(keyID)), which is Apple's; it must be one of your own"
    }

    /// Creates a key that Apple published after this version of the library, for `TrustedKeys(_:alsoFromApple:)`.
    ///
    /// ```swift
    /// let next = try AppleKey(keyID: "apple-cas-identifier/1", publicKey: P256PublicKey(pemRepresentation: published))
    /// let keys = TrustedKeys(.production, alsoFromApple: [next])
    /// ```
    ///
    /// - Parameters:
    ///   - keyID: the `kid` as Apple writes it: `apple-cas-identifier/N` for production, or
    ///     `apple-development-identifier/N`, whose postbacks never count. N is a number without leading zeros.
    ///   - publicKey: the key that Apple published for it.
    /// - Throws: an error for any other `kid`, for the `kid` of a key in ``all`` with another key than that one, and for a key that
    ///   is known to be a different one: the example key, or a key in ``all`` with another `kid`.
    public init(keyID: String, publicKey: P256PublicKey) throws(Problem) {
        guard let environment = Self.environment(ofKeyID: keyID) else {
            let wanted = "\(Self.names[0].name)/N or \(Self.names[1].name)/N, with a number N"
            throw .value(found: quoted(keyID), wanted: wanted).at("kid")
        }
        guard Self.all.allSatisfy({ ($0.keyID == keyID) == ($0.publicKey == publicKey) }) else {
            let known = Self.all.first { $0.publicKey == publicKey }
            throw known.map { .value(found: "the key of \($0.keyID)", wanted: "a key of its own").at("publicKey") }
                ?? .value(found: "\(quoted(keyID)), which has another key", wanted: "the kid of this key").at("kid")
        }
        guard publicKey != ExampleKey.publicKey else {
            throw .value(found: "the published example key", wanted: "a key of Apple's").at("publicKey")
        }
        self.keyID = keyID
        self.environment = environment
        self.publicKey = publicKey
    }

    /// The names of Apple's key IDs, each of which is followed by a slash and a number.
    private static let names: [(name: String, environment: SigningEnvironment)] = [
        ("apple-cas-identifier", .production), ("apple-development-identifier", .development),
    ]

    /// Returns the environment of a `kid` with one of Apple's names; nil for any other `kid`.
    private static func environment(ofKeyID keyID: String) -> SigningEnvironment? {
        names.first { name, _ in
            guard keyID.utf8.starts(with: "\(name)/".utf8) else { return false }
            let digits = keyID.utf8.dropFirst(name.utf8.count + 1)
            return (1...9).contains(digits.count) && digits.allSatisfy(ASCII.isDigit)
                && (digits.count == 1 || digits.first != ASCII.zero)
        }?.environment
    }

    /// - Parameter published: The SubjectPublicKeyInfo in base64, as in Apple's article.
    private init(_ keyID: String, _ environment: SigningEnvironment, _ published: String) {
        self.keyID = keyID
        self.environment = environment
        publicKey = P256PublicKey(constant: published)
    }
}

extension Problem {
    /// The problem of a message whose key is of an environment that is not accepted.
    package static func environmentNotAccepted(_ environment: SigningEnvironment) -> Problem {
        .whole(
            "the environment of the key", found: environment.rawValue, wanted: "an accepted environment",
            .then(", which is not accepted")
        ).breaking(RunRules.environmentNotAccepted)
    }
}
