import AdAttribution
import AttributionInspection

/// The verdict on an input, or `unverified` for an input without one.
package enum InputVerdict: String, CaseIterable, Sendable {
    case valid, invalid
    case unknownKey = "unknown-key"
    case malformed
    case againstRules = "against-rules"
    case notOurs = "not-ours"
    case repeated
    case unverified
}

extension InputVerdict {
    init(_ outcome: Verdict.Outcome) {
        self =
            switch outcome {
            case .valid: .valid
            case .invalid: .invalid
            case .unknownKey: .unknownKey
            case .malformed: .malformed
            case .againstRules: .againstRules
            case .notOurs: .notOurs
            case .repeated: .repeated
            }
    }
}

/// The reason why a line is not counted as a postback.
package enum SkippedReason: String, CaseIterable, Sendable {
    /// Verdicts on impressions and on tokens that are neither.
    case impressions
    /// Lines of a timeline about something else.
    case events
    /// Postbacks of a timeline to the developer.
    case copies
    /// Postbacks of a timeline that were not answered with status 200.
    case undelivered
    /// Lines that could not be read as an input.
    case rejected
}

/// The counts of all postbacks, or of one group.
package struct GroupCounts: Sendable {
    package var inputs = 0
    package var unverified = 0
    package var won = 0
    package var lost = 0
    package var fine = 0
    package var coarse = 0
    package var none = 0
    package var fineSum = 0
    /// The possible revenue of the postbacks whose worth is known.
    private(set) var sum = RevenueRange.zero
    private var priced = 0
    /// The number of winning postbacks whose app or value no schema covers.
    package private(set) var unpriced = 0

    /// Whether nothing is known of the worth of the postbacks.
    var isUnpriced: Bool { priced == 0 && unpriced > 0 }

    /// The possible revenue of the postbacks, apart from those that are ``unpriced``; nil if there are no others.
    package var revenue: RevenueRange? { isUnpriced ? nil : sum }

    mutating func add(_ fact: CountedPostback, _ worth: Worth?) {
        inputs += 1
        if fact.environment == nil { unverified += 1 }
        if fact.didWin == true { won += 1 }
        if fact.didWin == false { lost += 1 }
        switch fact.value {
        case .fine(let value):
            fine += 1
            fineSum += value
        case .coarse: coarse += 1
        case .none: none += 1
        }
        switch worth {
        case .range(let range):
            sum += range
            priced += 1
        case .unpriced: unpriced += 1
        case nil: break
        }
    }

    mutating func add(_ other: GroupCounts) {
        inputs += other.inputs
        unverified += other.unverified
        won += other.won
        lost += other.lost
        fine += other.fine
        coarse += other.coarse
        none += other.none
        fineSum += other.fineSum
        sum += other.sum
        priced += other.priced
        unpriced += other.unpriced
    }

    /// The mean of the fine values with two decimals, rounded half up; nil without any.
    package var fineMean: String? { fine > 0 ? Decimal.quotient(Int128(fineSum), Int128(fine)) : nil }
}

