import AdAttribution
import AttributionBytes
import AttributionDocuments
import AttributionInspection
import AttributionJSON
import AttributionSchema

/// Counts postbacks, in all and by what they have in common, as `aak report` does.
///
/// ```swift
/// let report = PostbackReport(groupedBy: [.sourceIdentifier, .tier], refusingRepeats: true)
/// for verdict in try await verifier.verdicts(on: bodies) { report.add(verdict) }
/// for group in report.groups { print(group[.sourceIdentifier] ?? "-", group.counts.won) }
/// ```
///
/// One a thread, or behind a lock: it is changed by what is added.
public final class PostbackReport {
    private let fields: [Field]
    private let request: ReportRequest
    private var reader: ReportReader
    private var part = ReportPart()
    private let seen = SeenPostbacks()

    /// Nothing is counted yet.
    ///
    /// - Parameters:
    ///   - fields: what the postbacks of a group have in common, in the order of ``Group/values``; a field that is named again is
    ///     left out. None for an overview without ``groups``.
    ///   - refusesRepeats: whether a postback counts once, however often it comes. A receiver that refuses repeats itself
    ///     needs it no more than once, and without it each line counts. It takes memory for every identifier.
    ///   - schemas: what conversion values mean and are worth; nil for a report without money. All schemas of an app are
    ///     possible for its postbacks, as their times are not known.
    ///   - campaigns: the campaigns that postbacks can be of, for ``Field/campaign`` and the return on ad spend; nil for none.
    public init(
        groupedBy fields: [Field], refusingRepeats refusesRepeats: Bool, schemas: SchemaList? = nil,
        campaigns: CampaignList? = nil
    ) {
        var kept: [Field] = []
        for field in fields where !kept.contains(field) { kept.append(field) }
        self.fields = kept
        var request = ReportRequest()
        request.fields = kept.map(\.field)
        request.schemas = schemas?.readings
        request.campaigns = campaigns?.table
        request.currency = campaigns?.table.currency ?? schemas?.currency
        request.countsNames = kept.isEmpty
        request.isUnique = refusesRepeats
        self.request = request
        reader = ReportReader(request)
    }

    // MARK: - Adding

    /// Counts what verification said of an input. What was refused is among ``inputs`` alone.
    public func add(_ verdict: Verdict) {
        switch verdict.result {
        case .success(let input): add(input)
        case .failure(let refusal): add(written: VerdictLine.text(refusal))
        }
    }

    /// Counts what a trusted key signed, as the store of a receiver is given it. What is no postback is among ``inputs`` alone.
    public func add(_ input: VerifiedInput) { add(written: VerdictLine.text(input)) }

    private func add(written line: [UInt8]) {
        // Such a line can always be read.
        do throws(LineFailure) { try add(line: line) } catch {}
    }

    /// Counts a line: a verdict of `aak verify`, a postback's body or its token, a postback of SKAdNetwork, or a line of a
    /// timeline, of which the postbacks to ad networks count that were delivered. Only of verdicts it is known that somebody
    /// verified them; all else counts as unverified. An empty line is passed over.
    ///
    /// - Parameter line: its bytes; white space around it does not matter.
    /// - Throws: why it is none of these. Nothing is counted of it but that it was left out.
    public func add(line: some Collection<UInt8>) throws(LineFailure) {
        let bytes = Array(line)
        let fault = unsafe bytes.withBytes { bytes -> ReportFault? in
            let line = bytes.trimmed
            guard !line.isEmpty else { return nil }
            do throws(ReportFault) {
                try reader.read(line, outer: line, into: &part)
                return nil
            } catch {
                return error
            }
        }
        if let fault {
            part.counts.addRejected(1)
            throw LineFailure(fault)
        }
        if request.isUnique { part.settle(seen, request.schemas) }
    }

    /// Why a line is no input of a report.
    public struct LineFailure: Error, Equatable, CustomStringConvertible {
        /// The rule that it breaks.
        public let rule: Rule
        /// The member at fault, if it is one.
        public let field: String?
        /// What was found and what is wanted, in the words of the command line.
        public let description: String

        init(_ fault: ReportFault) {
            rule = fault.rule
            field = fault.field
            description = fault.words
        }
    }

    // MARK: - What came of it

    /// How many inputs there were, those among them that were refused, or came before.
    public var inputs: Int { part.counts.inputs }

    /// How many postbacks came before, and were not counted again; those too that a receiver refused for it.
    public var repeats: Int { part.counts.repeats }

    /// What is counted of all postbacks.
    public var total: Counts {
        Counts(part.counts.all, revenue: request.schemas == nil ? nil : part.counts.all.revenue)
    }

    /// The groups, the largest first; equally large ones in the order of their values, numbers before texts before nothing.
    /// Empty where nothing is grouped. They are made anew each time.
    ///
    /// Where ``Field/campaign`` is the only field there is one for each campaign, those too of which nothing came.
    public var groups: [Group] {
        guard !fields.isEmpty else { return [] }
        return part.counts.groupRows(request).map { row in
            Group(
                fields: fields, values: row.values.map(\.cell),
                counts: Counts(row.counts, revenue: request.schemas == nil ? nil : row.revenue),
                shared: row.shared.inputs, spend: row.spend?.rounded,
                returnOnAdSpend: request.schemas == nil
                    ? nil : row.spend.flatMap { PostbackReport.Bounds(row.revenue, of: $0) })
        }
    }

