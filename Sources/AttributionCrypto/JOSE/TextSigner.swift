import AttributionBase

/// The encoding of a signature as text.
package enum SignatureText: Sendable {
    /// Base64url of r followed by s, as in a token (RFC 7518 §3.4).
    case token
    /// Base64 of the DER sequence of r and s, as in SKAdNetwork.
    case der
}

/// Writes the signatures of texts into an output. All tokens, ads and postbacks are signed here. Each thread needs its own instance.
///
/// A key in memory signs at once. For a key elsewhere, each text is stored and a gap is left in the output. When the signatures arrive,
/// ``fill(with:_:)`` checks them and inserts them.
package final class TextSigner {
    private let signer: Signer?
    /// Why a text could not be signed. What has been written is then useless.
    package private(set) var failure: CryptoFailure?
    private var batch: SignatureBatch?
    /// The offsets in the output where a signature is missing, each with the range in `texts` of the text to sign.
    private var gaps: [(offset: Int, form: SignatureText, text: Range<Int>)] = []
    private var texts = ByteBuffer()
    private var raw = ByteBuffer(capacity: ECDSASignature.count)
    private var der = ByteBuffer(capacity: SignatureCurve.p256.maximumDERCount)

    package init(_ key: P256PrivateKey) { signer = Signer(key) }

    /// Creates a signer for texts that are signed elsewhere, with the private half of `key`.
    package init(checkingWith key: VerificationKey) {
        signer = nil
        batch = SignatureBatch(keys: [key])
    }

    /// Appends the signature of a text, or leaves a gap for it.
    ///
    /// - Parameter text: The text to sign. It may be a part of `output`, because it is read before anything is appended.
    package func appendSignature(of text: ByteView, as form: SignatureText, to output: inout ByteBuffer) {
        raw.removeAll()
        do throws(CryptoFailure) {
            if try signer?.sign(text, to: &raw) != nil { return unsafe append(raw.bytes, as: form, to: &output) }
        } catch {
            failure = error
            return
        }
        let start = texts.count
        texts.append(text)
        gaps.append((output.count, form, start..<texts.count))
    }

    private func append(_ raw: ByteView, as form: SignatureText, to output: inout ByteBuffer) {
        switch form {
        case .token: Base64URL.encode(raw, to: &output)
        case .der:
            der.removeAll()
            ECDSASignature.append(raw, on: .p256, to: &der)
            unsafe Base64.encode(der.bytes, to: &output)
        }
    }

    package func appendToken(header: ByteView, payload: ByteView, to output: inout ByteBuffer) {
        let start = output.count
        Base64URL.encode(header, to: &output)
        output.append(ASCII.dot)
        Base64URL.encode(payload, to: &output)
        let end = output.count
        output.append(ASCII.dot)
        unsafe appendSignature(of: output.bytes(in: start..<end), as: .token, to: &output)
    }

    /// Appends the token for a payload, a JSON text, under the header that aak writes.
    package func appendToken(of payload: [UInt8], keyID: String, to output: inout ByteBuffer) {
        appendToken(header: JWSHeader.text(keyID: keyID), payload: payload, to: &output)
    }

    package func appendToken(header: String, payload: [UInt8], to output: inout ByteBuffer) {
        Array(header.utf8).withBytes { header in
            payload.withBytes { appendToken(header: header, payload: $0, to: &output) }
        }
    }

    /// Throws if a text could not be signed.
    package func check() throws(CryptoFailure) {
        if let failure { throw failure }
    }

    // MARK: - Gaps

    package var messageCount: Int { gaps.count }

    package func message(_ index: Int) -> ByteView { unsafe texts.bytes(in: gaps[index].text) }

    /// Removes the gaps after an offset, because the output is cut there.
    package func dropGaps(beyond offset: Int) {
        while let last = gaps.last, last.offset > offset {
            texts.truncate(to: last.text.lowerBound)
            gaps.removeLast()
        }
    }

    package func removeGaps() {
        gaps.removeAll(keepingCapacity: true)
        texts.removeAll()
        texts.shrink(to: 1 << 21)
    }

    /// Checks a signature for each text. If all are valid, fills the gaps.
    ///
    /// - Parameters:
    ///   - signatures: r followed by s for each text, in order.
    ///   - insert: Inserts texts into the output, each at its offset, as `ByteBuffer.insert(_:_:)` does.
    /// - Returns: The index of the first text with an invalid signature; nil if there is none.
    package func fill(
        with signatures: ByteView, _ insert: ([(offset: Int, length: Int)], borrowing ByteBuffer) -> Void
    ) -> Int? {
        func signature(_ index: Int) -> ByteView {
            signatures.part(index * ECDSASignature.count..<(index + 1) * ECDSASignature.count)
        }
        batch?.removeAll()
        for index in gaps.indices { _ = batch?.append(signature(index), of: message(index), by: [0]) }
        batch?.check()
        if let wrong = gaps.indices.first(where: { batch?.signer(of: $0) == nil }) { return wrong }
        var filling = ByteBuffer()
        var places: [(offset: Int, length: Int)] = []
        for (index, gap) in gaps.enumerated() {
            let start = filling.count
            append(signature(index), as: gap.form, to: &filling)
            places.append((gap.offset, filling.count - start))
        }
        insert(places, filling)
        return nil
    }
}

extension P256PrivateKey {
    /// Returns the text that `write` appends, signed by this key.
    package func textAtOnce(_ write: (TextSigner, inout ByteBuffer) -> Void) throws(CryptoFailure) -> String {
        var output = ByteBuffer()
        let signer = TextSigner(self)
        write(signer, &output)
        try signer.check()
        return output.text
    }
}
