import AttributionBase
import AttributionCrypto

extension ExplainedDocument {
    /// Searches for the mistake in the document; returns nil if the signature is valid.
    func mistake(
        by keys: SKAdNetworkKeys, stated: [(SignedField, String?)], within budget: inout SearchBudget
    ) -> SignatureMistake? {
        let right = draft
        var message = SignedMessage(
            right: right.bytes, wanted: "; the signed text must be only the values and their separators",
            signature: signature,
            mistakes: mistakes)
        message.length = members.reduce(0) { $0 + ($1.field == nil ? 0 : $1.text.count) }
        message.text = right
        message.isOfDevice = form == .postback
        message.wantedOrder = "version \(versionText)"
        let places = members.compactMap(\.field)
        func rank(_ index: Int) -> Int { places.firstIndex { $0 == right.values[index].field } ?? places.count }
        message.orders = [
            ("in the order of the document's members", right.values.indices.inOrder { rank($0) < rank($1) })
        ]
        message.statedValues = stated.map { ("\(form.name(of: $0))", $1) }
        message.fault =
            renamed.isEmpty ? fault.map { ($0.cause(in: form), words(of: $0)) } : (nil, words(renamed: renamed))
        message.otherCurve = keys.p192.map { key in
            let isRight = form == .postback && order.version.curve == .p192
            let mistake = "signed by Apple's P-192 key, which is for postbacks of 1.0 and 2.0; this is \(versionText)"
            return (
                isRight ? nil : mistake,
                { raw, text in
                    let der = ECDSASignature.derRepresentation(ofRaw: raw)
                    return der.map { key.isValidSignature(derRepresentation: $0, for: text) } ?? false
                }
            )
        }
        return .search(message, by: candidates(keys), within: &budget)
    }

    /// The mistakes in the order in which they are tried.
    private var mistakes: [SignedMessage.Mistake] {
        [
            (nil, \.stated), (causeOfInvalid, { _ in mendedVariants }),
            // These come first, because such a value may also look like one that was signed by mistake.
            (nil, { _ in renamedVariants }), (nil, \.shortened), (.versionOrder, { _ in absentVariants }),
            (.separator, \.additions), (.encoding, \.encodings),
            (.sourceAppID, { _ in sourceVariants }),
            (.zeroAsAbsent, { _ in zeroVariants }),
            (.versionOrder, { _ in orderVariants }), (.versionOrder, \.rearrangements),
            (.nonceCase, \.nonces), (.boolean, \.literals),
            (.unsignedField, { _ in unsignedVariants }), (.timestamp, \.units),
            (.networkCase, \.networks), (nil, \.changes),
            // These have the most variants and are the least likely.
            (.timestamp, \.readings), (.versionOrder, \.permutations),
        ]
    }

    /// Describes a fault of the document that does not affect its signature.
    private func words(of fault: SKAdNetworkFault) -> String {
        if case .missingVersion = fault { return words(.version, signedAs: Array(versionText.utf8), versionText) }
        return fault.description + (fault.problem.advice.map { ": \($0.text)" } ?? "")
    }

    /// All keys that may have signed. Those that are allowed to come first.
    private func candidates(_ keys: SKAdNetworkKeys) -> [MistakeSearch.Candidate] {
        var result: [MistakeSearch.Candidate] = keys.keyIndices(on: nil, network: network).map {
            (keys.trusted.all[$0].publicKey, nil)
        }
        result += keys.keys(notFor: network).map {
            ($0.key, "signed by the key of the kid \($0.network), which is another network's")
        }
        let isApples = form == .postback && order.version.curve == .p256
        let mistake = "signed by Apple's P-256 key, which is for postbacks of 2.1 and later; this is \(versionText)"
        result.append((SKAdNetworkKeys.appleP256, isApples ? nil : mistake))
        result += AppleKey.all.map {
            ($0.publicKey, "signed by Apple's key \($0.keyID), which is for AdAttributionKit in development")
        }
        let example = "signed by the published example key; it must be signed by the network's own key"
        result.append((ExampleKey.publicKey, example))
        return result
    }

    /// Whether the signature is valid for a text and an allowed key, in the only correct encoding.
    func holds(for text: [UInt8], by keys: SKAdNetworkKeys) -> Bool {
        guard let reading = signature?.readings.first, reading.difference == nil else { return false }
        guard let der = ECDSASignature.derRepresentation(ofRaw: reading.raw) else { return false }
        let curve = form == .postback ? order.version.curve : nil
        return keys.owner(of: der, for: text, on: curve, network: network) != nil
    }
}
