import AttributionBase
import AttributionInspection
import AttributionModel

/// All counts of a report. The counts of the parts of a stream can be added in any order.
package struct ReportCounts: ~Copyable {
    /// The number of inputs at each place, and without one, for one dimension after another.
    private var places = [Int](repeating: 0, count: Dimension.countries.rawValue * stride)
    private static let stride = Dimension.nowhere + 1
    /// The number of postbacks with each text, for each dimension of texts.
    private var names = [NameCounts](repeating: NameCounts(), count: Dimension.ofTexts.count)
    /// The rules that the refused inputs break.
    private var brokenRules = NameCounts()
    /// All texts that are counted, and the values of groups.
    package internal(set) var known = GroupValues()
    package internal(set) var repeats = 0
    /// The repeats that verify had already refused.
    package internal(set) var refusedRepeats = 0
    package internal(set) var leftOut = CaseCounts<SkippedReason>()

    // The following counts are over the postbacks that are neither refused nor repeated.
    package internal(set) var groups = GroupTable()
    /// Keyed by the possible campaigns of a postback, if campaigns are listed.
    package internal(set) var campaigns = GroupTable()
    /// Keyed by the day of arrival, if a chart shows days.
    package internal(set) var days = GroupTable()
    /// The number of winning postbacks with each value, if there are schemas.
    private(set) var values = ValueCounts()
    /// The range of arrival times, if times are read.
    package internal(set) var period: ClosedRange<Timestamp>?
    package internal(set) var earnings: [Earnings.Key: Earnings] = [:]

    package init() {}

    /// The number of inputs at a place of a dimension.
    subscript(dimension: Dimension, place: Int) -> Int {
        places[dimension.rawValue * Self.stride + place]
    }

    /// The number of inputs at all places of a dimension.
    func count(in dimension: Dimension) -> Int {
        (0..<Dimension.nowhere).reduce(0) { $0 + self[dimension, $1] }
    }

    package var inputs: Int { count(in: .verdicts) }

    /// The number of inputs with a verdict, or without one if it is nil.
    func inputs(_ verdict: Verdict.Outcome?) -> Int { self[.verdicts, Dimension.place(of: verdict)] }

    /// The counts of all postbacks, without their revenue.
    package var all: GroupCounts {
        var all = GroupCounts()
        all.inputs = count(in: .frameworks)
        all.unverified = all.inputs - count(in: .environments)
        (all.won, all.lost) = (self[.outcomes, 0], self[.outcomes, 1])
        (all.fine, all.coarse, all.none) = (self[.values, 0], self[.values, 1], self[.values, 2])
        all.fineSum = FineConversionValue.range.reduce(0) { $0 + $1 * self[.fine, $1] }
        return all
    }

    /// Returns the counts of all postbacks with their revenue.
    func total(_ revenues: RevenueByValue?) -> GroupCounts {
        var total = all
        if let revenues { for entry in values.entries { total.revenue.add(entry.count, revenues[entry.value]) } }
        return total
    }

    /// Returns the counts of postbacks with one, several and no possible campaigns.
    ///
    /// - Parameter revenues: what values are worth; nil for counts without revenue.
    func campaignTotals(_ revenues: RevenueByValue?) -> (own: GroupCounts, shared: GroupCounts, none: GroupCounts) {
        var totals = (own: GroupCounts(), shared: GroupCounts(), none: GroupCounts())
        for (group, counts) in campaigns.counts(revenues).enumerated() {
            switch campaigns.key(group).first {
            case .campaign: totals.own.add(counts)
            case .shared: totals.shared.add(counts)
            default: totals.none.add(counts)
            }
        }
        return totals
    }

    /// The texts of a dimension with their counts, the most frequent first.
    func texts(of dimension: Dimension) -> [(name: String, count: Int)] {
        names[dimension.rawValue - Dimension.countries.rawValue].sorted(known.texts)
    }

    /// The IDs of the rules that the refused inputs break, the most frequent first.
    package var rules: [(name: String, count: Int)] { brokenRules.sorted(known.texts) }

    /// - Parameter verdict: The verdict; nil for an input without one.
    mutating func add(_ verdict: Verdict.Outcome?) {
        places[Dimension.verdicts.rawValue * Self.stride + Dimension.place(of: verdict)] += 1
    }

    /// Counts a verdict on something that is not a valid postback.
    ///
    /// - Parameter rule: The ID of the rule that it breaks; nil for none.
    mutating func addOther(_ verdict: Verdict.Outcome, breaking rule: ByteView?) {
        add(verdict)
        if let rule { brokenRules.add(1, at: known.texts.index(of: rule)) }
        switch verdict {
        case .valid: leftOut.add(.impressions)
        // An input that verify refused as a repeat counts as a repeat here too.
        case .repeated: addRepeat(isRefused: true)
        default: break
        }
    }

    /// Counts lines that could not be read as an input.
    package mutating func addRejected(_ count: Int) { leftOut.add(.rejected, count) }

    package mutating func addRepeat(isRefused: Bool = false) {
        repeats += 1
        if isRefused { refusedRepeats += 1 }
    }

    /// Adds the texts of a postback to those of these counts, and their indices to the fact.
    mutating func note(_ postback: borrowing PostbackMembers, in fact: inout CountedPostback) {
        for (place, dimension) in Dimension.ofTexts.enumerated() {
            guard let member = dimension.member(of: postback) else { continue }
            if member.kind == .string {
                fact.texts[place] = Int32(truncatingIfNeeded: member.unescapedOrContent { known.texts.index(of: $0) })
            } else if dimension == .publishers {
                // An app rather than a domain.
                fact.texts[place] = Int32(truncatingIfNeeded: known.texts.index(of: member.raw))
            }
        }
    }

    /// Counts a postback whose texts were added to those of these counts.
    ///
    /// - Parameter schemas: The conversion schemas; nil for a report without revenue.
    package mutating func add(_ fact: CountedPostback, _ schemas: SchemaReadings?) {
        let value = schemas?.key(of: fact)
        if let value { values.add(1, value) }
        // Verdicts are counted by inputs.
        for dimension in 1..<Dimension.countries.rawValue {
            places[dimension * Self.stride + Int(fact.places[dimension])] += 1
        }
        for place in names.indices where fact.texts[place] >= 0 { names[place].add(1, at: Int(fact.texts[place])) }
        if let group = fact.group { groups.add(fact, at: group, value) }
        if let campaign = fact.campaign { campaigns.add(fact, at: campaign, value) }
        if let time = fact.time {
            extendPeriod(time...time)
            if let day = fact.day { days.add(fact, at: day, value) }
        }
    }

    private mutating func extendPeriod(_ other: ClosedRange<Timestamp>) {
        guard let period else {
            period = other
            return
        }
        self.period = min(period.lowerBound, other.lowerBound)...max(period.upperBound, other.upperBound)
    }

    package mutating func add(_ other: borrowing ReportCounts) {
        for index in places.indices { places[index] += other.places[index] }
        for index in names.indices { names[index].add(other.names[index], of: other.known.texts, to: &known.texts) }
        brokenRules.add(other.brokenRules, of: other.known.texts, to: &known.texts)
        repeats += other.repeats
        refusedRepeats += other.refusedRepeats
        leftOut.add(other.leftOut)
        groups.add(other.groups, &known, other.known)
        campaigns.add(other.campaigns, &known, other.known)
        days.add(other.days, &known, other.known)
        values.add(other.values)
        if let period = other.period { extendPeriod(period) }
        for (key, sums) in other.earnings { earnings[key, default: Earnings()].add(sums) }
    }

    /// How many texts, groups and values are kept for what is counted next, and how long the texts may be.
    private static let mostKept = (count: 4096, bytes: 1 << 16)

    /// Sets all counts to zero. Texts, groups and values are kept if they are few, since the next part of a stream mostly has the same.
    package mutating func clear() {
        let count =
            known.texts.count + known.lists.values.count + groups.count + campaigns.count + days.count + values.count
        guard count <= Self.mostKept.count, known.texts.byteCount <= Self.mostKept.bytes, known.others.values.isEmpty
        else {
            self = ReportCounts()
            return
        }
        // Only what is named here is kept, so that a count that is forgotten here is cleared rather than counted twice.
        var next = ReportCounts()
        swap(&next.known, &known)
        swap(&next.groups, &groups)
        swap(&next.campaigns, &campaigns)
        swap(&next.days, &days)
        next.groups.clear()
        next.campaigns.clear()
        next.days.clear()
        self = next
    }
}
