import Bytes

/// Identifiers that came before, each kept exactly: a UUID in 16 bytes, whatever its letter case, anything else as it is.
///
/// The table doubles when three quarters full, so a UUID takes 22 to 43 bytes, and while it doubles half as much again.
final class IdentifierSet: @unchecked Sendable {
    private struct Key: Equatable {
        var high: UInt64
        var low: UInt64
    }

    /// Open addressing with steps of one; a key of zeros marks a free place.
    private var table: [Key]
    private var count = 0
    private var hasZero = false
    private var others = Set<[UInt8]>()
    private let secret = SystemRandomNumberGenerator.words()

    init() {
        table = [Key](repeating: Key(high: 0, low: 0), count: 1024)
    }

    /// Adds an identifier; false if it is there already.
    func insert(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let key = unsafe Self.key(text) else { return unsafe others.insert([UInt8](text)).inserted }
        if key == Key(high: 0, low: 0) {
            defer { hasZero = true }
            return !hasZero
        }
        if count * 4 >= table.count * 3 { grow() }
        guard place(key, in: &table) else { return false }
        count += 1
        return true
    }

    private func place(_ key: Key, in table: inout [Key]) -> Bool {
        let mask = table.count - 1
        var at = Int(truncatingIfNeeded: hash(key)) & mask
        while table[at] != Key(high: 0, low: 0) {
            if table[at] == key { return false }
            at = (at + 1) & mask
        }
        table[at] = key
        return true
    }

    private func grow() {
        var larger = [Key](repeating: Key(high: 0, low: 0), count: table.count * 2)
        for key in table where key != Key(high: 0, low: 0) { _ = place(key, in: &larger) }
        table = larger
    }

    /// Mixed with a secret, so that nobody can send identifiers that collide.
    private func hash(_ key: Key) -> UInt64 {
        let product = (key.high ^ secret.0).multipliedFullWidth(by: (key.low ^ secret.1) | 1)
        let mixed = (product.high ^ product.low ^ key.low) &* 0x9e37_79b9_7f4a_7c15
        return mixed ^ mixed >> 32
    }

    private static func key(_ text: UnsafeRawBufferPointer) -> Key? {
        guard text.count == 36 else { return nil }
        var words: [UInt64] = [0, 0]
        var digits = 0
        for offset in 0..<36 {
            let byte = unsafe text[offset]
            switch offset {
            case 8, 13, 18, 23: if byte != ASCII.minus { return nil }
            default:
                guard let digit = ASCII.hexValue(byte) else { return nil }
                words[digits / 16] = words[digits / 16] << 4 | UInt64(digit)
                digits += 1
            }
        }
        return Key(high: words[0], low: words[1])
    }
}

/// The identifiers of a run. An impression and a postback may have the same.
final class SeenIdentifiers: Sendable {
    private let impressions = IdentifierSet()
    private let postbacks = IdentifierSet()

    /// Adds an identifier; false if one of its kind is there already.
    func insert(_ text: UnsafeRawBufferPointer, isImpression: Bool) -> Bool {
        unsafe (isImpression ? impressions : postbacks).insert(text)
    }
}

extension SystemRandomNumberGenerator {
    fileprivate static func words() -> (UInt64, UInt64) {
        var generator = SystemRandomNumberGenerator()
        return (generator.next(), generator.next())
    }
}
