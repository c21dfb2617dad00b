import AttributionBase
import AttributionCrypto

/// The token of a bid, which must be a compact JWS.
struct BidToken {
    /// The unverified payload; nil if it cannot be read.
    let payload: JSONValue?
    /// The finding for a payload that is not an impression.
    let foreignness: Finding?
    private let text: [UInt8]
    private let read: ReadToken

    init(_ text: String) {
        self.text = Array(text.utf8)
        read = ReadToken(self.text)
        payload = read.payload?.json
        foreignness = read.payload?.withView { BidRules.foreignness(of: $0) }
    }

    /// Adds all faults of the token: those of a JWS and those of an impression.
    func examine(now: Timestamp, _ notes: inout BidNotes) {
        if let fault = read.faults.first {
            notes.add(BidRules.token, found: "not a valid token (\(fault))", hint: fault.hint)
        }
        var examiner = Examiner()
        let keyID = read.header?.withView { header in
            notes.add(examiner.findings(header: header), in: "jwt")
            return header.member(HeaderField.keyID.name).flatMap { $0.kind == .string ? $0.string : nil }
        }
        if let foreignness { notes.add(foreignness) }
        read.payload?.withView { payload in
            guard payload.kind == .object, ![.postback, .postbackBody].contains(payload.messageKind) else { return }
            let findings = keyID.withView { examiner.findings(impression: payload, keyID: $0, now: now) }
            notes.add(findings ?? .unreadable(HeaderField.keyID.text), in: "jwt")
        }
    }

    /// Adds a finding if no trusted key for the `kid` made the signature.
    ///
    /// - Parameter stated: What the request and the bid around the token have for some fields.
    func verify(by keys: TrustedKeys, stated: [(Field, String?)], _ notes: inout BidNotes) {
        // ``examine(now:_:)`` reports a text that is not a token, and compares the network with the `kid`.
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
        let difference = text.withBytes {
            TokenExplanation.mistake(in: $0, keys: keys, stated: stated, within: &notes.budget)?.difference
        }
        notes.add(
            BidRules.tokenSignature,
            found: difference.map { "invalid (\($0))" }
                ?? (isKnown
                    ? "invalid (wrong key, or the content was changed)"
                    : "signed under the kid \(token.header.keyID.excerpt), which no key has"))
    }
}

extension BidRules {
    /// Returns the finding for a token's payload that is not an impression, or nil.
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
