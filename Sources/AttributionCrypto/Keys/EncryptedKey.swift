import AttributionBase
import CAttributionOpenSSL

/// An encrypted private key: EncryptedPrivateKeyInfo (RFC 5958 §3, RFC 8018).
enum EncryptedKey {
    /// The greatest number of rounds for deriving a key from a password, which take some seconds. Without a limit, a file could keep the
    /// program busy for any time.
    static let mostRounds = 10_000_000

    /// Decrypts a PKCS#8 key. Returns nil if `bytes` is not an encrypted key.
    static func decrypt(_ bytes: ByteView, with password: SecretBytes) throws(KeyError) -> SecretBytes? {
        var whole = DERReader(bytes, 0..<bytes.count)
        guard let outer = whole.nextIf(DERElement.sequence), whole.isAtEnd else { return nil }
        var fields = whole.inside(outer)
        guard let algorithm = fields.nextIf(DERElement.sequence), let data = fields.nextIf(DERElement.octetString),
            fields.isAtEnd
        else { return nil }
        guard hasFewRounds(bytes, algorithm.content..<algorithm.end) else { throw .unsupportedEncryption }
        return try decrypt(
            fields.content(data), bytes.part(algorithm.start..<algorithm.end), with: password)
    }

    private static func decrypt(
        _ data: ByteView, _ algorithm: ByteView, with password: SecretBytes
    ) throws(KeyError) -> SecretBytes {
        defer { drainErrors() }
        var input = unsafe algorithm.memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let parsed = unsafe d2i_X509_ALGOR(nil, &input, algorithm.count) else { throw .malformedDER }
        defer { unsafe X509_ALGOR_free(parsed) }
        var plain: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        let isDone = password.withBytes { password in
            unsafe PKCS12_pbe_crypt(
                parsed, password.memory.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count),
                data.memory.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(data.count), &plain, &count, 0)
                != nil
        }
        guard isDone, let found = unsafe plain else {
            let error = ERR_peek_last_error()
            let isPadding =
                ERR_GET_LIB(error) == ERR_LIB_PKCS12 && ERR_GET_REASON(error) == PKCS12_R_PKCS12_CIPHERFINAL_ERROR
            throw isPadding ? .wrongPassword : .unsupportedEncryption
        }
        defer { unsafe CRYPTO_clear_free(found, Int(count), #file, Int32(#line)) }
        let der = unsafe ByteView(start: found, count: Int(count))
        // With a wrong password, the result may happen to end like valid padding.
        guard let element = DERElement(der, at: 0), element.tag == DERElement.sequence, element.end == der.count else {
            throw .wrongPassword
        }
        return SecretBytes(copying: der)
    }

    /// Whether no number in an algorithm's parameters is above the limit of rounds.
    private static func hasFewRounds(_ bytes: ByteView, _ range: Range<Int>, depth: Int = 0) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            guard let element = DERElement(bytes, at: at), element.end <= range.upperBound else { return false }
            let content = bytes.part(element.content..<element.end)
            switch element.tag {
            case DERElement.sequence:
                guard depth < 8, hasFewRounds(bytes, element.content..<element.end, depth: depth + 1) else {
                    return false
                }
            case DERElement.integer:
                guard content.count <= 4, content.reduce(0, { $0 << 8 | Int($1) }) <= mostRounds else { return false }
            default: break
            }
            at = element.end
        }
        return true
    }
}
