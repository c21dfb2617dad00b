/// The curves whose signatures are read here: P-256, on which everything is signed today, and P-192, on which Apple
/// signed SKAdNetwork postbacks up to version 2.0.
public enum SignatureCurve: Equatable, Sendable {
    /// NIST P-256, OpenSSL's `prime256v1`.
    case p256
    /// NIST P-192, OpenSSL's `prime192v1`.
    case p192

    /// The bytes of r, and of s: 32 or 24.
    public var halfCount: Int {
        switch self {
        case .p256: P256.size
        case .p192: P192.size
        }
    }

    /// The bytes of a raw signature, r then s: 64 or 48.
    public var rawCount: Int { 2 * halfCount }

    /// The most bytes that the DER form takes: 72 or 56.
    public var maximumDERCount: Int { 2 + 2 * (2 + 1 + halfCount) }

    /// OpenSSL's name for the curve with that of the standard, as messages give it.
    var title: String {
        switch self {
        case .p256: "prime256v1 (P-256)"
        case .p192: "prime192v1 (P-192)"
        }
    }

    /// Whether big-endian bytes, as many as a half has, are a number of 1…n−1. For public values only: the time taken
    /// depends on them.
    func isScalar(_ bytes: UnsafePointer<UInt8>) -> Bool {
        switch self {
        case .p256: unsafe P256.isScalar(bytes)
        case .p192: unsafe P192.isScalar(bytes)
        }
    }
}

/// Whether as many big-endian bytes as `order` has are a number from 1 to `order` less one. For public values only.
func isScalar(_ bytes: UnsafePointer<UInt8>, below order: [UInt8]) -> Bool {
    unsafe order.withUnsafeBufferPointer { order in
        var nonzero: UInt8 = 0
        for offset in 0..<order.count { unsafe nonzero |= bytes[offset] }
        guard nonzero != 0 else { return false }
        for offset in 0..<order.count where unsafe bytes[offset] != order[offset] {
            return unsafe bytes[offset] < order[offset]
        }
        return false
    }
}
