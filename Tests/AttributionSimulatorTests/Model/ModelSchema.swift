import AttributionModel
import AttributionSchema
import AttributionSimulator

/// An event that a conversion schema counts.
struct ModelEvent {
    let name: String
    let revenue: Money
}

// Conversion schemas: the value after all events of a window is computed anew at each event.

extension DeviceModel {
    mutating func count(name: String, revenue: Money, _ app: UInt64) {
        guard let schema = world.app(app).schema, let place = takingUpdates(app), let index = windowForEvents(place),
            let window = ConversionWindow(rawValue: index)
        else { return }
        let before = conversions[place].events[index] ?? []
        let after = before + [ModelEvent(name: name, revenue: revenue)]
        conversions[place].events[index] = after
        guard let entries = schema[window]?.entries, let value = Self.value(entries, after) else { return }
        if let earlier = Self.value(entries, before), earlier == value { return }
        var update = ValueUpdate(
            fine: index == 0 ? value.fine : 0, coarse: entries[value.rank].coarse, locks: entries[value.rank].locks)
        if conversions[place].courses.contains(where: { $0.framework == .skAdNetwork }) {
            update.framework = .skAdNetwork
        }
        self.update(app, update)
    }

    /// The newest conversion of the installed app that takes updates.
    private func takingUpdates(_ app: UInt64) -> Int? {
        conversions.indices.last {
            conversions[$0].app == app && conversions[$0].installation == installations[app]?.number
                && !conversions[$0].isOver
        }
    }

    private func windowForEvents(_ index: Int) -> Int? {
        guard let course = conversions[index].courses.first(where: { $0.winner != nil }), !course.isLate,
            !course.isSuperseded
        else { return nil }
        if course.windows.isEmpty { return 0 }
        guard let window = course.current, !window.isLocked else { return nil }
        return course.isTimer ? 0 : window.index
    }

    /// The highest value that any number of the first events reached.
    private static func value(_ entries: [ConversionSchema.Entry], _ events: [ModelEvent]) -> (rank: Int, fine: Int)? {
        var best: (rank: Int, fine: Int)?
        for count in 0..<events.count {
            let played = events[...count]
            func times(_ name: String) -> Int { played.count { $0.name == name } }
            func sum(_ name: String) -> Int128 {
                played.reduce(0) { $0 + ($1.name == name ? $1.revenue.millionths : 0) }
            }
            let holding = entries.indices.last { rank in
                let entry = entries[rank]
                guard let event = entry.event else { return true }
                guard times(event) >= entry.count else { return false }
                guard let range = entry.revenue else { return true }
                return sum(event) >= range.least.millionths && sum(event) < range.most?.millionths ?? .max
            }
            guard let rank = holding else { continue }
            var fine = entries[rank].fine?.lowerBound ?? 0
            if let values = entries[rank].fine, values.count > 1, let range = entries[rank].revenue,
                let most = range.most, let event = entries[rank].event
            {
                let step = (most.millionths - range.least.millionths) / Int128(values.count)
                var end = range.least.millionths + step
                while fine < values.upperBound, sum(event) >= end {
                    fine += 1
                    end += step
                }
            }
            if best.map({ ($0.rank, $0.fine) < (rank, fine) }) ?? true { best = (rank, fine) }
        }
        return best
    }
}
