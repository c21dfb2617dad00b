import AttributionBase
import AttributionCommandModel
import AttributionFixtures
import AttributionModel
import AttributionSimulator

enum ExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "explain a rule, a word in the output, or the rules about a field",
        discussion: """
            For a rule, says what it requires and why, where it is documented, and how to fix an input that breaks it.
            If an input can break the rule, an example that breaks it is shown, followed by an input of the same kind
            that does not. A message ends with the name of the rule in brackets; aak validate --rules lists all rules.

            For a field, lists the rules about it. For any other word in the output (a verdict, a kind, a reason, a code
            or event of a timeline, a data tier, a remedy, an exit status), for an error of StoreKit or StoreKit Test, and
            for a loss reason of OpenRTB, says what it means.
            """,
        operand: Operand(
            "RULE|FIELD|WORD",
            summary: "a rule (shown in brackets at the end of a message), a field, or a word in the output",
            isRepeating: true, isRequired: true, value: .name(names)),
        options: [CommonOptions.outputFile] + CommonOptions.diagnostics,
        sections: [CommonOptions.ownExitStatus(good: "All words were explained.")],
        examples: [
            "Find out why a timestamp was rejected": "aak explain impression-timestamp-seconds",
            "List the rules about timestamps": "aak explain timestamp",
            "Make an input that breaks a rule": "aak fixtures --rule jws-alg",
            "Find out what a verdict means": "aak explain not-ours",
            "Find out which fields remain for the smallest crowds": "aak explain crowd-anonymity tier-0",
        ])

    static func run(_ invocation: Invocation, _ console: Console) throws(Diagnostic) -> ExitStatus {
        var topics: [Topic] = []
        for word in invocation.operands { topics.append(try topic(word, invocation)) }
        var page = HelpPage(width: console.helpWidth)
        for topic in topics {
            page.blank()
            switch topic {
            case .rule(let rule):
                explain(rule, &page)
                show(Fixtures().broken([rule]), of: rule, &page)
                list(OutputWords.meanings(of: rule.id), &page)
            case .word(let word, let meanings, let field):
                page.paragraph(word)
                list(meanings, &page)
                if let field { list(field, &page) }
            }
        }
        try console.write(page.text)
        return .good
    }

    private enum Topic {
        case rule(Rule)
        /// A field, or a word of the output, or both.
        case word(String, [(name: String, meaning: String)], FieldRules?)
    }

    private static func topic(_ word: String, _ invocation: Invocation) throws(Diagnostic) -> Topic {
        if let rule = RuleCatalogue.all.rule(word) { return .rule(rule) }
        let field = FieldRules(word)
        // In tables, names of several words are written with blanks.
        let plain = field?.name ?? word.filter { $0 != "\"" }.replacingEach(" ", by: "-")
        // The name of a combined remedy consists of the names of its steps.
        let meanings = plain.split(separator: ",").flatMap { OutputWords.meanings(of: String($0)) }
        if field != nil || !meanings.isEmpty { return .word(plain, meanings, field) }
        throw invocation.usage("there is no rule, field or word \(quoted(word))", hint: hint(on: word))
    }

    private static let names = RuleCatalogue.all.rules.map(\.id) + FieldRules.names + OutputWords.all

    /// Returns a hint about what the user probably meant by an unknown word.
    private static func hint(on word: String) -> String {
        let ofInputs =
            "aak validate names the rules that an input breaks; aak verify --explain says why a signature is invalid"
        if System.exists(word) { return ofInputs }
        if let near = Spelling.nearest(to: word, among: names) {
            return "did you mean \(near)?"
        }
        return PastedText(SystemText.bytes(of: word)).isInput ? ofInputs : "aak validate --rules lists all rules"
    }

    // MARK: - Fields and words

    private static func list(_ meanings: [(name: String, meaning: String)], _ page: inout HelpPage) {
        for (name, meaning) in meanings {
            page.blank()
            page.paragraph("As \(name):", indent: 2)
            page.paragraph(meaning, indent: 4)
        }
    }

    private static func list(_ field: FieldRules, _ page: inout HelpPage) {
        if let version = ConfigurationField.since(field.name) {
            page.blank()
            page.paragraph("The system reads this key of an Info.plist from \(version) on.", indent: 2)
        }
        for group in field.groups {
            page.blank()
            page.paragraph("In \(group.subject.summary):", indent: 2)
            for rule in group.rules {
                page.literal("\(rule.id) (\(rule.severity.rawValue))", indent: 4)
                page.paragraph(
                    sentence(rule.summary) + " Wanted: \(rule.wanted).", indent: 8)
            }
        }
        page.blank()
        page.paragraph("aak explain RULE says all about one of them.", indent: 2)
    }

    // MARK: - Rules

    private static func explain(_ rule: Rule, _ page: inout HelpPage) {
        page.paragraph("\(rule.id) (\(rule.severity.rawValue))")
        page.blank()
        page.paragraph(sentence(rule.summary), indent: 2)
        page.blank()
        page.paragraph(rule.about, lead: "about:   ", indent: 2)
        page.paragraph(rule.wanted, lead: "wanted:  ", indent: 2)
        page.paragraph(rule.reason, lead: "effect:  ", indent: 2)
        if let hint = rule.hint, hint != rule.summary { page.paragraph(hint, lead: "hint:    ", indent: 2) }
        page.paragraph(rule.article.description, lead: "article: ", indent: 2)
    }

    // MARK: - Examples

    private static func show(_ inputs: [BrokenInput], of rule: Rule, _ page: inout HelpPage) {
        func show(_ heading: String, _ text: String) {
            page.blank()
            page.paragraph(heading, indent: 2)
            page.literal(text, indent: 4)
        }
        if let lines = requests[rule] {
            show("Invalid:", lines.broken)
            show("Valid:", lines.sound)
        }
        if let lesson = Lesson.of(rule) {
            show("Invalid:", "aak simulate '\(lesson.broken)'")
            show("Valid:", "aak simulate '\(lesson.sound)'")
        }
        guard let input = inputs.first else { return }
        let fault = input.name.drop { $0 != ":" }.dropFirst(2)
        let difference = input.difference
        show("Invalid (\(fault)):", difference.broken.joined(separator: "\n"))
        page.literal(input.text, answering: input.request)
        if let sound = input.soundText {
            show("Valid:", difference.sound.joined(separator: "\n"))
            page.literal(sound, answering: input.soundRequest)
        }
        show(
            inputs.count > 1 ? "To generate all \(inputs.count) inputs that break it:" : "To generate this input:",
            "aak fixtures --rule \(rule.id)")
    }

    /// Commands that break or follow the rules for which there are no example inputs.
    private static let requests: [Rule: (broken: String, sound: String)] = [
        RequestRules.laterTier: ("aak postback --tier 0 --window 2", "aak postback --tier 1 --window 2"),
        RequestRules.fineTier: ("aak postback --tier 1 --fine 42", "aak postback --tier 2 --fine 42"),
        RequestRules.coarseTier: ("aak postback --tier 2 --coarse low", "aak postback --tier 1 --coarse low"),
        RequestRules.marketplaceTier: (
            "aak postback --tier 0 --marketplace-identifier com.example",
            "aak postback --tier 1 --marketplace-identifier com.example"
        ),
        RequestRules.publisherTier: (
            "aak postback --tier 2 --publisher-item-identifier 5", "aak postback --tier 3 --publisher-item-identifier 5"
        ),
        RequestRules.sourceDigitsTier: (
            "aak postback --tier 1 --source-digits 4", "aak postback --tier 2 --source-digits 4"
        ),
        PostbackDisclosureRules.countryTier: (
            "aak postback --framework skadnetwork --tier 2 --country-code DE",
            "aak postback --framework skadnetwork --tier 3 --country-code DE"
        ),
        PostbackDisclosureRules.countryVersion: (
            "aak postback --framework skadnetwork --version 3.0 --country-code DE",
            "aak postback --framework skadnetwork --version 4.0 --country-code DE"
        ),
        PostbackDisclosureRules.threshold: (
            "aak postback --framework skadnetwork --version 3.0 --tier 1 --publisher-item-identifier 5",
            "aak postback --framework skadnetwork --version 3.0 --tier 3 --publisher-item-identifier 5"
        ),
        SignedAdRules.nonceReused: (
            #"echo '{"nonce":"68483ef6-0678-4f08-a0d1-2d5e9a0d6a7c"}' | aak skan sign -a 1 -p 2 -s 5239 --fidelity both -"#,
            "aak skan sign -a 1 -p 2 -s 5239 --fidelity both"
        ),
        RequestRules.reEngagement: (
            "aak sign -a 1 -p 2 -s 33 | aak postback --conversion-type re-engagement",
            "aak sign -a 1 -p 2 -s 33 -r | aak postback --conversion-type re-engagement"
        ),
    ]
}

