import CAttributionOpenSSL

/// The curve NIST P-256: `P-256` in JOSE, `prime256v1` in OpenSSL.
enum P256 {
    static let size = 32
    static let name = "prime256v1"

    /// The order n of the group, big-endian (SEC 2 §2.4.2).
    static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// The group, which is created once and never changed.
    static let group = CurveGroup()
}

/// Empties OpenSSL's error queue, so that an old error cannot mislead a later call. Ends the process if one of the
/// errors is a lack of memory, because a valid key or signature would otherwise appear invalid.
func drainErrors() {
    while true {
        let error = ERR_get_error()
        if error == 0 { return }
        if ERR_GET_REASON(error) == LibCrypto.outOfMemory { CryptoFailure.end(.outOfMemory) }
    }
}
