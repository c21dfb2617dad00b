import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

/// Counts postbacks in total and by groups, as `aak report` does.
///
/// ```swift
/// let report = PostbackReport(groupedBy: [.sourceIdentifier, .tier], refusingRepeats: true)
/// for verdict in try await verifier.verdicts(on: bodies) { report.add(verdict) }
/// for group in report.groups { print(group[.sourceIdentifier] ?? "-", group.counts.won) }
/// ```
///
/// Adding changes the report, so use one instance per thread, or a lock.
public final class PostbackReport {
    private let fields: [Field]
    private let request: ReportRequest
    private var reader: ReportReader
    private var part = ReportPart()
    private let seen = SeenPostbacks()

    /// Creates an empty report.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values the postbacks of a group share, in the order of ``Group/values``; duplicates are
    ///     ignored. Empty for a report without ``groups``.
    ///   - refusesRepeats: whether each postback counts once only, which needs memory for every identifier. A receiver that
    ///     already refuses repeats does not need it.
    ///   - schemas: the conversion schemas; nil for a report without revenue. Every schema of an app is possible for its
    ///     postbacks, since their arrival times are unknown.
    ///   - campaigns: the campaigns, for ``Field/campaign`` and the return on ad spend; nil for none.
    public init(
        groupedBy fields: [Field], refusingRepeats refusesRepeats: Bool, schemas: SchemaList? = nil,
        campaigns: CampaignList? = nil
    ) {
        var kept: [Field] = []
        for field in fields where !kept.contains(field) { kept.append(field) }
        self.fields = kept
        var request = ReportRequest(.results)
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

    /// Counts a verdict. A refused input only counts among ``inputs``.
    public func add(_ verdict: Verdict) {
        switch verdict.result {
        case .success(let input): count(input)
        case .failure(let refusal): part.counts.addOther(refusal.outcome)
        }
    }

    /// Counts a postback, as the store of a receiver gets it.
    public func add(_ postback: ReceivedPostback) { count(postback.input) }

    private func count(_ input: VerifiedInput) {
        reader.count(input, into: &part)
        settle()
    }

    /// Counts a line that `aak verify` or `aak simulate` wrote: a verdict, or a line of a timeline. Of a timeline, only
    /// delivered postbacks to ad networks count, as unverified. An empty line is ignored.
    ///
    /// Add only lines that you have from these commands. Whoever can write such a line decides what counts as verified; add what
    /// others sent by ``add(unverified:)``.
    ///
    /// - Parameter line: the bytes of the line; surrounding white space is ignored.
    /// - Throws: the reason why the line cannot be counted. It then only counts as left out.
    public func add(verdict line: some Collection<UInt8>) throws(Problem) {
        try add(line) { line, reader, part throws(InputFault) in try reader.readResult(line, into: &part) }
    }

    /// Counts a postback body, a postback's token or a SKAdNetwork postback as unverified, whatever else it says. An empty
    /// input is ignored.
    ///
    /// - Parameter input: the bytes of the input; surrounding white space is ignored.
    /// - Throws: the reason why the input cannot be counted. It then only counts as left out.
    public func add(unverified input: some Collection<UInt8>) throws(Problem) {
        try add(input) { input, reader, part throws(InputFault) in
            try reader.readUnverified(input, around: input, into: &part)
        }
    }

    private func add(
        _ line: some Collection<UInt8>,
        _ read: (ByteView, inout ReportReader, inout ReportPart) throws(InputFault) -> Void
    ) throws(Problem) {
        do throws(InputFault) {
            try Array(line).withBytes { bytes throws(InputFault) in
                let line = bytes.trimmed
                if !line.isEmpty { try read(line, &reader, &part) }
            }
        } catch {
            part.counts.addRejected(1)
            throw error.problem
        }
        settle()
    }

    private func settle() { if request.isUnique { part.settle(seen, request.schemas) } }

    // MARK: - What came of it

    /// The number of inputs, including refused and repeated ones.
    public var inputs: Int { part.counts.inputs }

    /// The number of repeats, which are not counted again, including those that a receiver refused.
    public var repeats: Int { part.counts.repeats }

    /// The counts of all postbacks.
    public var total: Counts {
        Counts(
            part.counts.all, revenue: request.schemas == nil ? nil : part.counts.all.revenue,
            unpriced: part.counts.all.unpriced)
    }

    /// The groups in descending order of size, computed at each access; empty if there are no fields. Groups of equal
    /// size are in the order of their values: numbers, then strings, then null.
    ///
    /// If ``Field/campaign`` is the only field, every campaign has a group, even without postbacks.
    public var groups: [Group] {
        guard !fields.isEmpty else { return [] }
        return part.counts.groupRows(request).map { row in
            Group(
                fields: fields, values: row.values.map(\.cell),
                counts: Counts(
                    row.counts, revenue: request.schemas == nil ? nil : row.revenue, unpriced: row.unpriced),
                shared: row.shared.inputs, spend: row.spend,
                returnOnAdSpend: request.schemas == nil
                    ? nil
                    : row.spend.flatMap { row.revenue?.ratio(to: $0) }
                        .map { Return(least: $0.least.number, most: $0.most?.number) })
        }
    }

    /// The report as `aak report --format json` writes it: a line with an object for each group, or one line with the
    /// overview if there are no groups.
    public var jsonLines: String {
        let contents = ReportContents(part.counts, request, isGrouped: !fields.isEmpty, top: nil)
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
        /// The number of postbacks that say that the ad was credited. A conversion has up to three of them, one for
        /// each window: to count conversions, group by ``PostbackReport/Field/window`` and take those of the first
        /// window.
        public let won: Int
        /// The number of postbacks that say that the ad was not credited. Some postbacks say neither.
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
        /// another one; nil without schemas, and if nothing is known of it because all of them are ``unpriced``.
        public let revenue: RevenueRange?
        /// The number of winning postbacks that ``revenue`` leaves out, because no schema covers their app or their value; 0
        /// without schemas.
        public let unpriced: Int
    }

    /// The revenue of a campaign for each unit of its spend: a range, since a withheld value may be any value.
    public struct Return: Hashable, Sendable {
        /// The lower bound, rounded half up to two decimals.
        public let least: Double
        /// The upper bound, rounded half up to two decimals; nil if there is none.
        public let most: Double?
    }

    /// A group of postbacks with the same values.
    public struct Group: Hashable, Sendable {
        /// The fields of the group.
        public let fields: [Field]
        /// The values of ``fields``, in their order: a string without quotes, any other value as JSON; nil if the
        /// postbacks lack the field.
        public let values: [String?]
        /// The counts of the group.
        public let counts: Counts
        /// The number of further postbacks that may belong to the group's campaign or to another one, because their
        /// digits fit several.
        public let shared: Int
        /// The spend of the campaign; nil if it is unknown, or if there are other fields too.
        public let spend: Money?
        /// The return on ad spend; nil if nothing was spent, or without schemas.
        public let returnOnAdSpend: Return?

        /// Returns the value of a field; nil if the postbacks lack it, or if they are not grouped by it.
        public subscript(field: Field) -> String? {
            fields.firstIndex(of: field).flatMap { values[$0] }
        }
    }
}

extension PostbackReport.Counts {
    fileprivate init(_ counts: GroupCounts, revenue: RevenueRange?, unpriced: Int) {
        inputs = counts.inputs
        unverified = counts.unverified
        won = counts.won
        lost = counts.lost
        fine = counts.fine
        coarse = counts.coarse
        none = counts.none
        fineMean = counts.fineMean?.number
        self.revenue = revenue
        self.unpriced = unpriced
    }
}

/// The meanings and revenue of conversion values: the conversion schemas of one or more apps.
public struct SchemaList: Sendable {
    let readings: SchemaReadings
    /// The currency of the schemas; nil if none names one.
    let currency: String?

