import AttributionModel
import AttributionTestSupport
import Testing

/// Compares ``Disclosure`` with Apple's table, cell by cell [Receiving postbacks in multiple conversion windows].
struct DisclosureTests {
    typealias Field = Disclosure.Field

    /// The disclosure of each field, in the order of ``Disclosure/Field``: `+` if it is sent, or else the reason why
    /// it is withheld.
    struct Cell: Sendable, CustomStringConvertible {
        let framework: Disclosure.Framework
        let tier: DataTier
        let windows: [ConversionWindow]
        let didWin: Bool
        let answers: String

        init(
            _ framework: Disclosure.Framework, _ tier: DataTier, _ windows: [ConversionWindow], _ didWin: Bool,
            _ answers: String
        ) {
            self.framework = framework
            self.tier = tier
            self.windows = windows
            self.didWin = didWin
            self.answers = answers
        }

        var description: String { "\(framework) \(tier) \(windows) \(didWin)" }
    }

    private static let later: [ConversionWindow] = [.second, .third]

    /// Publisher, marketplace, fine value, coarse value, country.
    static let cells = [
        Cell(.adAttributionKit, .three, [.first], true, "+ + + tier +"),
        Cell(.adAttributionKit, .two, [.first], true, "tier + + tier tier"),
        Cell(.adAttributionKit, .one, [.first], true, "tier + tier + tier"),
        Cell(.adAttributionKit, .zero, [.first], true, "tier tier tier tier tier"),
        Cell(.adAttributionKit, .three, later, true, "window + window + window"),
        Cell(.adAttributionKit, .two, later, true, "window + window + window"),
        Cell(.adAttributionKit, .one, later, true, "window + window + window"),
        Cell(.adAttributionKit, .three, [.first], false, "nonwinning + nonwinning nonwinning +"),
        Cell(.adAttributionKit, .two, [.first], false, "nonwinning + nonwinning nonwinning tier"),
        Cell(.adAttributionKit, .one, [.first], false, "nonwinning + nonwinning nonwinning tier"),
        Cell(.adAttributionKit, .zero, [.first], false, "nonwinning tier nonwinning nonwinning tier"),
        Cell(.skAdNetwork, .three, [.first], true, "+ + tier +"),
        Cell(.skAdNetwork, .two, [.first], true, "tier + tier tier"),
        Cell(.skAdNetwork, .one, [.first], true, "tier tier + tier"),
        Cell(.skAdNetwork, .zero, [.first], true, "tier tier tier tier"),
        Cell(.skAdNetwork, .three, later, true, "window window + window"),
        Cell(.skAdNetwork, .three, [.first], false, "nonwinning nonwinning nonwinning nonwinning"),
    ]

    @Test(arguments: cells) func cellIsAsInTheTable(_ cell: Cell) {
        for window in cell.windows {
            let disclosure = Disclosure(of: cell.framework, tier: cell.tier, window: window, didWin: cell.didWin)
            let answers = disclosure.fields.map { disclosure.absence(of: $0)?.rawValue ?? "+" }
            expect(answers.joined(separator: " "), cell.answers)
            #expect(disclosure.isPostback)
            expect(disclosure.sourceDigits, window == .first && cell.tier >= .two ? 2...4 : 2...2)
        }
    }

    @Test func tierZeroAndLosersGetOnePostback() {
        for framework in [Disclosure.Framework.adAttributionKit, .skAdNetwork] {
            for window in Self.later {
                #expect(!Disclosure(of: framework, tier: .zero, window: window, didWin: true).isPostback)
                for tier in DataTier.allCases {
                    #expect(!Disclosure(of: framework, tier: tier, window: window, didWin: false).isPostback)
                }
            }
        }
    }

    // MARK: - Withheld fields

    @Test func whatIsWithheldIsNamed() {
        var given = Disclosure.Values()
        given.hasFineValue = true
        given.hasCoarseValue = true
        given.country = .three
        func answers(_ tier: DataTier, _ window: ConversionWindow = .first) -> String {
            let disclosure = Disclosure(of: .adAttributionKit, tier: tier, window: window, didWin: true)
            return Field.allCases.map { disclosure.absence(of: $0, given: given)?.rawValue ?? "+" }
                .joined(separator: " ")
        }
        expect(answers(.three), "+ + + fine-instead +")
        expect(answers(.two), "tier + + fine-instead tier")
        expect(answers(.one), "tier + tier + tier")
        expect(answers(.zero), "tier tier tier tier tier")
        expect(answers(.two, .second), "window + window + window")
        given.country = .two
        expect(answers(.three), "+ + + fine-instead country-tier")
        given.country = nil
        expect(answers(.three), "+ + + fine-instead no-country")
        expect(answers(.two), "tier + + fine-instead tier")
        given.hasFineValue = false
        expect(answers(.three), "+ + not-set tier no-country")
        given.hasCoarseValue = false
        given.hasPublisher = false
        given.hasMarketplace = false
        expect(answers(.three), "not-set not-set not-set not-set no-country")
        expect(answers(.one, .third), "window not-set window not-set window")
    }

    @Test func everyReasonHasWordsAndTheTablesARule() {
        for field in Field.allCases {
            for reason in Disclosure.Reason.allCases {
                #expect(!reason.words(for: field).isEmpty)
            }
        }
        for cell in Self.cells where cell.framework == .adAttributionKit {
            for window in cell.windows {
                let disclosure = Disclosure(of: .adAttributionKit, tier: cell.tier, window: window, didWin: cell.didWin)
                for field in Field.allCases {
                    guard let reason = disclosure.absence(of: field) else { continue }
                    expect(disclosure.framework.rule(for: reason, field)?.field, field.name, "\(cell) \(field)")
                }
            }
        }
    }

    // MARK: - Crowds

    struct Choice: Sendable {
        let tiers: [DataTier]
        let source: String
        let tier: DataTier
        let digits: String
    }

    static let choices = [
        Choice(tiers: [.three, .three, .three], source: "5239", tier: .three, digits: "5239"),
        Choice(tiers: [.three, .three, .two], source: "5239", tier: .three, digits: "239"),
        Choice(tiers: [.three, .two, .two], source: "5239", tier: .three, digits: "39"),
        Choice(tiers: [.two, .two, .three], source: "5239", tier: .three, digits: "5239"),
        Choice(tiers: [.two, .two, .two], source: "5039", tier: .two, digits: "5039"),
        Choice(tiers: [.two, .two, .one], source: "5039", tier: .two, digits: "039"),
        Choice(tiers: [.one, .one, .one], source: "5239", tier: .one, digits: "39"),
        Choice(tiers: [.zero, .zero, .zero], source: "5239", tier: .zero, digits: "39"),
        Choice(tiers: [.zero, .zero, .one], source: "5239", tier: .one, digits: "39"),
        Choice(tiers: [.one, .one, .three], source: "239", tier: .one, digits: "39"),
        Choice(tiers: [.two, .three, .three], source: "39", tier: .two, digits: "39"),
    ]

    @Test(arguments: choices.indices) func theHighestTierIsKeptWithTheMostDigits(_ index: Int) throws {
        let choice = Self.choices[index]
        let tiers = ConversionTiers(choice.tiers[0], choice.tiers[1], choice.tiers[2])
        let source = try #require(SourceIdentifier(choice.source))
        let (tier, count) = tiers.choice(for: source)
        expect(tier, choice.tier)
        expect(
            Disclosure(of: .adAttributionKit, tier: tier, window: .first, didWin: true).digits(of: source, count: count)
                .description, choice.digits)
    }
}
