import Bytes

/// Identifiers that came before, each kept exactly, so that a conversion is counted once.
///
/// A UUID takes 16 bytes, whatever its letter case, in a set that is between three eighths and three quarters full: 22 to 43
/// bytes, and while the set grows half as much again. Anything else is kept as it is. Impressions and postbacks are told
/// apart.
public final class SeenIdentifiers: Sendable {
    private struct UUID: Hashable {
        let high: UInt64
        let low: UInt64
    }

    private struct Identifiers {
        var uuids: Set<UUID> = []
        var others: Set<[UInt8]> = []

        mutating func insert(_ text: UnsafeRawBufferPointer) -> Bool {
            guard let uuid = unsafe SeenIdentifiers.uuid(text) else {
                return unsafe others.insert([UInt8](text)).inserted
            }
            return uuids.insert(uuid).inserted
        }
    }

    private struct State {
        var impressions = Identifiers()
        var postbacks = Identifiers()
        /// Of SKAdNetwork, one for each window: whether windows share an identifier is not documented.
        var transactions = [Identifiers(), Identifiers(), Identifiers()]
        var nonces = Identifiers()
    }

    private let state = Locked(State())

    /// Nothing was seen.
    public init() {}

    /// Adds an identifier; false if it is there already.
    public func insert(_ identifier: String, _ kind: InputFault.Identifier) -> Bool {
        unsafe Array(identifier.utf8).withUnsafeBytes { unsafe insert($0, kind) }
    }

    /// The same for UTF-8 text.
    package func insert(
        _ text: UnsafeRawBufferPointer, _ kind: InputFault.Identifier, window: Int = 0
    ) -> Bool {
        state.withLock { state in
            switch kind {
            case .impression: unsafe state.impressions.insert(text)
            case .postback: unsafe state.postbacks.insert(text)
            case .transaction: unsafe state.transactions[min(max(window, 0), 2)].insert(text)
            case .nonce: unsafe state.nonces.insert(text)
            }
        }
    }

    /// What is wrong with an identifier that may come once, after adding it; nil for the first of its kind.
    func fault(of identifier: UnsafeRawBufferPointer?, _ kind: InputKind, window: Int = 0) -> InputFault? {
        let field: InputFault.Identifier =
            switch kind {
            case .impression: .impression
            case .skadnetworkPostback: .transaction
            case .skadnetworkAd: .nonce
            default: .postback
            }
        guard let identifier = unsafe identifier else { return .missingIdentifier(field) }
        return unsafe insert(identifier, field, window: window) ? nil : .repeatedIdentifier(field, identifier.text)
    }

    private static func uuid(_ text: UnsafeRawBufferPointer) -> UUID? {
        guard text.count == 36 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for offset in 0..<36 {
            let byte = unsafe text[offset]
            switch offset {
            case 8, 13, 18, 23: if byte != ASCII.minus { return nil }
            default:
                guard let digit = ASCII.hexValue(byte) else { return nil }
                if offset < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
            }
        }
        return UUID(high: high, low: low)
    }
}
