import AttributionBytes
import AttributionECDSA
import AttributionJOSE

/// Why the signature of a compact JWS of AdAttributionKit does not hold: the mistake of its signer with which it would.
package enum TokenExplanation {
    /// A mistake that people make, by what it is about. Those of the same name are the same in SKAdNetwork.
    package enum Cause: String, CaseIterable, Sendable {
        /// Something else was signed than header and payload in base64url with a dot between them.
        case signedText = "signed-text"
        /// The signature's encoding, or another digest.
        case encoding
        /// Another key signed.
        case key
        /// Another header was signed.
        case header
        /// The payload was signed as another JSON text of the same values.
        case json
        /// The identifier was signed in another letter case.
        case identifierCase = "identifier-case"
        /// The network's ID was signed in another letter case.
        case networkCase = "network-case"
        /// Booleans, numbers or strings written otherwise.
        case boolean
        /// Another timestamp was signed, or the same in another unit.
        case timestamp
    }

    /// Looks for the mistake in a token.
    ///
    /// - Parameters:
    ///   - text: the token without white space around it.
    ///   - keys: those that are trusted. Apple's and the published example key are tried as well, to name them.
    /// - Returns: nil for what has not three parts, and for a signature that holds.
    package static func mistake(
        in text: UnsafeRawBufferPointer, keys: TrustedKeys, within budget: inout SearchBudget
    ) -> SignatureMistake? {
        guard let token = unsafe ExplainedToken(text) else { return nil }
        let before = budget.tried
        var isThrough = true
        var miss: (cause: Cause?, difference: String)?
        if let signature = LenientSignature(token.signature, as: .raw) {
            if budget.take() {
                var search = TokenSearch(token, signature, keys)
                switch search.run(within: &budget) {
                case .holds: return nil
                case .miss(let cause, let difference): miss = (cause, difference)
                case .nothing(let isComplete): isThrough = isComplete
                }
            } else {
                isThrough = false
            }
        }
        return SignatureMistake(
            cause: miss?.cause?.rawValue, difference: miss?.difference, triedCount: budget.tried - before,
            isCutShort: miss == nil && !isThrough)
    }
}

/// A token taken asunder, whatever is wrong with its parts.
struct ExplainedToken {
    /// The parts as they came.
    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// What the first two mean; nil for what is no JSON object in base64.
    let headerObject: SplicedObject?
    let payloadObject: SplicedObject?

    /// Nil for what has not three parts.
    init?(_ text: UnsafeRawBufferPointer) {
        let bytes = unsafe [UInt8](text)
        let parts = bytes.split(separator: ASCII.dot, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        header = Array(parts[0])
        payload = Array(parts[1])
        signature = Array(parts[2])
        headerObject = Self.object(header)
        payloadObject = Self.object(payload)
    }

    private static func object(_ encoded: [UInt8]) -> SplicedObject? {
        let plain = encoded.reversed().drop { $0 == UInt8(ascii: "=") }.reversed().map { byte in
            byte == UInt8(ascii: "+") ? ASCII.minus : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        return (try? Base64URL.decode(plain)).flatMap(SplicedObject.init)
    }

    /// What is to be signed.
    var signed: [UInt8] { header + [ASCII.dot] + payload }

    /// The `kid` of the header, if there is one.
    var keyID: String? {
        guard case .string(let keyID)? = headerObject?.json[HeaderField.keyID.text] else { return nil }
        return keyID
    }
}

/// Tries mistake after mistake until the signature of a token holds with one.
private struct TokenSearch: ~Copyable {
    enum Outcome {
        case holds
        case miss(TokenExplanation.Cause?, String)
        /// Whether all mistakes that are known were tried.
        case nothing(isComplete: Bool)
    }

    private let token: ExplainedToken
    private let candidates: [Candidate]
    private var search: MistakeSearch

    /// A key that may have signed.
    private struct Candidate {
        let key: P256PublicKey
        /// Why it should not have; nil for those that should.
        let mistake: String?
    }

    /// In longer tokens nobody's mistake is looked for: thousands of texts are tried.
    private static let longestToken = 8192

    init(_ token: ExplainedToken, _ signature: LenientSignature, _ keys: TrustedKeys) {
        self.token = token
        candidates = Self.candidates(token.keyID, keys)
        search = MistakeSearch(signature, keys: candidates.map(\.key), right: token.signed)
    }

    private static func candidates(_ keyID: String?, _ keys: TrustedKeys) -> [Candidate] {
        let right = keyID.map { keys.places(for: $0) } ?? []
        let named = keyID.map { quoted($0) }
        let wanted = named.map { ", want the key of the kid \($0)" } ?? ""
        var result = right.map { Candidate(key: keys.all[$0].publicKey, mistake: nil) }
        // Keys that are not trusted here, and are those of the kid all the same.
        result += AppleKey.all.filter { $0.keyID == keyID }.map { Candidate(key: $0.publicKey, mistake: nil) }
        if keyID == ExampleKey.keyID {
            result.append(Candidate(key: ExampleKey.privateKey.publicKey, mistake: nil))
        }
        for place in keys.all.indices where !right.contains(place) {
            let name =
                keys.keyID(ofPlace: place).map { "the key of the kid \(quoted($0))" } ?? "a trusted key without a kid"
            result.append(Candidate(key: keys.all[place].publicKey, mistake: "signed by \(name)" + wanted))
        }
        result += AppleKey.all.map {
            Candidate(key: $0.publicKey, mistake: "signed by Apple's key of the kid \(quoted($0.keyID))" + wanted)
        }
        result.append(
            Candidate(
                key: ExampleKey.privateKey.publicKey,
                mistake: "signed by the published example key" + (wanted.isEmpty ? ", want the network's own" : wanted))
        )
        return result
    }

    mutating func run(within budget: inout SearchBudget) -> Outcome {
        if let match = search.match(for: token.signed) {
            if let mistake = candidates[match.key].mistake { return outcome(.key, mistake, match, ofKey: true) }
            guard let encoding = match.reading.difference else { return .holds }
            return .miss(.encoding, encoding)
        }
        if let mistake = search.digestMistake(in: token.signed) {
            return outcome(.encoding, mistake.words, mistake.match)
        }
        guard token.header.count + token.payload.count <= Self.longestToken else { return .nothing(isComplete: false) }
        for row in TokenMisses.rows where !budget.isUsedUp {
            if let (variant, match) = search.first(of: row.variants(token), within: &budget) {
                return outcome(row.cause, variant.difference, match)
            }
        }
        return .nothing(isComplete: !budget.isUsedUp)
    }

    /// A mistake together with those that the signature has besides.
    private func outcome(
        _ cause: TokenExplanation.Cause?, _ words: String, _ match: MistakeSearch.Match, ofKey: Bool = false
    ) -> Outcome {
        var besides = ofKey ? [] : candidates[match.key].mistake.map { [$0] } ?? []
        if let encoding = match.reading.difference { besides.append(encoding) }
        return .miss(cause, ([words] + besides).joined(separator: "; besides, "))
    }
}
