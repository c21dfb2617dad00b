import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionReport
import AttributionSchema

enum ReportCommand {
    static let command = Command(
        name: "report",
        summary: "count and group postbacks, and show what crowd anonymity withheld",
        discussion: """
            Reads verdicts that aak verify wrote and timelines that aak simulate wrote, in any order and mixture. Only
            the postbacks in verdicts count as verified. In a timeline, the postbacks that an ad network accepted with
            status 200 are counted, as unverified.

            With --unverified, the lines are postback bodies, tokens and SKAdNetwork postbacks that anyone may have
            sent; with --at, the lines contain them. They are always counted as unverified, and every output says so.

            All verdict lines are accepted, including those of rejected inputs, which are counted only in the table of
            verdicts; valid and unverified postbacks are counted in every table. In the overview, which is written
            without --by, missing values are listed as "not disclosed", so that its tables add up; in groups they are
            written as "-", in JSON as null, and in CSV as an empty cell.

            The reason why a postback has no conversion value follows from its window and the data tiers that it fits.
            tier-or-not-set means that it fits tiers that withhold a value and tiers that do not, so either the tier
            withheld the value or none was set.

            --schema FILE gives the conversion schema of an app; aak help schema describes it. It lists entries; each
            gives a conversion value and the revenue range that the value stands for. Revenue is a range from the
            minimum to the maximum that the values of winning postbacks allow: a coarse value may stand for any entry
            with that coarse value, and a withheld value for any entry of its window whose value the tier can withhold.
            If an entry has no upper bound, a sum that includes it has none either. Amounts are exact to a millionth;
            sums are rounded half up to two decimals. If no schema covers the app or the value of a winning postback,
            the postback is counted as unpriced and not included in the revenue, because it may be worth any amount.

            Each range comes with an estimate. A fine value counts as the midpoint of its bounds. A coarse or missing
            value counts as the mean of the more precise values that were received for the same window and lie within
            its bounds; if there are none, it too counts as the midpoint of its bounds. A shared postback is divided
            among its campaigns in proportion to the number of postbacks that certainly belong to each of them.

            A postback does not say when its value was set. If an app has several schemas, all of them are possible. If
            --time-at is given, aak works out when the value could have been set, from the window, the delay of
            postbacks and up to nine days of retries; only the schemas that applied then are possible. If several are
            possible, the range goes from the lowest to the highest revenue that any of them gives, and the report says
            how many values may belong to more than one schema.

            --campaigns FILE gives a JSON list of campaigns, such as
            [{"source-identifier":"5239","name":"Spring","spend":"8.00"}]; aak help campaigns describes it. A postback
            belongs to the campaigns of its network and app whose identifiers end with the postback's digits. If several
            campaigns fit, the postback is shared: it may belong to any of them. With --by campaign, the column "inputs"
            counts the postbacks that certainly belong to a campaign, and "shared" counts those that may. The lower
            bound of the revenue and of the return on ad spend includes only the former; the upper bound includes both.
            The overview compares the revenue of all listed campaigns with their spend, and shows all other revenue
            separately.
            """,
        operand: Operand(
            "INPUT", summary: "a verdict or a line of a timeline, or a file of them; - is standard input",
            isRepeating: true, value: .file),
        options: ReportOptions.all,
        sections: [CommonOptions.exitStatus],
        examples: [
            "Summarise postbacks": "aak verify postbacks.ndjson | aak report",
            "Count the unverified postbacks in a log by day":
                "aak report --at body --time-at time --by day --zone +02:00 log.ndjson",
            "Show the ten largest groups of source identifier and window":
                "aak verify --production --accept postback --unique postbacks.ndjson | aak report --by source-identifier,window --top 10",
            "Show the return on ad spend as a range":
                "aak report --by campaign --schema schema.json --campaigns campaigns.json verdicts.ndjson",
            "Write metrics for Prometheus":
                "aak report --time-at log.time --format prometheus -o aak.prom verdicts.ndjson",
            "Write an HTML report": "aak report --format html -o report.html verdicts.ndjson",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let form = invocation[ReportOptions.format]
        let isUnverified = invocation[ReportOptions.unverified] || invocation.has(LineOptions.at)
        var request = ReportRequest(isUnverified ? .anybody : .results)
        request.fields = try fields(invocation)
        request.timePath = invocation[ReportOptions.timeAt]
        request.zone = invocation[ReportOptions.zone] ?? .utc
        request.title = invocation[ReportOptions.title]
        try check(request, form, invocation)
        guard try readMoney(invocation, console, &request) else { return .trouble }
        request.countsDays = form.showsEverything && request.timePath != nil
        request.isUnique = invocation[ReportOptions.unique]
        let lines = try LineCommand(invocation, console)
        let isGrouped = !request.fields.isEmpty
        request.countsNames = !isGrouped || form.showsEverything
        if form.showsEverything, !isGrouped {
            request.fields = [form.usualField(hasCampaigns: request.campaigns != nil)]
        }
        let batches = BatchTotal(request)
        let (status, _) = try lines.run { [request] in
            ReportProcessor(context: $0, total: batches, reader: ReportReader(request))
        }
        // A report on a part of the inputs must not look complete.
        guard status != .trouble else { return status }
        let report = ReportContents(batches.total, isGrouped: isGrouped, top: invocation[ReportOptions.top])
        try ReportOutput.write(report, form, console)
        return status
    }

    // MARK: - What is asked for

    private static func fields(_ invocation: Invocation) throws(Diagnostic) -> [GroupField] {
        var fields: [GroupField] = []
        for name in invocation[ReportOptions.by].joined() {
            let field: GroupField
            if let known = GroupField(name) {
                field = known
            } else if MemberPath.isPath(name), invocation.has(LineOptions.at) || name.hasPrefix(ResultMember.logPrefix)
            {
                field = .outer(name)
            } else {
                let common = GroupField.Common.namesOfFrameworks.first { "\($0.name)" == name }?.common
                let nearest = common?.name ?? Spelling.nearest(to: name, among: ReportOptions.fieldNames)
                throw invocation.usage(
                    "\"--by\" is \(quoted(name))"
                        + ending(wanting: someAlternatives(ReportOptions.fieldNames)),
                    hint: nearest.map { "did you mean \($0)?" }
                        ?? "aak report --help lists the fields; with --at, --by also takes members of the line"
                )
            }
            guard !fields.contains(field) else {
                throw invocation.usage("--by names \(quoted(name)) twice")
            }
            fields.append(field)
        }
        return fields
    }

    /// Checks the combinations of options that depend on the fields of `--by`.
    private static func check(_ request: ReportRequest, _ form: ReportOutput.Form, _ invocation: Invocation)
        throws(Diagnostic)
    {
        if request.title != nil, !ReportOutput.titledForms.contains(form) {
            let forms = ReportOutput.titledForms.map(\.rawValue).joined(separator: " or ")
            throw invocation.usage("--title requires --format \(forms), not \(form.rawValue)")
        }
        let hasCampaigns = invocation.has(ReportOptions.campaigns)
        let isByCampaign = request.fields.contains(.known(.campaign))
        if isByCampaign, !hasCampaigns { throw invocation.usage("--by campaign requires --campaigns FILE") }
        if form == .prometheus, invocation.has(ReportOptions.schema) {
            throw invocation.usage("--format prometheus has no gauges for revenue, so it takes no --schema")
        }
        if hasCampaigns, !isByCampaign, !request.fields.isEmpty || form == .prometheus, !form.showsEverything {
            throw invocation.usage("with --campaigns, --by must include campaign")
        }
        if request.timePath == nil, let time = request.fields.first(where: \.isTime) {
            throw invocation.usage("--by \(time.name) requires --time-at PATH")
        }
    }

    /// Reads schemas and campaigns into the request; false if they have faults, which are reported.
    private static func readMoney(
        _ invocation: Invocation, _ console: Console, _ request: inout ReportRequest
    ) throws(Diagnostic) -> Bool {
        let (paths, campaigns) = (invocation[ReportOptions.schema], invocation[ReportOptions.campaigns])
        var schemas = SchemaTable(isOfOneCurrency: true)
        var isSound = try DocumentFile.readSchemas(paths, invocation, console) { schemas.add($0) }
        if !paths.isEmpty { request.schemas = SchemaReadings(schemas) }
        if let campaigns {
            request.campaigns = try DocumentFile.read(
                campaigns, as: DocumentKind.campaigns.name, invocation, console, CampaignTable.init(parsing:))
            isSound = isSound && request.campaigns != nil
            for digits in request.campaigns?.shortIdentifiers.prefix(4) ?? [] {
                let words = "campaign \(digits) matches only postbacks that end in \(digits) and have no more digits"
                console.report(
                    .note(
                        nil, words,
                        hint:
                            "if the ads have four digits, write all of them: a postback has the last two, three or four"
                    ).of(file: Input(path: campaigns).name))
            }
        }
        guard isSound else { return false }
        try settleCurrency(invocation, schemas, &request)
        try checkApps(invocation, schemas, request)
        return true
    }

    /// Sets the currency, and checks that all amounts have the same one.
    private static func settleCurrency(
        _ invocation: Invocation, _ schemas: SchemaTable, _ request: inout ReportRequest
    ) throws(Diagnostic) {
        let list = invocation[ReportOptions.campaigns].map { Input(path: $0).name } ?? ""
        do throws(Problem) {
            request.currency = try ReportRequest.currency(
                stated: invocation[ReportOptions.currency], campaigns: (list, request.campaigns?.currency),
                schemas: ("--schema", schemas.currency))
        } catch {
            throw Diagnostic(error)
        }
    }

    /// Checks that each schema is for an app of the campaigns.
    private static func checkApps(
        _ invocation: Invocation, _ schemas: SchemaTable, _ request: ReportRequest
    ) throws(Diagnostic) {
        guard let path = invocation[ReportOptions.campaigns], let apps = request.campaigns?.apps,
            let stranger = schemas.apps.map(\.rawValue).filter({ !apps.contains($0) }).min()
        else { return }
        let wanted = apps.inOrder().prefix(8).map(String.init).joined(separator: ", ")
        throw .trouble(
            "--schema is for app \(stranger); it must be for an app of the campaigns in \(Input(path: path).name): \(wanted)"
        )
    }
}

private struct ReportProcessor: LineProcessor, ~Copyable {
    let context: LineContext
    let total: BatchTotal
    var reader: ReportReader
    var part = ReportPart()
    /// The line of the last input, if the line has several inputs.
    private var last: Range<Int>?

