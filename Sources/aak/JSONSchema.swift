import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel
import AttributionReport
import AttributionSchema
import AttributionSimulator

/// `aak help --json-schema NAME`: JSON Schemas (draft 2020-12) of what `aak` reads and writes, for editors and other programs.
enum JSONSchema: String, CaseIterable, Sendable {
    case schema, scenario, campaign, campaigns, verdict, finding

    static let option = TypedOption<JSONSchema?>.value(
        "json-schema", .choice("NAME"),
        summary: "write the JSON Schema of a document, a verdict or a finding, by which editors complete and check")

    /// The section about the schema in the topic of its document.
    var section: Section {
        let command = "aak help --\(Self.option.option.name) \(rawValue)"
        return Section("JSON Schema", .paragraph("\(command) writes one, by which editors complete and check."))
    }

    var value: JSONValue {
        switch self {
        case .schema: ConversionSchema.wholeForm.jsonSchema("A conversion schema of aak")
        case .scenario: DocumentTables.scenarioForm.jsonSchema("A scenario of aak simulate")
        case .campaign: DocumentTables.campaignForm.jsonSchema("A campaign of aak simulate --devices")
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

    private static let verdictMembers: [ObjectForm.Member] = [
        .init("verdict", words(Verdict.Outcome.self), "valid, or why the input was refused", isRequired: true),
        .init("rule", .string(), "the rule that is broken, which aak explain RULE explains"),
        .init("same", .bool, "of a repeated identifier: whether it came with the same values"),
        .init("kind", words(InputKind.self), "what the input is"),
        .init("kid", .string(), "the key ID of a token"),
        .init("framework", words(Framework.self), "skadnetwork; absent for AdAttributionKit"),
        .init("version", words(SKAdNetworkVersion.self), "of SKAdNetwork"),
        .init("key", .string(), "of SKAdNetwork: whose key signed"),
        .init("environment", words(SigningEnvironment.self), "where the key is in use"),
        .init("reason", .string(), "what is wrong, in words"),
        .init("cause", .string(), "the mistake by which the signature holds"),
        .init("difference", .string(), "what that mistake changes"),
        .init("tried", .integer(0...Int.max), "how many mistakes were tried in vain"),
        .init("cut-short", .bool, "true: there were more mistakes to try"),
        .init("identifier", .any, "the signed identifier, by which repeats are known"),
        .init("payload", anyObject, "what was signed; there only after the signature held"),
        .init("unsigned", anyObject, "the members beside it, which anyone can write"),
        .init("path", .string(), "where in the line the object is"),
    ]

    private static let lineMembers: [ObjectForm.Member] = [
        .init("parts", .list(form(verdictMembers)), "of a line with several signed objects: each one's verdict"),
        .init("file", .string(), "the input's name, where a run has several"),
        .init("line", .integer(1...Int.max), "the number of the input's line"),
        .init("log", anyObject, "what --keep carries over"),
    ]

    private static let findingMembers: [ObjectForm.Member] = [
        .init("rule", .string(), "the rule that is broken, which aak explain RULE explains", isRequired: true),
        .init("severity", words(Rule.Severity.self), "how grave that is", isRequired: true),
        .init("field", .string(), "where", isRequired: true),
        .init("found", .string(), "what is there, in words", isRequired: true),
        .init("wanted", .string(), "what should be, in words", isRequired: true),
        .init("hint", .string(), "what to do"),
        .init("article", .string(), "where the rule is documented", isRequired: true),
        .init("apple-error", .string(), "the error that a device throws"),
    ]
}