/// All counts of a report. The counts of the parts of a stream can be added in any order.
package struct ReportCounts: ~Copyable {
    package internal(set) var inputs = 0
    package internal(set) var verdicts = CaseCounts<InputVerdict>()
    package internal(set) var repeats = 0
    /// The repeats that verify had already refused.
    package internal(set) var refusedRepeats = 0
    package internal(set) var leftOut = CaseCounts<SkippedReason>()

    // The following counts are over the postbacks that are neither refused nor repeated.
    package internal(set) var all = GroupCounts()
    package internal(set) var environments = CaseCounts<SigningEnvironment>()
    package internal(set) var frameworks = CaseCounts<CountedPostback.Framework>()
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
    /// The conversion values, if there are schemas.
    var values = ValueCounts()
    /// The range of arrival times, if times are read.
    package internal(set) var period: ClosedRange<Timestamp>?
    package internal(set) var earnings: [Earnings.Key: Earnings] = [:]

    package init() {}

    mutating func add(_ verdict: InputVerdict) {
        inputs += 1
        verdicts.add(InputVerdict.allCases.firstIndex(of: verdict) ?? 0)
    }

    /// Counts a verdict on something that is not a valid postback.
    mutating func addOther(_ verdict: InputVerdict) {
        add(verdict)
        switch verdict {
        case .valid: add(.impressions)
        // An input that verify refused as a repeat is one here too.
        case .repeated: addRepeat(isRefused: true)
        default: break
        }
    }

    mutating func add(_ reason: SkippedReason) { leftOut.add(SkippedReason.allCases.firstIndex(of: reason) ?? 0) }

    /// Counts lines that could not be read as an input.
    package mutating func addRejected(_ count: Int) {
        leftOut.add(SkippedReason.allCases.firstIndex(of: .rejected) ?? 0, count)
    }

    package mutating func addRepeat(isRefused: Bool = false) {
        repeats += 1
        if isRefused { refusedRepeats += 1 }
    }

    /// Counts a postback whose names were added to the tables of these counts.
    ///
    /// - Parameter schemas: The conversion schemas; nil for a report without revenue.
    package mutating func add(_ fact: CountedPostback, _ schemas: SchemaReadings?) {
        let reading = schemas?.reading(of: fact)
        if let reading { values.add(fact, reading) }
        let worth = reading?.worth
        all.add(fact, worth)
        frameworks.add(fact.framework == .adAttributionKit ? 0 : 1)
        if let environment = fact.environment { environments.add(environment.place) }
        if let type = fact.conversionType { conversionTypes.add(type.place) }
        if let interaction = fact.interaction { interactions.add(interaction == .click ? 0 : 1) }
        if let window = fact.window { windows[window.rawValue] += 1 }
        if let tiers = fact.tiers { self.tiers[Int(tiers.rawValue & 15)] += 1 }
        switch fact.value {
        case .fine(let value): fine[value] += 1
        case .coarse(let value): coarse.add(value.rank)
        case .none(let absence): absences.add(absence.place)
        }
        if let digits = fact.digits { self.digits[digits] += 1 }
        if let country = fact.country { countries.add(1, at: country) }
        if let marketplace = fact.marketplace { marketplaces.add(1, at: marketplace) }
        if let publisher = fact.publisher { publishers.add(1, at: publisher) }
        if let group = fact.group { groups.add(fact, at: group, worth) }
        if let campaign = fact.campaign { campaigns.add(fact, at: campaign, worth) }
        if let time = fact.time {
            extendPeriod(time...time)
            if let day = fact.day { days.add(fact, at: day, worth) }
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
        repeats += other.repeats
        refusedRepeats += other.refusedRepeats
        leftOut.add(other.leftOut)
        all.add(other.all)
        environments.add(other.environments)
        frameworks.add(other.frameworks)
        conversionTypes.add(other.conversionTypes)
        interactions.add(other.interactions)
        for place in windows.indices { windows[place] += other.windows[place] }
        for place in tiers.indices { tiers[place] += other.tiers[place] }
        absences.add(other.absences)
        for place in fine.indices { fine[place] += other.fine[place] }
        coarse.add(other.coarse)
        for place in digits.indices { digits[place] += other.digits[place] }
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

extension SigningEnvironment {
    var place: Int {
        switch self {
        case .production: 0
        case .development: 1
        case .local: 2
        }
    }
}

extension ConversionType {
    var place: Int {
        switch self {
        case .download: 0
        case .redownload: 1
        case .reEngagement: 2
        }
    }
}

/// The number of occurrences of each case of an enumeration.
package struct CaseCounts<Case: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
    package private(set) var counts = [Int](repeating: 0, count: Case.allCases.count)

    mutating func add(_ place: Int, _ count: Int = 1) { counts[place] += count }

    mutating func add(_ other: CaseCounts) {
        for place in counts.indices { counts[place] += other.counts[place] }
    }

    /// The cases in order, each with its count.
    package var all: [(name: String, count: Int)] { zip(Case.allCases, counts).map { ($0.rawValue, $1) } }
    package var total: Int { counts.reduce(0, +) }

    subscript(value: Case) -> Int { all.first { $0.name == value.rawValue }?.count ?? 0 }
}
