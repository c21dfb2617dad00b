import AttributionBytes

/// Where identifiers get their chance from.
enum RandomSource: Sendable {
    case system
    /// The same draws every time, as `--seed` asks for.
    case seeded(Chance)

    /// - Parameter seed: the number of `--seed`, if it was given.
    init(seed: Int?) { self = seed.map { .seeded(Chance(seed: UInt64($0.magnitude))) } ?? .system }

    /// A random UUID.
    ///
    /// - Parameters:
    ///   - purpose, file, line: tell draws of a seeded source apart; they do not matter for the system's.
    func uuid(_ purpose: StaticString, file: String, line: Int) -> RandomUUID {
        switch self {
        case .system:
            var generator = SystemRandomNumberGenerator()
            return RandomUUID(using: &generator)
        case .seeded(let chance):
            return chance.of(purpose).of(named: file.utf8, line).uuid
        }
    }
}
