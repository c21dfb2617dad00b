import AttributionModel

// Backwards: from the value of a window to what an app did.

extension ConversionSchema {
    /// The value of a window as a postback shows it.
    package enum ReceivedValue: Hashable, Sendable {
        case fine(Int)
        case coarse(CoarseConversionValue)
        /// Neither value, because of the data tier. The tiers are those that the postback may have.
        case withheld(DataTiers, Disclosure.Framework = .adAttributionKit)
    }

    /// What a value means.
    public struct Meaning: Hashable, Sendable {
        /// The names of the entries that the value may stand for, in the order of their rank, each once.
        public let names: [String]
        /// The events of these entries, in the order of their rank, each once. An entry that always applies has none.
        public let events: [String]
        /// The bounds of the revenue in the window until the value last changed. Only the revenue of the one event for
        /// which the entries give amounts is included; both bounds are zero if no entry gives any. The revenue is less
        /// than the upper bound, unless both bounds are zero.
        public let revenue: RevenueRange

        package init(names: [String], events: [String], revenue: RevenueRange) {
            self.names = names
            self.events = events
            self.revenue = revenue
        }

        /// Returns the meaning of a value that is one of two: the names and the revenue of both.
        package func union(_ other: Meaning) -> Meaning {
            Meaning(
                names: names + other.names.filter { !names.contains($0) },
                events: events + other.events.filter { !events.contains($0) }, revenue: revenue.union(other.revenue))
        }
    }

    /// Returns what a value of a postback means.
    ///
    /// A fine value has the name of its entry, and the part of the entry's revenue range that belongs to this value. A
    /// coarse value may mean what any of its entries means.
    ///
    /// - Returns: Nil if the value stands for no entry, because the schema lacks the window or the value.
    public func meaning(of value: ConversionValue, in window: ConversionWindow) -> Meaning? {
        switch value {
        case .fine(let fine): meaning(ofReceived: .fine(fine.rawValue), in: window)
        case .coarse(let coarse): meaning(ofReceived: .coarse(coarse), in: window)
        }
    }

    /// Returns what a value means, or what a value that was withheld can have been.
    ///
    /// A value that was withheld means what any entry of the window means whose value the tier withholds.
    ///
    /// - Returns: Nil if the value stands for no entry, because the schema lacks the window or the value.
    package func meaning(ofReceived value: ReceivedValue, in window: ConversionWindow) -> Meaning? {
        behind(value, in: window)?.meaning
    }

    /// What can be behind a value.
    package struct Behind: Sendable {
        /// The ranks of the entries, lowest first.
        package fileprivate(set) var ranks: [Int]
        /// What any of the entries means.
        package fileprivate(set) var meaning: Meaning

        /// Adds an entry of a higher rank.
        fileprivate static func add(_ rank: Int, _ meaning: Meaning, to behind: inout Behind?) {
            behind = Behind(ranks: (behind?.ranks ?? []) + [rank], meaning: behind?.meaning.union(meaning) ?? meaning)
        }
    }

    /// Returns which entries can be behind a value; nil if none can.
    package func behind(_ value: ReceivedValue, in window: ConversionWindow) -> Behind? {
        guard let meanings = self[window]?.meanings else { return nil }
        switch value {
        case .fine(let fine): return meanings.fine.indices.contains(fine) ? meanings.fine[fine] : nil
        case .coarse(let coarse): return meanings.coarse[coarse.rank]
        case .withheld(let tiers, let framework):
            let disclosures = tiers.descending.map { Disclosure(of: framework, tier: $0, window: window, didWin: true) }
            // Every update has a fine value, so a tier that discloses fine values withholds no value.
            let withholding = disclosures.filter { $0.absence(of: .fine) != nil }
            if withholding.contains(where: { $0.absence(of: .coarse) != nil }) { return meanings.any }
            return withholding.isEmpty ? nil : meanings.withoutCoarse
        }
    }
}

extension ConversionSchema {
    /// The meanings of a window's values, computed once. Windows share them when they are copied.
    final class Meanings: Sendable {
        let fine: [Behind?]
        let coarse: [Behind?]
        /// What is behind values without a coarse one.
        let withoutCoarse: Behind?
        /// What is behind all values together.
        let any: Behind?

        init(_ entries: [Entry]) {
            var fine = [Behind?](repeating: nil, count: FineConversionValue.range.count)
            var coarse = [Behind?](repeating: nil, count: CoarseConversionValue.allCases.count)
            var withoutCoarse: Behind?
            var any: Behind?
            for (rank, entry) in entries.enumerated() {
                func meaning(_ revenue: RevenueRange?) -> Meaning {
                    Meaning(
                        names: entry.name.map { [$0] } ?? [], events: entry.event.map { [$0] } ?? [],
                        revenue: revenue ?? Self.revenue(below: entries[(rank + 1)...]))
                }
                for value in fine.indices where entry.fine?.contains(value) ?? false {
                    fine[value] = Behind(ranks: [rank], meaning: meaning(entry.revenue(ofFine: value)))
                }
                let whole = meaning(entry.revenue)
                Behind.add(rank, whole, to: &any)
                if entry.coarse == nil { Behind.add(rank, whole, to: &withoutCoarse) }
                for value in Self.coarseValues(at: rank, of: entries) {
                    Behind.add(rank, whole, to: &coarse[value.rank])
                }
            }
            (self.fine, self.coarse, self.withoutCoarse, self.any) = (fine, coarse, withoutCoarse, any)
        }

        /// Returns what an entry without revenue means: up to the lowest revenue of the entries that rank higher.
        private static func revenue(below higher: ArraySlice<Entry>) -> RevenueRange {
            RevenueRange(least: .zero, most: higher.compactMap { $0.revenue?.least }.min() ?? .zero)
        }

        /// Returns the coarse values that an update to an entry can leave: its own, or else one that an entry of a lower
        /// rank has set in the same window.
        private static func coarseValues(at rank: Int, of entries: [Entry]) -> Set<CoarseConversionValue> {
            if let value = entries[rank].coarse { return [value] }
            return Set(entries[..<rank].compactMap(\.coarse))
        }
    }
}
