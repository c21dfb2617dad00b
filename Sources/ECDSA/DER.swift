import COpenSSL

/// The forms a DER key comes in.
public enum DERKeyKind: Equatable, Sendable {
    /// ECPrivateKey, RFC 5915 §3: what `openssl ecparam -genkey` writes.
    case sec1
    /// OneAsymmetricKey, RFC 5958 §2.
    case pkcs8
    /// SubjectPublicKeyInfo, RFC 5280 §4.1.2.7.
    case spki
}

/// The numbers found in a DER key.
struct DERKey {
    let kind: DERKeyKind
    let point: [UInt8]
    let scalar: SecretBytes?

    /// Reads one key that fills all of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer) throws(KeyError) {
        defer { drainErrors() }
        guard unsafe !bytes.isEmpty else { throw .empty }
        let kind = try unsafe Self.kind(of: bytes)
        drainErrors()
        guard let key = unsafe Self.parse(bytes, as: kind) else {
            throw unsafe Self.hasBadPoint(bytes, as: kind) ? .pointNotOnCurve : .malformedDER
        }
        defer { unsafe EVP_PKEY_free(key) }
        guard unsafe EVP_PKEY_get_base_id(key) == NID_X9_62_id_ecPublicKey else {
            throw unsafe .wrongAlgorithm(String(cString: OBJ_nid2sn(EVP_PKEY_get_base_id(key))))
        }
        try unsafe Self.checkCurve(of: key)
        self.kind = kind
        let embedded = unsafe Self.point(of: key)
        if kind == .spki {
            scalar = nil
            guard let embedded else { throw .pointNotOnCurve }
            point = try KeyNumbers.uncompressed(embedded)
            return
        }
        guard let scalar = unsafe Self.scalar(of: key) else { throw .scalarOutOfRange }
        point = try KeyNumbers.point(of: scalar)
        // A SEC 1 or PKCS#8 key may leave its public half out; where it has one, it must be the right one.
        if let embedded {
            guard try KeyNumbers.uncompressed(embedded) == point else { throw .halvesDiffer }
        }
        self.scalar = scalar
    }

    /// Tells the forms apart by their first elements, and whether the whole is there.
    private static func kind(of bytes: UnsafeRawBufferPointer) throws(KeyError) -> DERKeyKind {
        guard let outer = unsafe DERElement(bytes, at: 0), outer.tag == DERElement.sequence else {
            throw .unrecognized
        }
        guard outer.end <= bytes.count else { throw .truncated(announced: outer.end, found: bytes.count) }
        guard outer.end == bytes.count else { throw .trailingBytes(bytes.count - outer.end) }
        guard let first = unsafe DERElement(bytes, at: outer.content),
            let second = unsafe DERElement(bytes, at: first.end)
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

    private static func parse(_ bytes: UnsafeRawBufferPointer, as kind: DERKeyKind) -> OpaquePointer? {
        var input = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        switch kind {
        case .spki: return unsafe d2i_PUBKEY(nil, &input, bytes.count)
        case .sec1: return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &input, bytes.count)
        case .pkcs8:
            guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &input, bytes.count) else { return nil }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            return unsafe EVP_PKCS82PKEY(info)
        }
    }

    /// Whether what OpenSSL did not read is a key but for its point. Empties the error queue.
    private static func hasBadPoint(_ bytes: UnsafeRawBufferPointer, as kind: DERKeyKind) -> Bool {
        // OpenSSL does not say why it refuses a SubjectPublicKeyInfo.
        if kind == .spki {
            return unsafe bytes.elementsEqual(P256DER.spki(point: Array(bytes.suffix(1 + 2 * P256.size))))
        }
        var isRefused = false
        while case let error = ERR_get_error(), error != 0 {
            let reason = ERR_GET_REASON(error)
            if ERR_GET_LIB(error) == ERR_LIB_EC,
                reason == EC_R_POINT_IS_NOT_ON_CURVE || reason == EC_R_INVALID_COMPRESSED_POINT
            {
                isRefused = true
            }
        }
        return isRefused
    }

    private static func checkCurve(of key: OpaquePointer) throws(KeyError) {
        var name = [CChar](repeating: 0, count: 80)
        var length = 0
        guard unsafe EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &length) == 1
        else { throw .explicitCurve }
        let curve = String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard curve == P256.name else { throw .wrongCurve(curve) }
        var encoding = [CChar](repeating: 0, count: 80)
        let hasEncoding =
            unsafe EVP_PKEY_get_utf8_string_param(
                key, OSSL_PKEY_PARAM_EC_ENCODING, &encoding, encoding.count, &length) == 1
        if hasEncoding, encoding.prefix(length).elementsEqual("explicit".utf8.map(CChar.init)) { throw .explicitCurve }
    }

    private static func point(of key: OpaquePointer) -> [UInt8]? {
        var length = 0
        var octets = [UInt8](repeating: 0, count: 1 + 2 * P256.size)
        let isThere =
            unsafe EVP_PKEY_get_octet_string_param(
                key, OSSL_PKEY_PARAM_PUB_KEY, &octets, octets.count, &length) == 1
        return isThere && length > 0 ? Array(octets.prefix(length)) : nil
    }

    private static func scalar(of key: OpaquePointer) -> SecretBytes? {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 else { return nil }
        defer { unsafe BN_clear_free(number) }
        guard unsafe BN_num_bits(number) <= Int32(P256.size * 8) else { return nil }
        return unsafe SecretBytes(count: P256.size) { target in
            unsafe BN_bn2binpad(
                number, target.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(P256.size))
        }
    }
}

/// The head of one DER element (X.690 §8.1): what it is and where it lies.
private struct DERElement {
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let sequence: UInt8 = 0x30

    let tag: UInt8
    let content: Int
    /// Where the element ends by its own account, which may lie beyond the bytes there are.
    let end: Int

    init?(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        guard start >= 0, start + 2 <= bytes.count else { return nil }
        tag = unsafe bytes[start]
        let short = unsafe Int(bytes[start + 1])
        guard short >= 0x80 else {
            content = start + 2
            end = content + short
            return
        }
        let digits = short & 0x7f
        guard (1...4).contains(digits), start + 2 + digits <= bytes.count else { return nil }
        content = start + 2 + digits
        var length = 0
        for offset in 0..<digits { length = unsafe length << 8 | Int(bytes[start + 2 + offset]) }
        end = content + length
    }
}

extension DERKey {
    static func reading(_ der: [UInt8]) throws(KeyError) -> DERKey {
        try unsafe withBytes(of: der) { (bytes) throws(KeyError) in try unsafe DERKey(bytes) }
    }

    private static func withBytes(
        of array: [UInt8], _ body: (UnsafeRawBufferPointer) throws(KeyError) -> DERKey
    ) throws(KeyError) -> DERKey {
        let result = unsafe array.withUnsafeBytes { bytes in
            Result { () throws(KeyError) in try unsafe body(bytes) }
        }
        return try result.get()
    }
}
