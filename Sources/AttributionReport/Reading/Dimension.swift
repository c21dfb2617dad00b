import AttributionBase
import AttributionInspection
import AttributionModel

/// The properties of postbacks by which the overview of a report counts. Each is a section of the overview. Most dimensions have a few
/// known values, and a place is the index of one of these. The last dimensions have any text as a value.
package enum Dimension: Int, CaseIterable, Sendable {
    /// The verdicts of all inputs. All other dimensions are properties of counted postbacks.
    case verdicts
    case environments, frameworks, outcomes, conversionTypes, interactions, windows, tiers
    case values, absences, fine, coarse, digits
    case countries, marketplaces, publishers

    static let ofTexts = allCases.filter { $0.rawValue >= countries.rawValue }

    /// Stands for no place. It is greater than the places of any dimension.
    static let nowhere = 64

    /// A section of the overview before it is filled.
    struct Section: Sendable {
        /// The member of the JSON form.
        let id: String
        let title: String
        /// What the member contains, in a sentence.
        let meaning: String
        /// The names of the values, by place; empty for a dimension of texts.
        let names: [String]
        /// What the names mean, for those that need it.
        let meanings: [String: String]
        /// Whether the section states how many postbacks lack the value.
        let mayLack: Bool
        let form: Form
        /// The places that are always shown, in order. Other places follow if they were counted.
        let order: [Int]

        init(
            _ id: String, _ title: String, _ meaning: String = "", _ names: [String] = [],
            _ meanings: [String: String] = [:], mayLack: Bool = true, as form: Form = .counts, order: [Int]? = nil
        ) {
            (self.id, self.title, self.meaning, self.names, self.meanings) = (id, title, meaning, names, meanings)
            (self.mayLack, self.form, self.order) = (mayLack, form, order ?? Array(names.indices))
        }
    }

    /// How JSON shows a section.
    enum Form: Equatable, Sendable {
        /// An object with a count for each name.
        case counts
        /// A member for each name, beside the other sections, with the count. The texts are the meanings of the
        /// members.
        case members([String])
        /// An array.
        case list
    }

    var section: Section { Self.sections[rawValue] }

    private static let sections = [
        Section(
            "verdicts", "Verdicts", "The number of inputs by their verdict.",
            names(Verdict.Outcome.self) + [CountedPostback.unverified], mayLack: false),
        Section(
            "environments", "Environments of verified postbacks",
            "The number of postbacks by the environment of the key that signed them.",
            names(SigningEnvironment.self), mayLack: false),
        Section("frameworks", "Frameworks", "The number of postbacks by framework.", names(Framework.self)),
        Section(
            "outcomes", "Outcomes", "", ["won", "lost"],
            as: .members([
                "The number of postbacks whose ad won the attribution.",
                "The number of postbacks of ads that took part and lost.",
            ])),
        Section(
            "conversion-types", "Conversion types", "The number of postbacks by type of conversion.",
            names(ConversionType.self)),
        Section(
            "interactions", "Interactions", "The number of postbacks by type of interaction.",
            names(InteractionType.self)),
        Section(
            "windows", "Conversion windows", "The number of postbacks by conversion window, 1 to 3.",
            numbers(ConversionWindow.allCases.map(\.number)), ["1": "days 0-2", "2": "days 3-7", "3": "days 8-35"]),
        Section(
            "tiers", "Data tiers that postbacks fit",
            "The number of postbacks by the data tiers that they fit, such as 2 or 0-1; \"none\" are those whose contents no tier sends.",
            DataTiers.everySet.map(\.rangeName), ["none": "contents that no tier sends"],
            order: DataTiers.reported.map { Int($0.rawValue) }),
        Section(
            "values", "Conversion values",
            "The number of postbacks with a fine value, with a coarse value, and with neither.",
            ["fine", "coarse", "none"]),
        Section(
            "none-because", "Why there is no value",
            "The number of postbacks without a conversion value, by reason.",
            CountedPostback.Absence.allCases.map(\.name), CountedPostback.Absence.meanings, mayLack: false),
        Section(
            "fine", "Fine values",
            "The number of postbacks with each fine value, 0 to 63; in a group, the number with any fine value.",
            numbers(FineConversionValue.range), mayLack: false, as: .list),
        Section(
            "coarse", "Coarse values",
            "The number of postbacks with each coarse value; in a group, the number with any coarse value.",
            names(CoarseConversionValue.self), mayLack: false),
        Section(
            "source-digits", "Digits of the source identifier",
            "The number of postbacks by how many digits their source identifier has.",
            numbers(SourceIdentifier.digitCounts)),
        Section("countries", "Countries", "The number of postbacks by country."),
        Section("marketplaces", "Marketplaces", "The number of postbacks by marketplace."),
        Section(
            "publishers", "Publishers", "The number of postbacks by the app or domain that showed the ad."),
    ]

    private static func names<Case: CaseIterable & RawRepresentable<String>>(_ type: Case.Type) -> [String] {
        type.allCases.map(\.rawValue)
    }

    private static func numbers(_ numbers: some Sequence<Int>) -> [String] { numbers.map { String($0) } }

    /// Returns the value by which postbacks at a place are grouped.
    func value(at place: Int) -> GroupValue {
        switch self {
        case .windows: .number(place + ConversionWindow.first.number)
        case .digits: .number(place + SourceIdentifier.digitCounts.lowerBound)
        default: .place(place)
        }
    }

    /// Returns the place of a verdict; nil stands for an input without a verdict.
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
