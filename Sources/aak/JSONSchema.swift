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
            "write the JSON Schema of a conversion schema, a scenario, a population file, a list of campaigns, a "
            + "verdict or a finding, for use in editors"
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
        .init(VerdictMember.verdict, words(Verdict.Outcome.self), isRequired: true),
        .init(VerdictMember.rule, .string()),
        .init(VerdictMember.same, .bool),
        .init(VerdictMember.kind, words(InputKind.self)),
        .init(VerdictMember.kid, .string()),
        .init(VerdictMember.framework, words(Framework.self)),
        .init(VerdictMember.version, words(SKAdNetworkVersion.self)),
        .init(VerdictMember.key, .string()),
        .init(VerdictMember.environment, words(SigningEnvironment.self)),
        .init(VerdictMember.reason, .string()),
        .init(MistakeMember.cause, .string()),
        .init(MistakeMember.difference, .string()),
        .init(MistakeMember.tried, .integer(0...Int.max)),
        .init(MistakeMember.cutShort, .bool),
        .init(VerdictMember.identifier, .any),
        .init(VerdictMember.payload, anyObject),
        .init(VerdictMember.unsigned, anyObject),
        .init(ResultMember.path, .string()),
    ]

    static let lineMembers: [ObjectForm.Member] = [
        .init(VerdictMember.parts, .list(form(verdictMembers))),
        .init(ResultMember.file, .string()),
        .init(ResultMember.line, .integer(1...Int.max)),
        .init(ResultMember.log, anyObject),
    ]

    static let findingMembers: [ObjectForm.Member] = [
        .init(FindingMember.rule, .string(), isRequired: true),
        .init(FindingMember.severity, words(Rule.Severity.self), isRequired: true),
        .init(FindingMember.field, .string(), isRequired: true),
        .init(FindingMember.found, .string(), isRequired: true),
        .init(FindingMember.wanted, .string(), isRequired: true),
        .init(FindingMember.hint, .string()),
        .init(FindingMember.article, .string(), isRequired: true),
        .init(FindingMember.appleError, .string()),
    ]
}

extension ObjectForm.Member {
    fileprivate init(_ member: OutputMember, _ form: DocumentForm, isRequired: Bool = false) {
        self.init(member.text, form, clause("\(member.meaning)"), isRequired: isRequired)
    }
}
