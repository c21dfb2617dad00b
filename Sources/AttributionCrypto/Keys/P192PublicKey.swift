import AttributionBase

/// A public key on P-192, the curve of Apple's signatures for SKAdNetwork 1.0 and 2.0 postbacks [Verifying an
/// install-validation postback]. It can only verify: no new signature should be made on this curve.
package struct P192PublicKey: Sendable {
    package let derRepresentation: [UInt8]
    let handle: KeyHandle

    /// Reads a DER SubjectPublicKeyInfo with a named curve and an uncompressed point, the form that Apple publishes.
    ///
    /// - Throws: ``KeyError/unsupportedCurve(_:)`` if libcrypto does not support P-192;
    ///   ``KeyError/wrongCurve(_:want:)`` for a key on another curve; ``KeyError/pointNotOnCurve``; or another
    ///   ``KeyError`` if the bytes are not a key.
    package init(der: [UInt8]) throws(KeyError) {
        guard der.count == P192.spkiHead.count + 2 * P192.size, der.starts(with: P192.spkiHead) else {
            throw Self.fault(in: der)
        }
        guard P192.isSupported else { throw .unsupportedCurve(.p192) }
        handle = try KeyHandle(point: Array(der[(P192.spkiHead.count - 1)...]), on: .p192)
        derRepresentation = der
    }

    /// Reads a DER SubjectPublicKeyInfo in base64, with padding and without line breaks.
    package init(base64Representation text: String) throws(KeyError) {
        var der = ByteBuffer()
        let characters = Array(text.utf8)
        guard !characters.isEmpty else { throw .empty }
        guard characters.withBytes({ Base64.decode($0, to: &der) }) == nil else {
            throw .malformedBase64
        }
        try self.init(der: unsafe Array(der.bytes))
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
}

extension P192PublicKey: Hashable {
    package static func == (left: P192PublicKey, right: P192PublicKey) -> Bool {
        left.derRepresentation == right.derRepresentation
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}
