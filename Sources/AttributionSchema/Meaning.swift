import AttributionModel

// From values to events: what a window's value says about what happened in the app.

extension ConversionSchema {
    /// The value of a window as a postback discloses it.
    package enum ReceivedValue: Hashable, Sendable {
        case fine(Int)
        case coarse(CoarseConversionValue)
        /// No value is disclosed, because of the data tier. The tiers are all those that the postback may have.
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

        /// Returns the common meaning of alternatives: the names, events and revenue of all; nil for none.
        package static func union(of all: [Meaning]) -> Meaning? {
            guard let first = all.first else { return nil }
            func once(_ texts: [String]) -> [String] {
                var seen: Set<String> = []
                return texts.filter { seen.insert($0).inserted }
            }
            return Meaning(
                names: once(all.flatMap(\.names)), events: once(all.flatMap(\.events)),
                revenue: all.dropFirst().reduce(first.revenue) { $0.union($1.revenue) })
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

    /// Returns what a value means, or what a value that was withheld may mean.
    ///
    /// A withheld value may mean anything that an entry of the window means whose value the tier withholds.
    ///
    /// - Returns: Nil if the value belongs to no entry, because the schema lacks the window or the value.
    package func meaning(ofReceived value: ReceivedValue, in window: ConversionWindow) -> Meaning? {
        possibleEntries(of: value, in: window)?.meaning
    }

    /// The entries to which a received value may belong.
    package struct PossibleEntries: Sendable {
        /// The ranks of the entries, lowest first.
        package let ranks: [Int]
        /// The meanings of all these entries together.
        package let meaning: Meaning

        /// - Parameter entries: The entries, lowest rank first.
        fileprivate init?(_ entries: [(rank: Int, meaning: Meaning)]) {
            guard let meaning = Meaning.union(of: entries.map(\.meaning)) else { return nil }
            ranks = entries.map(\.rank)
            self.meaning = meaning
        }
    }

    /// Returns the entries to which a value may belong; nil if there are none.
    package func possibleEntries(of value: ReceivedValue, in window: ConversionWindow) -> PossibleEntries? {
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
    /// The meanings of a window's values, computed once. Copies of a window share them.
    final class Meanings: Sendable {
        let fine: [PossibleEntries?]
        let coarse: [PossibleEntries?]
        /// The entries that set no coarse value.
        let withoutCoarse: PossibleEntries?
        /// All entries of the window, any of which a completely withheld value may belong to.
        let any: PossibleEntries?

        init(_ entries: [Entry]) {
            var fine = [PossibleEntries?](repeating: nil, count: FineConversionValue.range.count)
            var coarse = [[(rank: Int, meaning: Meaning)]](repeating: [], count: CoarseConversionValue.allCases.count)
            var withoutCoarse: [(rank: Int, meaning: Meaning)] = []
            var any: [(rank: Int, meaning: Meaning)] = []
            let higher = Self.revenues(belowHigherOf: entries)
            // The coarse values of the entries so far. An update to an entry without one leaves the earlier value, which may be any of
            // these.
            var set: Set<CoarseConversionValue> = []
            for (rank, entry) in entries.enumerated() {
                func meaning(_ revenue: RevenueRange?) -> Meaning {
                    Meaning(
                        names: entry.name.map { [$0] } ?? [], events: entry.event.map { [$0] } ?? [],
                        revenue: revenue ?? higher[rank])
                }
                for value in fine.indices where entry.fine?.contains(value) ?? false {
                    fine[value] = PossibleEntries([(rank, meaning(entry.revenue(ofFine: value)))])
                }
                let whole = (rank: rank, meaning: meaning(entry.revenue))
                any.append(whole)
                if let value = entry.coarse { set.insert(value) } else { withoutCoarse.append(whole) }
                for value in entry.coarse.map({ [$0] }) ?? set { coarse[value.rank].append(whole) }
            }
            self.fine = fine
            self.coarse = coarse.map { PossibleEntries($0) }
            self.withoutCoarse = PossibleEntries(withoutCoarse)
            self.any = PossibleEntries(any)
        }

        /// Returns the revenue that an entry without a revenue of its own stands for: less than the least revenue of the entries that rank
        /// higher.
        private static func revenues(belowHigherOf entries: [Entry]) -> [RevenueRange] {
            var lowest: Money?
            let ranges = entries.reversed().map { entry in
                defer { if let least = entry.revenue?.least { lowest = min(least, lowest ?? least) } }
                return RevenueRange(least: .zero, most: lowest ?? .zero)
            }
            return ranges.reversed()
        }
    }
}
