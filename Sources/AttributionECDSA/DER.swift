import CAttributionOpenSSL

/// The numbers in a DER key.
struct DERKey {
    let kind: DERKeyKind
    let point: [UInt8]
    let scalar: SecretBytes?

    /// Reads a key that fills all of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer) throws(KeyError) {
        defer { drainErrors() }
        guard unsafe !bytes.isEmpty else { throw .empty }
        let kind = try unsafe Self.kind(of: bytes)
        self.kind = kind
        switch kind {
        case .spki:
            scalar = nil
            point = try unsafe Self.publicPoint(bytes)
        case .sec1, .pkcs8:
            let numbers = try unsafe PrivateKeyDER(bytes, as: kind)
            point = try KeyNumbers.point(of: numbers.scalar)
            // The public half is optional, but it must match if it is present.
            for embedded in numbers.points {
                guard try KeyNumbers.uncompressed(embedded) == point else { throw .halvesDiffer }
            }
            scalar = numbers.scalar
        }
    }

    /// Checks that the encoding is complete, and recognises the form from its first elements.
    private static func kind(of bytes: UnsafeRawBufferPointer) throws(KeyError) -> DERKeyKind {
        guard let outer = unsafe DERElement(bytes, at: 0), outer.tag == DERElement.sequence else {
            throw .unrecognized
        }
        guard outer.end <= bytes.count else { throw .truncated(announced: outer.end, found: bytes.count) }
        guard outer.end == bytes.count else { throw .trailingBytes(bytes.count - outer.end) }
        guard let first = unsafe DERElement(bytes, at: outer.content),
            let second = unsafe DERElement(bytes, at: first.end)
        else { throw .malformedDER }
        if let container = unsafe KeyContainer(der: bytes) { throw .container(container) }
        switch (first.tag, second.tag) {
        case (DERElement.sequence, DERElement.bitString): return .spki
        case (DERElement.sequence, DERElement.octetString): throw .encrypted
        case (DERElement.integer, DERElement.sequence): return .pkcs8
        case (DERElement.integer, DERElement.octetString): return .sec1
        case (DERElement.integer, DERElement.integer): throw .wrongAlgorithm("RSA or DSA")
        default: throw .malformedDER
        }
    }

    /// Returns the point of a SubjectPublicKeyInfo, which OpenSSL parses unless it is in the usual form.
    private static func publicPoint(_ bytes: UnsafeRawBufferPointer) throws(KeyError) -> [UInt8] {
        drainErrors()
        // OpenSSL's search for the right parser takes a hundred times as long as all else about a key.
        if let point = unsafe P256DER.point(ofSPKI: bytes) { return try KeyNumbers.uncompressed(point) }
        var input = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let key = unsafe d2i_PUBKEY(nil, &input, bytes.count) else {
            guard P256.isOffered else { throw .unsupportedCurve(.p256) }
            // OpenSSL does not say why it rejects a key, so check whether everything except the point is correct.
            let point = unsafe Array(bytes.suffix(1 + 2 * P256.size))
            throw unsafe bytes.elementsEqual(P256DER.spki(point: point)) ? .pointNotOnCurve : .malformedDER
        }
        defer { unsafe EVP_PKEY_free(key) }
        guard unsafe EVP_PKEY_get_base_id(key) == NID_X9_62_id_ecPublicKey else {
            throw unsafe .wrongAlgorithm(String(cString: OBJ_nid2sn(EVP_PKEY_get_base_id(key))))
        }
        try unsafe checkCurve(of: key)
        guard let point = unsafe point(of: key) else { throw .pointNotOnCurve }
        return try KeyNumbers.uncompressed(point)
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
