import AdAttribution
import AttributionFixtures
import AttributionInspection
import Bytes
import CommandModel
import ECDSA
import JOSE
import Rules
import StrictJSON

/// `aak validate`: checks inputs against Apple's rules.
enum ValidateCommand {
    static let command = Command(
        name: "validate",
        summary: "check every field against Apple's rules",
        discussion: [
            """
            Checks impressions, postbacks, postback bodies, an app's attribution rules (an Info.plist as XML or JSON) \
            and scenarios of aak simulate with their hosts, and reports all that is wrong with an input at once: the \
            field, what was found, what is wanted, and the rule, which aak explain tells more of. A token's signature \
            is checked where the key is known: Apple's, and those of --key.
            """,
            """
            Writes one line for each input: "ok", its kind, its findings, and for a postback the data tiers that it \
            fits and why each absent field may be absent. Errors make an input not good; with --strict warnings do too.
            """,
            """
            With --labelled every line is one of aak fixtures --kind broken, and good if exactly the rule that its label \
            names is broken. Without it a label is data like any other.
            """,
        ],
        operand: Operand(
            "INPUT", summary: "a token, a postback body, a JSON text, or a file of them; - is standard input",
            isRepeating: true, value: .file),
        options: [
            Option("rules", summary: "list the rules instead of checking", group: "Rules"),
            Option("json", summary: "list them as JSON, one a line", group: "Rules"),
            Option("strict", summary: "let warnings count as errors", group: "Rules"),
            Option(
                "labelled", summary: "read the labels of aak fixtures --kind broken, and agree with them",
                group: "Rules"),
            Option(
                "key", short: "k", value: .init("FILE|DIR", .file), isRepeatable: true,
                summary: "check signatures with the keys in FILE too", group: "Rules"),
            Option(
                "example-key", summary: "check signatures with the published example key too; --labelled implies it",
                group: "Rules"),
        ] + SingleValue.allCases.map(\.option) + CommonOptions.output + [CommonOptions.at] + CommonOptions.streaming + [
            CommonOptions.now
        ]
            + CommonOptions.diagnostics,
        sections: [CommonOptions.exitStatus],
        examples: [
            Example("Check the impressions that a server signs", "aak validate --strict --input impressions.txt"),
            Example("Check an app's attribution rules", "aak validate --input Info.plist"),
            Example("Check a single value, here one beyond the range", "aak validate --fine 64"),
            Example("List the rules", "aak validate --rules"),
            Example("Explain one of them", "aak explain impression-timestamp-seconds"),
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        let values = SingleValue.allCases.filter { invocation.value($0.name) != nil }
        if invocation.flag("rules") {
            guard invocation.operands.isEmpty, invocation.values("input").isEmpty, values.isEmpty else {
                throw invocation.usage("both --rules and something to check are given, want one of them")
            }
            try listRules(asJSON: invocation.flag("json"), console)
            return .good
        }
        guard !invocation.flag("json") else { throw invocation.usage("--json is given without --rules, want both") }
        var keys = try VerifyCommand.trustedKeys(invocation, console)
        // Fixtures are signed by the example key, unless they were made with another.
        if invocation.flag("labelled") { try? keys.add(ExampleKey.privateKey.publicKey, keyID: nil) }
        let threshold: Rule.Severity = invocation.flag("strict") ? .warning : .error
        let job = ValidationJob(
            validator: InputValidator(keys: keys, threshold: threshold), now: try invocation.now(),
            networkKeys: keys,
            isLabelled: invocation.flag("labelled"), threshold: threshold)
        if !values.isEmpty {
            guard invocation.operands.isEmpty, invocation.values("input").isEmpty else {
                throw invocation.usage("both single values and inputs are given, want one of them")
            }
            return try checkValues(values, invocation, console)
        }
        return try LineCommand(invocation, console).run(forms: InputForms(propertyLists: true), resultsTell: true) {
            Validator($0, job)
        }.status
    }

    // MARK: - The catalogue

    private static func listRules(asJSON: Bool, _ console: Console) throws(Diagnostic) {
        for rule in RuleCatalogue.all.rules {
            guard asJSON else {
                try console.write(
                    "\(rule.id) (\(rule.severity.rawValue))\n    \(rule.summary)\n    wanted: \(rule.wanted)\n"
                        + (rule.platformError.map {
                            "    a device throws \($0.name)\($0.isReading ? ", by our reading of its name" : "")\n"
                        } ?? "")
                        + "    [\(rule.article.description)]\n")
                continue
            }
            var members: [JSONValue.Member] = [
                .init("id", .string(rule.id)), .init("severity", .string(rule.severity.rawValue)),
                .init("applies-to", .string(rule.subject.name)), .init("field", .string(rule.field)),
                .init("summary", .string(rule.summary)), .init("wanted", .string(rule.wanted)),
            ]
            if let hint = rule.hint { members.append(.init("hint", .string(hint))) }
            members.append(.init("article", .string(rule.article.description)))
            if let error = rule.platformError { members.append(.init("apple-error", .string(error.name))) }
            try console.write(.object(members))
        }
    }

    // MARK: - Single values

    /// The fields that an option can ask about.
    enum SingleValue: CaseIterable {
        case fine, value, coarse, sourceIdentifier, adNetworkIdentifier, advertisedItemIdentifier,
            publisherItemIdentifier, impressionIdentifier, timestamp, conversionType, interaction, marketplace, country

        var field: Field {
            switch self {
            case .fine, .value: BodyField.conversionValue
            case .coarse: BodyField.coarseConversionValue
            case .sourceIdentifier: ImpressionField.sourceIdentifier
            case .adNetworkIdentifier: ImpressionField.adNetworkIdentifier
            case .advertisedItemIdentifier: ImpressionField.advertisedItemIdentifier
            case .publisherItemIdentifier: ImpressionField.publisherItemIdentifier
            case .impressionIdentifier: ImpressionField.identifier
            case .timestamp: ImpressionField.timestamp
            case .conversionType: PostbackField.conversionType
            case .interaction: BodyField.interactionType
            case .marketplace: PostbackField.marketplaceIdentifier
            case .country: BodyField.countryCode
            }
        }

        /// The option's name.
        var name: String {
            switch self {
            case .fine: "fine"
            case .value: "value"
            case .coarse: "coarse"
            default: field.text
            }
        }

        var option: Option {
            Option(
                name, value: .init(isNumber ? "N" : "TEXT", words.isEmpty ? .text : .name(words)), summary: summary,
                group: "Single values")
        }

        /// What completions offer, though other values may be asked about too.
        private var words: [String] {
            switch self {
            case .coarse: CoarseConversionValue.allCases.map(\.rawValue)
            case .conversionType: ConversionType.allCases.map(\.rawValue)
            case .interaction: InteractionType.allCases.map(\.rawValue)
            default: []
            }
        }

        private var summary: String {
            switch self {
            case .fine: "check a fine conversion value"
            case .value: "the same as --fine"
            case .coarse: "check a coarse conversion value"
            default: "check one \(name)"
            }
        }

        var subject: Subject {
            switch self {
            case .fine, .value, .coarse, .interaction, .country: .body
            case .conversionType, .marketplace: .postback
            default: .impression
            }
        }

        var isNumber: Bool { field.kind == .integer }
    }

    private static func checkValues(
        _ values: [SingleValue], _ invocation: Invocation, _ console: Console
    ) throws(Diagnostic) -> ExitStatus {
        let threshold: Rule.Severity = invocation.flag("strict") ? .warning : .error
        let now = try invocation.now()
        var status = ExitStatus.good
        for value in values {
            let text = invocation.value(value.name) ?? ""
            var json = JSONValue.string(text)
            if value.isNumber, let number = try? JSONValue(parsing: Array(text.utf8)), case .number = number {
                json = number
            }
            let findings = Examiner.findings(of: json, as: value.field, in: value.subject, now: now)
            for finding in findings.list where finding.severity > .note {
                var problem = Diagnostic(finding)
                problem.file = "--\(value.name)"
                console.report(problem)
            }
            let isGood = !findings.isBad(from: threshold)
            if !isGood { status = .bad }
            var lines = ResultLines()
            Report.append(findings, kind: value.field.text, isGood: isGood, to: &lines.bytes)
            lines.bytes.append(ASCII.closeBrace)
            lines.endLine(as: .json)
            try console.write(&lines)
        }
        return status
    }
}
