import AttributionModel

extension Subject {
    /// A conversion schema, which maps the events of an app to conversion values.
    package static let schema = Subject(
        "schema", "a conversion schema, which maps events of an app to conversion values",
        consequence: "the schema is not used")
}

extension Article {
    /// Apple documents values, windows and locks, but no meanings of them.
    fileprivate static let schema = Article(
        "aak-schema(5)", note: "Apple defines conversion values, coarse values, windows and locks, but no schema")
}

extension RuleCatalogue {
    package static let schema = RuleCatalogue(SchemaRules.all)
}

/// The rules for conversion schemas. The code that reads a schema checks them.
package enum SchemaRules {
    private static func rule(
        _ id: String, severity: Rule.Severity = .error, field: String, _ summary: String, wanted: String,
        hint: String? = nil
    ) -> Rule {
        Rule(id, severity, .schema, field: field, summary, wanted: wanted, hint: hint, article: .schema)
    }

    // MARK: - Members

    package static let unknownMember = rule(
        "schema-unknown-member", field: "*", "a schema has only documented members",
        wanted: "a documented member", hint: "aak help schema lists the members")
    package static let missing = rule(
        "schema-missing", field: "*", "a schema has an app and windows, and each value has what it needs",
        wanted: "present")
    package static let type = rule(
        "schema-type", field: "*", "each member has its documented type and range",
        wanted: "a value of the member's type")
    package static let fine = rule(
        "schema-fine", field: "fine", "a fine value is 0 to 63", wanted: "0 to 63, or the first and the last of several"
    )
    package static let amount = rule(
        "schema-amount", field: "revenue", "amounts are decimal digits in a string, without sign and exponent",
        wanted: "a string such as \"9.99\"")
    package static let from = rule(
        "schema-from", field: "from", "a schema takes effect at an RFC 3339 time", wanted: "an RFC 3339 time")

    // MARK: - Windows and values

    package static let windowTwice = rule(
        "schema-window-twice", field: "window", "each window is described once", wanted: "described once")
    package static let laterFine = rule(
        "schema-later-fine", field: "fine", "windows 2 and 3 have coarse values only",
        wanted: "absent in windows 2 and 3")
    package static let fineTwice = rule(
        "schema-fine-twice", field: "fine", "a fine value has one meaning", wanted: "used once")
    package static let coarseFalls = rule(
        "schema-coarse-falls", field: "coarse",
        "coarse values do not fall as the rank rises, or data tier 1 would lose the order",
        wanted: "the coarse value of the entry before, or a higher one")
    package static let unreachable = rule(
        "schema-unreachable", field: "values", "each entry can determine the value",
        wanted: "an entry that no later one hides",
        hint: "the last entry that applies counts; put the more general entry first")

    package static let span = rule(
        "schema-span", field: "within",
        "a span of time begins before it ends, and is long enough for its event to occur on the stated number of days",
        wanted: "a span within the window")

    // MARK: - Revenue

    package static let revenueOrder = rule(
        "schema-revenue-order", field: "revenue", "a revenue has its lower bound first",
        wanted: "the lower bound, then the upper bound")
    package static let revenueWithoutEvent = rule(
        "schema-revenue-without-event", field: "event",
        "count, days, revenue, after and within belong to an event",
        wanted: "the name of the event")
    package static let revenueEvents = rule(
        "schema-revenue-events", field: "event",
        "the revenue in a window's values is that of one event in one span of time",
        wanted: "the same event and span")
    package static let fineBounds = rule(
        "schema-fine-bounds", field: "revenue",
        "a range of fine values divides a revenue with both bounds into steps of at least a millionth",
        wanted: "given with both bounds, at least a millionth apart for each value")
    package static let revenueOverlap = rule(
        "schema-revenue-overlap", field: "revenue", "the revenues of an event rise with the rank and do not overlap",
        wanted: "a range that begins where the one before ends")
    package static let revenueGap = rule(
        "schema-revenue-gap", field: "revenue", "the revenues of an event leave no gap",
        wanted: "a range that begins where the one before ends")
    package static let noUpperBound = rule(
        "schema-no-upper-bound", severity: .warning, field: "revenue",
        "a revenue has an upper bound; without it, reports can only say \"at least\"",
        wanted: "given with an upper bound")
    package static let hiddenRevenue = rule(
        "schema-hidden-revenue", severity: .warning, field: "revenue",
        "an entry without revenue stands for less revenue than the entries that rank higher, so these must cover the rest",
        wanted: "present, with entries of higher rank for every revenue",
        hint: "reports may show less revenue than there was")

    // MARK: - Several schemas

    package static let fromTwice = rule(
        "schema-from-twice", field: "from", "no two schemas of an app take effect at the same time",
        wanted: "different from that of the app's other schemas")

    /// All rules, in the order of the checks.
    package static let all: [Rule] = [
        unknownMember, missing, type, fine, amount, from, windowTwice, laterFine, fineTwice, coarseFalls, unreachable,
        span, revenueOrder, revenueWithoutEvent, revenueEvents, fineBounds, revenueOverlap, revenueGap, noUpperBound,
        hiddenRevenue, fromTwice,
    ]
}
