import CAttributionOpenSSL

/// The curve NIST P-192, OpenSSL's `prime192v1`. Some builds of libcrypto omit it.
enum P192 {
    static let size = 24
    static let name = "prime192v1"

    /// The order n of the group, big-endian (SEC 2 version 1 §2.5.2).
    static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0x99, 0xde, 0xf8, 0x36, 0x14, 0x6b, 0xc9, 0xb1, 0xb4, 0xd2, 0x28, 0x31,
    ]

    /// The beginning of a SubjectPublicKeyInfo with an uncompressed point (RFC 5480 §2): everything except the
    /// coordinates.
    static let spkiHead: [UInt8] = [
        0x30, 0x49, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x01, 0x03, 0x32, 0x00, 0x04,
    ]

    static let isSupported: Bool = {
        defer { drainErrors() }
        guard let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime192v1) else { return false }
        unsafe EC_GROUP_free(group)
        return true
    }()
}