    /// The report as `aak report --format json` writes it: one object a group, or one in all where nothing is grouped, each in a
    /// line of its own.
    public var jsonLines: String {
        let contents = ReportContents(part.counts, request, isGrouped: !fields.isEmpty, top: nil)
        var text = ""
        contents.forEachObject { text += $0.text + "\n" }
        return text
    }

    /// What is counted of postbacks.
    public struct Counts: Hashable, Sendable {
        /// How many postbacks there are.
        public let inputs: Int
        /// How many of them nobody verified.
        public let unverified: Int
        /// How many say that the ad was credited. A conversion has up to three of them, one for each window: to count
        /// conversions, group by ``PostbackReport/Field/window`` and take those of the first.
        public let won: Int
        /// How many say that it was not. Some say neither.
        public let lost: Int
        /// How many tell a fine conversion value.
        public let fine: Int
        /// How many tell a coarse conversion value.
        public let coarse: Int
        /// How many tell no conversion value.
        public let none: Int
        /// The mean of the fine values, in decimal digits with two decimals, rounded half up; nil without any.
        public let fineMean: String?
        /// What the winning postbacks can be worth, those too that can be of a group's campaign or of another; nil where no schema
        /// says what values are worth.
        public let revenue: Bounds?
    }

    /// The least and the most that postbacks can be worth, or that was earned for each part of what was spent. A value that is
    /// not told may be any.
    public struct Bounds: Hashable, Sendable {
        /// In decimal digits with two decimals, rounded half up.
        public let least: String
        /// In decimal digits with two decimals, rounded half up; nil if there is no upper end.
        public let most: String?
    }

    /// Postbacks that have something in common.
    public struct Group: Hashable, Sendable {
        /// What they were grouped by.
        public let fields: [Field]
        /// What they have in common, in the order of ``fields``: a text without quotes, anything else as JSON; nil where they have
        /// none.
        public let values: [String?]
        /// What is counted of them.
        public let counts: Counts
        /// How many more postbacks can be of the group's campaign, or of others: their digits fit several.
        public let shared: Int
        /// What was spent on the campaign, in decimal digits with two decimals, rounded half up; nil where that is not known, and
        /// where other fields are grouped by too.
        public let spend: String?
        /// The revenue for each part of what was spent; nil where nothing was spent, or no schema says what values are worth.
        public let returnOnAdSpend: Bounds?

        /// What they have in common; nil where they have none, and for a field that was not grouped by.
        public subscript(field: Field) -> String? {
            fields.firstIndex(of: field).flatMap { values[$0] }
        }
    }
}

extension PostbackReport.Counts {
    fileprivate init(_ counts: GroupCounts, revenue: RevenueRange?) {
        inputs = counts.inputs
        unverified = counts.unverified
        won = counts.won
        lost = counts.lost
        fine = counts.fine
        coarse = counts.coarse
        none = counts.none
        fineMean = counts.fineMean
        self.revenue = revenue.map { PostbackReport.Bounds(least: $0.least.rounded, most: $0.most?.rounded) }
    }
}

extension PostbackReport.Bounds {
    fileprivate init?(_ revenue: RevenueRange, of spend: Money) {
        guard let least = revenue.least.ratio(to: spend) else { return nil }
        self.init(least: least, most: revenue.most?.ratio(to: spend))
    }
}

extension JSONValue {
    fileprivate var cell: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        default: text
        }
    }
}

/// What conversion values mean and are worth: the conversion schemas of one app or several.
public struct SchemaList: Sendable {
    let readings: SchemaReadings
    /// The currency that the schemas name; nil if none does.
    let currency: String?

    /// Reads files of `aak report --schema`, each a JSON object: `{"app":1108187390,"windows":[…]}`.
    ///
    /// - Parameter documents: JSON text in UTF-8, one text for each schema.
    /// - Throws: all that is wrong with the first document that has faults, each with its place and in the words of the command
    ///   line; also a schema that is in force from the same time as another one of its app, or that names another currency.
    public init(parsing documents: some Sequence<some Collection<UInt8>>) throws(DocumentFailure) {
        var set = SchemaSet()
        for document in documents {
            do throws(DocumentError) {
                if let fault = set.add(try ConversionSchema(reading: Array(document))) {
                    throw .faults([fault])
                }
            } catch {
                throw DocumentFailure(error, whole: ConversionSchema.whole)
            }
        }
        readings = SchemaReadings(set.table)
        currency = set.currency
    }
}

/// Campaigns, and what was spent on them.
public struct CampaignList: Sendable {
    let table: CampaignTable

    /// Reads the file of `aak report --campaigns`: `[{"source-identifier":"5239","name":"Spring","spend":"8.00"},…]`.
    ///
    /// - Parameter document: JSON text in UTF-8.
    /// - Throws: all that is wrong with the document, each with its place and in the words of the command line.
    public init(parsing document: some Collection<UInt8>) throws(DocumentFailure) {
        do throws(DocumentError) {
            table = try CampaignTable(parsing: Array(document))
        } catch {
            throw DocumentFailure(error, whole: CampaignTable.whole)
        }
    }
}
