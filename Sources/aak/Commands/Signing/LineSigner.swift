import AttributionBase
import AttributionCrypto
import AttributionModel

/// How results are signed: with a key in memory, or by a program that has the key.
enum SigningMeans: Sendable {
    case key(SigningKey)
    case program(SignerProgram)
}

/// A thread's signer of results. A key in memory signs at once. The program of `--signer` signs all texts of a batch together, just before
/// the results are written.
final class LineSigner {
    let texts: TextSigner
    private let program: SignerProgram?
    private var lines = ByteBuffer()
    /// The signatures that the program made, each as r followed by s.
    private var signatures = ByteBuffer()

    init(_ means: SigningMeans) {
        switch means {
        case .key(let key): (texts, program) = (TextSigner(key.key), nil)
        case .program(let program): (texts, self.program) = (TextSigner(checkingWith: program.key), program)
        }
    }

    /// Called before the results of a line are appended at an offset. Gaps after the offset belong to results that were dropped.
    func beginLine(at offset: Int) { texts.dropGaps(beyond: offset) }

    /// Inserts all signatures that are still missing into the results of a batch.
    func finish(_ output: inout ResultLines) throws(Diagnostic) {
        guard let program, texts.messageCount > 0 else { return }
        defer {
            texts.removeGaps()
            lines.shrink(to: 1 << 21)
        }
        lines.removeAll()
        for index in 0..<texts.messageCount {
            Base64URL.encode(texts.message(index), to: &lines)
            lines.append(ASCII.newline)
        }
        signatures.removeAll()
        let first = try unsafe program.sign(lines.bytes, count: texts.messageCount, to: &signatures)
        if let wrong = unsafe texts.fill(with: signatures.bytes, { output.insert($0, $1) }) {
            throw program.refuse(answer: first + wrong, mistake(at: wrong, first, program.key))
        }
    }

    /// Describes what was signed instead of a text, with a hint.
    private func mistake(at index: Int, _ first: Int, _ key: VerificationKey) -> (found: String, hint: String) {
        let start = index * ECDSASignature.count
        let signature = signatures.array(in: start..<start + ECDSASignature.count)
        var batch = SignatureBatch(keys: [key])
        for other in 0..<texts.messageCount {
            _ = batch.append(signature, of: [UInt8](texts.message(other)), by: [0])
        }
        batch.check()
        if let other = (0..<texts.messageCount).first(where: { batch.signer(of: $0) != nil }) {
            return ("is the signature of message \(first + other)", "answers must come in the order of the messages")
        }
        let mistake = SignatureMistake.inText(texts.message(index), signature: signature, by: key.publicKey)
        return (
            "does not match" + (mistake?.difference.map { " (\($0))" } ?? ""),
            "sign the text that the line has in base64url, by ECDSA on P-256 with SHA-256"
        )
    }
}