    init(context: LineContext, total: BatchTotal, reader: consuming ReportReader) {
        self.context = context
        self.total = total
        self.reader = reader
    }

    mutating func judge(_ line: Line, _ result: inout BatchResult) throws(Diagnostic) {
        var share = ReportReader.LineShare.whole
        if line.isPart {
            share = line.range == last ? .next : .first
            last = line.range
        }
        do throws(InputFault) {
            try reader.read(line.bytes, around: line.original, share, into: &part)
        } catch {
            throw Diagnostic(error)
        }
    }

    /// The counts belong to the whole batch, which is counted or dropped as one.
    mutating func close(_ text: ByteView, isLast: Bool, _ result: inout BatchResult) {
        last = nil
        let counted = total.emptyBatch
        swap(&part, &counted.part)
        result.inOrder = { [total] in total.add(counted, rejected: $0.result.rejectedCount) }
    }
}

/// The counts of a batch, which wait until it is the batch's turn.
private final class CountedBatch: @unchecked Sendable {
    fileprivate var part = ReportPart()
}

/// The counts of all batches. Only the thread that is writing uses it, except for ``emptyBatch``.
private final class BatchTotal: @unchecked Sendable {
    let total: ReportTotal
    /// Batches that have been added, to count further ones with.
    private let empty = Locked<[CountedBatch]>([])

    init(_ request: ReportRequest) { total = ReportTotal(request) }

    var emptyBatch: CountedBatch { empty.withLock { $0.popLast() } ?? CountedBatch() }

    /// Adds a batch, in the order of the input.
    ///
    /// - Parameter rejected: the number of its lines that could not be read as an input.
    func add(_ batch: CountedBatch, rejected: Int) {
        batch.part.counts.addRejected(rejected)
        total.add(&batch.part)
        batch.part.clear()
        empty.withLock { $0.append(batch) }
    }
}
