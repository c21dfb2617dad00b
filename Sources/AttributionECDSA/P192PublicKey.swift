import CAttributionOpenSSL

/// A public key on P-192, the curve of Apple's signatures for SKAdNetwork 1.0 and 2.0 postbacks [Verifying an
/// install-validation postback]. It can only verify: no new signature should be made on this curve.
@safe
package struct P192PublicKey: Sendable {
    /// The key as DER SubjectPublicKeyInfo, 75 bytes.
    package let derRepresentation: [UInt8]
    let handle: Handle

    /// Reads a DER SubjectPublicKeyInfo with a named curve and an uncompressed point, the form that Apple publishes.
    ///
    /// - Throws: ``KeyError/unsupportedCurve(_:)`` if libcrypto does not support P-192;
    ///   ``KeyError/wrongCurve(_:want:)`` for a key on another curve; ``KeyError/pointNotOnCurve``; or another
    ///   ``KeyError`` if the bytes are not a key.
    package init(derRepresentation der: [UInt8]) throws(KeyError) {
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
        // A provider may know the curve but refuse to verify with it.
        let context = unsafe EVP_PKEY_CTX_new(key, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_verify_init(context) == 1 else { throw .unsupportedCurve(.p192) }
    }

    /// Reads a DER SubjectPublicKeyInfo in base64, with padding and without line breaks.
    package init(base64Representation text: String) throws(KeyError) {
        let characters = Array(text.utf8)
        let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
        guard !characters.isEmpty else { throw .empty }
        var decoded = [UInt8](repeating: 0, count: characters.count)
        let count = unsafe EVP_DecodeBlock(&decoded, characters, Int32(clamping: characters.count))
        guard count >= padding else { throw .malformedBase64 }
        let der = Array(decoded.prefix(Int(count) - padding))
        // OpenSSL ignores white space around the text and accepts any bits under the padding.
        var encoded = [UInt8](repeating: 0, count: characters.count + 5)
        let length = unsafe EVP_EncodeBlock(&encoded, der, Int32(der.count))
        guard encoded.prefix(Int(length)).elementsEqual(characters) else { throw .malformedBase64 }
        try self.init(derRepresentation: der)
    }

    /// Returns why bytes are not a SubjectPublicKeyInfo on P-192.
    private static func fault(in der: [UInt8]) -> KeyError {
        do throws(KeyError) {
            _ = try DERKey.reading(der)
            return .wrongCurve(P256.name, want: .p192)
        } catch {
            switch error {
            // The curve is P-192, but the point is compressed or the curve has explicit parameters.
            case .wrongCurve(P192.name, _): return .malformedDER
            case .wrongCurve(let name, _): return .wrongCurve(name, want: .p192)
            case .wrongAlgorithm(let name, _): return .wrongAlgorithm(name, want: .p192)
            default: return error
            }
        }
    }

    /// The owner of OpenSSL's form of the key. It is immutable, so threads may share it.
    @safe
    final class Handle: @unchecked Sendable {
        let pointer: OpaquePointer

        init(owning pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

        deinit { unsafe EVP_PKEY_free(pointer) }
    }
}

extension P192PublicKey: Hashable {
    package static func == (left: P192PublicKey, right: P192PublicKey) -> Bool {
        left.derRepresentation == right.derRepresentation
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}
