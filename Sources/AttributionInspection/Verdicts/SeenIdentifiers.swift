import Bytes

/// Keys that came before, each kept exactly, so that a conversion is counted once.
///
/// A UUID takes 16 bytes, whatever its letter case, in a set that is between three eighths and three quarters full: 22 to 43
/// bytes, and while the set grows half as much again. Anything else is kept as it is.
public final class SeenIdentifiers: Sendable {
    private struct UUID: Hashable {
        let high: UInt64
        let low: UInt64
    }

    /// What came of keys that differ in nothing but their identifier.
    private struct Identifiers {
        var uuids: Set<UUID> = []
        var others: Set<[UInt8]> = []

        mutating func insert(_ identifier: RepeatKey.Identifier) -> Bool {
            switch identifier {
            case .uuid(let high, let low): uuids.insert(UUID(high: high, low: low)).inserted
            case .text(let text): others.insert(text).inserted
            }
        }

        func contains(_ identifier: RepeatKey.Identifier) -> Bool {
            switch identifier {
            case .uuid(let high, let low): uuids.contains(UUID(high: high, low: low))
            case .text(let text): others.contains(text)
            }
        }
    }

    private struct State {
        /// By ``group(of:)``.
        var groups = [Identifiers](repeating: Identifiers(), count: 7)
        /// Those of windows that there are not, few and kept whole.
        var others: Set<RepeatKey> = []

        /// Where the keys are that differ from one in nothing but the identifier. Of transactions, each window that was signed
        /// is a group: whether windows share an identifier is not documented.
        private static func group(of key: RepeatKey) -> Int? {
            switch (key.field, key.window) {
            case (.impression, .none): 0
            case (.postback, .none): 1
            case (.nonce, .none): 2
            case (.transaction, .none): 3
            case (.transaction, .first): 4
            case (.transaction, .second): 5
            case (.transaction, .third): 6
            default: nil
            }
        }

        mutating func insert(_ key: RepeatKey) -> Bool {
            guard let group = Self.group(of: key) else { return others.insert(key).inserted }
            return groups[group].insert(key.identifier)
        }

        func contains(_ key: RepeatKey) -> Bool {
            guard let group = Self.group(of: key) else { return others.contains(key) }
            return groups[group].contains(key.identifier)
        }
    }

    private let state = Locked(State())

    /// Nothing was seen.
    public init() {}

    /// Adds a key; false if it is there already.
    public func insert(_ key: RepeatKey) -> Bool { state.withLock { $0.insert(key) } }

    /// Whether a key is there.
    public func contains(_ key: RepeatKey) -> Bool { state.withLock { $0.contains(key) } }
}