extension HelpPage {
    fileprivate mutating func literal(_ text: String, answering request: String?) {
        guard let request else { return literal(text, indent: 4) }
        paragraph("the request:", indent: 4)
        literal(request, indent: 6)
        paragraph("the response:", indent: 4)
        literal(text, indent: 6)
    }
}

// MARK: - Rules by name

extension RuleCatalogue {
    /// Returns the rule with an ID given by the user; nil if there is none.
    fileprivate func rule(_ id: String) -> Rule? {
        // Users may also copy the brackets around the ID.
        self[id] ?? self[String(id.drop { $0 == "[" }.prefix { $0 != "]" })]
    }
}

extension ValueForm where Value == Rule {
    /// A rule given by its ID.
    ///
    /// - Parameter offered: the rules that completions suggest.
    static func rule(_ placeholder: String, offered: [Rule]) -> ValueForm {
        ValueForm<String>.name(placeholder, offered.map(\.id)).reading { (id) throws(ValueFault) in
            if let rule = RuleCatalogue.all.rule(id) { return rule }
            let nearest = Spelling.nearest(to: id, among: RuleCatalogue.all.rules.map(\.id))
            throw .rejected(
                "there is no rule \(quoted(id))",
                hint: nearest.map { "did you mean \($0)?" } ?? "aak validate --rules lists all rules")
        }
    }
}

