extension TimelineModel {
    mutating func changeLane(of slot: String, _ change: (inout SlotLane) -> Void) {
        let name = Self.plain(slot)
        let place =
            slots.firstIndex { $0.name == name }
            ?? {
                slots.append(SlotLane(name: name))
                return slots.count - 1
            }()
        change(&slots[place])
    }

    mutating func draw(_ at: Int64, _ fact: SlotFact) {
        changeLane(of: fact.slot) { lane in
            switch fact.state {
            case .shown: lane.shown.append((at, nil))
            case .hidden: if let last = lane.shown.indices.last { lane.shown[last].to = at }
            case .failed: lane.failures.append(at)
            case .loaded, .resized, .removed, .unloaded, .refused, .ignored: break
            }
        }
    }

    /// From the first to the last that there is to say of a host; nil without one.
    var hostSpan: ClosedRange<Int64>? {
        guard let first = hostTimes.first, let last = hostTimes.last else { return nil }
        return first...max(last, first + 1)
    }
}
