import AttributionCommandModel
import AttributionModel
import AttributionReport

enum ReportOptions {
    static let fieldNames = GroupField.names

    static let by = TypedOption.values(
        "by",
        ValueForm.name("FIELD", fieldNames).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        },
        summary: "write one row for each group of postbacks with the same values, the largest first",
        details: """
            Separate several fields with commas. The fields are \(fieldNames.joined(separator: ", ")). A name such as \
            log.request.host refers to a member that aak verify copied into its verdicts (with --keep request.host, in \
            this case). \
            With --at, any other name, such as request.host, names a member of the JSON line that contains the input. \
            campaign requires --campaigns; hour, day and week require --time-at. If the first field is hour, day or \
            week, the groups are in chronological order.
            """, group: "What to count")
    static let top = TypedOption.value(
        "top", .integer("N", 1...Int.max), summary: "show only the N largest groups", group: "What to count",
        relations: [.requires([by])])
    static let unique = TypedOption.flag(
        "unique", summary: "count each postback once, and its repeats only as repeats",
        details: """
            All identifiers in the run are kept in memory; each takes 22 to 43 bytes. For SKAdNetwork, the
            transaction-id is compared; in version 4.0, the postback-sequence-index is compared too.
            """, group: "What to count")
    static let unverified = TypedOption.flag(
        "unverified", summary: "count postbacks that were not verified; implied by --at",
        details: """
            The lines are (or, with --at, contain) postback bodies, tokens or SKAdNetwork postbacks. A line is never
            taken for a verdict or a line of a timeline, no matter what members it has, because anyone may have sent it.
            """, group: "What to count")
    static let schema = TypedOption.values(
        "schema", .file("FILE"), summary: "the conversion schema of an app: what conversion values mean and are worth",
        details: """
            aak help schema describes it. If an app has several schemas, they are ordered by the time from which each
            applies.
            """, group: "Money")
    static let campaigns = TypedOption.value(
        "campaigns", .file("FILE"), summary: "the campaigns, and what was spent on them",
        details: """
            A JSON list; aak help campaigns describes it. --by campaign writes one row for each campaign, with the
            return on ad spend if --schema is given.
            """, group: "Money")
    static let currency = TypedOption.value(
        "currency", .text("CODE").parsed(wanting: Money.wantedCurrency) { Money.isCurrency($0) ? $0 : nil },
        summary: "the currency of all amounts, such as EUR",
        details: "Schemas and the list of campaigns may name it instead.", group: "Money",
        relations: [.requires([schema, campaigns])])
    static let timeAt = TypedOption.value(
        "time-at", .path(such: "time", toEach: false),
        summary: "the member of each line that contains the time of its postback, such as time",
        details: """
            Names are separated by dots. With --at, PATH names a member of the JSON line that contains the postback; in
            verdicts, it may also name a member of log. The value is \(Timestamp.loggedForms). A postback without a time
            is rejected.
            """, group: "What to count")
    static let zone = TypedOption.value(
        "zone", ValueForm.text("OFFSET").parsed(wanting: "an offset such as +02:00, or Z") { TimeZoneOffset($0) },
        summary: "the offset from UTC for hours, days and weeks, such as +02:00; Z by default", group: "What to count",
        relations: [.requires([timeAt])])
    static let title = TypedOption.value(
        "title", .text("TEXT"), summary: "write TEXT above the table or page", group: "Output")
    static let format = TypedOption.value(
        "format", .choice("FORM", ReportOutput.Form.self), default: .table,
        summary: ReportOutput.Form.summary,
        details: ReportOutput.Form.details, group: "Output")

    static let all: [any DeclaredOption] =
        [
            by.essential, top, unique, unverified.essential, timeAt.essential, zone, schema.essential,
            campaigns.essential, currency, format.essential, title,
        ] + CommonOptions.output
        + LineOptions.inner
        + LineOptions.streaming
        + CommonOptions.diagnostics
}
