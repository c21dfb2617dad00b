import AttributionBase
import CAttributionOpenSSL

/// The forms of a DER key.
package enum DERKeyKind: String, Sendable {
    /// ECPrivateKey (RFC 5915 §3), the form of `openssl ecparam -genkey`.
    case sec1 = "SEC 1"
    /// OneAsymmetricKey (RFC 5958 §2).
    case pkcs8 = "PKCS#8"
    /// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    case spki = "SubjectPublicKeyInfo"
}

/// The numbers in a DER key.
///
/// OpenSSL does not parse private keys here, because it would free memory that still contains the scalar.
struct DERKey {
    let kind: DERKeyKind
    let point: [UInt8]
    let scalar: SecretBytes?

    /// Reads a key. It must extend over all of `bytes`.
    init(_ bytes: ByteView) throws(KeyError) {
        defer { drainErrors() }
        guard !bytes.isEmpty else { throw .empty }
        let kind = try Self.kind(of: bytes)
        do throws(KeyError) {
            try self.init(bytes, as: kind)
        } catch {
            guard case .explicitCurve = error else { throw error }
            // In both forms, the public point comes last. If the parameters are those of P-256, the point must be on that curve.
            let point = [UInt8](bytes.suffix(2 * P256.size))
            guard (try? P256PublicKey(raw: point)) != nil else { throw .wrongCurve("a custom curve") }
            throw .explicitCurve(isPublic: kind == .spki)
        }
    }

    private init(_ bytes: ByteView, as kind: DERKeyKind) throws(KeyError) {
        self.kind = kind
        guard kind != .spki else {
            scalar = nil
            point = try Self.publicPoint(bytes)
            return
        }
        let (scalar, points) = try Self.privateNumbers(bytes, as: kind)
        point = try P256.point(of: scalar)
        // A private key may lack its public half. If there is one, it must match.
        for embedded in points {
            guard try P256.uncompressed(embedded) == point else { throw .halvesDiffer }
        }
        self.scalar = scalar
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
        if let point = P256.point(ofSPKI: bytes) { return try P256.uncompressed(point) }
        var whole = DERReader(bytes, 0..<bytes.count)
        var fields = whole.inside(try whole.next(DERElement.sequence))
        var algorithm = fields.inside(try fields.next(DERElement.sequence))
        try algorithm.expectP256()
        let point = try fields.bits()
        // A compressed or an uncompressed point (SEC 1 §2.3.3). The point at infinity, [0], is rejected below.
        let lengths = [1 + P256.size, 1 + 2 * P256.size]
        guard fields.isAtEnd, point == [0] || lengths.contains(point.count) else { throw .malformedDER }
        return try P256.uncompressed(point)
    }
}

extension DERKey {
    /// Returns the numbers of an ECPrivateKey (SEC 1 §C.4, RFC 5915 §3), alone or within a OneAsymmetricKey (RFC 5958 §2, PKCS#8): the
    /// scalar, and the public half from each place that has it.
    private static func privateNumbers(
        _ bytes: ByteView, as kind: DERKeyKind
    ) throws(KeyError) -> (SecretBytes, [[UInt8]]) {
        var whole = DERReader(bytes, 0..<bytes.count)
        var fields = whole.inside(try whole.next(DERElement.sequence))
        guard kind == .pkcs8 else { return try ecPrivateKey(&fields, needsCurve: true) }
        let version = try fields.number(fields.next(DERElement.integer))
        guard version <= 1 else { throw .wrongVersion(version, want: "0 or 1 (PKCS#8)") }
        var algorithm = fields.inside(try fields.next(DERElement.sequence))
        try algorithm.expectP256()
        let octets = try fields.next(DERElement.octetString)
        // Attributes do not affect the key. Each has an identifier and a set of values.
        if let attributes = fields.nextIf(DERElement.tagged(0)) {
            var inside = fields.inside(attributes)
            while !inside.isAtEnd {
                var attribute = inside.inside(try inside.next(DERElement.sequence))
                _ = try attribute.next(DERElement.objectIdentifier)
                _ = try attribute.next(DERElement.set)
                guard attribute.isAtEnd else { throw .malformedDER }
            }
        }
        var points: [[UInt8]] = []
        if let point = fields.nextIf(DERElement.implicit(1)) { points.append(try fields.bits(of: point)) }
        guard fields.isAtEnd else { throw .malformedDER }
        var inner = fields.inside(octets)
        var key = inner.inside(try inner.next(DERElement.sequence))
        guard inner.isAtEnd else { throw .malformedDER }
        let (scalar, embedded) = try ecPrivateKey(&key, needsCurve: false)
        return (scalar, points + embedded)
    }

