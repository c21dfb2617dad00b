import AttributionBase

/// The source of random identifiers.
enum RandomSource: Sendable {
    case system
    /// A deterministic source, as requested with `--seed`.
    case seeded(SeededRandom)

    init(seed: Int?) { self = seed.map { .seeded(SeededRandom(seed: UInt64($0.magnitude))) } ?? .system }

    /// Returns a random UUID.
    ///
    /// - Parameters:
    ///   - purpose, file, line: distinguish the values of a seeded source. The system's source ignores them.
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
