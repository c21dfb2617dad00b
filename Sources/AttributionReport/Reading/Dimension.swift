import AttributionBase
import AttributionInspection
import AttributionModel

/// What the overview of a report counts by, each a section of it. Most dimensions have a place for each of a few values; those that
/// come last have a count for each text that came.
package enum Dimension: Int, CaseIterable, Sendable {
    /// Of all inputs, while the others are of the postbacks that are counted.
    case verdicts
    case environments, frameworks, outcomes, conversionTypes, interactions, windows, tiers
    case values, absences, fine, coarse, digits
    case countries, marketplaces, publishers

    static let ofTexts = allCases.filter { $0.rawValue >= countries.rawValue }

    /// The place of what has none: the one after those of a dimension with the most.
    static let nowhere = 64

    /// A section of the overview before it is filled.
    struct Section: Sendable {
        /// The member of the JSON form.
        let id: String
        let title: String
        /// The names of the places; empty for a dimension of texts.
        let names: [String]
        /// What the names mean, for those that need it.
        let meanings: [String: String]
        /// Whether postbacks that lack the value are told of.
        let mayLack: Bool
        let form: Form
        /// The places in the order in which they are always shown. Others follow if anything came there.
        let order: [Int]

        init(
            _ id: String, _ title: String, _ names: [String] = [], _ meanings: [String: String] = [:],
            mayLack: Bool = true, as form: Form = .counts, order: [Int]? = nil
        ) {
            (self.id, self.title, self.names, self.meanings) = (id, title, names, meanings)
            (self.mayLack, self.form, self.order) = (mayLack, form, order ?? Array(names.indices))
        }
    }

    /// How JSON shows a section.
    enum Form: Sendable {
        /// An object with a count for each name.
        case counts
        /// A count for each name, beside the other sections.
        case members
        /// An array.
        case list
    }

    var section: Section { Self.sections[rawValue] }

    private static let sections = [
        Section("verdicts", "Verdicts", names(Verdict.Outcome.self) + [CountedPostback.unverified], mayLack: false),
        Section("environments", "Environments of verified postbacks", names(SigningEnvironment.self), mayLack: false),
        Section("frameworks", "Frameworks", names(Framework.self)),
        Section("outcomes", "Outcomes", ["won", "lost"], as: .members),
        Section("conversion-types", "Conversion types", names(ConversionType.self)),
        Section("interactions", "Interactions", names(InteractionType.self)),
        Section(
            "windows", "Conversion windows", numbers(ConversionWindow.allCases.map(\.number)),
            ["1": "days 0-2", "2": "days 3-7", "3": "days 8-35"]),
        Section(
            "tiers", "Data tiers that postbacks fit", DataTiers.everySet.map(\.rangeName),
            ["none": "contents that no tier sends"], order: DataTiers.reported.map { Int($0.rawValue) }),
        Section("values", "Conversion values", ["fine", "coarse", "none"]),
        Section(
            "none-because", "Why there is no value", CountedPostback.Absence.allCases.map(\.name),
            CountedPostback.Absence.meanings, mayLack: false),
        Section("fine", "Fine values", numbers(FineConversionValue.range), mayLack: false, as: .list),
        Section("coarse", "Coarse values", names(CoarseConversionValue.self), mayLack: false),
        Section("source-digits", "Digits of the source identifier", numbers(SourceIdentifier.digitCounts)),
        Section("countries", "Countries"), Section("marketplaces", "Marketplaces"),
        Section("publishers", "Publishers"),
    ]

    private static func names<Case: CaseIterable & RawRepresentable<String>>(_ type: Case.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    private static func numbers(_ numbers: some Sequence<Int>) -> [String] { numbers.map { String($0) } }

    /// Returns the value of groups of postbacks at a place.
    func value(at place: Int) -> GroupValue {
        switch self {
        case .windows: .number(place + ConversionWindow.first.number)
        case .digits: .number(place + SourceIdentifier.digitCounts.lowerBound)
        default: .place(place)
        }
    }

    /// The place of a verdict; of an input without one if it is nil.
    static func place(of verdict: Verdict.Outcome?) -> Int {
        let all = Verdict.Outcome.allCases
        guard let verdict else { return all.count }
        // Nearly all are valid, which is the first.
        if case .valid = verdict { return 0 }
        return all.firstIndex { $0 == verdict } ?? all.count
    }

    /// Returns the member of a postback that a dimension of texts counts; nil if it has none.
    func member(of postback: borrowing PostbackMembers) -> JSONView? {
        switch self {
        case .countries: postback[.country]
        case .marketplaces: postback[.marketplace]
        case .publishers: postback.publisher
        default: nil
        }
    }
}
