import AttributionBase
import AttributionCommandModel
import AttributionInspection
import AttributionModel

enum ValidateCommand {
    static let command = Command(
        name: "validate",
        summary: "check every field against Apple's rules",
        discussion: """
            Checks impressions, postbacks, SKAdNetwork ads, OpenRTB bids, an app's attribution settings (an Info.plist
            as XML, binary or JSON), conversion schemas, lists of campaigns, and the scenarios, worlds and population
            files of aak simulate. All faults of an input are reported at once; in files for aak simulate and in
            schemas, faults between members only once each member by itself is right. Each finding names the field, what
            was found, what is required, and the rule; aak explain describes the rule in full. A token's signature is
            checked if the key is known; Apple's keys are built in, and --key adds others.

            If INPUT is a folder NAME.app or NAME.xcarchive, the Info.plist of the built app is checked, and those of
            its extensions that have keys of attribution.

            Writes one line for each input. The line gives "ok", the kind and the findings; for a postback, it also
            gives the data tiers that the postback fits, and for each absent field, why it may be absent. An input with
            an error is not ok; with --strict, an input with a warning is not ok either.

            With --labelled, each line must come from aak fixtures --kind broken or --kind sound. A line passes if it
            breaks exactly the rule in its label, with the severity in the label, or if it is labelled sound and breaks
            no rule. Without this option, the labels are ignored.
            """,
        operand: Operand(
            "INPUT", summary: "a token, a postback body, a JSON value, or a file of them; - is standard input",
            isRepeating: true, value: .file),
        options: ValidateOptions.all,
        sections: [CommonOptions.exitStatus],
        examples: [
            "Check the impressions that a server signs": "aak validate --strict --input impressions.txt",
            "Check an app's attribution settings": "aak validate --input Info.plist",
            "Check a built app": "aak validate Acme.app",
            "Check a single value, here one out of range": "aak validate --fine 64",
            "Find the ad networks that an app does not list":
                "aak validate --network-list skadnetworkids.json Info.plist",
            "Write what to paste into it": "aak validate --network-list skadnetworkids.json --missing plist Info.plist",
            "List the rules": "aak validate --rules",
            "Explain one of them": "aak explain impression-timestamp-seconds",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        if invocation[ValidateOptions.rules] {
            try listRules(asJSON: invocation[ValidateOptions.json], console)
            return .good
        }
        var keys = try TrustedKeys(invocation, .productionAndDevelopment, console)
        let isLabelled = invocation[ValidateOptions.labelled]
        // Fixtures are signed with the example key unless another key was used.
        if isLabelled { try? keys.addExampleKey() }
        let threshold: Rule.Severity = invocation[ValidateOptions.strict] ? .warning : .error
        let values = SingleValue.all.filter { invocation.has($0.option) }
        guard values.isEmpty else { return try check(values, threshold, invocation, console) }
        let networks = try invocation[ValidateOptions.networks].map(readNetworks)
        let validator = InputValidator(keys: keys, threshold: threshold, networks: networks)
        var settings = LineRun(readsPropertyLists: true, isOptional: true, resultsStateFaults: true)
        settings.keys = keys
        let missing = invocation[ValidateOptions.missing].map { _ in MissingNetworks() }
        let command = try LineCommand(invocation, console, expanding: BuiltApp.inputs)
        let namesFiles = command.hasSeveralInputs
        let status = try command.run(settings) { [keys] in
            let writer = ReportWriter(context: $0, networkKeys: keys, threshold: threshold, namesFiles: namesFiles)
            return Validator(
                writer: writer, isLabelled: isLabelled, engine: validator.engine(), missing: missing)
        }.status
        if let missing, let networks, let form = invocation[ValidateOptions.missing] {
            try write(networks.identifiers.filter(missing.isMissing), as: form, console)
        }
        return status
    }

    private static func write(
        _ networks: [String], as form: ValidateOptions.MissingForm, _ console: Console
    ) throws(Diagnostic) {
        switch form {
        case .plist: try console.write(PublishedNetworks.propertyList(adding: networks))
        case .json: try console.write(PublishedNetworks.json(adding: networks))
        case .lines: try console.write(networks.map { $0 + "\n" }.joined())
        }
    }

    private static func readNetworks(_ path: String) throws(Diagnostic) -> PublishedNetworks {
        let (text, name) = (try DocumentFile.text(path), Input(path: path).name)
        do throws(Problem) {
            return try PublishedNetworks(parsing: text)
        } catch {
            guard error.rule === InputRules.jsonSyntax, let found = error.found else {
                throw .trouble("\(name) is not a list of networks: \(error)")
            }
            throw text.withBytes {
                .trouble("the list of networks is \(found)", hint: error.hint).located(in: $0, of: name)
            }
        }
    }

    // MARK: - The catalogue

    private static func listRules(asJSON: Bool, _ console: Console) throws(Diagnostic) {
        for rule in RuleCatalogue.all.rules {
            guard asJSON else {
                var lines = ["\(rule.id) (\(rule.severity.rawValue))", rule.summary, "about: \(rule.about)"]
                if !rule.wanted.isEmpty { lines.append("wanted: \(rule.wanted)") }
                if let error = rule.platformError { lines.append(error.words) }
                lines.append("[\(rule.article.description)]")
                try console.write(lines.joined(separator: "\n    ") + "\n")
                continue
            }
            try console.write(ruleRecord.json(rule))
        }
    }

    /// A rule as `--rules --json` lists it.
    static let ruleRecord = Record<Rule>(
        .init("id", "The name of the rule, which messages and findings have too.") { .string($0.id) },
        .init(FindingMember.severity) { .string($0.severity.rawValue) },
        .init("applies-to", "The kind of input that the rule is about.") { .string($0.subject.name) },
        .init("field", "The field that the rule is about; * if it is about several or none.") { .string($0.field) },
        .init("summary", "What the rule requires, in words.") { .string($0.summary) },
        .init("wanted", "What is required, as in messages.") { .string($0.wanted) },
        .init(FindingMember.hint) { $0.hint.map { .string($0) } },
        .init(FindingMember.article) { .string($0.article.description) },
        .init(FindingMember.appleError) {
            $0.platformError.map { .string($0.name) }
        })

    // MARK: - Single values

    private static func check(
        _ values: [SingleValue], _ threshold: Rule.Severity, _ invocation: Invocation, _ console: Console
    ) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.good
        for value in values {
            guard let text = invocation[value.option] else { continue }
            let findings = value.field.findings(of: text, in: invocation, now: invocation.now)
            for finding in findings.list where finding.severity > .note {
                console.report(invocation.asGiven(value.option).problem(finding, text))
            }
            let isGood = !findings.isBad(from: threshold)
            if !isGood { status = .bad }
            var lines = ResultLines()
            Report.append(findings, kind: value.field.name, isGood: isGood, to: &lines.bytes)
            lines.bytes.closeObject()
            lines.endLine(as: .json)
            try console.write(&lines)
        }
        return status
    }
}
