import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

/// `aak help --json-schema NAME`: JSON Schemas (draft 2020-12) of the documents that `aak` reads and writes, for editors and other
/// programs.
enum JSONSchema: String, CaseIterable, Sendable {
    case schema, scenario, population, campaigns, verdict, finding

    static let option = TypedOption<JSONSchema?>.value(
        "json-schema", .choice("NAME"),
        summary:
            "write the JSON Schema of a conversion schema, a scenario, a population file, a list of campaigns, a verdict or a finding, for use in editors"
    )

    /// The section about the schema, in the help topic of its document.
    var section: Section {
        let command = "aak help --\(Self.option.option.name) \(rawValue)"
        return Section(
            "JSON Schema",
            .paragraph("\(command) writes a JSON Schema, with which an editor can complete and check such a document."))
    }

    var value: JSONValue {
        switch self {
        case .schema: ConversionSchema.wholeForm.jsonSchema("A conversion schema of aak")
        case .scenario: ScenarioDraft.withHost.form.jsonSchema("A scenario of aak simulate")
        case .population: Population.document.form.jsonSchema("A population file of aak simulate --population")
        case .campaigns: CampaignTable.form.jsonSchema("A list of campaigns for aak report")
        case .verdict: Self.form(Self.verdictMembers + Self.lineMembers).jsonSchema("A line of aak verify")
        case .finding: Self.form(Self.findingMembers).jsonSchema("A finding of aak validate")
        }
    }

    private static func form(_ members: [ObjectForm.Member]) -> DocumentForm { .object { ObjectForm(members) } }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> DocumentForm {
        .words(type.allCases.map(\.rawValue))
    }

    private static var anyObject: DocumentForm { .entries(.any) }

    static let verdictMembers: [ObjectForm.Member] = [
        .init("verdict", words(Verdict.Outcome.self), "valid, or why the input was rejected", isRequired: true),
        .init("rule", .string(), "the rule that is broken, which aak explain RULE explains"),
        .init("same", .bool, "for a repeated identifier: whether the repeat has the same contents as the first"),
        .init("kind", words(InputKind.self), "what the input is"),
        .init("kid", .string(), "the key ID of a token"),
        .init("framework", words(Framework.self), "the word skadnetwork; absent for AdAttributionKit"),
        .init("version", words(SKAdNetworkVersion.self), "the version of SKAdNetwork"),
        .init("key", .string(), "for SKAdNetwork: which key signed the input"),
        .init("environment", words(SigningEnvironment.self), "the environment of the key"),
        .init("reason", .string(), "what is wrong, in words"),
        .init("cause", .string(), "the mistake that explains why the signature is invalid"),
        .init("difference", .string(), "the difference between what was signed and what should have been signed"),
        .init("tried", .integer(0...Int.max), "the number of variants that were tested without success"),
        .init("cut-short", .bool, "true if the search ended before all known mistakes were tried"),
        .init("identifier", .any, "the signed identifier, which reveals repeats"),
        .init("payload", anyObject, "the signed values; present only if the signature is valid"),
        .init("unsigned", anyObject, "the unsigned members, which anyone can change"),
        .init("path", .string(), "the path of the object in the line"),
    ]

    static let lineMembers: [ObjectForm.Member] = [
        .init("parts", .list(form(verdictMembers)), "for a line with several signed objects: the verdict on each"),
        .init("file", .string(), "the name of the input file, if the run has several inputs"),
        .init("line", .integer(1...Int.max), "the line number of the input"),
        .init("log", anyObject, "the members that --keep copied"),
    ]

    static let findingMembers: [ObjectForm.Member] = [
        .init("rule", .string(), "the rule that is broken, which aak explain RULE explains", isRequired: true),
        .init("severity", words(Rule.Severity.self), "the severity of the finding", isRequired: true),
        .init("field", .string(), "the field at fault", isRequired: true),
        .init("found", .string(), "what was found, in words", isRequired: true),
        .init("wanted", .string(), "what is required, in words", isRequired: true),
        .init("hint", .string(), "how to correct it"),
        .init("article", .string(), "where the rule is documented", isRequired: true),
        .init("apple-error", .string(), "the error that a device or StoreKit Test throws"),
    ]
}
