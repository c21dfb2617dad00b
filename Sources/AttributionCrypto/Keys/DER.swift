import AttributionBase
import CAttributionOpenSSL

/// The numbers in a DER key.
struct DERKey {
    let kind: DERKeyKind
    let point: [UInt8]
    let scalar: SecretBytes?

    /// Reads a key that fills all of `bytes`.
    init(_ bytes: ByteView) throws(KeyError) {
        defer { drainErrors() }
        guard !bytes.isEmpty else { throw .empty }
        let kind = try Self.kind(of: bytes)
        do throws(KeyError) {
            try self.init(bytes, as: kind)
        } catch {
            guard case .explicitCurve = error else { throw error }
            // The point ends a key of either half, and is on P-256 if the parameters are those of P-256.
            let point = [UInt8](bytes.suffix(2 * P256.size))
            guard (try? P256PublicKey(raw: point)) != nil else { throw .wrongCurve("one of its own") }
            throw .explicitCurve(isPublic: kind == .spki)
        }
    }

    private init(_ bytes: ByteView, as kind: DERKeyKind) throws(KeyError) {
        self.kind = kind
        switch kind {
        case .spki:
            scalar = nil
            point = try Self.publicPoint(bytes)
        case .sec1, .pkcs8:
            let numbers = try PrivateKeyDER(bytes, as: kind)
            point = try KeyNumbers.point(of: numbers.scalar)
            // The public half is optional, but it must match if it is present.
            for embedded in numbers.points {
                guard try KeyNumbers.uncompressed(embedded) == point else { throw .halvesDiffer }
            }
            scalar = numbers.scalar
        }
    }

    /// Checks that the encoding is complete, and recognises the form from its first elements.
    private static func kind(of bytes: ByteView) throws(KeyError) -> DERKeyKind {
        if let container = KeyContainer(der: bytes, holdsKey: isWithin) { throw .container(container) }
        guard bytes[0] == DERElement.sequence else { throw .unrecognized }
        guard let outer = DERElement(bytes, at: 0) else { throw .malformedDER }
        guard outer.end <= bytes.count else { throw .truncated(announced: outer.end, found: bytes.count) }
        guard outer.end == bytes.count else { throw .trailingBytes(bytes.count - outer.end) }
        guard let first = DERElement(bytes, at: outer.content),
            let second = DERElement(bytes, at: first.end)
        else { throw .malformedDER }
        switch (first.tag, second.tag) {
        case (DERElement.sequence, DERElement.bitString): return .spki
        case (DERElement.sequence, DERElement.octetString): throw .encrypted
        case (DERElement.integer, DERElement.sequence): return .pkcs8
        case (DERElement.integer, DERElement.octetString): return .sec1
        case (DERElement.integer, DERElement.integer): throw .wrongAlgorithm("RSA or DSA")
        default: throw .malformedDER
        }
    }

    private static func publicPoint(_ bytes: ByteView) throws(KeyError) -> [UInt8] {
        if let point = P256DER.point(ofSPKI: bytes) { return try KeyNumbers.uncompressed(point) }
        var whole = DERReader(bytes, 0..<bytes.count)
        var fields = whole.inside(try whole.next(DERElement.sequence))
        var algorithm = fields.inside(try fields.next(DERElement.sequence))
        try algorithm.expectP256()
        let point = try fields.bits()
        // Infinity, compressed, or with both coordinates (SEC 1 §2.3.3).
        let lengths = [1 + P256.size, 1 + 2 * P256.size]
        guard fields.isAtEnd, point == [0] || lengths.contains(point.count) else { throw .malformedDER }
        return try KeyNumbers.uncompressed(point)
    }
}

extension DERKey {
    /// Whether a public key on P-256 is anywhere within a structure.
    static func isWithin(_ bytes: ByteView) -> Bool {
        let size = P256DER.spkiPrefix.count + 1 + 2 * P256.size
        var at = 0
        while let start = bytes.firstOffset(of: P256DER.spkiPrefix[0], from: at), start + size <= bytes.count {
            let found = bytes.part(start..<start + size)
            if P256DER.point(ofSPKI: found) != nil, (try? DERKey(found)) != nil { return true }
            at = start + 1
        }
        return false
    }

    static func reading(_ der: [UInt8]) throws(KeyError) -> DERKey {
        try der.withBytes { bytes throws(KeyError) in try DERKey(bytes) }
    }
}
