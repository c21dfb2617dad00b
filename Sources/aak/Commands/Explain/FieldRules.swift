import AttributionFixtures
import AttributionModel
import AttributionSimulator

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
        // StoreKit and OpenRTB have other names for an ad's fields. The rules use the names of Apple's articles.
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
