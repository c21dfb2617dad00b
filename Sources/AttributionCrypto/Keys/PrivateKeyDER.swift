import AttributionBase
import CAttributionOpenSSL

/// The numbers of a private key in DER: an ECPrivateKey (SEC 1 §C.4, RFC 5915 §3), alone or within a OneAsymmetricKey
/// (RFC 5958 §2, PKCS#8).
///
/// It is not parsed by OpenSSL, which frees memory that still contains the scalar.
struct PrivateKeyDER {
    let scalar: SecretBytes
    /// The public half, from each place that contains it. It is optional in both forms.
    let points: [[UInt8]]

    /// - Parameter bytes: A single element that fills the whole buffer.
    init(_ bytes: ByteView, as kind: DERKeyKind) throws(KeyError) {
        var whole = DERReader(bytes, 0..<bytes.count)
        var fields = whole.inside(try whole.next(DERElement.sequence))
        guard kind == .pkcs8 else {
            (scalar, points) = try Self.ecPrivateKey(&fields, needsCurve: true)
            return
        }
        let version = try fields.number(fields.next(DERElement.integer))
        guard version <= 1 else { throw .wrongVersion(version, want: "0 or 1 (PKCS#8)") }
        var algorithm = fields.inside(try fields.next(DERElement.sequence))
        try algorithm.expectP256()
        let octets = try fields.next(DERElement.octetString)
        // Attributes, which do not affect the key: each has a name and a set of values.
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
        let (scalar, embedded) = try Self.ecPrivateKey(&key, needsCurve: false)
        self.scalar = scalar
        self.points = points + embedded
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
        // Some writers omit leading zeros, against RFC 5915 §3. The number is the same.
        guard octets.count <= P256.size else {
            throw .wrongLength(field: "private scalar", want: P256.size, found: octets.count)
        }
        let scalar = SecretBytes(count: P256.size) { $0.copy(octets, to: P256.size - octets.count) }
        return (scalar, points)
    }
}

/// What private and public keys have in common.
extension DERReader {
    /// Reads the algorithm of a key, which must be that of P-256 with nothing after the curve's name (RFC 5480 §2.1.1).
    mutating func expectP256() throws(KeyError) {
        let (number, name) = Self.object(content(try next(DERElement.objectIdentifier)))
        guard number == NID_X9_62_id_ecPublicKey else { throw .wrongAlgorithm(name) }
        try expectCurve()
    }

    /// Requires the curve to be named as P-256, with nothing after the name.
    mutating func expectCurve() throws(KeyError) {
        guard !isAtEnd else { throw .missingCurve }
        guard nextIf(DERElement.sequence) == nil else { throw .explicitCurve(isPublic: false) }
        let (number, name) = Self.object(content(try next(DERElement.objectIdentifier)))
        guard number == NID_X9_62_prime256v1 else { throw .wrongCurve(name) }
        guard isAtEnd else { throw .malformedDER }
    }

    /// Reads a bit string that consists of whole bytes.
    mutating func bits() throws(KeyError) -> [UInt8] { try bits(of: next(DERElement.bitString)) }

    func bits(of element: DERElement) throws(KeyError) -> [UInt8] {
        let content = content(element)
        guard let unused = content.first, unused == 0 else { throw .malformedDER }
        return Array(content.dropFirst())
    }

    /// Returns OpenSSL's number and name for an object identifier, or its digits if it has no name.
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
