import AttributionModel
import AttributionSchema

extension Subject {
    fileprivate static let scenario = Subject(
        "scenario", "a scenario, or for many devices a world, a log or a population",
        consequence: "the document is not simulated")
}

extension Article {
    fileprivate static let scenario = Article("aak-scenario(5)", note: "a document of aak's own")
}

extension RuleCatalogue {
    /// The rules for the documents of a simulation.
    package static let scenario = RuleCatalogue(ScenarioRules.all)
}

/// The rules for the documents of a simulation. The code that reads the documents checks them.
package enum ScenarioRules {
    private static func rule(
        _ id: String, field: String = "*", _ summary: String, wanted: String, hint: String? = nil,
        suspicion: Rule.Suspicion = []
    ) -> Rule {
        Rule(
            id, .error, .scenario, field: field, summary, wanted: wanted, hint: hint, article: .scenario,
            suspicion: suspicion)
    }

    // MARK: - Members

    package static let kind = rule(
        "scenario-kind", "the document must be of a kind that the command can simulate",
        wanted: "a document that the command can simulate")
    package static let unknownMember = rule(
        "scenario-unknown-member", "an object must have only documented members",
        wanted: "a documented member",
        hint: "aak help scenario, aak help host and aak help population list the members")
    package static let missing = rule(
        "scenario-missing", "an object must have the members that it requires", wanted: "present",
        suspicion: .otherForm)
    package static let value = rule(
        "scenario-value", "each value must have its documented type and range, or be one of the documented words",
        wanted: "a documented value")
    package static let item = rule(
        "scenario-item",
        "an item ID must be a 64-bit integer, greater than 0 except for an app that shows a test ad",
        wanted: "an item ID")
    package static let twice = rule(
        "scenario-twice", "each app, screen, slot and size of a slot must be listed only once", wanted: "listed once")
    package static let time = rule(
        "scenario-time", field: "at",
        "a time must not be before the start or the device's previous line, and all events must end before the year 10000",
        wanted: "an offset such as 90s, 1s999ms or 3d4h, or an RFC 3339 time")
    package static let hostSize = rule(
        "scenario-host-size", field: "host", "the slots of a host and their requests must be few enough to simulate",
        wanted: "at most 1000 slots and 100,000 requests")

    // MARK: - Events

    package static let event = rule(
        "scenario-event", field: "event",
        "an event must have a known name, and events of screens and slots require a host in the scenario",
        wanted: "the name of an event")
    package static let fine = rule(
        "scenario-fine", field: "fine", "every update must have a fine value, which Apple's call requires",
        wanted: "a fine value")
    package static let types = rule(
        "scenario-types", field: "types", "\"types\" must name at least one type of conversion",
        wanted: "a list of at least one type, or absent",
        hint: "without \"types\", an update is for all types")
    package static let view = rule(
        "scenario-view", field: "impression", "a \"view\" event must have an AdAttributionKit impression",
        wanted: "an AdAttributionKit impression", hint: "SKAdNetwork has begin-view and end-view")

    // MARK: - Order

    package static let begun = rule(
        "scenario-begun", field: "impression",
        "a view, overlay or product page must begin before it ends",
        wanted: "the impression of a view that has begun, or of the open overlay or product page")
    package static let installed = rule(
        "scenario-installed", field: "app", "an app must not be installed twice", wanted: "an app that is not installed"
    )
    package static let notInstalled = rule(
        "scenario-not-installed", field: "app", "only an installed app may be launched, updated or deleted",
        wanted: "an app that is installed")
    package static let screen = rule(
        "scenario-screen", field: "screen",
        "only one screen may be open at a time, and each slot event must be for a slot on that screen",
        wanted: "preceded by open-screen")
    package static let action = rule(
        "scenario-action", field: "event", "an action's events must follow the tap that began it",
        wanted: "preceded by tap-slot")

    /// All rules. Those about single documents come first.
    package static let all: [Rule] = [
        kind, unknownMember, missing, value, item, twice, time, hostSize, event, fine, types, view, begun, installed,
        notInstalled, screen, action,
    ]
}

extension DocumentReader {
    /// Sets the broken rule of each fault that has none.
    mutating func nameScenarioRules() {
        nameRules(
            ofFaultsFrom: 0, unknown: ScenarioRules.unknownMember, missing: ScenarioRules.missing,
            value: ScenarioRules.value)
    }
}

extension DocumentValue where Value == UInt64 {
    /// The ID of an App Store item, in a document of a simulation.
    static func app(from least: UInt64 = 1) -> DocumentValue { item(from: least).breaking(ScenarioRules.item) }
}