/// The rules about a field, by its name in messages and documents.
struct FieldRules {
    let name: String
    let groups: [(subject: Subject, rules: [Rule])]

    /// - Parameter word: a name, possibly in quotation marks as in messages.
    /// - Returns: nil if no rule is about such a field.
    init?(_ word: String) {
        let word = word.filter { $0 != "\"" }
        guard let name = Self.names.first(where: { $0 == word }) else { return nil }
        self.name = name
        // In StoreKit and OpenRTB, the fields of an ad have other names than in Apple's articles, which the rules use.
        let articleName = AdForm.allCases.lazy.flatMap(\.names).first { "\($0.name)" == name }?.field.description
        let found = RuleCatalogue.all.rules.filter { rule in
            rule.field == name || articleName == rule.field && rule.subject == SignedAdRules.holds.subject
                || Self.general(name).contains(rule)
        }
        guard !found.isEmpty else { return nil }
        var subjects: [Subject] = []
        for rule in found where !subjects.contains(rule.subject) { subjects.append(rule.subject) }
        groups = subjects.map { subject in (subject, found.filter { $0.subject == subject }) }
    }

    static let names: [String] = {
        let ofRules = RuleCatalogue.all.rules.map(\.field).filter { $0 != "*" && !$0.contains(".") }
        let ofForms = AdForm.allCases.flatMap(\.names).map { "\($0.name)" }
        var seen = Set<String>()
        return (ofRules + ConfigurationField.names + BidRules.memberNames + ofForms).filter { seen.insert($0).inserted }
    }()

    /// Returns the rules about all fields of an object, which do not name a field.
    private static func general(_ name: String) -> [Rule] {
        (ConfigurationField.names.contains(name) ? [ConfigurationRules.jsonType] : [])
            + (BidRules.memberNames.contains(name) ? BidRules.ofAnyMember : [])
    }
}

extension RuleCatalogue {
    /// All rules that are visible to users: of messages, inputs, runs, simulations, and apps that show ads.
    static let all = RuleCatalogue.messages + .scenario + .host
}
