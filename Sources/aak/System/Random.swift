import ECDSA

/// Where identifiers get their chance from.
enum RandomSource: Sendable {
    case system
    /// The same draws every time, as `--seed` asks for.
    case seeded(UInt64)

    /// A random UUID (RFC 9562 §5.4) in lower case.
    ///
    /// - Parameter position: tells draws of a seeded source apart; it does not matter for the system's.
    func uuid(at position: Position) -> String {
        var bytes: [UInt8]
        switch self {
        case .system:
            var generator = SystemRandomNumberGenerator()
            bytes = []
            for _ in 0..<2 {
                let word = generator.next()
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: word >> shift))
                }
            }
        case .seeded(let seed):
            bytes = Array(SHA256.hash(position.message(seed: seed)).prefix(16))
        }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (offset, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(offset) { text.append(UInt8(ascii: "-")) }
            text.append(hexDigit(byte >> 4))
            text.append(hexDigit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The place of a draw: which file, which line.
    struct Position {
        var file = ""
        var line = 0

        fileprivate func message(seed: UInt64) -> [UInt8] {
            Array("\(seed) \(line) \(file)".utf8)
        }
    }

    private func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
