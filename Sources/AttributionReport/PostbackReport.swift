import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

/// Counts postbacks in total and by groups, as `aak report` does.
///
/// ```swift
/// let report = PostbackReport(groupedBy: [.sourceIdentifier, .tiers], refusingRepeats: true)
/// for verdict in try await verifier.verdicts(on: bodies) { report.add(verdict, receivedAt: nil) }
/// for group in report.groups { print(try group[.sourceIdentifier]?.description ?? "none", group.counts.won) }
/// ```
///
/// Adding changes the report, so use one instance per thread, or a lock.
public final class PostbackReport {
    private let whole: ReportTotal
    private var reader: ReportReader

    /// Creates an empty report that only counts, without revenue or campaigns.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values the postbacks of a group share; duplicates are ignored. Empty for a report without
    ///     ``groups``.
    ///   - refusesRepeats: whether each postback counts only once, which needs memory for every identifier. False is
    ///     enough if a receiver already rejects repeats.
    public convenience init(groupedBy fields: [any Grouping], refusingRepeats refusesRepeats: Bool) {
        self.init(fields, refusesRepeats, nil, nil, currency: nil)
    }

    /// Creates an empty report.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values the postbacks of a group share; duplicates are ignored. Empty for a report without
    ///     ``groups``.
    ///   - refusesRepeats: whether each postback counts only once, which needs memory for every identifier. False is
    ///     enough if a receiver already rejects repeats.
    ///   - schemas: the conversion schemas; nil for a report without revenue. Any of an app's schemas may apply to a
    ///     postback of the app, because arrival times are unknown.
    ///   - campaigns: the campaigns, for the campaign field and the return on ad spend; nil for none.
    /// - Throws: an error if the schemas and the campaigns name different currencies.
    public convenience init(
        groupedBy fields: [any Grouping], refusingRepeats refusesRepeats: Bool, schemas: SchemaList? = nil,
        campaigns: CampaignList? = nil
    ) throws(Problem) {
        let currency = try ReportRequest.currency(
            campaigns: ("the list of campaigns", campaigns?.table.currency), schemas: ("the schemas", schemas?.currency)
        )
        self.init(fields, refusesRepeats, schemas, campaigns, currency: currency)
    }

    private init(
        _ fields: [any Grouping], _ refusesRepeats: Bool, _ schemas: SchemaList?, _ campaigns: CampaignList?,
        currency: String?
    ) {
        var kept: [GroupField] = []
        var request = ReportRequest(.results)
        let zones = Set(fields.compactMap { ($0 as? Field<String>)?.zone })
        for field in fields {
            let kind: GroupField? =
                if zones.count > 1, let zone = (field as? Field<String>)?.zone { .day(zone) } else {
                    field.name == GroupField.adCampaignName ? .adCampaign : GroupField(field.name)
                }
            guard let kind, !kept.contains(kind) else { continue }
            kept.append(kind)
        }
        if zones.count == 1, let zone = zones.first { request.zone = zone }
        request.fields = kept
        request.schemas = schemas?.readings
        request.campaigns = campaigns?.table
        request.currency = currency
        request.countsNames = kept.isEmpty
        request.isUnique = refusesRepeats
        whole = ReportTotal(request)
        reader = ReportReader(request)
    }

    // MARK: - Adding

    /// Counts a verdict. A rejected input counts only among ``inputs``, and if it is a repeat, among ``repeats``.
    ///
    /// A postback that breaks a rule of severity `error` is rejected, even if the verifier does not check rules. To count it
    /// all the same, accept the rule in a `PostbackReceiver`, and add the postback that the receiver counted. What a verifier
    /// accepted that accepts everything, `InputVerifier.inspector(keys:checksRules:)`, is not yours, and rejected too.
    ///
    /// - Parameters:
    ///   - verdict: the verdict.
    ///   - time: when the input arrived, for a report by days; nil if it is unknown, for a group without a day.
    public func add(_ verdict: Verdict, receivedAt time: Timestamp?) {
        switch verdict.result {
        case .success(let input):
            add(input, breaking: input.brokenRule, at: time)
        case .failure(let refusal): reject(refusal.outcome, refusal.fault.rule.id)
        }
    }

    private func reject(_ outcome: Verdict.Outcome, _ rule: String?) {
        guard let rule else { return whole.part.counts.addOther(outcome, breaking: nil) }
        Array(rule.utf8).withBytes { whole.part.counts.addOther(outcome, breaking: $0) }
    }

    /// Counts a postback, as the store of a receiver gets it. If it comes from an `InputVerifier`, it is counted or rejected
    /// like a verdict.
    ///
    /// - Parameters:
    ///   - postback: the postback.
    ///   - time: when it arrived, for a report by days; nil if it is unknown, for a group without a day.
    public func add(_ postback: ReceivedPostback, receivedAt time: Timestamp?) {
        add(postback.input, breaking: postback.brokenRule, at: time)
    }

