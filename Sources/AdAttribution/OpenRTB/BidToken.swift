import AttributionBase
import AttributionCrypto

/// The token of a bid, which must be a compact JWS.
struct BidToken {
    /// The unverified payload; nil if it cannot be read.
    let payload: JSONValue?
    /// The finding for a payload that is not an impression.
    let foreignness: Finding?
    private let text: [UInt8]
    private let keyID: String?
    private let faults: [JWSError]
    private let header: JSONValue?

    init(_ text: String) {
        self.text = Array(text.utf8)
        var reader = TokenReader()
        var decoded = ByteBuffer()
        self.text.withBytes { reader.read($0, payloadTo: &decoded) }
        faults = reader.faults
        header = reader.reading.hasHeader ? reader.headerView.map { JSONValue($0) } : nil
        keyID = header?[HeaderField.keyID]?.string
        let start = reader.reading.payload?.lowerBound
        let view = start.flatMap { reader.payloadView(in: decoded, from: $0) }
        payload = view.map { JSONValue($0) }
        foreignness = view.flatMap { BidRules.foreignness(of: $0) }
    }

    /// Adds all faults of the token: those of a JWS and those of an impression.
    func examine(now: Timestamp, _ notes: inout BidNotes) {
        if let fault = faults.first { notes.add(BidRules.token, found: "none (\(fault))", hint: fault.hint) }
        header?.withView { header in
            var examiner = Examiner()
            notes.add(examiner.findings(header: header), in: "jwt")
        }
        if let foreignness { notes.add(foreignness) }
        payload?.withView { payload in
            guard payload.kind == .object, ![.postback, .postbackBody].contains(payload.messageKind) else { return }
            var examiner = Examiner()
            let findings = keyID.withView { examiner.findings(impression: payload, keyID: $0, now: now) }
            notes.add(findings ?? .unreadable(HeaderField.keyID.text), in: "jwt")
        }
    }

    /// Adds a finding if no trusted key for the `kid` made the signature.
    ///
    /// - Parameter stated: What the request and the bid around the token have for some fields.
    func verify(by keys: TrustedKeys, stated: [(Field, String?)], _ notes: inout BidNotes) {
        // ``examine(now:_:)`` reports a text that is not a token.
        guard let token = try? UnverifiedJWS(compact: text) else { return }
        // ``examine(now:_:)`` compares the network with the `kid`.
        if let (_, signer) = keys.signer(of: token), signer.environment == .local { return }
        let isKnown = !keys.candidates(for: token.header.keyID).isEmpty
        let difference = text.withBytes {
            TokenExplanation.mistake(in: $0, keys: keys, stated: stated, within: &notes.budget)?.difference
        }
        notes.add(
            BidRules.tokenSignature,
            found: difference.map { "not one of the key (\($0))" }
                ?? (isKnown
                    ? "by another key, or altered" : "of the kid \(token.header.keyID.excerpt), which no key has"))
    }
}

extension BidRules {
    /// Returns the finding for a token's payload that is not an impression, or nil.
    package static func foreignness(of payload: JSONView) -> Finding? {
        guard payload.kind == .object else {
            return Finding(token, found: "a token whose payload is \(payload.kind.article)")
        }
        switch payload.messageKind {
        case .impression: return nil
        case .postback, .postbackBody: return Finding(token, found: "a token whose payload is a postback's")
        case .configuration, nil: return Finding(token, found: "a token whose payload is not an impression's")
        }
    }
}
