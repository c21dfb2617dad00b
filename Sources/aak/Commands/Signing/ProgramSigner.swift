import AdAttribution
import AttributionBase
import AttributionCrypto

/// A signer that lets a program sign all texts of a batch together.
final class ProgramSigner: LineSigner {
    /// A place in the results where a signature is missing.
    private struct MissingSignature {
        let offset: Int
        let form: SignatureText
        /// The range of the text to sign in ``texts``.
        let text: Range<Int>
    }

    private let program: SignerProgram
    private var batch: SignatureBatch
    private var gaps: [MissingSignature] = []
    private var texts = ByteBuffer()
    private var lines = ByteBuffer()
    /// The signatures, each as r followed by s.
    private var signatures = ByteBuffer()

    init(_ program: SignerProgram) {
        self.program = program
        batch = SignatureBatch(keys: [program.key])
    }

    func beginLine(at offset: Int) {
        while let last = gaps.last, last.offset > offset {
            texts.truncate(to: last.text.lowerBound)
            gaps.removeLast()
        }
    }

    func appendSignature(of text: ByteView, as form: SignatureText, to output: inout ByteBuffer) {
        let start = texts.count
        texts.append(text)
        gaps.append(MissingSignature(offset: output.count, form: form, text: start..<texts.count))
    }

    func finish(_ output: inout ResultLines) throws(Diagnostic) {
        guard !gaps.isEmpty else { return }
        defer {
            gaps.removeAll(keepingCapacity: true)
            texts.removeAll()
            texts.shrink(to: 1 << 21)
            lines.shrink(to: 1 << 21)
        }
        try sign()
        var filling = ByteBuffer()
        var scratch = ByteBuffer()
        var places: [(offset: Int, length: Int)] = []
        for (index, gap) in gaps.enumerated() {
            let start = filling.count
            unsafe gap.form.append(signature(index), to: &filling, by: &scratch)
            places.append((gap.offset, filling.count - start))
        }
        output.insert(places, filling)
    }

    @unsafe
    private func signature(_ index: Int) -> ByteView {
        let start = index * RawSignature.count
        return unsafe signatures.bytes(in: start..<start + RawSignature.count)
    }

    /// Requests the signatures of all texts and verifies each.
    private func sign() throws(Diagnostic) {
        lines.removeAll()
        for gap in gaps {
            unsafe Base64URL.encode(texts.bytes(in: gap.text), to: &lines)
            lines.append(ASCII.newline)
        }
        signatures.removeAll()
        let first = try unsafe program.sign(lines.bytes, count: gaps.count, to: &signatures)
        lines.removeAll()
        batch.removeAll()
        for (index, gap) in gaps.enumerated() {
            _ = unsafe batch.append(signature(index), of: texts.bytes(in: gap.text), by: [0])
        }
        batch.check()
        for index in gaps.indices where batch.signer(of: index) == nil {
            throw program.refuse(answer: first + index, mistake(at: index, first))
        }
    }

    /// Returns what was signed instead of a text, in words, with a hint.
    private func mistake(at index: Int, _ first: Int) -> (found: String, hint: String) {
        batch.removeAll()
        for gap in gaps { _ = unsafe batch.append(signature(index), of: texts.bytes(in: gap.text), by: [0]) }
        batch.check()
        if let other = gaps.indices.first(where: { batch.signer(of: $0) != nil }) {
            return ("is the signature of message \(first + other)", "answers come in the order of the messages")
        }
        let mistake = unsafe TokenExplanation.mistake(
            in: texts.bytes(in: gaps[index].text), signature: [UInt8](signature(index)), by: program.publicKey)
        return (
            "does not hold" + (mistake?.difference.map { " (\($0))" } ?? ""),
            "sign the text that the line has in base64url, by ECDSA on P-256 with SHA-256"
        )
    }
}