    /// Reads files of `aak report --schema`, each a JSON object: `{"app":1108187390,"windows":[…]}`.
    ///
    /// - Parameter documents: JSON text in UTF-8, one text for each schema.
    /// - Throws: all that is wrong with the first document that has faults, each with its place and in the words of the command
    ///   line; also a schema that is in force from the same time as another one of its app, or that names another currency.
    public init(parsing documents: some Sequence<some Collection<UInt8>>) throws(Problems) {
        var schemas: [ConversionSchema] = []
        for document in documents { schemas.append(try ConversionSchema(parsing: document)) }
        try self.init(schemas)
    }

    /// Creates the list of schemas.
    ///
    /// - Throws: that a schema is in force from the same time as another one of its app, or names another currency.
    public init(_ schemas: [ConversionSchema]) throws(Problems) {
        var set = SchemaSet()
        for schema in schemas {
            if let problem = set.add(schema) { throw Problems(problem) }
        }
        readings = SchemaReadings(set.table)
        currency = set.currency
    }
}

/// Campaigns with their spend.
///
/// ```swift
/// let spring = CampaignList.Campaign(.source(source), name: "Spring", spend: try Money("8.00"))
/// let report = PostbackReport(groupedBy: [.campaign], refusingRepeats: true, campaigns: try CampaignList([spring]))
/// ```
public struct CampaignList: Sendable {
    let table: CampaignTable

    /// An identifier of a campaign. Those with the same name are one campaign.
    public struct Campaign: Hashable, Sendable {
        /// The whole source identifier, or the campaign ID of SKAdNetwork before version 4.0.
        public var identifier: AdCampaign
        /// The name in reports, which otherwise show the identifier.
        public var name: String?
        /// What was spent; nil if it is unknown.
        public var spend: Money?
        /// The ad network; nil for any.
        public var adNetworkIdentifier: AdNetworkIdentifier?
        /// The advertised app; nil for any.
        public var advertisedItemIdentifier: ItemIdentifier?

