import AttributionBase
import AttributionModel

/// How often rules were broken.
struct RuleCounts {
    /// Entries are found by identity, because counting references to rules would cost more than everything else that is done for a bad
    /// line.
    private var counts: [(identity: ObjectIdentifier, rule: Rule, count: Int)] = []

    mutating func add(_ rule: Rule?, _ count: Int = 1) {
        guard let identity = rule.map(ObjectIdentifier.init) else { return }
        // A batch has few different rules, and usually the same one repeatedly.
        for index in counts.indices where counts[index].identity == identity {
            counts[index].count += count
            return
        }
        if let rule { counts.append((identity, rule, count)) }
    }

    func count(of rule: Rule) -> Int {
        let identity = ObjectIdentifier(rule)
        return counts.indices.first { counts[$0].identity == identity }.map { counts[$0].count } ?? 0
    }

    var total: Int { counts.reduce(0) { $0 + $1.count } }

    mutating func add(_ others: RuleCounts) {
        for other in others.counts { add(other.rule, other.count) }
    }

    var sorted: [(rule: Rule, count: Int)] {
        counts.inOrder { $0.count == $1.count ? $0.rule.id < $1.rule.id : $0.count > $1.count }.map {
            ($0.rule, $0.count)
        }
    }

    /// The counts in descending order, such as `9990 unknown-key, 10 jws-components`.
    var list: String {
        let limit = 12
        let sorted = self.sorted
        let shown = sorted.prefix(limit).map { "\($0.count) \($0.rule.id)" }
        let rest = sorted.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more rules"] : [])).joined(separator: ", ")
    }
}