    private static func ecPrivateKey(
        _ fields: inout DERReader, needsCurve: Bool
    ) throws(KeyError) -> (SecretBytes, [[UInt8]]) {
        let version = try fields.number(fields.next(DERElement.integer))
        guard version == 1 else { throw .wrongVersion(version, want: "1 (SEC 1)") }
        let octets = fields.content(try fields.next(DERElement.octetString))
        if let parameters = fields.nextIf(DERElement.tagged(0)) {
            var inside = fields.inside(parameters)
            try inside.expectCurve()
        } else if needsCurve {
            throw .missingCurve
        }
        var points: [[UInt8]] = []
        if let outer = fields.nextIf(DERElement.tagged(1)) {
            var inside = fields.inside(outer)
            points.append(try inside.bits())
            guard inside.isAtEnd else { throw .malformedDER }
        }
        guard fields.isAtEnd else { throw .malformedDER }
        // Contrary to RFC 5915 §3, some writers omit leading zeros. The number is the same.
        guard octets.count <= P256.size else {
            throw .wrongLength(field: "private scalar", want: P256.size, found: octets.count)
        }
        let scalar = SecretBytes(count: P256.size) { $0.copy(octets, to: P256.size - octets.count) }
        return (scalar, points)
    }

    /// Whether a structure contains a public key on P-256 at any depth.
    static func isWithin(_ bytes: ByteView) -> Bool {
        let size = P256.spkiPrefix.count + 1 + 2 * P256.size
        var at = 0
        while let start = bytes.firstOffset(of: P256.spkiPrefix[0], from: at), start + size <= bytes.count {
            let found = bytes.part(start..<start + size)
            if P256.point(ofSPKI: found) != nil, (try? DERKey(found)) != nil { return true }
            at = start + 1
        }
        return false
    }

    static func reading(_ der: [UInt8]) throws(KeyError) -> DERKey {
        try der.withBytes { bytes throws(KeyError) in try DERKey(bytes) }
    }
}

/// Parts that private and public keys share.
extension DERReader {
    /// Reads the algorithm of a key. It must be that of P-256, with nothing after the curve's name (RFC 5480 §2.1.1).
    mutating func expectP256() throws(KeyError) {
        let (number, name) = Self.object(content(try next(DERElement.objectIdentifier)))
        guard number == NID_X9_62_id_ecPublicKey else { throw .wrongAlgorithm(name) }
        try expectCurve()
    }

    /// Requires the curve to be P-256 by name, with nothing after the name.
    mutating func expectCurve() throws(KeyError) {
        guard !isAtEnd else { throw .missingCurve }
        guard nextIf(DERElement.sequence) == nil else { throw .explicitCurve(isPublic: false) }
        let (number, name) = Self.object(content(try next(DERElement.objectIdentifier)))
        guard number == NID_X9_62_prime256v1 else { throw .wrongCurve(name) }
        guard isAtEnd else { throw .malformedDER }
    }

    /// Reads a bit string, which must consist of whole bytes.
    mutating func bits() throws(KeyError) -> [UInt8] { try bits(of: next(DERElement.bitString)) }

    func bits(of element: DERElement) throws(KeyError) -> [UInt8] {
        let content = content(element)
        guard let unused = content.first, unused == 0 else { throw .malformedDER }
        return Array(content.dropFirst())
    }

    /// Returns what the first public key inside a structure is, such as `a key on secp384r1 (P-384)`; nil if none is found, or if it is on
    /// P-256.
    static func nameOfKey(in bytes: ByteView) -> String? {
        let names: [[UInt8]] = [
            // id-ecPublicKey (RFC 5480 §2.1.1) and rsaEncryption (RFC 8017, appendix A.1).
            [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
            [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01],
        ]
        var at = 0
        while let start = bytes.firstOffset(of: DERElement.objectIdentifier, from: at) {
            at = start + 1
            let rest = bytes.part(start..<bytes.count)
            guard let index = names.firstIndex(where: { rest.starts(with: $0) }) else { continue }
            guard index == 0 else { return "an RSA key" }
            guard let curve = DERElement(bytes, at: start + names[0].count), curve.tag == DERElement.objectIdentifier,
                curve.end <= bytes.count
            else { return "a key on a custom curve" }
            let (number, name) = object(bytes.part(curve.content..<curve.end))
            let titles = [NID_secp384r1: "P-384", NID_secp521r1: "P-521", NID_X9_62_prime192v1: "P-192"]
            return number == NID_X9_62_prime256v1 ? nil : "a key on \(name)" + (titles[number].map { " (\($0))" } ?? "")
        }
        return nil
    }

    /// Returns OpenSSL's number and name for an object identifier. If it has no name there, the name is its digits.
    private static func object(_ content: ByteView) -> (Int32, String) {
        defer { drainErrors() }
        guard content.count < 0x80 else { return (NID_undef, "unknown") }
        let der = [DERElement.objectIdentifier, UInt8(content.count)] + content
        return unsafe der.withUnsafeBufferPointer { der in
            var input = der.baseAddress
            guard let object = unsafe d2i_ASN1_OBJECT(nil, &input, der.count) else { return (NID_undef, "unknown") }
            defer { unsafe ASN1_OBJECT_free(object) }
            let number = unsafe OBJ_obj2nid(object)
            if number != NID_undef { return unsafe (number, String(cString: OBJ_nid2sn(number))) }
            var text = [CChar](repeating: 0, count: 80)
            let count = unsafe Int(OBJ_obj2txt(&text, Int32(text.count), object, 1))
            let digits = text.prefix(max(0, min(count, text.count - 1))).map(UInt8.init(bitPattern:))
            return (number, String(decoding: digits, as: UTF8.self))
        }
    }
}