    private func add(_ input: VerifiedInput, breaking rule: Rule?, at time: Timestamp?) {
        if let rule { return reject(.againstRules, rule.id) }
        // Postbacks that were not accepted for certain networks or apps may be for anybody, so they are not counted.
        guard input.isForCounting else { return reject(.notOurs, nil) }
        reader.arrival = time
        reader.count(input, into: &whole.part)
        whole.settle()
    }

    /// Counts a postback that a store kept, with the verdict, the environment and the time of the record.
    ///
    /// A record proves nothing: anyone who can write to the store decides what counts as verified. To trust nobody but the
    /// keys, verify the record's `body` again, and add the verdict.
    ///
    /// - Throws: the reason why the record's body cannot be counted. The report then counts it as unreadable, and not in
    ///   ``inputs``.
    public func add(trusting record: PostbackRecord) throws(Problem) {
        guard record.verdict == .valid else { return reject(record.verdict, record.brokenRules.first) }
        try add(record.body.utf8, at: record.time) { body, reader, part throws(InputFault) in
            try reader.read(body, in: record.environment, into: &part)
        }
    }

    /// Counts a line that `aak verify` or `aak simulate` wrote: a verdict, or a line of a timeline. In a timeline, only
    /// postbacks that were delivered to ad networks count, and they count as unverified. An empty line is ignored.
    ///
    /// Add only lines that you got from these commands: anyone who can write such a line decides what counts as verified. For
    /// inputs that others sent, use ``add(unverified:receivedAt:)``.
    ///
    /// - Parameters:
    ///   - line: the bytes of the line; surrounding white space is ignored.
    ///   - time: when the input arrived, for a report by days; nil if it is unknown, for a group without a day.
    /// - Throws: the reason why the line cannot be counted. The report then counts the line as unreadable, and not in
    ///   ``inputs``.
    public func add(verdict line: some Collection<UInt8>, receivedAt time: Timestamp?) throws(Problem) {
        try add(line, at: time) { line, reader, part throws(InputFault) in try reader.readResult(line, into: &part) }
    }

    /// Counts a postback body, a postback's token or a SKAdNetwork postback, always as unverified. An empty
    /// input is ignored.
    ///
    /// - Parameters:
    ///   - input: the bytes of the input; surrounding white space is ignored.
    ///   - time: when it arrived, for a report by days; nil if it is unknown, for a group without a day.
    /// - Throws: the reason why the input cannot be counted. The report then counts the input as unreadable, and not in
    ///   ``inputs``.
    public func add(unverified input: some Collection<UInt8>, receivedAt time: Timestamp?) throws(Problem) {
        try add(input, at: time) { input, reader, part throws(InputFault) in
            try reader.readUnverified(input, around: input, into: &part)
        }
    }

    private func add(
        _ line: some Collection<UInt8>, at time: Timestamp?,
        _ read: (ByteView, inout ReportReader, inout ReportPart) throws(InputFault) -> Void
    ) throws(Problem) {
        reader.arrival = time
        do throws(InputFault) {
            try Array(line).withBytes { bytes throws(InputFault) in
                let line = bytes.trimmed
                if !line.isEmpty { try read(line, &reader, &whole.part) }
            }
        } catch {
            whole.part.counts.addRejected(1)
            throw error.problem
        }
        whole.settle()
    }

    // MARK: - What came of it

    /// The number of inputs that could be read, including rejected and repeated ones.
    public var inputs: Int { whole.part.counts.inputs }

    /// The number of repeats, which are not counted again, including those that a receiver rejected.
    public var repeats: Int { whole.part.counts.repeats }

    /// The counts of all postbacks.
    public var total: Counts {
        let total = whole.part.counts.total(whole.part.counts.revenues(whole.request))
        return Counts(
            total, revenue: whole.request.schemas == nil ? nil : total.revenue.known, unpriced: total.revenue.unpriced)
    }

    /// The groups in descending order of size, computed at each access; empty if there are no fields. Groups of equal
    /// size are in the order of their values: numbers, then strings, then null.
    ///
    /// If the campaign is the only field, every campaign has a group, even without postbacks.
    public var groups: [Group] {
        let request = whole.request
        guard !request.fields.isEmpty else { return [] }
        return ReportContents(whole, isGrouped: true).rows.map { row in
            let ratio = request.schemas == nil ? nil : row.spend.flatMap { row.revenue?.ratio(to: $0) }
            return Group(
                fields: request.fields, zone: request.zone, hasCampaigns: request.campaigns != nil, values: row.values,
                counts: Counts(
                    row.counts, revenue: request.schemas == nil ? nil : row.revenue, unpriced: row.unpriced),
                shared: row.shared.inputs, spend: row.spend, leastReturn: ratio?.least.number,
                mostReturn: ratio?.most?.number, estimatedReturnOnAdSpend: ratio?.estimate.number)
        }
    }

