import AttributionModel

extension Subject {
    /// A conversion schema, which maps the events of an app to conversion values.
    package static let schema = Subject(
        "schema", "a conversion schema, which maps events of an app to conversion values",
        consequence: "the schema is not used")
}

extension Article {
    /// Apple documents conversion values, windows and locks, but not how an app chooses its values.
    fileprivate static let schema = Article(
        "aak-schema(5)", note: "Apple defines conversion values, coarse values, windows and locks, but no schema")
}

extension RuleCatalogue {
    package static let schema = RuleCatalogue(SchemaRules.all)
}

/// The rules for conversion schemas. The code that reads a schema checks them, so they have no checks of their own.
package enum SchemaRules {
    private static func rule(
        _ id: String, severity: Rule.Severity = .error, field: String, _ summary: String, wanted: String,
        hint: String? = nil, suspicion: Rule.Suspicion = []
    ) -> Rule {
        Rule(
            id, severity, .schema, field: field, summary, wanted: wanted, hint: hint, article: .schema,
            suspicion: suspicion)
    }

    // MARK: - Members

    package static let unknownMember = rule(
        "schema-unknown-member", field: "*", "a schema must have only documented members",
        wanted: "a documented member", hint: "aak help schema lists the members")
    package static let missing = rule(
        "schema-missing", field: "*",
        "a schema must have an app and windows, and each value must have the members that it requires",
        wanted: "present", suspicion: .otherForm)
    package static let type = rule(
        "schema-type", field: "*", "each member must have its documented type and range",
        wanted: "a value of the member's type")
    package static let fine = rule(
        "schema-fine", field: "fine", "a fine value must be from 0 to 63",
        wanted: "an integer from 0 to 63, or a range such as [10, 19]"
    )
    package static let amount = rule(
        "schema-amount", field: "revenue",
        "amounts must be decimal strings such as \"9.99\", without a sign or an exponent",
        wanted: "a string such as \"9.99\"")
    package static let from = rule(
        "schema-from", field: "from", "a schema must take effect at an RFC 3339 time", wanted: "an RFC 3339 time")

    // MARK: - Windows and values

    package static let windowTwice = rule(
        "schema-window-twice", field: "window", "each window must be described only once", wanted: "described once")
    package static let laterFine = rule(
        "schema-later-fine", field: "fine", "windows 2 and 3 must have coarse values only",
        wanted: "absent in windows 2 and 3")
    package static let fineTwice = rule(
        "schema-fine-twice", field: "fine", "a fine value must have only one meaning", wanted: "used once")
    package static let coarseFalls = rule(
        "schema-coarse-falls", field: "coarse",
        "coarse values must not fall as the rank rises, since at data tier 1 nothing else shows the rank",
        wanted: "the coarse value of the previous entry, or a higher one")
    package static let unreachable = rule(
        "schema-unreachable", field: "values",
        "an entry must be reachable: there must be a case in which it matches and no later entry does",
        wanted: "an entry that no later one overrides",
        hint: "the last matching entry wins; put the more general entry first")

    package static let span = rule(
        "schema-span", field: "within",
        "a span of time must begin before it ends, and be long enough for its event to occur on the stated number of days",
        wanted: "a span within the window")

    // MARK: - Revenue

    package static let revenueOrder = rule(
        "schema-revenue-order", field: "revenue", "a revenue range must give its lower bound first",
        wanted: "the lower bound, then the upper bound")
    package static let revenueWithoutEvent = rule(
        "schema-revenue-without-event", field: "event",
        "\"count\", \"days\", \"revenue\", \"after\" and \"within\" must belong to an event",
        wanted: "the name of the event")
    package static let revenueEvents = rule(
        "schema-revenue-events", field: "event",
        "all revenue ranges in a window must be for the same event in the same span of time",
        wanted: "the same event and span")
    package static let fineBounds = rule(
        "schema-fine-bounds", field: "revenue",
        "a range of fine values needs a revenue range with both bounds, wide enough for steps of at least 0.000001",
        wanted: "a range with both bounds, and at least 0.000001 for each value")
    package static let revenueOverlap = rule(
        "schema-revenue-overlap", field: "revenue",
        "the revenue ranges of an event must rise with the rank, and must not overlap",
        wanted: "a range that begins where the previous one ends")
    package static let revenueGap = rule(
        "schema-revenue-gap", field: "revenue", "the revenue ranges of an event must leave no gap",
        wanted: "a range that begins where the previous one ends")
    package static let noUpperBound = rule(
        "schema-no-upper-bound", severity: .warning, field: "revenue",
        "a revenue range should have an upper bound; without it, reports can only say \"at least\"",
        wanted: "a range with an upper bound")
    package static let hiddenRevenue = rule(
        "schema-hidden-revenue", severity: .warning, field: "revenue",
        "an entry without revenue should rank below all entries with revenue, and never apply before they can",
        wanted: "present, unless all entries with revenue rank higher and need neither a higher count nor more days",
        hint: "reports may show less revenue than there was")

    // MARK: - Several schemas

    package static let fromTwice = rule(
        "schema-from-twice", field: "from", "two schemas of an app must not take effect at the same time",
        wanted: "different in each schema of the app")

    /// All rules, in the order of the checks.
    package static let all: [Rule] = [
        unknownMember, missing, type, fine, amount, from, windowTwice, laterFine, fineTwice, coarseFalls, unreachable,
        span, revenueOrder, revenueWithoutEvent, revenueEvents, fineBounds, revenueOverlap, revenueGap, noUpperBound,
        hiddenRevenue, fromTwice,
    ]
}
