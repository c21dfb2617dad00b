import AttributionBase
import AttributionInspection
import AttributionModel
import AttributionSchema

/// Counts postbacks in total and by groups, as `aak report` does.
///
/// ```swift
/// let report = PostbackReport(groupedBy: [.sourceIdentifier, .tier], refusingRepeats: true)
/// for verdict in try await verifier.verdicts(on: bodies) { report.add(verdict) }
/// for group in report.groups { print(group[.sourceIdentifier]?.description ?? "none", group.counts.won) }
/// ```
///
/// Adding changes the report, so use one instance per thread, or a lock.
public final class PostbackReport {
    private let request: ReportRequest
    private var reader: ReportReader
    private var part = ReportPart()
    private let seen = SeenPostbacks()

    /// Creates an empty report that counts, without revenue and campaigns.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values the postbacks of a group share; duplicates are ignored. Empty for a report without
    ///     ``groups``.
    ///   - refusesRepeats: whether each postback counts once only, which needs memory for every identifier. A receiver that
    ///     already refuses repeats does not need it.
    public convenience init(groupedBy fields: [any Grouping], refusingRepeats refusesRepeats: Bool) {
        self.init(fields, refusesRepeats, nil, nil, currency: nil)
    }

    /// Creates an empty report.
    ///
    /// - Parameters:
    ///   - fields: the fields whose values the postbacks of a group share; duplicates are ignored. Empty for a report without
    ///     ``groups``.
    ///   - refusesRepeats: whether each postback counts once only, which needs memory for every identifier. A receiver that
    ///     already refuses repeats does not need it.
    ///   - schemas: the conversion schemas; nil for a report without revenue. Every schema of an app is possible for its
    ///     postbacks, since their arrival times are unknown.
    ///   - campaigns: the campaigns, for the campaign field and the return on ad spend; nil for none.
    /// - Throws: an error if the schemas and the campaigns name different currencies.
    public convenience init(
        groupedBy fields: [any Grouping], refusingRepeats refusesRepeats: Bool, schemas: SchemaList? = nil,
        campaigns: CampaignList? = nil
    ) throws(Problem) {
        let currency = try AmountCurrencies(campaigns: campaigns?.table.currency, schemas: schemas?.currency).common()
        self.init(fields, refusesRepeats, schemas, campaigns, currency: currency)
    }

