import AttributionBase
import AttributionCrypto

/// Decides which keys may have signed the tokens with a certain `kid`, and for which ad network. Nothing else decides who may sign a token.
package struct TokenCheck: Sendable {
    package let keyID: String
    /// The key ID as JSON text.
    package let keyIDText: [UInt8]
    /// The indices in ``TrustedKeys/all`` of the keys that may have signed; none for an unknown `kid`.
    package let keyIndices: [Int]
    /// Those of ``keyIndices`` whose keys sign only for the ad network in the `kid`.
    private let bound: [Int]
    /// The ad network in the `kid`, in lowercase; nil if the keys sign for all networks.
    package let network: [UInt8]?
    /// Why every token with this `kid` is refused; nil if there are keys for it.
    package let refusal: TokenRefusal?

    // The keys themselves are not stored here, because threads that share an object slow each other down when they update its reference
    // count.
    package init(of keyID: String, by trusted: TrustedKeys) {
        self.keyID = keyID
        keyIDText = Array(JSONValue.string(keyID).text.utf8)
        keyIndices = trusted.keyIndices(for: keyID)
        bound = keyIndices.filter { trusted.signsForOneNetwork(trusted.all[$0]) }
        network = AppleKey.isReserved(keyID) ? nil : TrustedKeys.network(ofKeyID: keyID)
        refusal = keyIndices.isEmpty ? .unknownKey(trusted.absence(of: keyID), keyID) : nil
    }

    /// Returns the refusal of a token by its signature; nil if it counts as signed.
    /// - Parameter signer: The index of the key that made the signature; nil if none of ``keyIndices`` did.
    package func refusal(signedBy signer: Int?, _ network: TokenRefusal?) -> TokenRefusal? {
        guard let signer else { return refusal ?? .signature(keyID, keyCount: keyIndices.count) }
        return bound.contains(signer) ? network : nil
    }

    /// Returns why a payload is refused that names another ad network than the `kid`; nil if the network is acceptable. It applies only if
    /// the signing key is for a single network.
    ///
    /// A difference in case, and a value that is not an ad network's ID, break other rules. Keys of test postbacks may have any `kid`.
    package func refusalOfNetwork(in payload: JSONView) -> TokenRefusal? {
        guard let network, let value = payload.member(PostbackField.adNetworkIdentifier.name), value.kind == .string,
            !value.isEqual(to: keyID)
        else { return nil }
        func isNetwork(_ text: [UInt8]) -> Bool {
            AdNetworkIdentifier(text: String(decoding: text, as: UTF8.self)) != nil
        }
        let named = AdNetworkIdentifier.key(of: value.string.utf8)
        let isImpression = payload.messageKind == .impression
        guard named != network, isNetwork(named), isImpression || isNetwork(network) else { return nil }
        return .network(found: value.excerpt, keyID: keyID, isImpression: isImpression)
    }
}

/// Why a token does not count as signed by a trusted key. It is indirect, so that an optional refusal takes little memory: few tokens are
/// refused.
package indirect enum TokenRefusal: Error, Equatable, Sendable {
    /// No key is trusted under its `kid`.
    case unknownKey(TrustedKeys.Absence, String)
    /// The signature was not made with any key of the `kid`, or is for a different text.
    case signature(String, keyCount: Int)
    /// The token names an ad network that its key does not sign for. `found` is the JSON text of the network in the
    /// token.
    case network(found: String, keyID: String, isImpression: Bool)

    /// What finds out why the signature of a token is invalid.
    package static let mismatchHint = "aak verify --explain looks for the mistake behind it"

    /// Calls `body` with the broken rule and the problem. Many tokens of a stream may be refused, so the problem is created only on demand.
    private func withRule<Description>(_ body: (Rule, @autoclosure () -> Problem) -> Description) -> Description {
        switch self {
        case .unknownKey(let absence, let keyID): body(RunRules.unknownKey, absence.problem(of: keyID))
        case .signature(let keyID, let count):
            body(
                TokenRules.signature,
                .sentence(Problem.mismatch(Self.keys(count, of: keyID)), hint: Self.mismatchHint).at("signature"))
        case .network(let found, let keyID, let isImpression):
            body(
                isImpression ? ImpressionRules.keyID : TokenRules.signature,
                .value(found: found, wanted: "the network of the signing key, \(quoted(keyID: keyID))")
                    .at(PostbackField.adNetworkIdentifier.text))
        }
    }

    private static func keys(_ count: Int, of keyID: String) -> String {
        "\(count == 1 ? "the key" : "any of the \(count) keys") with kid \(quoted(keyID: keyID))"
    }

    package var rule: Rule { withRule { rule, _ in rule } }

    /// The problem, with a hint for the command line.
    package var problem: Problem { withRule { rule, problem in problem().breaking(rule) } }
}

