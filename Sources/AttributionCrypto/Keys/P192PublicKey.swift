import AttributionBase
import CAttributionOpenSSL

/// A public key on P-192, the curve of Apple's signatures for SKAdNetwork 1.0 and 2.0 postbacks [Verifying an
/// install-validation postback]. It can only verify: no new signature should be made on this curve.
package struct P192PublicKey: Sendable {
    package let derRepresentation: [UInt8]
    let handle: KeyHandle

    /// Reads a DER SubjectPublicKeyInfo with a named curve and an uncompressed point, the form that Apple publishes.
    package init(der: [UInt8]) throws(KeyError) {
        guard der.count == Self.spkiHead.count + SignatureCurve.p192.rawCount, der.starts(with: Self.spkiHead) else {
            throw Self.fault(in: der)
        }
        guard Self.isSupported else { throw .unsupportedCurve(.p192) }
        handle = try KeyHandle(point: Array(der[(Self.spkiHead.count - 1)...]), on: .p192)
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

    /// Returns why bytes are not a usable SubjectPublicKeyInfo on P-192.
    private static func fault(in der: [UInt8]) -> KeyError {
        do throws(KeyError) {
            _ = try DERKey.reading(der)
            return .wrongCurve(SignatureCurve.p256.name, want: .p192)
        } catch {
            switch error {
            // The curve is P-192 as it should be, so the fault is a compressed point or explicit parameters.
            case .wrongCurve(SignatureCurve.p192.name, _): return .malformedDER
            case .wrongCurve(let name, _): return .wrongCurve(name, want: .p192)
            case .wrongAlgorithm(let name, _): return .wrongAlgorithm(name, want: .p192)
            default: return error
            }
        }
    }

    /// All bytes of a SubjectPublicKeyInfo before the coordinates of an uncompressed point (RFC 5480 §2).
    static let spkiHead: [UInt8] = [
        0x30, 0x49, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x01, 0x03, 0x32, 0x00, 0x04,
    ]

    /// Whether libcrypto supports the curve. Some builds lack it.
    static let isSupported: Bool = {
        defer { drainErrors() }
        guard let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime192v1) else { return false }
        unsafe EC_GROUP_free(group)
        return true
    }()
}
