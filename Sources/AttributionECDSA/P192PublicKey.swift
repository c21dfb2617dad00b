import CAttributionOpenSSL

/// A public key on P-192, with which Apple signed SKAdNetwork postbacks of the versions 1.0 and 2.0 [Verifying an
/// install-validation postback]. It verifies and nothing else: no new signature should be made on this curve.
@safe
public struct P192PublicKey: Sendable {
    /// The key as DER SubjectPublicKeyInfo, 75 bytes.
    public let derRepresentation: [UInt8]
    let handle: Handle

    /// Reads a DER SubjectPublicKeyInfo with its curve named and its point uncompressed, the form that Apple publishes.
    ///
    /// - Throws: ``KeyError/unsupportedCurve(_:)`` where libcrypto was built without P-192; ``KeyError/wrongCurve(_:want:)``
    ///   for a key on another curve; ``KeyError/pointNotOnCurve``; and what else makes bytes no key.
    public init(derRepresentation der: [UInt8]) throws(KeyError) {
        guard der.count == P192.spkiHead.count + 2 * P192.size, der.starts(with: P192.spkiHead) else {
            throw Self.fault(in: der)
        }
        guard P192.isSupported else { throw .unsupportedCurve(.p192) }
        defer { drainErrors() }
        let key = unsafe der.withUnsafeBufferPointer { der in
            var input = der.baseAddress
            return unsafe d2i_PUBKEY(nil, &input, der.count)
        }
        guard let key = unsafe key else { throw .pointNotOnCurve }
        handle = unsafe Handle(owning: key)
        derRepresentation = der
        // A provider may know the curve and refuse to verify with it.
        let context = unsafe EVP_PKEY_CTX_new(key, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_verify_init(context) == 1 else { throw .unsupportedCurve(.p192) }
    }

    /// Reads the base64 of a DER SubjectPublicKeyInfo, padded and without line breaks.
    public init(base64Representation text: String) throws(KeyError) {
        let characters = Array(text.utf8)
        let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
        guard !characters.isEmpty else { throw .empty }
        var decoded = [UInt8](repeating: 0, count: characters.count)
        let count = unsafe EVP_DecodeBlock(&decoded, characters, Int32(clamping: characters.count))
        guard count >= padding else { throw .malformedBase64 }
        let der = Array(decoded.prefix(Int(count) - padding))
        // OpenSSL skips blanks around the text and takes any bits under the padding.
        var encoded = [UInt8](repeating: 0, count: characters.count + 5)
        let length = unsafe EVP_EncodeBlock(&encoded, der, Int32(der.count))
        guard encoded.prefix(Int(length)).elementsEqual(characters) else { throw .malformedBase64 }
        try self.init(derRepresentation: der)
    }

    /// Why bytes are no SubjectPublicKeyInfo on P-192.
    private static func fault(in der: [UInt8]) -> KeyError {
        do throws(KeyError) {
            _ = try DERKey.reading(der)
            return .wrongCurve(P256.name, want: .p192)
        } catch {
            switch error {
            // On P-192, but with the point compressed or with parameters of the curve.
            case .wrongCurve(P192.name, _): return .malformedDER
            case .wrongCurve(let name, _): return .wrongCurve(name, want: .p192)
            case .wrongAlgorithm(let name, _): return .wrongAlgorithm(name, want: .p192)
            default: return error
            }
        }
    }

    /// OpenSSL's form of the key. It is never changed after it was made, so threads may share it.
    @safe
    final class Handle: @unchecked Sendable {
        let pointer: OpaquePointer

        init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

        deinit { unsafe EVP_PKEY_free(pointer) }
    }
}

extension P192PublicKey: Hashable {
    public static func == (left: P192PublicKey, right: P192PublicKey) -> Bool {
        left.derRepresentation == right.derRepresentation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}
