import AttributionBase

/// Why bytes are not a signature. `at` is the offset of the invalid byte.
package enum ECDSASignatureError: Error, Equatable, Sendable {
    /// One of the two numbers of a signature.
    package enum Component: String, Sendable {
        case r
        case s
    }

    case wrongLength(Int)
    case notASequence(found: UInt8)
    case truncated(announced: Int, found: Int)
    /// A length in the long form, or BER's indefinite length. No signature needs either.
    case lengthOfSeveralBytes(at: Int, found: UInt8)
    case trailingBytes(Int)
    case missingInteger(Component, at: Int)
    case notAnInteger(Component, at: Int, found: UInt8)
    case emptyInteger(Component, at: Int)
    case integerTooLong(Component, at: Int, announced: Int, found: Int)
    case negative(Component, at: Int)
    case needlessZero(Component, at: Int)
    case extraElement(at: Int, count: Int)
    /// A number is zero, or not below the order of the group.
    case outOfRange(Component)
}

extension ECDSASignatureError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongLength(let found): "the signature has \(found) bytes; it must have 64: r then s, 32 each"
        case .notASequence(let found): "byte 1 of the signature is \(hex(found)) instead of 0x30 (a DER sequence)"
        case .truncated(let announced, let found):
            "the signature is cut short: only \(found) of \(announced) bytes are present"
        case .lengthOfSeveralBytes(let at, let found):
            "byte \(at + 1) of the signature is the length \(hex(found)) instead of a length of one byte"
        case .trailingBytes(let count):
            "\(count) extra byte\(count == 1 ? "" : "s") after the signature"
        case .missingInteger(let half, let at): "the signature ends after byte \(at), before the integer \(half)"
        case .notAnInteger(let half, let at, let found):
            "byte \(at + 1) of the signature is \(hex(found)) instead of 0x02 (the integer \(half))"
        case .emptyInteger(let half, let at): "the integer \(half) of the signature has no bytes (at byte \(at + 1))"
        case .integerTooLong(let half, let at, let announced, let found):
            "the integer \(half) at byte \(at + 1) of the signature is cut short: only \(found) of \(announced) bytes are present"
        case .negative(let half, let at): "the integer \(half) of the signature is negative (at byte \(at + 1))"
        case .needlessZero(let half, let at):
            "the integer \(half) of the signature begins with a needless zero (at byte \(at + 1))"
        case .extraElement(let at, let count):
            "\(count) extra byte\(count == 1 ? "" : "s") after r and s, at byte \(at + 1) of the signature"
        case .outOfRange(let half): "\(half) of the signature is out of range; it must be 1 to n-1"
        }
    }

    private func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16)
    }

    package var problem: Problem { .sentence(description) }
}
