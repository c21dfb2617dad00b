import AttributionCommandModel
import AttributionReport

/// The options of `aak report`.
enum ReportOptions {
    static let fieldNames = GroupField.names

    static let by = TypedOption.values(
        "by",
        ValueForm.name("FIELD", fieldNames).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        },
        summary: "one row for each group of postbacks that have the same values, the largest first",
        details: """
            Several fields are separated by commas. They are \(fieldNames.joined(separator: ", ")). log.request.host is a member that \
            aak verify --keep request.host added to its verdicts. With --at, any other name is that of a member of the line \
            around the input, as in request.host.
            """, group: "What to count")
    static let top = TypedOption.value(
        "top", .integer("N", 1...Int.max), summary: "only the N largest groups", group: "What to count",
        relations: [.requires([by]) { "\($0) is given without \($1), want groups to choose from" }])
    static let unique = TypedOption.flag(
        "unique", summary: "count a postback once, and its repeats as repeats alone",
        details: """
            All identifiers of the run are kept in memory, 22 to 43 bytes each; of SKAdNetwork the transaction-id \
            and the index are compared.
            """, group: "What to count")
    static let values = TypedOption.value(
        "values", .file("FILE"), summary: "what conversion values are worth", group: "Money")
    static let spend = TypedOption.value(
        "spend", .file("FILE"), summary: "what was spent on source identifiers, for the return on ad spend",
        group: "Money",
        relations: [
            .requires([values]) { "\($0) is given without \($1), want what conversion values are worth too" }
        ])
    static let format = TypedOption.value(
        "format", .choice("FORM", ReportOutput.Form.self), default: .table,
        summary: ReportOutput.Form.summary,
        details: """
            Tables, and those of the page, cut a cell at 64 columns and end it in …; JSON and CSV have it whole. CSV is \
            that of RFC 4180 with lines that end in a line feed; a text that begins with =, +, -, @, a tab or a \
            carriage return has an apostrophe before it there, because spreadsheets would run it.
            """, group: "Output")

    static let all: [any DeclaredOption] =
        [by, top, unique, values, spend, format] + CommonOptions.output + LineOptions.inner + LineOptions.streaming
        + CommonOptions.diagnostics
}
