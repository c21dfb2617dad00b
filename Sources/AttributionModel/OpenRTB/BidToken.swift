import AttributionBase
import AttributionCrypto

// Checks the token of a bid, which must be a compact JWS with an impression.
extension BidExaminer {
    /// Adds all faults of the token: those of a JWS and those of an impression.
    mutating func examine(_ token: ReadToken, _ foreignness: Finding?, now: Timestamp) {
        if let fault = token.faults.first {
            add(BidRules.token, found: "not a valid token (\(fault))", hint: fault.hint)
        }
        guard let header = token.header else { return examine(token.payload, foreignness, keyID: nil, now: now) }
        header.withView { header in
            var examiner = Examiner()
            add(examiner.findings(header: header), in: "\(BidName.token)")
            let keyID = header.member(HeaderField.keyID.name).flatMap { $0.kind == .string ? $0 : nil }
            examine(token.payload, foreignness, keyID: keyID, now: now)
        }
    }

    private mutating func examine(
        _ payload: JSONDocument?, _ foreignness: Finding?, keyID: JSONView?, now: Timestamp
    ) {
        if let foreignness { add(foreignness) }
        payload?.withView { payload in
            guard payload.kind == .object, ![.postback, .postbackBody].contains(payload.messageKind) else { return }
            var examiner = Examiner()
            add(examiner.findings(impression: payload, keyID: keyID, now: now), in: "\(BidName.token)")
        }
    }

    /// Adds a finding if the signature was not made by a key that is trusted under the `kid`.
    mutating func verify(_ read: ReadToken, _ text: String, by keys: TrustedKeys, stated: [(Field, String?)]) {
        // A text that is not a token was already reported, and the network was already compared with the `kid`.
        guard case .success(let token) = read.token else { return }
        var isKnown = true
        do throws(TokenRefusal) {
            if try keys.verified(token).1 == .local { return }
        } catch {
            switch error {
            case .network: return
            case .unknownKey: isKnown = false
            case .signature: break
            }
        }
        let difference = Array(text.utf8).withBytes {
            SignatureMistake.inToken($0, keys: keys, stated: stated, within: &budget)?.difference
        }
        add(
            BidRules.tokenSignature,
            found: difference.map { "invalid (\($0))" }
                ?? (isKnown
                    ? "invalid (wrong key, or the content was changed)"
                    : "signed under the kid \(token.header.keyID.excerpt), which no key has"),
            difference.map { .sentence("the signature does not match: \($0)") } ?? (isKnown ? nil : .then("")))
    }
}

extension BidRules {
    /// Returns the finding about a payload that is not an impression; nil if it is one.
    package static func foreignness(of payload: JSONView) -> Finding? {
        guard payload.kind == .object else {
            return Finding(token, found: "a token with \(payload.kind.article) as its payload")
        }
        switch payload.messageKind {
        case .impression: return nil
        case .postback, .postbackBody: return Finding(token, found: "a postback's token")
        case .configuration, nil: return Finding(token, found: "not an impression's token")
        }
    }
}