        /// Creates an identifier of a campaign.
        public init(
            _ identifier: AdCampaign, name: String? = nil, spend: Money? = nil,
            adNetworkIdentifier: AdNetworkIdentifier? = nil, advertisedItemIdentifier: ItemIdentifier? = nil
        ) {
            self.identifier = identifier
            self.name = name
            self.spend = spend
            self.adNetworkIdentifier = adNetworkIdentifier
            self.advertisedItemIdentifier = advertisedItemIdentifier
        }

        fileprivate var entry: CampaignTable.Entry {
            var entry = CampaignTable.Entry(
                network: adNetworkIdentifier?.description, app: advertisedItemIdentifier?.rawValue, name: name,
                spend: spend)
            switch identifier {
            case .source(let source): entry.source = source
            case .campaign(let campaign): entry.campaign = campaign
            }
            return entry
        }
    }

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - campaigns: the campaigns.
    ///   - currency: the currency of the spend, as three capital letters; nil if it is unknown.
    /// - Throws: each identifier that is there twice for the same network and app, and a currency that is none.
    public init(_ campaigns: [Campaign], currency: String? = nil) throws(Problems) {
        table = try CampaignTable(checked: campaigns.map(\.entry), currency: currency)
    }

    /// Reads the file of `aak report --campaigns`: `[{"source-identifier":"5239","name":"Spring","spend":"8.00"},…]`.
    ///
    /// - Parameter document: JSON text in UTF-8.
    /// - Throws: all that is wrong with the document, each with its place and in the words of the command line.
    public init(parsing document: some Collection<UInt8>) throws(Problems) {
        table = try CampaignTable(parsing: Array(document))
    }

    /// The same for a string.
    public init(parsing document: String) throws(Problems) { try self.init(parsing: document.utf8) }
}

extension PostbackReport {
    /// A field that postbacks can be grouped by.
    public struct Field: Hashable, Sendable, CustomStringConvertible {
        let field: GroupField

        /// The names of all fields of `aak report --by` except times, which are not a part of a postback.
        public static let names = GroupField.names.filter { GroupField($0)?.isTime == false }

        /// Creates the field with a name; returns nil for a name that is not among ``names``.
        public init?(_ name: String) {
            guard let field = GroupField(name), !field.isTime else { return nil }
            self.field = field
        }

        private init(_ known: GroupField.Common) { field = .known(known) }

        /// The name.
        public var name: String { field.name }

        /// The name.
        public var description: String { name }

        /// The verdict: `valid`, or `unverified` for a postback that was not verified.
        public static let verdict = Field(.verdict)
        /// The environment of the key: `production`, `development` or `local`.
        public static let environment = Field(.environment)
        /// `adattributionkit` or `skadnetwork`.
        public static let framework = Field(.framework)
        /// The version of SKAdNetwork.
        public static let version = Field(.version)
        /// The ad network's ID.
        public static let adNetworkIdentifier = Field(.adNetworkIdentifier)
        /// The App Store item ID of the advertised app.
        public static let advertisedItemIdentifier = Field(.advertisedItemIdentifier)
        /// The source identifier, with the digits that the postback has.
        public static let sourceIdentifier = Field(.sourceIdentifier)
        /// The campaign of SKAdNetwork before version 4.
        public static let campaignIdentifier = Field(.campaignIdentifier)
        /// The number of digits of the source identifier.
        public static let digits = Field(.digits)
        /// The possible data tiers: one, or a range such as `0-1`.
        public static let tier = Field(.tier)
        /// The conversion window: 1, 2 or 3.
        public static let window = Field(.window)
        /// Whether the ad was credited: `true` or `false`.
        public static let didWin = Field(.didWin)
        /// `download`, `redownload` or `re-engagement`.
        public static let conversionType = Field(.conversionType)
        /// `click` or `view`.
        public static let interaction = Field(.interactionType)
        /// The App Store item ID of the app that showed the ad, or the domain of a web ad.
        public static let publisherItemIdentifier = Field(.publisherItemIdentifier)
        /// The marketplace that the app was installed from.
        public static let marketplace = Field(.marketplaceIdentifier)
        /// The country.
        public static let country = Field(.countryCode)
        /// The fine conversion value: 0 to 63.
        public static let fineValue = Field(.fineValue)
        /// The coarse conversion value: `low`, `medium` or `high`.
        public static let coarseValue = Field(.coarseValue)
        /// The name of the campaign in the list of campaigns, or its identifier if it has no name.
        public static let campaign = Field(.campaign)
    }
}
