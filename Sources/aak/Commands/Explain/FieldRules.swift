import AdAttribution
import AttributionBytes
import AttributionFixtures
import AttributionOpenRTB
import AttributionRules
import AttributionSimulator
import SKAdNetwork

/// The rules about a field, by the name that messages and documents give it.
struct FieldRules {
    let name: String
    /// By what they apply to, in the order of the catalogue.
    let groups: [(subject: Subject, rules: [Rule])]

    /// - Parameter word: a name, perhaps in quotes as messages have it.
    /// - Returns: nil for what is no field that a rule is about.
    init?(_ word: String) {
        let word = word.filter { $0 != "\"" }
        guard let name = Self.names.first(where: { $0 == word }) else { return nil }
        self.name = name
        // What an ad's field is called by StoreKit and OpenRTB is under the rules of the article's name.
        let articleName = AdForm.allCases.lazy.flatMap(\.names).first { "\($0.name)" == name }?.field.description
        let found = RuleCatalogue.all.rules.filter { rule in
            rule.field == name || articleName == rule.field && rule.subject == SignedAdRules.holds.subject
                || Self.general(name).contains(rule)
        }
        var groups: [(subject: Subject, rules: [Rule])] = []
        for rule in found {
            if let place = groups.firstIndex(where: { $0.subject == rule.subject }) {
                groups[place].rules.append(rule)
            } else {
                groups.append((rule.subject, [rule]))
            }
        }
        guard !groups.isEmpty else { return nil }
        self.groups = groups
    }

    /// The names of all fields that there are rules about.
    static let names: [String] = {
        let ofRules = RuleCatalogue.all.rules.map(\.field).filter { $0 != "*" && !$0.contains(".") }
        let ofForms = AdForm.allCases.flatMap(\.names).map { "\($0.name)" }
        var seen = Set<String>()
        return (ofRules + ConfigurationField.names + BidRules.memberNames + ofForms).filter { seen.insert($0).inserted }
    }()

    /// The rules about all fields of an object that name none.
    private static func general(_ name: String) -> [Rule] {
        (ConfigurationField.names.contains(name) ? [ConfigurationRules.jsonType] : [])
            + (BidRules.memberNames.contains(name) ? BidRules.ofAnyMember : [])
    }
}

extension RuleCatalogue {
    /// Every rule that a user can see: of messages, inputs and runs, and of apps that show ads.
    static let all = RuleCatalogue.messages + .host
}
