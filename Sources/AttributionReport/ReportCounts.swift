import AttributionBase
import AttributionInspection
import AttributionModel

/// All counts of a report. The counts of the parts of a stream can be added in any order.
package struct ReportCounts: ~Copyable {
    package internal(set) var inputs = 0
    package internal(set) var verdicts = CaseCounts<Verdict.Outcome>()
    /// The number of inputs without a verdict.
    package internal(set) var unverified = 0
    /// The IDs of the rules that the refused inputs break.
    package internal(set) var rules = NameTable()
    package internal(set) var repeats = 0
    /// The repeats that verify had already refused.
    package internal(set) var refusedRepeats = 0
    package internal(set) var leftOut = CaseCounts<SkippedReason>()

    // The following counts are over the postbacks that are neither refused nor repeated.
    package internal(set) var all = GroupCounts()
    package internal(set) var environments = CaseCounts<SigningEnvironment>()
    package internal(set) var frameworks = CaseCounts<Framework>()
    package internal(set) var conversionTypes = CaseCounts<ConversionType>()
    package internal(set) var interactions = CaseCounts<InteractionType>()
    package internal(set) var windows = [Int](repeating: 0, count: 3)
    /// Indexed by the bits of ``DataTiers``.
    package internal(set) var tiers = [Int](repeating: 0, count: 16)
    package internal(set) var absences = CaseCounts<CountedPostback.Absence>()
    package internal(set) var fine = [Int](repeating: 0, count: FineConversionValue.range.count)
    package internal(set) var coarse = CaseCounts<CoarseConversionValue>()
    /// Indexed by the number of digits; 0 and 1 do not occur.
    package internal(set) var digits = [Int](repeating: 0, count: 5)
    package internal(set) var countries = NameTable()
    package internal(set) var marketplaces = NameTable()
    package internal(set) var publishers = NameTable()
    package internal(set) var groups = GroupTable()
    /// Keyed by the possible campaigns of a postback, if campaigns are listed.
    package internal(set) var campaigns = GroupTable()
    /// Keyed by the day of arrival, if a chart shows days.
    package internal(set) var days = GroupTable()
    /// How many winning postbacks have a value, if there are schemas.
    private(set) var values = ValueCounts()
    /// The range of arrival times, if times are read.
    package internal(set) var period: ClosedRange<Timestamp>?
    package internal(set) var earnings: [Earnings.Key: Earnings] = [:]

    package init() {}

    /// - Parameter verdict: Nil for an input without one.
    mutating func add(_ verdict: Verdict.Outcome?) {
        inputs += 1
        if let verdict { verdicts.add(verdict) } else { unverified += 1 }
    }

    /// Counts a verdict on something that is not a valid postback.
    ///
    /// - Parameter rule: The ID of the rule that it breaks; nil for none.
    mutating func addOther(_ verdict: Verdict.Outcome, breaking rule: ByteView?) {
        add(verdict)
        if let rule { rules.add(1, at: rules.index(of: rule)) }
        switch verdict {
        case .valid: leftOut.add(.impressions)
        // An input that verify refused as a repeat is one here too.
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

    /// Counts a postback whose names were added to the tables of these counts.
    ///
    /// - Parameter schemas: The conversion schemas; nil for a report without revenue.
    package mutating func add(_ fact: CountedPostback, _ schemas: SchemaReadings?) {
        let value = schemas?.key(of: fact)
        if let value { values.add(1, value) }
        all.add(fact)
        frameworks.add(fact.framework)
        if let environment = fact.environment { environments.add(environment) }
        if let type = fact.conversionType { conversionTypes.add(type) }
        if let interaction = fact.interaction { interactions.add(interaction) }
        if let window = fact.window { windows[window.rawValue] += 1 }
        if let tiers = fact.tiers { self.tiers[Int(tiers.rawValue & 15)] += 1 }
        switch fact.value {
        case .fine(let value): fine[value] += 1
        case .coarse(let value): coarse.add(value)
        case .none(let absence): absences.add(absence)
        }
        if let digits = fact.digits { self.digits[digits] += 1 }
        if let country = fact.country { countries.add(1, at: country) }
        if let marketplace = fact.marketplace { marketplaces.add(1, at: marketplace) }
        if let publisher = fact.publisher { publishers.add(1, at: publisher) }
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
        inputs += other.inputs
        verdicts.add(other.verdicts)
        unverified += other.unverified
        rules.add(other.rules)
        repeats += other.repeats
        refusedRepeats += other.refusedRepeats
        leftOut.add(other.leftOut)
        all.add(other.all)
        environments.add(other.environments)
        frameworks.add(other.frameworks)
        conversionTypes.add(other.conversionTypes)
        interactions.add(other.interactions)
        for index in windows.indices { windows[index] += other.windows[index] }
        for index in tiers.indices { tiers[index] += other.tiers[index] }
        absences.add(other.absences)
        for index in fine.indices { fine[index] += other.fine[index] }
        coarse.add(other.coarse)
        for index in digits.indices { digits[index] += other.digits[index] }
        countries.add(other.countries)
        marketplaces.add(other.marketplaces)
        publishers.add(other.publishers)
        groups.add(other.groups)
        campaigns.add(other.campaigns)
        days.add(other.days)
        values.add(other.values)
        if let period = other.period { extendPeriod(period) }
        for (key, sums) in other.earnings { earnings[key, default: Earnings()].add(sums) }
    }
}