    /// The report as `aak report --format json` writes it: a line with an object for each group, or one line with the
    /// overview if there are no groups.
    public var jsonLines: String {
        let contents = ReportContents(whole, isGrouped: !whole.request.fields.isEmpty)
        var text = ""
        contents.forEachObject { text += $0.text + "\n" }
        return text
    }

    /// The counts of a set of postbacks.
    public struct Counts: Hashable, Sendable {
        /// The number of postbacks.
        public let inputs: Int
        /// The number of unverified postbacks.
        public let unverified: Int
        /// The number of postbacks of ads that were credited. A conversion has up to three of them, one for each window: to count
        /// conversions, group by window and use the first window.
        public let won: Int
        /// The number of postbacks of ads that were not credited. A postback that does not say whether its ad was
        /// credited counts as neither won nor lost.
        public let lost: Int
        /// The number of postbacks with a fine conversion value.
        public let fine: Int
        /// The number of postbacks with a coarse conversion value.
        public let coarse: Int
        /// The number of postbacks without a conversion value.
        public let none: Int
        /// The mean of the fine values, rounded half up to two decimals; nil without any.
        public let fineMean: Double?
        /// The possible revenue of the winning postbacks, including those that may belong to the group's campaign or to
        /// another one; nil without schemas, or if all of these postbacks are ``unpriced``.
        public let revenue: RevenueRange?
        /// An estimate of the revenue, which lies in the range ``revenue`` and is given to a millionth: a coarse or
        /// missing value counts as the mean of the more precise values in its window, or, if there are no such values,
        /// as the middle of its own bounds; a postback that may belong to several campaigns is divided among them in
        /// proportion to the postbacks that certainly belong to each. It is nil if ``revenue`` is nil.
        public let estimatedRevenue: Money?
        /// The number of winning postbacks that ``revenue`` leaves out, because no schema covers their app or their value; 0
        /// without schemas.
        public let unpriced: Int
    }

    /// A group of postbacks with the same values.
    public struct Group: Hashable, Sendable {
        fileprivate let fields: [GroupField]
        fileprivate let zone: TimeZoneOffset
        fileprivate let hasCampaigns: Bool
        fileprivate let values: [JSONValue]
        /// The counts of the group.
        public let counts: Counts
        /// The number of further postbacks that may belong to the group's campaign or to another one, because their
        /// digits fit several campaigns.
        public let shared: Int
        /// The spend of the campaign; nil if it is unknown, or if the postbacks are grouped by other fields too.
        public let spend: Money?
        fileprivate let leastReturn, mostReturn: Double?
        /// An estimate of the revenue of the campaign for each unit of its spend, rounded half up to two decimals. It is nil if
        /// nothing was spent, or without schemas.
        public let estimatedReturnOnAdSpend: Double?

        /// The revenue of the campaign for each unit of its spend, rounded half up to two decimals: a range. `most` is
        /// nil if there is no upper bound, because a withheld value may be any value. It is nil if nothing was spent, without
        /// schemas, or if the postbacks are grouped by other fields too, among which nobody can divide the spend.
        public var returnOnAdSpend: (least: Double, most: Double?)? { leastReturn.map { ($0, mostReturn) } }

        /// The value of a field; nil if the postbacks lack it.
        ///
        /// - Throws: an error with the name of the field if the report is not grouped by it, or if it is the campaign's name and
        ///   the report has no campaigns.
        public subscript<Value>(field: Field<Value>) -> FieldValue<Value>? {
            get throws(Problem) {
                guard let index = fields.firstIndex(where: { field.isField($0, in: zone) }) else {
                    let names = fields.map(\.name).joined(separator: ", ")
                    throw .whole("the field", found: field.name, wanted: "one that the report is grouped by: \(names)")
                }
                if case .campaign = fields[index].source, !hasCampaigns {
                    throw .whole(
                        "the field", found: field.name, wanted: "one that does not need campaigns, or campaigns")
                }
                return values[index] == .null ? nil : FieldValue(values[index], field.read)
            }
        }
    }
}

extension PostbackReport.Counts {
    fileprivate init(_ counts: GroupCounts, revenue: EstimatedRevenue?, unpriced: Int) {
        inputs = counts.inputs
        unverified = counts.unverified
        won = counts.won
        lost = counts.lost
        fine = counts.fine
        coarse = counts.coarse
        none = counts.none
        fineMean = counts.fineMean?.number
        self.revenue = revenue?.range
        estimatedRevenue = revenue?.estimate
        self.unpriced = unpriced
    }
}