extension TrustedKeys.Absence {
    fileprivate func problem(of keyID: String) -> Problem {
        func kid(_ words: String = "", wanted: String? = RunRules.unknownKey.wanted, hint: String) -> Problem {
            .value(found: quoted(keyID: keyID) + words, wanted: wanted, hint: hint).at(HeaderField.keyID.text)
        }
        return switch (self, keyID) {
        case (.developmentRefused, _):
            kid(
                ", a development key", wanted: "Apple's production key",
                hint: "development postbacks never count; leave out --production to see them")
        case (.unknownApple, _):
            kid(
                ", which is not the kid of any key that Apple published", wanted: nil,
                hint: "if Apple has published this key since, pass --apple-key KID=FILE")
        case (.productionOnly, _):
            kid(hint: "--production trusts only Apple's keys; leave it out to check this with --key")
        case (.otherScopes(let scopes), _):
            kid(", and the keys that were added are trusted only for \(scopes)", hint: "add the key for this kid too")
        case (.unknown, ExampleKey.keyID): kid(hint: "the example key is trusted only with --example-key")
        case (.unknown, PostbackRequest.testKeyID):
            kid(
                hint:
                    "test postbacks have this kid; trust the key that signed them with --key FILE, where a JWK "
                    + "must have no other kid, or with --example-key"
            )
        case (.unknown, _): kid(hint: "pass --key FILE with the signer's public key; a JWK must have this kid or none")
        }
    }
}

private func quoted(keyID: String) -> String { JSONValue.string(excerpt(keyID)).text }

extension TrustedKeys {
    /// Verifies a token with the keys for its `kid`, and returns it with the environment of the matching key.
    package func verified(_ token: UnverifiedJWS) throws(TokenRefusal) -> (VerifiedJWS, SigningEnvironment) {
        let check = TokenCheck(of: token.header.keyID, by: self)
        for index in check.keyIndices {
            guard let verified = token.content(signedBy: all[index].publicKey) else { continue }
            let network = verified.document.withView { check.refusalOfNetwork(in: $0) }
            if let refusal = check.refusal(signedBy: index, network) { throw refusal }
            return (verified, all[index].environment)
        }
        throw check.refusal ?? .signature(check.keyID, keyCount: check.keyIndices.count)
    }
}

extension UnverifiedJWS {
    /// Returns the token's content if the private key of `key` made its signature.
    ///
    /// Use ``JWSHeader/keyID`` to choose the key from a set that you trust. Never take a key from the token.
    ///
    /// - Throws: A problem with the rule `jws-signature`.
    public func verified(by key: P256PublicKey) throws(Problem) -> VerifiedJWS {
        try LibCrypto.demand()
        guard let verified = content(signedBy: key) else {
            throw TokenRefusal.signature(header.keyID, keyCount: 1).problem.hinting(nil)
        }
        return verified
    }

    /// Returns the token's content, and the environment of the key that signed it.
    ///
    /// - Parameters:
    ///   - keys: The keys that may have signed the token, each for what it is trusted for.
    ///   - environments: The environments of keys that are accepted, such as `[.production]` to count conversions.
    /// - Throws: A problem with the rule `unknown-key` if no key is trusted for the `kid`, and with `jws-signature` if
    ///   none of the keys that are trusted for it signed the token, or if the key that signed it may not sign for the
    ///   ad network in the payload; with `environment-not-accepted` for a key of another environment.
    public func verified(
        by keys: TrustedKeys, in environments: Set<SigningEnvironment>
    ) throws(Problem) -> (token: VerifiedJWS, environment: SigningEnvironment) {
        try environments.admit(verified(by: keys)) { $0.environment }
    }

    package func verified(
        by keys: TrustedKeys
    ) throws(Problem) -> (token: VerifiedJWS, environment: SigningEnvironment) {
        try LibCrypto.demand()
        do throws(TokenRefusal) {
            return try keys.verified(self)
        } catch {
            // Only the hint about scopes is for users of the library, who have no options.
            if case .unknownKey(.otherScopes, _) = error { throw error.problem }
            throw error.problem.hinting(nil)
        }
    }
}
