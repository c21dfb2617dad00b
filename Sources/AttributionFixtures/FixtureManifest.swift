import AttributionBase

extension Fixtures {
    /// The number of inputs of each kind, and the number of broken inputs for each stage and rule.
    package var manifest: JSONValue {
        let inputs = broken
        func counts(_ names: [String]) -> JSONValue {
            var counts: [String: Int] = [:]
            for name in names { counts[name, default: 0] += 1 }
            var order: [String] = []
            for name in names where !order.contains(name) { order.append(name) }
            return .object(order.map { .init($0, .number(String(counts[$0] ?? 0))) })
        }
        return .object([
            .init("seed", .number(String(seed))),
            .init("postbacks", .number(String(PostbackCell.all.count))),
            .init("broken", .number(String(inputs.count))),
            .init("sound", .number(String(sound.count))),
            .init("sequence", .number(String(sequence.count))),
            .init("stages", counts(inputs.map(\.stage.rawValue))),
            .init("rules", counts(inputs.map(\.rule.id))),
        ])
    }
}