    private init(
        _ fields: [any Grouping], _ refusesRepeats: Bool, _ schemas: SchemaList?, _ campaigns: CampaignList?,
        currency: String?
    ) {
        var kept: [GroupField] = []
        for field in fields.compactMap({ GroupField($0.name) }) where !kept.contains(field) { kept.append(field) }
        var request = ReportRequest(.results)
        request.fields = kept
        request.schemas = schemas?.readings
        request.campaigns = campaigns?.table
        request.currency = currency
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
        case .failure(let refusal):
            Array(refusal.fault.rule.id.utf8).withBytes { part.counts.addOther(refusal.outcome, breaking: $0) }
        }
    }

    /// Counts a postback, as the store of a receiver gets it.
    public func add(_ postback: ReceivedPostback) { count(postback.input) }

    private func count(_ input: VerifiedInput) {
        reader.count(input, into: &part)
        settle()
    }

    /// Counts a line that `aak verify` or `aak simulate` wrote: a verdict, or a line of a timeline. Of the lines of a timeline,
    /// only delivered postbacks to ad networks count, as unverified. An empty line is ignored.
    ///
    /// Add only lines that you got from these commands: anyone who can write such a line decides what counts as verified. For
    /// inputs that others sent, use ``add(unverified:)``.
    ///
    /// - Parameter line: the bytes of the line; surrounding white space is ignored.
    /// - Throws: the reason why the line cannot be counted. It then only counts as left out.
    public func add(verdict line: some Collection<UInt8>) throws(Problem) {
        try add(line) { line, reader, part throws(InputFault) in try reader.readResult(line, into: &part) }
    }

    /// Counts a postback body, a postback's token or a SKAdNetwork postback as unverified, whatever it contains. An empty
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
        let total = part.counts.total(part.counts.worths(request))
        return Counts(
            total, revenue: request.schemas == nil ? nil : total.revenue.known, unpriced: total.revenue.unpriced)
    }

    /// The groups in descending order of size, computed at each access; empty if there are no fields. Groups of equal
    /// size are in the order of their values: numbers, then strings, then null.
    ///
    /// If the campaign is the only field, every campaign has a group, even without postbacks.
    public var groups: [Group] {
        guard !request.fields.isEmpty else { return [] }
        return part.counts.groupRows(request).map { row in
            let ratio = request.schemas == nil ? nil : row.spend.flatMap { row.revenue?.ratio(to: $0) }
            return Group(
                fields: request.fields, values: row.values,
                counts: Counts(
                    row.counts, revenue: request.schemas == nil ? nil : row.revenue, unpriced: row.unpriced),
                shared: row.shared.inputs, spend: row.spend, leastReturn: ratio?.least.number,
                mostReturn: ratio?.most?.number, estimatedReturnOnAdSpend: ratio?.estimate.number)
        }
    }

    /// The report as `aak report --format json` writes it: a line with an object for each group, or one line with the
    /// overview if there are no groups.
    public var jsonLines: String {
        let contents = ReportContents(part.counts, request, isGrouped: !request.fields.isEmpty, top: nil)
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
        /// The number of postbacks of ads that were not credited. Some postbacks do not say which.
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
        /// another one; nil without schemas, and if it is unknown because all of them are ``unpriced``.
        public let revenue: RevenueRange?
        /// An estimate of the revenue within ``revenue``, exact to a millionth: a coarse or missing value counts as the mean of
        /// the values that came in its window and tell more, or as the middle of its bounds if none did; a postback that may belong
        /// to several campaigns is divided among them in proportion to their certain ones. Nil where ``revenue`` is.
        public let estimatedRevenue: Money?
        /// The number of winning postbacks that ``revenue`` leaves out, because no schema covers their app or their value; 0
        /// without schemas.
        public let unpriced: Int
    }

    /// A group of postbacks with the same values.
    public struct Group: Hashable, Sendable {
        fileprivate let fields: [GroupField]
        fileprivate let values: [JSONValue]
        /// The counts of the group.
        public let counts: Counts
        /// The number of further postbacks that may belong to the group's campaign or to another one, because their
        /// digits fit several.
        public let shared: Int
        /// The spend of the campaign; nil if it is unknown, or if there are other fields too.
        public let spend: Money?
        fileprivate let leastReturn, mostReturn: Double?
        /// An estimate of the revenue of the campaign for each unit of its spend, rounded half up to two decimals. It is nil if
        /// nothing was spent, or without schemas.
        public let estimatedReturnOnAdSpend: Double?

        /// The revenue of the campaign for each unit of its spend, rounded half up to two decimals: a range without an end if
        /// `most` is nil, since a withheld value may be any value. It is nil if nothing was spent, or without schemas.
        public var returnOnAdSpend: (least: Double, most: Double?)? { leastReturn.map { ($0, mostReturn) } }

        /// The value of a field; nil if the postbacks lack it, or if they are not grouped by it.
        public subscript<Value>(field: Field<Value>) -> FieldValue<Value>? {
            guard let place = fields.firstIndex(where: { $0.name == field.name }), values[place] != .null else {
                return nil
            }
            return FieldValue(values[place], field.read)
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

/// The meanings and revenue of conversion values: the conversion schemas of one or more apps.
public struct SchemaList: Sendable {
    let readings: SchemaReadings
    /// The currency of the schemas; nil if none names one.
    let currency: String?

    /// Reads files of `aak report --schema`, each a JSON object: `{"app":1108187390,"windows":[…]}`.
    ///
    /// - Parameter documents: JSON text in UTF-8, one text for each schema.
    /// - Throws: everything that is wrong with the first document that has faults, each fault with its place and in the words of the
    ///   command line; also a schema that begins at the same time as another one of its app, or that names another currency.
    public init(parsing documents: some Sequence<some Collection<UInt8>>) throws(Problems) {
        var schemas: [ConversionSchema] = []
        for document in documents { schemas.append(try ConversionSchema(parsing: document)) }
        try self.init(schemas)
    }

    /// Creates the list of schemas.
    ///
    /// - Throws: an error if a schema begins at the same time as another one of its app, or names another currency.
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
/// let report = try PostbackReport(groupedBy: [.campaign], refusingRepeats: true, campaigns: try CampaignList([spring]))
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
    /// - Throws: an error for each identifier that occurs twice for the same network and app, and for an invalid currency.
    public init(_ campaigns: [Campaign], currency: String? = nil) throws(Problems) {
        table = try CampaignTable(checked: campaigns.map(\.entry), currency: currency)
    }

    /// Reads the file of `aak report --campaigns`: `[{"source-identifier":"5239","name":"Spring","spend":"8.00"},…]`.
    ///
    /// - Parameter document: JSON text in UTF-8.
    /// - Throws: everything that is wrong with the document, each fault with its place and in the words of the command line.
    public init(parsing document: some Collection<UInt8>) throws(Problems) {
        table = try CampaignTable(parsing: Array(document))
    }

    /// The same for a string.
    public init(parsing document: String) throws(Problems) { try self.init(parsing: document.utf8) }
}

extension PostbackReport {
    /// A ``Field`` with any type of values.
    public protocol Grouping: Sendable {
        /// The name, as `aak report --by` has it.
        var name: String { get }
    }

    /// A field that postbacks can be grouped by, with the type of its values.
    ///
    /// ```swift
    /// let report = PostbackReport(groupedBy: [.sourceIdentifier, .window], refusingRepeats: true)
    /// for group in report.groups where group[.window] == .first { … }
    /// ```
    public struct Field<Value: Hashable & Sendable>: Grouping {
        /// The name, as `aak report --by` has it.
        public let name: String
        fileprivate let read: @Sendable (JSONValue) -> Value?

        fileprivate init(_ field: GroupField.Common, _ read: @escaping @Sendable (JSONValue) -> Value?) {
            (name, self.read) = (field.rawValue, read)
        }
    }

    /// The names of all fields of `aak report --by` except times, which are not a part of a postback.
    public static let fieldNames = GroupField.names.filter { GroupField($0)?.isTime == false }
}

extension PostbackReport.Field<JSONValue> {
    /// Creates the field with a name that is known only at run time; its values are JSON. Returns nil if the name is not in
    /// ``PostbackReport/fieldNames``.
    public init?(_ name: String) {
        guard GroupField(name)?.isTime == false else { return nil }
        (self.name, read) = (name, { $0 })
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Bool> {
    /// Whether the postback was verified.
    public static var isVerified: Self { Self(.verdict) { $0.string.map { $0 == Verdict.Outcome.valid.rawValue } } }
    /// Whether the ad was credited.
    public static var didWin: Self { Self(.didWin) { if case .bool(let didWin) = $0 { didWin } else { nil } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<SigningEnvironment> {
    /// The environment of the key; absent from unverified postbacks.
    public static var environment: Self {
        Self(.environment) { $0.string.flatMap { SigningEnvironment(rawValue: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Framework> {
    /// The framework.
    public static var framework: Self { Self(.framework) { $0.string.flatMap { Framework(rawValue: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<SKAdNetworkVersion> {
    /// The version of SKAdNetwork.
    public static var version: Self { Self(.version) { $0.string.flatMap { SKAdNetworkVersion(rawValue: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<AdNetworkIdentifier> {
    /// The ad network.
    public static var adNetworkIdentifier: Self {
        Self(.adNetworkIdentifier) { $0.string.map { AdNetworkIdentifier(unchecked: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<ItemIdentifier> {
    /// The advertised app.
    public static var advertisedItemIdentifier: Self { Self(.advertisedItemIdentifier) { $0.item } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<SourceIdentifier> {
    /// The source identifier, with the digits that the postback has.
    public static var sourceIdentifier: Self { Self(.sourceIdentifier) { $0.string.flatMap { SourceIdentifier($0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<CampaignIdentifier> {
    /// The campaign ID of SKAdNetwork before version 4.0.
    public static var campaignIdentifier: Self {
        Self(.campaignIdentifier) { $0.integer.flatMap { CampaignIdentifier(rawValue: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Int> {
    /// The number of digits of the source identifier.
    public static var digits: Self { Self(.digits) { $0.integer } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<[DataTier]> {
    /// The data tiers that fit the postback, lowest first; empty if none does.
    public static var tiers: Self { Self(.tier) { $0.string.flatMap { DataTiers.tiers(ofRange: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<ConversionWindow> {
    /// The conversion window.
    public static var window: Self { Self(.window) { $0.integer.flatMap { ConversionWindow(rawValue: $0 - 1) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<ConversionType> {
    /// The type of the conversion.
    public static var conversionType: Self {
        Self(.conversionType) { $0.string.flatMap { ConversionType(rawValue: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<InteractionType> {
    /// Whether the ad was viewed or clicked.
    public static var interaction: Self {
        Self(.interactionType) { $0.string.flatMap { InteractionType(rawValue: $0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<Publisher> {
    /// The app that showed the ad, or the domain of a web ad.
    public static var publisher: Self {
        Self(.publisherItemIdentifier) { $0.item.map { .app($0) } ?? $0.string.map { .domain($0) } }
    }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<String> {
    /// The marketplace that the app was installed from.
    public static var marketplaceIdentifier: Self { Self(.marketplaceIdentifier) { $0.string } }
    /// The name of the campaign in the list of campaigns, or its identifier if it has no name.
    public static var campaign: Self { Self(.campaign) { $0.string } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<CountryCode> {
    /// The country.
    public static var country: Self { Self(.countryCode) { $0.string.flatMap { CountryCode($0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<FineConversionValue> {
    /// The fine conversion value.
    public static var fine: Self { Self(.fineValue) { $0.integer.flatMap { FineConversionValue(rawValue: $0) } } }
}

extension PostbackReport.Grouping where Self == PostbackReport.Field<CoarseConversionValue> {
    /// The coarse conversion value.
    public static var coarse: Self { Self(.coarseValue) { $0.string.flatMap { CoarseConversionValue(rawValue: $0) } } }
}
