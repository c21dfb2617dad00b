import AdAttribution
import ECDSA

/// A mistake with which a signature holds.
struct NearMiss: Equatable {
    /// Nil where a value was changed, which is nobody's mistake of form.
    let cause: SignatureExplanation.Cause?
    let difference: String
}

/// Tries mistake after mistake until a signature holds with one.
struct NearMissSearch {
    let document: ExplainedDocument
    private let keys: SKAdNetworkKeys
    private let signature: LenientSignature?

    /// In longer texts, by many times what ads and postbacks have, nobody's mistake is looked for: thousands of texts are
    /// tried, and each is kept.
    static let longestText = 4096

    init(_ document: ExplainedDocument, _ keys: SKAdNetworkKeys) {
        self.document = document
        self.keys = keys
        signature = document.signature.flatMap { LenientSignature($0) }
    }

    /// What may be wrong with the text, in the order in which it is tried.
    private static let rows:
        [(cause: SignatureExplanation.Cause, variants: @Sendable (ExplainedDocument) -> [TextVariant])] = [
            (.separator, SeparatorMisses.variants),
            (.sourceAppID, OptionalMisses.sourceVariants),
            (.zeroAsAbsent, OptionalMisses.zeroVariants),
            (.versionOrder, OrderMisses.variants),
            (.nonceCase, ValueMisses.nonceVariants),
            (.boolean, ValueMisses.literalVariants),
            (.unsignedField, OrderMisses.unsignedVariants),
            (.timestamp, TimestampMisses.variants),
        ]

    func nearMiss() -> NearMiss? {
        guard signature != nil else { return nil }
        let right = document.draft.bytes
        if holds(right) { return missOfForm }
        guard document.fieldsCount <= Self.longestText else { return nil }
        var tried: Set<[UInt8]> = [right]
        func first(_ cause: SignatureExplanation.Cause?, _ variants: [TextVariant]) -> NearMiss? {
            for variant in variants {
                let bytes = variant.draft.bytes
                guard tried.insert(bytes).inserted, holds(bytes) else { continue }
                return NearMiss(cause: cause, difference: withEncoding(variant.difference))
            }
            return nil
        }
        for row in Self.rows {
            if let miss = first(row.cause, row.variants(document)) { return miss }
        }
        return digestMiss(right) ?? keyMiss(right) ?? first(.networkCase, ValueMisses.networkVariants(document))
            ?? first(nil, ChangedValues.variants(document))
    }

    /// What is wrong where the signature holds for the right text.
    private var missOfForm: NearMiss? {
        if let difference = signature?.difference { return NearMiss(cause: .encoding, difference: difference) }
        guard let fault = document.fault else { return nil }
        let cause: SignatureExplanation.Cause
        switch fault {
        case .type: cause = .boolean
        case .bothSources: cause = .sourceAppID
        case .separator: cause = .separator
        case .missing(SignedField.sourceAppID.description, _), .missing(SignedField.sourceDomain.description, _):
            cause = .sourceAppID
        case .missing, .version: cause = .versionOrder
        case .json, .notObject, .signature: cause = .encoding
        }
        return NearMiss(cause: cause, difference: fault.description)
    }

    private func withEncoding(_ difference: String) -> String {
        guard let encoding = signature?.difference else { return difference }
        return difference + "; besides, " + encoding
    }

    // MARK: - Keys and digests

    /// Whether the signature is one of a right key for a text.
    func holds(_ text: [UInt8]) -> Bool {
        guard let raw = signature?.raw else { return false }
        if document.form == .postback {
            switch document.order.version.curve {
            case .p256: if SKAdNetworkKeys.appleP256.isValidSignature(raw, for: text) { return true }
            case .p192: if isOnP192(raw, text) { return true }
            }
        }
        return keys.local.contains { $0.isValidSignature(raw, for: text) }
    }

    private func isOnP192(_ raw: [UInt8], _ text: [UInt8]) -> Bool {
        guard let key = keys.p192, let der = DERSignature.derRepresentation(ofRaw: raw) else { return false }
        return key.isValidSignature(derRepresentation: der, for: text)
    }

    private func digestMiss(_ text: [UInt8]) -> NearMiss? {
        guard let raw = signature?.raw else { return nil }
        let digest = SHA256.hash(text)
        let digits = Array(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8)
        let twice = [("the digest itself", digest), ("the digest's hexadecimal digits", digits)]
        for (words, message) in twice where holds(message) {
            return NearMiss(
                cause: .encoding,
                difference: withEncoding("the message was hashed twice: \(words) was signed, want the text signed once")
            )
        }
        let candidates = keys.local + (document.form == .postback ? [SKAdNetworkKeys.appleP256] : [])
        for other in OtherDigest.allCases {
            guard let number = other.number(of: text) else { continue }
            if candidates.contains(where: { $0.isValidSignature(raw, forDigest: number) }) {
                return NearMiss(
                    cause: .encoding, difference: withEncoding("the digest is \(other.rawValue), want SHA-256"))
            }
        }
        return nil
    }

    private func keyMiss(_ text: [UInt8]) -> NearMiss? {
        guard let raw = signature?.raw else { return nil }
        let version = document.versionText
        func miss(_ words: String) -> NearMiss { NearMiss(cause: .key, difference: withEncoding(words)) }
        if isOnP192(raw, text) {
            return miss("signed by Apple's P-192 key, which is for postbacks of 1.0 and 2.0; this is \(version)")
        }
        if SKAdNetworkKeys.appleP256.isValidSignature(raw, for: text) {
            return miss("signed by Apple's P-256 key, which is for postbacks of 2.1 and later; this is \(version)")
        }
        for key in AppleKey.all where key.publicKey.isValidSignature(raw, for: text) {
            return miss("signed by Apple's key \(key.keyID), which is for AdAttributionKit in development")
        }
        if ExampleKey.privateKey.publicKey.isValidSignature(raw, for: text) {
            return miss("signed by the published example key, want the network's own")
        }
        return nil
    }
}
