import AttributionCrypto

/// A mistake that explains why a signature is invalid; the cause is nil if a value was changed, which is not a mistake
/// of form.
typealias NearMiss = (cause: SignatureExplanation.Cause?, difference: String)

/// Tries one mistake after another until one explains the signature.
struct NearMissSearch: ~Copyable {
    private let document: ExplainedDocument
    private let signature: LenientSignature
    /// Apple's key for versions 1.0 and 2.0, which uses another curve.
    private let p192: P192PublicKey?
    private var search: MistakeSearch
    private var budget: SearchBudget

    private typealias Candidate = MistakeSearch.Candidate

    /// The longest text, in bytes, for which mistakes are searched, far longer than those of ads and postbacks. The
    /// limit exists because thousands of variants are tried and all are kept in memory.
    static let longestText = 4096

    /// The cost of verifying one text on P-192, for which libcrypto has no precomputed table.
    private static let costOnP192 = 16

    /// Searches for the mistake.
    ///
    /// - Returns: The mistake and, if there is none, whether all known mistakes were tried.
    static func nearMiss(
        _ document: ExplainedDocument, _ keys: SKAdNetworkKeys, within budget: inout SearchBudget
    ) -> (miss: NearMiss?, isThrough: Bool) {
        guard let signature = document.lenientSignature else { return (nil, true) }
        guard budget.take() else { return (nil, false) }
        var search = NearMissSearch(document, signature, keys, budget)
        let miss = search.nearMiss()
        budget = search.budget
        return (miss, !budget.isUsedUp && document.fieldsCount <= longestText)
    }

    private init(
        _ document: ExplainedDocument, _ signature: LenientSignature, _ keys: SKAdNetworkKeys, _ budget: SearchBudget
    ) {
        self.document = document
        self.signature = signature
        self.budget = budget
        p192 = keys.p192
        search = MistakeSearch(signature, candidates: Self.candidates(document, keys), right: document.draft.bytes)
    }

    private static func candidates(_ document: ExplainedDocument, _ keys: SKAdNetworkKeys) -> [Candidate] {
        let version = document.versionText
        var result = keys.local(for: document.network).map { Candidate(key: $0, mistake: nil) }
        result += keys.local(notFor: document.network).map {
            Candidate(key: $0.key, mistake: "signed by the key whose kid is \($0.network), which is another network")
        }
        let isApples = document.form == .postback && document.order.version.curve == .p256
        result.append(
            Candidate(
                key: SKAdNetworkKeys.appleP256,
                mistake: isApples
                    ? nil
                    : "signed by Apple's P-256 key, which is for postbacks of 2.1 and later; this is \(version)"))
        result += AppleKey.all.map {
            Candidate(
                key: $0.publicKey,
                mistake: "signed by Apple's key \($0.keyID), which is for AdAttributionKit in development")
        }
        result.append(
            Candidate(
                key: ExampleKey.publicKey,
                mistake: "signed by the published example key, want the network's own"))
        return result
    }

    // MARK: - Mistakes

    /// The kinds of mistakes in the text, in the order in which they are tried.
    private static let rows:
        [(cause: SignatureExplanation.Cause?, variants: @Sendable (ExplainedDocument) -> [TextVariant])] = [
            // First, because such a value may also look like one that was signed by mistake.
            (nil, OrderVariants.renamedVariants),
            (.separator, SeparatorVariants.variants),
            (.sourceAppID, OptionalVariants.sourceVariants),
            (.zeroAsAbsent, OptionalVariants.zeroVariants),
            (.versionOrder, OrderVariants.variants),
            (.nonceCase, ValueVariants.nonceVariants),
            (.boolean, ValueVariants.literalVariants),
            (.unsignedField, OrderVariants.unsignedVariants),
            (.timestamp, TimestampVariants.unitVariants),
            (.networkCase, ValueVariants.networkVariants),
            (nil, ChangedValues.variants),
            // It has the most variants and is the least likely.
            (.timestamp, TimestampVariants.clockVariants),
        ]

    private mutating func nearMiss() -> NearMiss? {
        let right = document.draft.bytes
        if let miss = missOfForm(right) { return miss }
        if let (words, match) = search.digestMistake(in: right) { return (.encoding, match.difference(words)) }
        guard document.fieldsCount <= Self.longestText else { return nil }
        for row in Self.rows where !budget.isUsedUp {
            let variants = row.variants(document)
            if let (variant, match) = search.first(of: variants, within: &budget) {
                return (row.cause, match.difference(variant.difference))
            }
            if document.isOnP192, let variant = firstOnP192(of: variants) {
                return (row.cause, variant.difference)
            }
        }
        return nil
    }

    /// Returns the mistake if the signature is valid for the right text: in its encoding, its key or the document.
    private func missOfForm(_ right: [UInt8]) -> NearMiss? {
        if let p192 = readingOnP192(right) {
            if let difference = p192.difference { return (.encoding, difference) }
            guard document.isOnP192 else {
                let version = document.versionText
                return (.key, "signed by Apple's P-192 key, which is for postbacks of 1.0 and 2.0; this is \(version)")
            }
            return missOfDocument
        }
        guard let match = search.match(for: right) else { return nil }
        if let difference = match.keyDifference { return (.key, difference) }
        if let difference = match.reading.difference { return (.encoding, difference) }
        return missOfDocument
    }

    /// The mistake in the document outside its signature.
    private var missOfDocument: NearMiss? {
        guard let fault = document.fault else { return nil }
        let cause: SignatureExplanation.Cause
        switch fault {
        // A document for StoreKit itself was not written by a JSON library.
        case .type: cause = document.form.isOfStoreKit ? .networkCase : .boolean
        case .bothSources, .domainOfDigits: cause = .sourceAppID
        case .separator: cause = .separator
        case .missing(SignedField.sourceAppID.description, _), .missing(SignedField.sourceDomain.description, _):
            cause = .sourceAppID
        case .missing, .version: cause = .versionOrder
        case .json, .notObject, .signature: cause = .encoding
        }
        return (cause, fault.description)
    }

    // MARK: - P-192

    private func readingOnP192(_ text: [UInt8]) -> LenientSignature.Reading? {
        guard let p192 else { return nil }
        return signature.readings.first { reading in
            guard let der = DERSignature.derRepresentation(ofRaw: reading.raw) else { return false }
            return p192.isValidSignature(derRepresentation: der, for: text)
        }
    }

    private mutating func firstOnP192(of variants: [TextVariant]) -> TextVariant? {
        for variant in variants {
            guard budget.take(Self.costOnP192) else { return nil }
            if readingOnP192(variant.bytes) != nil { return variant }
        }
        return nil
    }
}

extension ExplainedDocument {
    /// Whether Apple's key for the version uses P-192.
    fileprivate var isOnP192: Bool { form == .postback && order.version.curve == .p192 }

    /// Whether the signature is valid for a text and one of the right keys, in the only correct encoding.
    func holds(for text: [UInt8], by keys: SKAdNetworkKeys) -> Bool {
        guard let reading = lenientSignature?.readings.first, reading.difference == nil else { return false }
        guard let der = DERSignature.derRepresentation(ofRaw: reading.raw) else { return false }
        let curve = form == .postback ? order.version.curve : nil
        return keys.owner(of: der, for: text, on: curve, network: network) != nil
    }
}
